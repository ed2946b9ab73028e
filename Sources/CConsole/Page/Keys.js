// The table of keys across the shown locales.

const keys = {
    table: null,
    /** Every key path of the default and of the shown locales, the default's order first. */
    rows: [],
    /** What each row is searched in, in lower case, made at the first search. */
    searched: null,
    /** Whether each key path looked at has a gap. */
    gaps: new Map(),
};

/** Whether some table has a message there, so that it is one to translate. */
const isMessage = (key) =>
    catalog.state(catalog.defaultTag, key) === "text" || catalog.shown.some((tag) => catalog.state(tag, key) === "text");

function hasGap(key) {
    let found = keys.gaps.get(key);
    if (found === undefined) {
        found = isMessage(key) && catalog.shown.some((tag) => catalog.state(tag, key) === "gap");
        keys.gaps.set(key, found);
    }
    return found;
}

function collectKeys() {
    const all = new Set(catalog.tables.get(catalog.defaultTag)?.messages.keys());
    for (const tag of catalog.shown) {
        for (const key of catalog.tables.get(tag)?.messages.keys() ?? []) all.add(key);
    }
    keys.rows = [...all];
    keys.searched = null;
    keys.gaps.clear();
}

/** The rows that hold every word of the search, in their key path or in some shown text. */
function search(query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return keys.rows;
    keys.searched ??= keys.rows.map((key) =>
        [key, ...catalog.shown.map((tag) => catalog.text(tag, key) ?? "")].join("\n").toLowerCase());
    return keys.rows.filter((key, index) => words.every((word) => keys.searched[index].includes(word)));
}

const KEY_FILTERS = {
    all: () => true,
    gaps: hasGap,
    extra: (key) => catalog.state(catalog.defaultTag, key) === "gap" && isMessage(key),
};

function keyCells(key) {
    const open = element(
        "button", { type: "button", class: "key", dataset: { key }, onclick: () => openKey(key) }, ...keyPath(key));
    const isTranslated = isMessage(key);
    return [
        rowHeader(open),
        ...catalog.shown.map((tag) => {
            const value = catalog.text(tag, key);
            switch (catalog.state(tag, key)) {
                case "text":
                    return cell(
                        tag, { class: "message" }, element("span", { class: "text", ...catalog.attributes(tag) }, value));
                case "value":
                    return cell(tag, { class: "muted" }, element("code", {}, JSON.stringify(value)), " (no message)");
                case "gap":
                    if (!isTranslated) return cell(tag, { class: "muted" }, "–");
                    return cell(
                        tag, { class: "gap" }, element("span", { class: "badge" }, value === "" ? "empty" : "missing"));
                case "failed":
                    return cell(tag, { class: "muted" }, "could not be loaded");
                default:
                    return cell(tag, { class: "muted" }, "…");
            }
        }),
    ];
}

/** Finds and draws. From the first page where the search has changed, else where the reader is. */
function drawKeys(fromStart) {
    const filter = byId("key-filter").value;
    const found = search(byId("query").value).filter(KEY_FILTERS[filter]);
    keys.table.setColumns([
        "Key path",
        ...catalog.shown.map((tag) => {
            const locale = catalog.locale(tag);
            return element(
                "span", {}, element("bdi", catalog.attributes(tag), locale?.name ?? tag), " ",
                element("span", { class: "muted" }, tag));
        }),
    ]);
    keys.table.setRows(found, keyCells, fromStart);
    const isLoading = [catalog.defaultTag, ...catalog.shown].some((tag) =>
        !catalog.tables.has(tag) && !catalog.failed.has(tag));
    const gaps = filter === "gaps" ? found.length : found.filter(hasGap).length;
    byId("key-outcome").textContent = isLoading
        ? "Loading…"
        : found.length === 0
            ? "No key is like that."
            : `${counted(found.length, "key")}, ${numbers.format(gaps)} with a gap`;
}

function startKeys() {
    byId("keys").append(element("p", { id: "key-outcome", class: "muted", role: "status" }));
    keys.table = new PagedTable(byId("keys"), "Keys");
    catalog.onChange(once(() => {
        collectKeys();
        drawKeys(false);
    }));
    const find = delayed(150, () => drawKeys(true));
    byId("query").addEventListener("input", find);
    byId("key-filter").addEventListener("change", () => drawKeys(true));
    byId("key-search").addEventListener("submit", (event) => {
        event.preventDefault();
        find.flush();
    });
}

/** Shows one key in the table of keys, with the column of the locale that it is about. */
function findKey(key, tag) {
    byId("query").value = key;
    byId("key-filter").value = "all";
    location.hash = "#strings";
    if (tag !== undefined && !catalog.shown.includes(tag)) catalog.show([...catalog.shown, tag]);
    else drawKeys(true);
}
