// One key path in every locale: what its readers get, and whose message that is.

const keyDialog = { key: "", table: null, abort: null };

/** What a locale's readers get at a key path, and the locale that supplies it; nothing where nobody does. */
async function readersMessage(tag, key, signal) {
    const locale = encodeURIComponent(tag);
    // A table has no missing key: asking for the message itself would count as one who misses it.
    const table = await service.json(
        `strings/${locale}?shape=flat&references=none&${new URLSearchParams({ key })}`, { signal });
    const text = table[key];
    if (typeof text !== "string" || text === "") return { text, source: "" };
    if (catalog.tables.has(tag)) {
        if (catalog.state(tag, key) === "text") return { text, source: tag };
    }
    try {
        const answer = await service.ask(
            `strings/${locale}/${encodeURIComponent(key)}?format=none`, { method: "HEAD", signal });
        return { text, source: answer.headers.get("Content-Language") ?? "" };
    } catch (error) {
        if (error.name === "AbortError") throw error;
        return { text, source: "?" };
    }
}

function keyDialogCells({ locale, answer }) {
    const header = rowHeader(
        element("bdi", catalog.attributes(locale.tag), locale.name), " ",
        element("span", { class: "muted" }, locale.tag));
    if (answer === undefined) return [header, cell("Message", { class: "muted" }, "…"), cell("From", {}, "")];
    if (answer === null) return [header, cell("Message", { class: "muted" }, "could not be loaded"), cell("From", {}, "")];
    const { text, source } = answer;
    if (typeof text !== "string" || text === "") {
        const isValue = text !== undefined && text !== null && text !== "";
        return [
            header,
            isValue
                ? cell("Message", { class: "muted" }, element("code", {}, JSON.stringify(text)), " (no message)")
                : cell("Message", { class: "gap" }, element("span", { class: "badge" }, "missing")),
            cell("From", {}, ""),
        ];
    }
    const isOwn = source === locale.tag;
    return [
        header,
        cell(
            "Message", { class: "message" },
            element("span", { class: "text whole", ...catalog.attributes(source || locale.tag) }, text)),
        isOwn
            ? cell("From", {}, "its own")
            : cell("From", { class: "gap" }, element("span", { class: "badge" }, `falls back to ${source || "?"}`)),
    ];
}

async function openKey(key) {
    keyDialog.abort?.abort();
    const abort = new AbortController();
    keyDialog.key = key;
    keyDialog.abort = abort;
    byId("key-dialog-title").textContent = key;
    const takes = argumentsOf(String(catalog.text(catalog.defaultTag, key) ?? ""));
    byId("key-dialog-try").hidden = !isPlaceholder(key);
    const rows = catalog.locales.map((locale) => ({ locale, answer: undefined }));
    keyDialog.table.setRows(rows, keyDialogCells);
    const summary = byId("key-dialog-summary");
    summary.textContent = "Loading…";
    if (!byId("key-dialog").open) byId("key-dialog").showModal();

    const waiting = [...rows];
    const draw = once(() => keyDialog.table.draw());
    const load = async () => {
        for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
            try {
                row.answer = await readersMessage(row.locale.tag, key, abort.signal);
            } catch {
                row.answer = null;
            }
            draw();
        }
    };
    await Promise.all(Array.from({ length: PARALLEL_LOADS }, load));
    if (abort.signal.aborted) return;
    // Whoever hears that it is complete finds it so, however late the next frame is.
    keyDialog.table.draw();
    const own = rows.filter(({ locale, answer }) => answer?.source === locale.tag).length;
    summary.textContent = `${numbers.format(own)} of ${counted(rows.length, "locale")} have a message of their own here.`
        + (takes.size > 0 ? ` Arguments: ${[...takes.keys()].join(", ")}.` : "");
}

function startKeyDialog() {
    const dialog = byId("key-dialog");
    keyDialog.table = new PagedTable(byId("key-dialog-table"), "Locales of the key");
    keyDialog.table.setColumns(["Locale", "Message", "From"]);
    byId("key-dialog-close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
        keyDialog.abort?.abort();
        // The row may have been drawn anew behind the dialog.
        if (document.activeElement === document.body) keys.table.focus(keyDialog.key);
    });
    byId("key-dialog-try").addEventListener("click", () => {
        dialog.close();
        tryKey(keyDialog.key);
    });
}
