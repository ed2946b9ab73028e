// The list of locales: how complete each is, and which have a column in the table of keys.

const drawLocales = once(() => {
    const order = byId("locale-order").value;
    const sorted = [...catalog.locales];
    if (order === "completeness") sorted.sort((one, other) => one.completeness - other.completeness);
    const focused = document.activeElement?.dataset?.tag;
    byId("locale-count").textContent = numbers.format(sorted.length);
    byId("locale-list").replaceChildren(...sorted.map((locale) => {
        const box = element("input", {
            type: "checkbox", checked: catalog.shown.includes(locale.tag), dataset: { tag: locale.tag },
            onchange: () => {
                const others = catalog.shown.filter((tag) => tag !== locale.tag);
                catalog.show(box.checked ? [...others, locale.tag] : others);
            },
        });
        const bar = element("span", { class: "filled" });
        bar.style.inlineSize = `${locale.completeness * 100}%`;
        return element(
            "li", {},
            element(
                "label", { class: locale.completeness < 1 ? "incomplete" : "complete" }, box,
                element(
                    "span", { class: "names" }, element("bdi", catalog.attributes(locale.tag), locale.name), " ",
                    element("span", { class: "muted" }, `${locale.englishName} · ${locale.tag}`)),
                element("span", { class: "share" }, percent(locale.completeness)),
                element("span", { class: "meter", "aria-hidden": "true" }, bar),
                element("span", { class: "muted small" }, `${counted(locale.keys, "key")}${locale.default ? ", the default" : ""}`)));
    }));
    if (focused !== undefined) {
        byId("locale-list").querySelector(`[data-tag="${CSS.escape(focused)}"]`)?.focus();
    }
});

function startLocales() {
    catalog.onChange(drawLocales);
    byId("locale-order").addEventListener("change", drawLocales);
    byId("show-default").addEventListener("click", () => catalog.show([catalog.defaultTag]));
    byId("show-all").addEventListener("click", () => catalog.show(catalog.locales.map((locale) => locale.tag)));
}
