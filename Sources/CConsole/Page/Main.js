// Puts the parts together: the views, the token, and what keeps all of it current.

/** How often the reports that announce nothing are asked for, in milliseconds. */
const REPORT_INTERVAL = 5000;
/** The same while something is known to come. */
const CHECK_INTERVAL = 1000;

const VIEWS = ["strings", "problems", "missing", "playground"];
const app = {
    isOpen: false,
    isOpening: false,
    isLive: false,
    /** The version that was last spoken of. */
    announced: "",
};

// MARK: Views

/** The view that the address names. Other fragments, as of the link that skips, name none. */
const viewOfAddress = () => (VIEWS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "strings");

function showView(takesFocus) {
    const view = viewOfAddress();
    for (const name of VIEWS) byId(name).hidden = !app.isOpen || name !== view;
    for (const link of document.querySelectorAll("#views a")) {
        if (link.hash === `#${view}`) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    const title = byId(`${view}-title`).textContent;
    document.title = `${title} – Parlance console`;
    if (!app.isOpen) return;
    // Whoever follows a link goes on from where it leads.
    if (takesFocus) byId(`${view}-title`).focus();
    if (view === "missing") lookAgain();
    if (view === "playground") renderFirst();
}

/** Shows one of the panels that stand in for the views, or none. */
function showPanel(name) {
    app.isOpen = name === undefined;
    for (const panel of ["gate", "failure"]) byId(panel).hidden = panel !== name;
    byId("views").hidden = !app.isOpen;
    byId("forget").hidden = !app.isOpen || service.token === null;
    if (!app.isOpen) byId("refusal").hidden = true;
    showView(false);
}

// MARK: Staying current

function showStatus(status) {
    drawProblems(status);
    if (status.checking) lookSoon();
}

async function refreshStatus() {
    const status = await service.json("status", { cache: "no-store" });
    showStatus(status);
    // Without an event stream the status tells that there is something new.
    if (status.version !== null && status.version !== catalog.version) await refreshCatalog();
}

async function refreshMissing() {
    drawMissing(await service.json("missing", { cache: "no-store" }));
}

async function refreshCatalog() {
    const changed = await catalog.refresh();
    showConnection();
    // Whoever has just opened the page has not seen another version.
    if (app.announced !== "" && app.announced !== catalog.version) {
        announce(changed.length > 0 ? `The tables have changed: ${changed.join(", ")}` : "The tables have changed");
    }
    app.announced = catalog.version;
}

function showConnection(isLive) {
    if (isLive !== undefined) app.isLive = isLive;
    const place = byId("connection");
    place.textContent = app.isLive ? `Live · ${catalog.version.slice(0, 8)}` : "Not live: asking again…";
    place.title = `Catalog ${catalog.version}`;
    place.classList.toggle("live", app.isLive === true);
}

const follower = new Follower({
    version: () => catalog.version,
    onChange: () => {
        refreshCatalog().then(refreshStatus).catch(() => {});
    },
    onState: showConnection,
});

async function lookAgain() {
    if (document.hidden) return;
    // A catalog may be there by now.
    if (!byId("failure").hidden) open();
    if (!app.isOpen) return;
    try {
        await refreshStatus();
        if (viewOfAddress() === "missing") await refreshMissing();
    } catch {
        // The connection's state says so already.
    }
}

const lookSoon = delayed(CHECK_INTERVAL, lookAgain);

// MARK: Opening

/** Loads everything, as often as it takes: with another token, or when the service is there. */
async function open() {
    const button = byId("retry");
    button.disabled = true;
    try {
        await lookFirst();
        follower.start();
    } catch (problem) {
        if (problem.status === 401) return;
        app.isOpening = false;
        byId("failure-text").textContent = [problem.members?.title, problem.members?.detail].filter(Boolean).join(": ")
            || String(problem);
        showPanel("failure");
    } finally {
        button.disabled = false;
    }
}

/** The first look: the page is there as soon as the list of locales is, and its tables and the reports follow. */
async function lookFirst() {
    app.isOpening = true;
    await Promise.all([refreshCatalog(), service.json("status").then(showStatus), refreshMissing()]);
}

function askForToken(wasRefused) {
    follower.stop();
    app.isOpening = false;
    byId("connection").textContent = "";
    byId("gate-error").textContent = wasRefused ? "The service does not know this token." : "";
    if (!byId("gate").hidden) return;
    showPanel("gate");
    byId("token").focus();
}

function startGate() {
    service.onUnauthorized = askForToken;
    byId("gate-form").addEventListener("submit", (event) => {
        event.preventDefault();
        const token = byId("token").value.trim();
        // As RFC 6750 writes them; anything else could not even be sent.
        if (!/^[A-Za-z0-9\-._~+/]+=*$/.test(token)) {
            byId("gate-error").textContent = "A token has letters, digits and - . _ ~ + / only.";
            byId("token").focus();
            return;
        }
        byId("gate-error").textContent = "";
        service.setToken(token);
        open().then(() => {
            if (app.isOpen) byId("token").value = "";
        });
    });
    byId("forget").addEventListener("click", () => {
        service.setToken(null);
        // Nothing of what the token opened stays in the page.
        location.reload();
    });
    byId("retry").addEventListener("click", open);
}

catalog.onChange(() => {
    if (!app.isOpening) return;
    app.isOpening = false;
    showPanel();
});
startLocales();
startKeys();
startKeyDialog();
startProblems();
startMissing();
startPlayground();
startGate();
addEventListener("hashchange", () => {
    if (VIEWS.includes(location.hash.slice(1))) showView(true);
});
byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("main").focus();
});
document.addEventListener("visibilitychange", lookAgain);
setInterval(lookAgain, REPORT_INTERVAL);
open();
