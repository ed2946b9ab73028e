// A table of any number of rows that draws one page of them: as quick with a million, and a plain table to screen readers,
// to the browser's own search and to the keyboard.

const PAGE_SIZE = 100;

class PagedTable {
    #label;
    #table;
    #head;
    #body;
    #pager;
    #previous;
    #next;
    #place;
    #rows = [];
    #cells = () => [];
    #page = 0;

    /**
     * @param {HTMLElement} container what the table is put into
     * @param {string} label the table's name
     */
    constructor(container, label) {
        this.#label = label;
        // Roles that the elements have by themselves are lost where a narrow screen shows rows as blocks, so they are said.
        this.#head = element("thead", { role: "rowgroup" });
        this.#body = element("tbody", { role: "rowgroup" });
        this.#table = element("table", { role: "table", "aria-label": label }, this.#head, this.#body);
        this.#previous = element(
            "button", { type: "button", onclick: () => this.#turn(-1), "aria-label": `Previous page of ${label}` },
            "Previous");
        this.#next = element(
            "button", { type: "button", onclick: () => this.#turn(1), "aria-label": `Next page of ${label}` }, "Next");
        this.#place = element("span", { class: "muted" });
        this.#pager = element(
            "nav", { class: "bar pager", "aria-label": `Pages of ${label}`, hidden: true }, this.#previous, this.#place,
            this.#next);
        container.append(
            // What scrolls must be reachable by the keyboard.
            element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, this.#table),
            this.#pager);
    }

    /** Sets the columns: for each its header, a text or a node. */
    setColumns(headers) {
        this.#head.replaceChildren(
            element(
                "tr", { role: "row", "aria-rowindex": "1" },
                ...headers.map((header) => element("th", { role: "columnheader", scope: "col" }, header))));
    }

    /**
     * Sets the rows and draws the page that is shown, the first one where `fromStart`.
     *
     * @param rows anything, an array
     * @param cells makes the cells of a row: elements `td`, the first one `th`
     */
    setRows(rows, cells, fromStart = true) {
        this.#rows = rows;
        this.#cells = cells;
        if (fromStart) this.#page = 0;
        this.draw(fromStart);
    }

    /** Draws the page again. The focus stays where it was, as far as what had it is still there. */
    draw(fromStart = false) {
        const pages = Math.max(1, Math.ceil(this.#rows.length / PAGE_SIZE));
        this.#page = Math.min(this.#page, pages - 1);
        const focused = this.#body.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
        const start = this.#page * PAGE_SIZE;
        const drawn = this.#rows.slice(start, start + PAGE_SIZE).map((row, index) =>
            element("tr", { role: "row", "aria-rowindex": String(start + index + 2) }, ...this.#cells(row)));
        this.#body.replaceChildren(...drawn);
        this.#table.setAttribute("aria-rowcount", String(this.#rows.length + 1));
        this.#table.hidden = this.#rows.length === 0;
        this.#pager.hidden = pages === 1;
        this.#previous.disabled = this.#page === 0;
        this.#next.disabled = this.#page === pages - 1;
        this.#place.textContent = `Page ${this.#page + 1} of ${numbers.format(pages)}`;
        if (fromStart) this.#table.parentElement.scrollTop = 0;
        if (focused !== undefined) this.focus(focused);
    }

    /** Gives the focus to the row's element that has this key, where it is on the page. */
    focus(key) {
        for (const candidate of this.#body.querySelectorAll("[data-key]")) {
            if (candidate.dataset.key === key) {
                candidate.focus();
                return;
            }
        }
    }

    #turn(by) {
        this.#page += by;
        this.draw(true);
        announce(`${this.#label}: page ${this.#page + 1}`);
        // A button that can go no further loses the focus; the other one takes it.
        if (this.#next.disabled) this.#previous.focus();
        else if (this.#previous.disabled) this.#next.focus();
    }
}

/** A cell. `label` names its column where a narrow screen shows rows as blocks. */
function cell(label, properties, ...children) {
    return element("td", { role: "cell", "data-label": label, ...properties }, ...children);
}

/** The first cell of a row, which names it. */
function rowHeader(...children) {
    return element("th", { role: "rowheader", scope: "row" }, ...children);
}
