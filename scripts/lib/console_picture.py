"""Takes a picture of the console: console_picture.py LOCALES PICTURE."""
import os, sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Tests", "Peers"))
from browser import Browser
from support import Service

locales, picture = sys.argv[1:]
with Service(locales) as service, Browser(1180, 760) as browser:
    browser.scheme("light")
    browser.open(service.url + "/")
    for tag, is_shown in {"de": False, "pl": False, "ar": True, "fr": True, "ja": True}.items():
        browser.wait("return document.querySelector(`#locale-list input[data-tag=${arguments[0]}]`)", 20, tag)
        if browser.run("return document.querySelector(`#locale-list input[data-tag=${arguments[0]}]`).checked", tag) != is_shown:
            browser.click(f"#locale-list input[data-tag={tag}]")
    browser.click("#query")
    browser.type("profile")
    if not browser.wait("""return document.querySelectorAll('#keys thead th').length === 5
                           && document.querySelectorAll('#keys td.gap').length > 0
                           && document.querySelectorAll('#keys tbody tr').length < 20""", 20):
        sys.exit("the console does not show what the picture is of")
    browser.picture(picture)
