"""The console in a real browser: what it shows, by keyboard alone, to a screen reader, in both colour schemes, narrow, behind
a token and an admin port, and with more keys than anybody would draw."""
import json, re, time
from browser import Browser, is_installed
from support import TABLES, Folder, Service

EVIL = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
FILES = TABLES | {
    "en.json": TABLES["en.json"] | {"evil": {"message": EVIL}, "odd": TABLES["en.json"]["odd"] | {"": "nothing", "..": "dots"}},
    "ar.json": {"title": "متجر", "login": {"title": "تسجيل الدخول"}},
    "de.json": '{\n  "title": "Laden",\n  "login": {"title": "Anmelden", "hint": "Mit <no.such.key>"},\n  "bad": "{count, plural}"\n}',
}
VIEWS = ["strings", "problems", "missing", "playground"]

# Text with too little contrast against what lies behind it: WCAG 2.2, 1.4.3, by its formula.
CONTRAST = """
const channel = (value) => { const part = value / 255; return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4; };
const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const numbersOf = (color) => color.match(/[\\d.]+/g).map(Number);
const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
        const [r, g, b, a = 1] = numbersOf(getComputedStyle(at).backgroundColor);
        if (a === 1) return [r, g, b];
    }
    return [255, 255, 255];
};
const bad = [];
let count = 0;
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || ["SCRIPT", "STYLE", "NOSCRIPT", "OPTION"].includes(parent.tagName)) continue;
    if (!parent.checkVisibility() || parent.closest(":disabled, .visually-hidden")) continue;
    const [one, other] = [luminance(numbersOf(getComputedStyle(parent).color)), luminance(behind(parent))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    count += 1;
    if (ratio < 4.5) bad.push(`${walker.currentNode.data.trim().slice(0, 20)}: ${ratio.toFixed(2)}`);
}
return [count, bad];
"""

# The control that has the focus, and how it shows it.
FOCUS = """
const at = document.activeElement, style = getComputedStyle(at), box = at.getBoundingClientRect();
return [at.id || at.textContent.trim() || at.getAttribute('aria-label') || at.tagName, at.tagName,
        style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
        box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth];
"""

# Roles that must have a name, as the browser tells it to assistive technology.
NAMED = {"button", "link", "textbox", "searchbox", "combobox", "checkbox", "table", "region", "navigation", "search", "dialog",
         "heading", "form"}


def unexpected(browser, *expected):
    """What the developers' console says, except refused requests that the test provokes."""
    return [message["message"] for message in browser.messages()
            if not (message["source"] == "network" and any(status in message["message"] for status in expected))]


def show(browser, view):
    browser.run("location.hash = '#' + arguments[0]", view)
    browser.wait("return !document.getElementById(arguments[0]).hidden", 5, view)


def set_value(browser, identifier, value, event="input"):
    browser.run("""const field = document.getElementById(arguments[0]); field.value = arguments[1];
                   field.dispatchEvent(new Event(arguments[2], {bubbles: true}))""", identifier, value, event)


def rows(browser, container="keys"):
    return browser.run("""return [...document.querySelectorAll(`#${arguments[0]} tbody tr`)]
                          .map((row) => [...row.children].map((cell) => cell.textContent))""", container)


def ready(browser, seconds=20):
    return browser.wait("return /key/.test(document.getElementById('key-outcome')?.textContent ?? '')", seconds)


def strings(checks, browser):
    checks.check("console: the keys are there", ready(browser), browser.text("#key-outcome"))
    checks.check("console: one document, no error, nothing that the policy refused", unexpected(browser) == [])
    loaded = browser.run("return performance.getEntriesByType('resource').map((entry) => new URL(entry.name).origin)")
    checks.check("console: nothing from elsewhere", set(loaded) == {browser.run("return location.origin")})
    shown = {row[0]: row[1:] for row in rows(browser)}
    checks.check("console: keys across locales", shown["login.title"] == ["Sign in", "تسجيل الدخول", "Anmelden",
                                                                          "Se connecter"], shown.get("login.title"))
    checks.check("console: a gap is seen", shown["cart.greeting"] == ["Hello {name}", "missing", "missing", "missing"]
                 and browser.run("return document.querySelectorAll('#keys td.gap').length") > 3)
    checks.check("console: markup in a message is text", shown["evil.message"][0] == EVIL
                 and browser.run("return document.querySelectorAll('main img, main script').length") == 0
                 and "owned" not in browser.run("return document.title"))
    checks.check("console: each message has its language and direction", browser.run("""
        return [...document.querySelectorAll('#keys td.message > *')].every((text) => text.lang
            && text.dir === (text.lang === 'ar' ? 'rtl' : 'ltr'))"""))
    shares = browser.run("""return Object.fromEntries([...document.querySelectorAll('#locale-list li')].map((item) =>
        [item.querySelector('input').dataset.tag, item.querySelector('.share').textContent.replace(/\\s/g, ' ')]))""")
    checks.check("console: completeness", shares["en"] == "100 %" and re.fullmatch(r"\d\.\d %", shares["ar"]), shares)
    set_value(browser, "query", "CONNECTER")
    checks.check("console: the search finds texts", browser.wait(
        "return document.getElementById('key-outcome').textContent.startsWith('1 key,')") and
        [row[0] for row in rows(browser)] == ["login.title"], rows(browser)[:3])
    set_value(browser, "query", "no such thing")
    checks.check("console: and says where nothing is found", browser.wait(
        "return document.getElementById('key-outcome').textContent === 'No key is like that.'"))
    set_value(browser, "query", "")
    set_value(browser, "key-filter", "extra", "change")
    checks.check("console: keys that the default lacks", browser.wait(
        "return document.querySelectorAll('#keys tbody tr').length === 2"), [row[0] for row in rows(browser)])
    set_value(browser, "key-filter", "all", "change")
    browser.click("#locale-list input[data-tag=fr]")
    checks.check("console: a locale less", browser.wait(
        "return document.querySelectorAll('#keys thead th').length === 4"))
    browser.click("#show-all")
    checks.check("console: all locales", browser.wait("return document.querySelectorAll('#keys thead th').length === 5"))


def dialog(checks, browser, service):
    before = service.get("/missing").json
    browser.run("[...document.querySelectorAll('button.key')].find((key) => key.textContent === 'login.hint').click()")
    browser.wait("return /of \\d+ locale/.test(document.getElementById('key-dialog-summary').textContent)")
    shown = {row[0].split(" ")[-1]: row[1:] for row in rows(browser, "key-dialog-table")}
    checks.check("console: a key in every locale, and whose message that is",
                 shown["ar"] == ["Use your Acme account", "falls back to en"] or
                 shown["ar"] == ["Use your <brand.name> account", "falls back to en"], shown["ar"])
    checks.check("console: looking is no question that misses a key", service.get("/missing").json == before)
    browser.click("#key-dialog-close")


def reload(checks, browser, folder):
    browser.run("""window.said = []; new MutationObserver((changes) => changes.forEach((change) =>
        window.said.push(...[...change.addedNodes].map((node) => node.textContent)))).observe(
        document.getElementById('announcer'), {childList: true})""")
    folder.write("fr.json", FILES["fr.json"] | {"login": {"title": "Entrez donc"}, "worse": "{count, plural}"})
    checks.check("console: a change shows by itself", browser.wait(
        "return document.getElementById('keys').textContent.includes('Entrez donc')", 10))
    checks.check("console: and is announced", browser.wait(
        "return said.some((text) => /changed: fr/.test(text))", 10), browser.run("return said"))
    checks.check("console: one announcement leaves the other to be read", browser.wait("""
        return said.includes('The tables have changed: fr') && said.includes('8 problems in the tables')""", 20),
        browser.run("return said"))


def reports(checks, browser, service):
    show(browser, "problems")
    checks.check("console: problems with their places", browser.wait(
        "return /^de\\.json:4:\\d+/.test(document.querySelector('#problem-table tbody th')?.textContent ?? '') "
        "|| [...document.querySelectorAll('#problem-table tbody th')].some((place) => /^de\\.json:4:\\d+$/.test("
        "place.textContent))", 10), rows(browser, "problem-table"))
    browser.run("document.getElementById('show-default').click()")
    browser.wait("return document.querySelectorAll('#keys thead th').length === 2")
    browser.run("[...document.querySelectorAll('#problem-table button.key')].find((key) => key.textContent === 'bad').click()")
    checks.check("console: a problem leads to its key, and shows its locale", browser.wait(
        "return !document.getElementById('strings').hidden && document.querySelectorAll('#keys tbody tr').length === 1 "
        "&& document.querySelectorAll('#keys thead th').length === 3"), rows(browser))
    set_value(browser, "query", "")
    browser.run("document.getElementById('show-all').click()")
    service.get("/strings/fr/no.such.key")
    show(browser, "missing")
    checks.check("console: missing keys", browser.wait(
        "return document.getElementById('missing-table').textContent.includes('no.such.key')"), rows(browser, "missing-table"))


def playground(checks, browser):
    show(browser, "playground")
    set_value(browser, "render-locale", "fr", "change")
    set_value(browser, "arguments", "count=2")
    set_value(browser, "template", "<title>:\n\u00e9\U0001f600 <cart.items> <login.titel>")
    wanted = "<title>:\n\u00e9\U0001f600 2 articles <login.titel>"
    checks.check("console: renders what is typed", browser.wait(
        "return document.getElementById('answer').textContent === arguments[0]", 10, wanted), browser.text("#answer"))
    checks.check("console: says what is missing and where",
                 "1 missing" in browser.text("#outcome") and "line 2, column 17" in browser.text("#answer-missing"),
                 [browser.text("#outcome"), browser.text("#answer-missing")])
    checks.check("console: the answer has its language",
                 browser.run("const a = document.getElementById('answer'); return [a.lang, a.dir]") == ["fr", "ltr"])
    set_value(browser, "kind", "application/json", "change")
    set_value(browser, "template", '{\n "a": "\U0001f600", "b": tru\n}')
    browser.click("#playground-form .primary")
    checks.check("console: a problem with line and column", browser.wait(
        "return /line 2, column 20/.test(document.getElementById('outcome').textContent)"), browser.text("#outcome"))
    checks.check("console: its path", "/b" in browser.text("#answer-problem"), browser.text("#answer-problem"))
    browser.click("#answer-problem .place")
    checks.check("console: and the way to it", browser.run(
        "const t = document.getElementById('template'); return document.activeElement === t && t.selectionStart") == 22,
        browser.run("return document.getElementById('template').selectionStart"))
    set_value(browser, "kind", "text/html", "change")
    set_value(browser, "template", "<p><evil.message></p>")
    checks.check("console: an answer of markup is text", browser.wait(
        "return document.getElementById('answer').textContent.startsWith('<p>&lt;img')"), browser.text("#answer")[:60])
    checks.check("console: no error but the refused body", unexpected(browser, "400") == [])


def accessibility(checks, browser):
    for view in VIEWS:
        show(browser, view)
        if view == "playground":
            browser.run("document.querySelector('#playground details').open = true")
        nodes = [node for node in browser.devtools("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
        described = [(node["role"]["value"], (node.get("name", {}).get("value") or "").strip()) for node in nodes]
        nameless = [role for role, name in described if role in NAMED and not name]
        checks.check(f"console, {view}: everything that needs a name has one", not nameless and len(described) > 30, nameless or "")
        roles = {role for role, _ in described}
        checks.check(f"console, {view}: landmarks", {"banner", "navigation", "main", "heading", "log"} <= roles,
                     sorted({"banner", "navigation", "main", "heading", "log"} - roles) or "")
        headings = browser.run("""return [...document.querySelectorAll('h1, h2, h3, h4')].filter((heading) =>
            heading.checkVisibility()).map((heading) => Number(heading.tagName[1]))""")
        checks.check(f"console, {view}: headings in steps", headings[:2] == [1, 2] and headings.count(1) == 1
                     and all(after - before <= 1 for before, after in zip(headings, headings[1:])), headings)
        for scheme in ("light", "dark"):
            browser.scheme(scheme)
            time.sleep(0.05)
            count, bad = browser.run(CONTRAST)
            checks.check(f"console, {view}: contrast, {scheme}", count > 8 and not bad, bad[:5] or f"{count} texts")
        browser.scheme("light")
        browser.size(320, 700)
        checks.check(f"console, {view}: 320 pixels are wide enough", browser.run(
            "return document.documentElement.scrollWidth <= 320"), browser.run("return document.documentElement.scrollWidth"))
        browser.size(1280, 900)
    repeated = browser.run("""const all = [...document.querySelectorAll('[id]')].map((node) => node.id);
        return all.filter((id, index) => all.indexOf(id) !== index)""")
    dangling = browser.run("""return [...document.querySelectorAll('[aria-labelledby], [aria-describedby], label[for]')]
        .flatMap((node) => [node.getAttribute('aria-labelledby'), node.getAttribute('aria-describedby'), node.getAttribute('for')])
        .filter(Boolean).join(' ').split(' ').filter((id) => !document.getElementById(id))""")
    checks.check("console: identifiers are unique and lead somewhere", not repeated and not dangling, repeated + dangling or "")
    show(browser, "strings")
    checks.check("console: a table is one to a screen reader at 320 pixels too", narrow_table(browser))


def narrow_table(browser):
    browser.size(320, 700)
    roles = [node["role"]["value"] for node in browser.devtools("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    browser.size(1280, 900)
    return "table" in roles and "rowheader" in roles and roles.count("cell") > 20


def keyboard(checks, browser, url):
    browser.open("about:blank")
    browser.open(url + "/")
    ready(browser)
    seen = []
    for _ in range(9):
        browser.press("Tab")
        seen.append(browser.run(FOCUS))
    names = [name for name, *_ in seen]
    checks.check("console: the order of the keyboard", names[0] == "skip" and [name.split()[0] for name in names[1:5]]
                 == ["Strings", "Problems", "Missing", "Playground"] and names[5:8] == ["locale-order", "show-default", "show-all"],
                 names)
    checks.check("console: the focus is seen", all(outline and inside for *_, outline, inside in seen),
                 [name for name, _, outline, inside in seen if not (outline and inside)] or "")
    for _ in range(40):
        if browser.run(FOCUS)[0] == "query":
            break
        browser.press("Tab")
    browser.type("greeting")
    checks.check("console: a search by keyboard", browser.wait(
        "return document.getElementById('key-outcome').textContent.startsWith('1 key,')"), browser.text("#key-outcome"))
    for _ in range(4):
        browser.press("Tab")
        if browser.run(FOCUS)[0] == "cart.greeting":
            break
    browser.press("Enter")
    checks.check("console: a key by keyboard", browser.wait("return document.getElementById('key-dialog').open")
                 and browser.run("return document.getElementById('key-dialog').contains(document.activeElement)"))
    browser.press("Escape")
    checks.check("console: and back", browser.wait("return !document.getElementById('key-dialog').open")
                 and browser.run(FOCUS)[0] == "cart.greeting", browser.run(FOCUS))
    browser.run("document.querySelector('#views a[href=\"#playground\"]').focus()")
    browser.press("Enter")
    checks.check("console: a view by keyboard takes the focus along", browser.wait(
        "return document.activeElement.id === 'playground-title'"), browser.run(FOCUS))
    for _ in range(8):
        browser.press("Tab")
        if browser.run(FOCUS)[0] == "template":
            break
    browser.press("Control+a")
    browser.type("<login.title>")
    browser.press("Control+Enter")
    checks.check("console: a rendering by keyboard", browser.wait(
        "return document.getElementById('answer').textContent === 'Sign in'"), browser.text("#answer"))


def token(checks, browser):
    with Folder(FILES) as folder:
        path = folder.write(".tokens/file", "first-token\n")
        with Service(folder.path, "--token-file", path, "--base-path", "/i18n", admin=True) as service:
            browser.open(f"http://127.0.0.1:{service.admin_port}/i18n/")
            checks.check("console: asks for a token", browser.wait("return !document.getElementById('gate').hidden")
                         and browser.run("return document.activeElement.id") == "token")
            checks.check("console: shows nothing before", browser.run(
                "return document.getElementById('strings').hidden && document.querySelectorAll('#keys tbody tr').length === 0"))
            browser.type("another-token")
            browser.press("Enter")
            checks.check("console: refuses another", browser.wait(
                "return /does not know/.test(document.getElementById('gate-error').textContent)"))
            browser.press("Control+a")
            browser.type("first-token")
            browser.press("Enter")
            checks.check("console: opens by the token, on the admin port, below the base path", ready(browser)
                         and browser.run("return document.getElementById('gate').hidden"))
            folder.write("de.json", {"title": "Lädchen"})
            checks.check("console: live behind a token", browser.wait(
                "return document.getElementById('keys').textContent.includes('Lädchen')", 10))
            checks.check("console: and says so", browser.run(
                "return document.getElementById('connection').textContent.startsWith('Live')"))
            browser.open(f"http://127.0.0.1:{service.admin_port}/i18n/")
            checks.check("console: the tab remembers the token", ready(browser))
            checks.check("console: nothing stays outside the tab", browser.run(
                "return localStorage.length === 0 && document.cookie === ''"))
            browser.click("#forget")
            checks.check("console: and forgets it", browser.wait(
                "return document.getElementById('gate')?.hidden === false "
                "&& !Object.values(sessionStorage).includes('first-token')", 10))
            errors = unexpected(browser, "401")
            checks.check("console: no error but refused tokens", not errors, errors or "")
            checks.check("console: the token is in no log", not any("first-token" in str(line) for line in service.log()))


def scale(checks, browser, locales):
    sentence = "A message of some length, as they are"
    tags = ("en af am ar az be bg bn bs ca cs cy da de el es et eu fa fi fr gl gu he hi hr hu hy id is it ja ka kk km ko lt lv "
            "mk ml mr ms nb nl pl pt ro ru sk sv").split()[:locales]
    tables = {f"{tag}.json": json.dumps({f"section{part}": {f"key{number}": f"{sentence} {tag} {number}"
                                                            for number in range(part * 200, part * 200 + 200)
                                                            if tag == "en" or number % 40} for part in range(100)})
              for tag in tags}
    with Folder(tables) as folder, Service(folder.path) as service:
        browser.open("about:blank")
        begin = time.monotonic()
        browser.open(service.url + "/")
        browser.wait("return document.querySelectorAll('#keys tbody tr').length > 0", 30)
        first = time.monotonic() - begin
        complete = ready(browser, 30)
        checks.check(f"console: 20,000 keys in {len(tags)} locales", complete and "20,000 keys" in browser.text("#key-outcome"),
                     f"first row after {first:.2f} s, the shown tables after {time.monotonic() - begin:.2f} s")
        checks.check("console: draws a page of them", len(rows(browser)) == 100
                     and browser.run("return document.querySelectorAll('*').length") < 4000)
        checks.check("console: loads what is shown alone", browser.run(
            "return performance.getEntriesByType('resource').filter((entry) => entry.name.includes('shape=flat')).length") == 4)
        took = browser.run("""const begin = performance.now(); const field = document.getElementById('query');
            field.value = 'key19999'; document.getElementById('key-search').requestSubmit(); return performance.now() - begin""")
        checks.check("console: finds among them", [row[0] for row in rows(browser)] == ["section99.key19999"], f"{took:.0f} ms")
        set_value(browser, "query", "")
        browser.wait("return document.querySelectorAll('#keys tbody tr').length === 100")
        browser.click("#keys .pager button:last-child")
        checks.check("console: the next page", rows(browser)[0][0] == "section0.key100" and browser.run(
            "return document.querySelector('#keys tbody tr').getAttribute('aria-rowindex')") == "102", rows(browser)[0])


def absence(checks, browser):
    with Folder({"xx.txt": ""}) as folder, Service(folder.path, "--wait") as service:
        browser.open(service.url + "/")
        checks.check("console: says that there is no catalog yet", browser.wait(
            "return /No catalog/.test(document.getElementById('failure-text').textContent)"), browser.text("#failure-text"))
        folder.write("en.json", {"a": {"b": "c"}})
        checks.check("console: opens when there is one", ready(browser, 15), rows(browser))
        browser.wait("return document.getElementById('connection').textContent.startsWith('Live')", 5)
        service.stop()
        checks.check("console: says that the service is gone, and keeps what it shows", browser.wait(
            "return document.getElementById('connection').textContent.startsWith('Not live')", 10)
            and rows(browser) == [["a.b", "c"]], browser.text("#connection"))


def run(checks, short):
    if not is_installed():
        checks.skip("console", "Chromium and its driver are not installed")
        return
    with Browser(1280, 900) as browser:
        # What is only right where the next frame comes at once is wrong on a busy machine: here every frame is late.
        browser.delay_frames(150)
        with Folder(FILES) as folder, Service(folder.path) as service:
            browser.open(service.url + "/")
            strings(checks, browser)
            dialog(checks, browser, service)
            reload(checks, browser, folder)
            reports(checks, browser, service)
            playground(checks, browser)
            accessibility(checks, browser)
            keyboard(checks, browser, service.url)
            checks.check("console: no error at all", unexpected(browser, "400") == [])
        token(checks, browser)
        absence(checks, browser)
    with Browser(1280, 900) as browser:
        scale(checks, browser, 6 if short else 50)
