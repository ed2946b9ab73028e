// What was asked for and not found: `/missing`.

const missing = { table: null, drawn: "" };

function missingCells({ key, locale, count }) {
    return [
        rowHeader(element("code", {}, ...keyPath(key))),
        cell("Locale", {}, locale),
        cell("Asked for", {}, counted(count, "time")),
    ];
}

/** Draws what `/missing` says, where that is something new. */
function drawMissing(report) {
    const text = JSON.stringify(report);
    if (text === missing.drawn) return;
    missing.drawn = text;
    byId("missing-count").textContent = numbers.format(report.missing.length);
    const dropped = report.dropped > 0
        ? ` ${counted(report.dropped, "further question")} ${report.dropped === 1 ? "was" : "were"} only counted.` : "";
    byId("missing-summary").textContent = report.missing.length === 0
        ? `Nobody has asked for a key that is not there since the service began.${dropped}`
        : `Key paths that somebody asked for since the service began, and that neither the locale nor its fallbacks have, `
            + `most wanted first.${dropped}`;
    missing.table.setRows(report.missing, missingCells, false);
}

function startMissing() {
    missing.table = new PagedTable(byId("missing-table"), "Missing keys");
    missing.table.setColumns(["Key path", "Locale", "Asked for"]);
}
