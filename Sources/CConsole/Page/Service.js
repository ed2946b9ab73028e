// The service's own routes, with the token where one is needed.

/** The address of the console, below which all other routes are: right under a base path and behind a proxy that adds one. */
const base = location.pathname.endsWith("/") ? location.pathname : `${location.pathname}/`;

/** What this tab remembers until it is closed; nothing where the browser forbids it. */
const memory = {
    read(name) {
        try {
            return sessionStorage.getItem(`parlance ${base} ${name}`);
        } catch {
            return null;
        }
    },
    write(name, value) {
        try {
            if (value === null) sessionStorage.removeItem(`parlance ${base} ${name}`);
            else sessionStorage.setItem(`parlance ${base} ${name}`, value);
        } catch {
            // Then it is remembered as long as the page stands.
        }
    },
};

/** An answer that is a problem (RFC 9457), or no answer at all: status 0. */
class Problem extends Error {
    constructor(status, members) {
        super(members.detail ?? members.title ?? "");
        this.status = status;
        this.members = members;
    }

    static async of(response) {
        let members = {};
        try {
            members = await response.json();
        } catch {
            // A proxy between, or the library below the service, has answered in a form of its own.
        }
        return new Problem(response.status, { title: `The answer was ${response.status}`, ...members });
    }
}

const service = {
    token: memory.read("token"),
    /** Called where the service wants a token, or another one. */
    onUnauthorized: () => {},

    setToken(token) {
        this.token = token;
        memory.write("token", token);
    },

    /** Asks and returns the answer; throws a Problem for anything but a 2xx, and an AbortError as it is. */
    async ask(path, { headers = {}, ...options } = {}) {
        const sent = this.token;
        if (sent) headers = { ...headers, Authorization: `Bearer ${sent}` };
        let response;
        try {
            response = await fetch(base + path, { ...options, headers });
        } catch (error) {
            if (error.name === "AbortError") throw error;
            throw new Problem(0, { title: "The service does not answer" });
        }
        if (response.ok) return response;
        const problem = await Problem.of(response);
        // A token that was exchanged while the answer was on its way is not refused by it.
        if (response.status === 401 && sent === this.token) this.onUnauthorized(sent !== null);
        throw problem;
    },

    async json(path, options) {
        return (await this.ask(path, options)).json();
    },
};

/** Reads `text/event-stream` and calls back for each event, until the stream ends. */
async function readEvents(response, onActivity, onEvent) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    let event = { name: "message", data: "" };
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        onActivity();
        text += value;
        const lines = text.split("\n");
        text = lines.pop();
        for (const line of lines) {
            if (line === "") {
                if (event.data) onEvent(event);
                event = { name: "message", data: "" };
            } else if (line.startsWith("event: ")) {
                event.name = line.slice(7);
            } else if (line.startsWith("data: ")) {
                event.data += line.slice(6);
            }
        }
    }
}

/**
 * Follows `/events` for good. `fetch` reads them, since an EventSource cannot send a token. A tab that nobody looks at
 * gives its stream back after a while: a browser opens few connections to one server, and the service few streams.
 */
class Follower {
    #version = () => "";
    #onChange;
    #onState;
    #current = null;
    /** The run that goes on; null where none does. One that was ended may still be waiting, and must not go on beside it. */
    #run = null;

    constructor({ version, onChange, onState }) {
        this.#version = version;
        this.#onChange = onChange;
        this.#onState = onState;
        let timer;
        document.addEventListener("visibilitychange", () => {
            clearTimeout(timer);
            if (document.hidden) timer = setTimeout(() => this.#current?.abort(), 30_000);
        });
    }

    /** Begins, where it has not begun. */
    start() {
        if (this.#run !== null) return;
        this.#run = {};
        this.#keepFollowing(this.#run);
    }

    /** Ends; `start` begins again. */
    stop() {
        this.#run = null;
        this.#current?.abort();
    }

    async #keepFollowing(run) {
        let wait = 1000;
        while (this.#run === run) {
            while (document.hidden) {
                await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
            }
            if (this.#run !== run) return;
            const begin = performance.now();
            try {
                await this.#follow();
            } catch {
                // Whatever it was, the next try tells whether it lasts.
            }
            if (this.#run !== run) return;
            if (!document.hidden) this.#onState(false);
            wait = performance.now() - begin > 10_000 ? 1000 : Math.min(wait * 2, 30_000);
            await pause(wait);
        }
    }

    async #follow() {
        const abort = new AbortController();
        this.#current = abort;
        // The service says something every 15 seconds; a connection that is silent for longer is dead.
        let silence;
        const onActivity = () => {
            clearTimeout(silence);
            silence = setTimeout(() => abort.abort(), 50_000);
        };
        try {
            onActivity();
            const headers = { Accept: "text/event-stream" };
            if (this.#version()) headers["Last-Event-ID"] = this.#version();
            const response = await service.ask("events", { headers, cache: "no-store", signal: abort.signal });
            this.#onState(true);
            await readEvents(response, onActivity, (event) => {
                if (event.name === "catalog") this.#onChange();
            });
        } finally {
            clearTimeout(silence);
            if (this.#current === abort) this.#current = null;
        }
    }
}
