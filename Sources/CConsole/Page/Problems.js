// What is wrong with the tables, and the files that they come from: `/status`.

const problems = {
    table: null,
    files: null,
    /** What is drawn, as text. */
    drawn: "",
    /** How many problems were last spoken of; before that, how many there were when the page opened. */
    announced: undefined,
    /** For each file the locale that it belongs to. */
    tags: new Map(),
};

/** The place of a problem as editors and `parlance check` write it. */
const placeText = ({ file, line, column }) => [file, line, column].filter((part) => part !== undefined).join(":");

function problemCells(problem) {
    return [
        rowHeader(element("code", {}, placeText(problem))),
        cell(
            "Key path", {},
            problem.key === undefined
                ? ""
                : element(
                    "button",
                    {
                        type: "button", class: "key",
                        onclick: () => findKey(problem.key, problems.tags.get(problem.file)),
                    },
                    ...keyPath(problem.key))),
        cell("What is wrong", {}, problem.reason, " ", element("span", { class: "muted small" }, problem.code)),
    ];
}

function fileCells({ tag, path, size, bad }) {
    return [
        rowHeader(element("code", {}, path)),
        cell("Locale", {}, tag),
        cell("Bytes", {}, numbers.format(size)),
        cell(
            "State", bad ? { class: "gap" } : {},
            bad ? element("span", { class: "badge" }, "bad: what it held before is served") : "good"),
    ];
}

function problemSummary(status) {
    const when = status.loadedAt === null ? "" : ` Loaded ${new Date(status.loadedAt).toLocaleString()}.`;
    if (status.checking) return `The messages are being checked. ${foundSummary(status, when)}`;
    return foundSummary(status, when);
}

function foundSummary(status, when) {
    if (status.problemCount === 0) {
        return status.checking ? `No problem is known so far.${when}` : `The tables have no problem.${when}`;
    }
    const count = counted(status.problemCount, "problem");
    if (status.problems === undefined) {
        return `There ${status.problemCount === 1 ? "is" : "are"} ${count}. Their places are shown on the admin port, `
            + `and where the service listens on loopback only; the log has them too.${when}`;
    }
    return status.problems.length < status.problemCount
        ? `The first ${numbers.format(status.problems.length)} of ${count}; parlance check lists all.${when}`
        : `${count}.${when}`;
}

/** Draws what `/status` says, where that is something new. */
function drawProblems(status) {
    const text = JSON.stringify(status);
    if (text === problems.drawn) return;
    problems.drawn = text;
    byId("problem-count").textContent = numbers.format(status.problemCount);
    byId("problems-summary").textContent = problemSummary(status);
    const files = status.locales.flatMap(({ tag, files: own }) => (own ?? []).map((file) => ({ tag, ...file })));
    problems.tags = new Map(files.map(({ path, tag }) => [path, tag]));
    problems.table.setRows(status.problems ?? [], problemCells, false);
    byId("files").hidden = files.length === 0;
    byId("files").querySelector("summary").textContent = `Files (${numbers.format(files.length)})`;
    problems.files.setRows(files, fileCells, false);
    const refusal = status.refusal ?? (status.refused ? "the log says why" : undefined);
    byId("refusal").hidden = refusal === undefined;
    byId("refusal").textContent = refusal === undefined
        ? "" : `The last load was refused, and what was served before stays: ${refusal}`;
    // A count that the check may change yet is not worth hearing.
    if (status.checking) return;
    if (problems.announced !== undefined && problems.announced !== status.problemCount) {
        announce(`${counted(status.problemCount, "problem")} in the tables`);
    }
    problems.announced = status.problemCount;
}

function startProblems() {
    problems.table = new PagedTable(byId("problem-table"), "Problems");
    problems.table.setColumns(["Place", "Key path", "What is wrong"]);
    problems.files = new PagedTable(byId("file-table"), "Files");
    problems.files.setColumns(["File", "Locale", "Bytes", "State"]);
}
