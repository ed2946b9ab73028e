// What the service serves, as far as the console has loaded it: the locales, and the own tables of those that are shown.

/** How many tables are loaded at once. */
const PARALLEL_LOADS = 4;
/** How many locales are shown before anybody chooses. */
const FIRST_SHOWN = 4;

class Catalog {
    version = "";
    /** Tag of the default locale. */
    defaultTag = "";
    /** As `/strings` lists them. */
    locales = [];
    /** Tags of the locales that have a column, in the order of `locales`, the default first. */
    shown = [];
    /** For each loaded tag the version of its table, its messages by key path, and whether empty strings count. */
    tables = new Map();
    /** Tags of tables that could not be loaded. */
    failed = new Set();
    #listeners = [];
    #refresh = null;

    /** Calls back whenever something here has changed. */
    onChange(listener) {
        this.#listeners.push(listener);
    }

    #changed() {
        for (const listener of this.#listeners) listener();
    }

    locale(tag) {
        return this.locales.find((locale) => locale.tag === tag);
    }

    /** The attributes that make a text of a locale be read, broken and laid out right. */
    attributes(tag) {
        return { lang: tag, dir: this.locale(tag)?.direction ?? "auto" };
    }

    /** Loads the locales, and again the shown tables that changed. Returns the tags of the tables that are new. */
    async refresh() {
        // One after another: the answer of a later question must not be overwritten by that of an earlier one.
        this.#refresh = (this.#refresh ?? Promise.resolve()).catch(() => {}).then(() => this.#load());
        return this.#refresh;
    }

    async #load() {
        const list = await service.json("strings");
        const known = new Map(this.locales.map((locale) => [locale.tag, locale.version]));
        const isFirst = this.version === "";
        this.version = list.version;
        this.defaultTag = list.default;
        this.locales = list.locales;
        const tags = new Set(list.locales.map((locale) => locale.tag));
        for (const tag of this.tables.keys()) if (!tags.has(tag)) this.tables.delete(tag);
        this.#show(isFirst ? this.#firstShown() : this.shown);
        this.#changed();
        await this.#loadTables();
        return list.locales.filter(({ tag, version }) => known.get(tag) !== version).map((locale) => locale.tag);
    }

    /** The locales of the last time, else the default and what the reader's browser asks for. */
    #firstShown() {
        const remembered = memory.read("shown")?.split(" ") ?? [];
        if (remembered.some((tag) => this.locale(tag))) return remembered;
        const languages = navigator.languages.map((tag) => tag.split("-")[0]);
        const wanted = this.locales.filter(({ tag }) => languages.includes(tag.split("-")[0]));
        return [this.defaultTag, ...new Set([...wanted, ...this.locales].map((locale) => locale.tag))]
            .filter((tag, index, all) => all.indexOf(tag) === index).slice(0, FIRST_SHOWN);
    }

    #show(tags) {
        const chosen = new Set(tags);
        const rank = ({ tag }) => (tag === this.defaultTag ? 0 : 1);
        this.shown = this.locales.filter(({ tag }) => chosen.has(tag)).sort((one, other) => rank(one) - rank(other))
            .map((locale) => locale.tag);
    }

    /** Chooses the locales that have a column, and loads what they lack. */
    async show(tags) {
        this.#show(tags);
        memory.write("shown", this.shown.join(" "));
        this.#changed();
        await this.#loadTables();
    }

    async #loadTables() {
        // The default's table is always needed: a gap is what it has and another lacks.
        const waiting = [this.defaultTag, ...this.shown.filter((tag) => tag !== this.defaultTag)].filter((tag) => {
            const version = this.locale(tag)?.version;
            return version !== undefined && this.tables.get(tag)?.version !== version;
        });
        const load = async () => {
            for (let tag = waiting.shift(); tag !== undefined; tag = waiting.shift()) {
                try {
                    await this.#loadTable(tag);
                    this.failed.delete(tag);
                } catch {
                    this.failed.add(tag);
                }
                this.#changed();
            }
        };
        await Promise.all(Array.from({ length: PARALLEL_LOADS }, load));
    }

    async #loadTable(tag) {
        const { version, keys } = this.locale(tag);
        const found = await service.json(
            `strings/${encodeURIComponent(tag)}?shape=flat&fallback=none&references=none`);
        const messages = new Map(Object.entries(found));
        let strings = 0;
        let empty = 0;
        for (const value of messages.values()) {
            if (typeof value === "string") strings += 1;
            if (value === "") empty += 1;
        }
        // The service counts empty strings as keys only where it was told to keep them.
        this.tables.set(tag, { version, messages, keepsEmpty: empty > 0 && keys === strings });
    }

    /** What a locale's own table has at a key path: `text`, `gap`, `value` (no message), or `loading`. */
    state(tag, key) {
        const table = this.tables.get(tag);
        if (table === undefined) return this.failed.has(tag) ? "failed" : "loading";
        const value = table.messages.get(key);
        if (typeof value === "string") return value === "" && !table.keepsEmpty ? "gap" : "text";
        return value === undefined || value === null ? "gap" : "value";
    }

    text(tag, key) {
        return this.tables.get(tag)?.messages.get(key);
    }
}

const catalog = new Catalog();
