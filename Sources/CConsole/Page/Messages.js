// What the console reads out of messages by itself: the arguments that they take, to offer values for them.

const SAMPLE_VALUES = {
    plural: "3", selectordinal: "3", number: "3", date: "2026-03-01T12:00:00Z", time: "2026-03-01T12:00:00Z",
};

/**
 * The arguments of an ICU message with a value to try each with, as a Map. What does not parse gives what was read
 * before: the service is the judge of messages, this is a help for whoever types.
 */
function argumentsOf(message) {
    const found = new Map();
    let position = 0;

    const skipSpace = () => {
        while (/\s/.test(message[position] ?? "")) position += 1;
    };
    const word = () => {
        const match = /^[^\s{},'#<>=]+/u.exec(message.slice(position, position + 200));
        position += match ? match[0].length : 0;
        return match ? match[0] : "";
    };
    // An apostrophe quotes only before what the syntax needs, and then up to the next one.
    const skipQuoted = () => {
        position += 1;
        if (!/[{}#|]/.test(message[position] ?? "")) return;
        const end = message.indexOf("'", position);
        position = end < 0 ? message.length : end + 1;
    };
    // The text of a message up to its end or the brace that closes it.
    const readText = (depth) => {
        while (position < message.length) {
            const character = message[position];
            if (character === "}" && depth > 0) return;
            if (character === "'") skipQuoted();
            else if (character === "{") readArgument(depth);
            else position += 1;
        }
    };
    const readArgument = (depth) => {
        position += 1;
        skipSpace();
        const name = word();
        skipSpace();
        let type = "";
        if (message[position] === ",") {
            position += 1;
            skipSpace();
            type = word();
        }
        if (name === "" || depth > 30) throw new SyntaxError();
        let value = SAMPLE_VALUES[type] ?? "Ann";
        if (type === "select") {
            position += 1;
            skipSpace();
            const start = position;
            value = word();
            position = start;
        }
        if (!found.has(name)) found.set(name, value);
        // Branches are messages in braces; a style is passed over.
        while (position < message.length && message[position] !== "}") {
            if (message[position] === "{") {
                position += 1;
                readText(depth + 1);
                position += 1;
            } else if (message[position] === "'") {
                skipQuoted();
            } else {
                position += 1;
            }
        }
        position += 1;
    };
    try {
        readText(0);
    } catch {
        // Another syntax.
    }
    return found;
}

/** Whether a key path can stand in a text as `<key.path>`; any other can only be a whole string of a widget tree. */
const isPlaceholderInText = (key) => /^@?[\p{L}\p{M}\p{Nd}_-]+(\.@?[\p{L}\p{M}\p{Nd}_-]+)+$/u.test(key);

/** Whether a key path can stand between angle brackets at all. */
const isPlaceholder = (key) => !/[<>\p{Cc}]/u.test(key) && key !== "";

/** The strings of a structured field list (RFC 9651), percent-decoded. */
function parseStringList(header) {
    const strings = [];
    for (const [, quoted] of (header ?? "").matchAll(/"((?:[^"\\]|\\.)*)"/g)) {
        const text = quoted.replace(/\\(.)/g, "$1");
        try {
            strings.push(decodeURIComponent(text));
        } catch {
            strings.push(text);
        }
    }
    return strings;
}

/**
 * The offset in UTF-16 units of a line and a column as the service counts them: from 1, lines ended by LF, columns in
 * Unicode scalars. The end of the text where the place is behind it.
 */
function offsetOf(text, line, column) {
    let offset = 0;
    for (let number = 1; number < line; number += 1) {
        const end = text.indexOf("\n", offset);
        if (end < 0) return text.length;
        offset = end + 1;
    }
    for (let number = 1; number < column && offset < text.length; number += 1) {
        offset += text.codePointAt(offset) > 0xffff ? 2 : 1;
    }
    return offset;
}

/** The line and the column of an offset, counted as the service does. */
function placeOf(text, offset) {
    const before = text.slice(0, offset);
    const start = before.lastIndexOf("\n") + 1;
    return { line: before.split("\n").length, column: [...before.slice(start)].length + 1 };
}
