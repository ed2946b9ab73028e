// What every part of the console draws with. Text of tables only ever becomes the text of a node, never markup.

/** The element with an identifier of the page. */
const byId = (identifier) => document.getElementById(identifier);

/**
 * Makes an element. Properties that are not undefined become attributes, `on…` listeners, `class` and `dataset` what they
 * say; children are nodes or texts.
 */
function element(name, properties = {}, ...children) {
    const made = document.createElement(name);
    for (const [property, value] of Object.entries(properties)) {
        if (value === undefined || value === false) continue;
        if (property.startsWith("on")) made.addEventListener(property.slice(2), value);
        else if (property === "dataset") Object.assign(made.dataset, value);
        else made.setAttribute(property, value === true ? "" : value);
    }
    made.append(...children);
    return made;
}

/** How long an announcement can be come back to, in milliseconds. */
const ANNOUNCEMENT_STAYS = 10000;

/** Says something to those who cannot see that the page has changed. What is not yet read stays beside what comes after. */
function announce(text) {
    const announcement = element("p", {}, text);
    byId("announcer").append(announcement);
    setTimeout(() => announcement.remove(), ANNOUNCEMENT_STAYS);
}

/** A function that runs once it was not called again for so many milliseconds. `flush` runs it now. */
function delayed(milliseconds, action) {
    let timer;
    const call = () => {
        clearTimeout(timer);
        timer = setTimeout(action, milliseconds);
    };
    call.flush = () => {
        clearTimeout(timer);
        action();
    };
    return call;
}

/**
 * A function that runs once before the next frame, however often it is called until then. What takes long runs the less
 * often, so that a burst of calls leaves time for whoever looks.
 */
function once(action) {
    let isDue = false;
    let rest = 0;
    const run = () => {
        isDue = false;
        const begin = performance.now();
        action();
        rest = performance.now() + 3 * (performance.now() - begin);
    };
    return () => {
        if (isDue) return;
        isDue = true;
        const wait = rest - performance.now();
        // A tab in the background draws no frames, and must not fall behind.
        if (document.hidden || wait > 16) setTimeout(run, wait);
        else requestAnimationFrame(run);
    };
}

/** A key path that breaks, where it must, behind its dots and underscores rather than within its words. */
function keyPath(key) {
    const parts = key.split(/(?<=[._-])/u);
    // What is made to be long is left to break anywhere.
    return parts.length > 40 ? [key] : parts.flatMap((part, index) => (index === 0 ? [part] : [element("wbr"), part]));
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const numbers = new Intl.NumberFormat("en");

/** A number of things in words: `1 key`, `1,200 keys`. */
const counted = (count, one, many = `${one}s`) => `${numbers.format(count)} ${count === 1 ? one : many}`;

/** A share in percent, rounded down, so that only what is whole is 100 %. */
const percent = (share) => `${share >= 1 ? 100 : (Math.floor(share * 1000) / 10).toFixed(1)}\u202f%`;
