// The playground: what is typed goes to `/render` as any client's body would, and the answer is shown as text.

const playground = { abort: null, isTouched: false, hasAnswer: false };

/** How long nobody types before it is rendered: half a key path would count as one that somebody misses. */
const TYPING_PAUSE = 700;

const AUTO = "auto";

function drawLocaleChoices() {
    const select = byId("render-locale");
    const chosen = select.value || catalog.defaultTag;
    select.replaceChildren(
        ...catalog.locales.map(({ tag, englishName }) => element("option", { value: tag }, `${englishName} (${tag})`)),
        element("option", { value: AUTO }, "chosen by Accept-Language"));
    select.value = chosen;
    if (select.value !== chosen) select.value = catalog.defaultTag;
}

/** A placeholder for a key path, in a document of a kind that can hold it. */
function placeholderDocument(kind, keyPaths) {
    switch (kind) {
        case "application/json": return JSON.stringify({ type: "card", lines: keyPaths.map((key) => `<${key}>`) }, null, 2);
        case "text/html": return keyPaths.map((key) => `<p><${key}></p>`).join("\n");
        default: return keyPaths.map((key) => `<${key}>`).join("\n");
    }
}

/** Some key paths of the default locale to begin with: plain ones, and one that takes arguments. */
function sampleKeys() {
    const plain = [];
    const formatted = [];
    for (const [key, message] of catalog.tables.get(catalog.defaultTag)?.messages ?? []) {
        if (typeof message !== "string" || message === "" || !isPlaceholderInText(key)) continue;
        (argumentsOf(message).size > 0 ? formatted : plain).push(key);
        if (plain.length >= 2 && formatted.length >= 1) break;
    }
    return [...plain.slice(0, 2), ...formatted.slice(0, 1)];
}

function fill(keyPaths) {
    byId("template").value = placeholderDocument(byId("kind").value, keyPaths);
    const values = new Map();
    for (const key of keyPaths) {
        for (const [name, value] of argumentsOf(String(catalog.text(catalog.defaultTag, key) ?? ""))) {
            if (!values.has(name)) values.set(name, value);
        }
    }
    byId("arguments").value = [...values].map(([name, value]) => `${name}=${value}`).join("\n");
}

/** Begins with something that renders, until somebody has typed. */
function fillSample() {
    if (playground.isTouched) return;
    const sample = sampleKeys();
    if (sample.length > 0) fill(sample);
}

/** Renders what stands there when the playground is first seen. */
function renderFirst() {
    const isReady = catalog.tables.has(catalog.defaultTag) && !byId("playground").hidden;
    if (isReady && !playground.hasAnswer) render();
}

/** Shows a key in the playground. */
function tryKey(key) {
    if (!isPlaceholderInText(key)) byId("kind").value = "application/json";
    playground.isTouched = true;
    fill([key]);
    location.hash = "#playground";
    render();
}

function renderAddress() {
    const parameters = new URLSearchParams();
    const locale = byId("render-locale").value;
    if (locale !== AUTO) parameters.set("locale", locale);
    for (const line of byId("arguments").value.split("\n")) {
        const end = line.indexOf("=");
        if (end > 0) parameters.append(`arg.${line.slice(0, end).trim()}`, line.slice(end + 1));
    }
    parameters.set("missing", byId("missing-policy").value);
    if (byId("brackets").value !== "angles") parameters.set("placeholders", byId("brackets").value);
    if (byId("widgets").value) parameters.set("widgets", byId("widgets").value);
    if (byId("timezone").value.trim()) parameters.set("timezone", byId("timezone").value.trim());
    return `render?${parameters}`;
}

/** Says what came of it; what is as before is not said again while somebody types. */
function showOutcome(text) {
    if (byId("outcome").textContent !== text) byId("outcome").textContent = text;
}

async function render() {
    playground.abort?.abort();
    playground.hasAnswer = true;
    const abort = new AbortController();
    playground.abort = abort;
    const body = byId("template").value;
    const headers = { "Content-Type": byId("kind").value };
    if (byId("render-locale").value === AUTO) headers["Accept-Language"] = byId("accept-language").value;
    try {
        const response = await service.ask(renderAddress(), { method: "POST", headers, body, signal: abort.signal });
        const text = await response.text();
        if (!abort.signal.aborted) showAnswer(response, text, body);
    } catch (error) {
        if (error.name === "AbortError" || error.status === 401) return;
        showProblem(error, body);
    }
}

function showAnswer(response, text, body) {
    const tag = response.headers.get("Content-Language") ?? "";
    const count = Number(response.headers.get("Parlance-Missing-Count") ?? 0);
    const answer = byId("answer");
    answer.textContent = text;
    answer.hidden = false;
    answer.lang = tag;
    // Markup and JSON are read from the left, whatever their texts are.
    answer.dir = byId("kind").value === "text/plain" ? catalog.attributes(tag).dir : "ltr";
    byId("answer-problem").hidden = true;
    showOutcome(
        `Rendered in ${catalog.locale(tag)?.englishName ?? tag} (${tag})`
            + (count > 0 ? `, ${numbers.format(count)} missing` : ""));
    const entries = parseStringList(response.headers.get("Parlance-Missing"));
    byId("answer-missing").hidden = count === 0;
    byId("answer-missing").replaceChildren(
        element("h4", {}, "Missing"),
        element("ul", { class: "places" }, ...entries.map((entry) => missingEntry(entry, body))));
}

/** A key path, or an argument of one, that the answer's header says is missing. */
function missingEntry(entry, body) {
    const argument = /^(.*)\{([^{}]*)\}$/s.exec(entry);
    if (argument) {
        return element(
            "li", {}, "the argument ", element("code", {}, argument[2]), " of ", element("code", {}, argument[1]));
    }
    const offset = body.indexOf(`<${entry}`);
    const place = offset < 0 ? [] : [" ", placeButton(placeOf(body, offset))];
    return element("li", {}, element("code", {}, entry), ...place);
}

/** A button that goes to a place of the template. */
function placeButton({ line, column, pointer }) {
    const go = () => {
        const template = byId("template");
        const offset = offsetOf(template.value, line, column);
        template.focus();
        template.setSelectionRange(offset, Math.min(offset + 1, template.value.length));
    };
    return element(
        "button", { type: "button", class: "place", onclick: go }, `line ${line}, column ${column}`,
        ...(pointer === undefined ? [] : [` (${pointer === "" ? "the whole document" : pointer})`]));
}

/** The line of a place with a mark below its column. */
function excerpt(body, { line, column }) {
    const source = body.split("\n")[line - 1] ?? "";
    const scalars = [...source];
    // A long line is cut around the place.
    const from = Math.max(0, column - 41);
    const shown = scalars.slice(from, from + 80).join("").replaceAll("\t", " ");
    return element(
        "pre", { class: "excerpt", "aria-hidden": "true", dir: "ltr" },
        `${shown}\n${" ".repeat(Math.max(0, column - 1 - from))}^`);
}

function showProblem(problem, body) {
    const { title = "", detail = "", missing: entries = [], count = 0, ...members } = problem.members ?? {};
    const hasPlace = members.line !== undefined && members.column !== undefined;
    showOutcome(hasPlace ? `${title}: line ${members.line}, column ${members.column}` : title);
    const parts = [element("p", {}, detail || String(problem.message))];
    if (hasPlace) parts.push(element("p", {}, placeButton(members)), excerpt(body, members));
    if (entries.length > 0) {
        parts.push(element(
            "ul", { class: "places" },
            ...entries.map((entry) => element("li", {}, element("code", {}, entry.key), " ", placeButton(entry)))));
    }
    if (count > entries.length) parts.push(element("p", {}, `The first ${entries.length} of ${numbers.format(count)}.`));
    byId("answer").hidden = true;
    byId("answer-missing").hidden = true;
    byId("answer-problem").hidden = false;
    byId("answer-problem").replaceChildren(...parts);
}

function startPlayground() {
    const form = byId("playground-form");
    const soon = delayed(TYPING_PAUSE, render);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        soon.flush();
    });
    form.addEventListener("input", (event) => {
        if (event.target === byId("template") || event.target === byId("arguments")) playground.isTouched = true;
        if (byId("as-typed").checked && event.target.tagName !== "SELECT") soon();
    });
    form.addEventListener("change", (event) => {
        if (event.target === byId("kind")) fillSample();
        byId("accept-language-field").hidden = byId("render-locale").value !== AUTO;
        if (event.target.tagName === "SELECT") soon.flush();
    });
    // As in chats and in other playgrounds; a text area keeps Enter for itself.
    form.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) soon.flush();
    });
    catalog.onChange(once(() => {
        drawLocaleChoices();
        if (byId("template").value === "") fillSample();
        renderFirst();
    }));
}
