"""Uses the explorer in a headless browser as a person does: browser.py FOLDER [--screenshots FOLDER]

FOLDER has the explorer and its page, beside a chad-explain that crashes where a program says so.
"""
import contextlib
import json
import os
import subprocess
import sys

from programs import ENDLESS
from webdriver import Browser

TABS = {
    "reverse": "chad.scale", "forward": "jvp", "unf": "chad.unf.enter", "stages": "The full Jacobian", "firstorder": "arith.mulf",
    "loops": "What was done with each loop", "llvm": "define", "assembly": "ret", "graph": "Stage", "residuals": "There is no loop whose values", "cost": "nonlinear",
    "values": "gradient",
}
CUBE = """func.func @cube(%x: f64) -> f64 {
  %s = arith.mulf %x, %x : f64
  %c = arith.mulf %s, %x : f64
  return %c : f64
}
"""
CALL = """func.func private @square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func @root(%x: f64) -> f64 {
  %y = func.call @square(%x) : (f64) -> f64
  %z = math.sqrt %y : f64
  return %z : f64
}
"""
SUM = """func.func @squares(%xs: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.mulf %x, %x : f64
    chad.yield %y : f64
  }
  %sum = chad.reduce (%a, %y in %ys from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %y : f64
    chad.yield %s : f64
  }
  return %sum : f64
}
"""
EXPONENTIALS = """func.func @exponentials(%xs: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %e = math.exp %x : f64
    chad.yield %e : f64
  }
  %product = chad.reduce (%a, %y in %ys from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %y : f64
    chad.yield %s : f64
  }
  %square = arith.mulf %product, %product : f64
  return %square : f64
}
"""


def shown(browser, tab):
    browser.until(f"const p = document.getElementById('panel'); return p.dataset.shown === '{tab}' && p.getAttribute('aria-busy') === 'false'",
                  "the view " + tab)


def write(browser, text):
    """Puts a program into the editor, as a paste does, and waits until it is read."""
    browser.script("const p = document.getElementById('program'); p.focus(); p.value = arguments[0];"
                   "document.getElementById('panel').dataset.shown = ''; p.dispatchEvent(new Event('input', {bubbles: true}));", text)
    browser.until("return document.getElementById('state').textContent !== 'Typing'", "that the program is read")


def choose(browser, tab):
    browser.script("document.getElementById('panel').dataset.shown = ''")
    browser.click("#tab-" + tab)
    shown(browser, tab)


def starts(browser):
    shown(browser, "reverse")
    assert "A product and a sine" in browser.script("return document.getElementById('program').value")
    assert browser.script("return document.getElementById('example').selectedOptions[0].textContent") == "square: A product and a sine"
    assert "@f.vjp" in browser.text("#panel")


def types(browser):
    browser.clear("#program")
    browser.script("document.getElementById('panel').dataset.shown = ''")
    browser.type("#program", CUBE)
    shown(browser, "reverse")
    assert "@cube.vjp" in browser.text("#panel") and "one function" in browser.text("#state")


def each_tab(browser):
    write(browser, SUM)
    shown(browser, "reverse")
    for tab, text in TABS.items():
        choose(browser, tab)
        assert text in browser.text("#panel"), (tab, browser.text("#panel")[:300])
        assert browser.script("return document.querySelector('[aria-selected=true]').id") == "tab-" + tab
        assert browser.text("#lead") == browser.script("return document.getElementById(arguments[0]).title", "tab-" + tab) != ""
    choose(browser, "graph")
    assert browser.until("return document.querySelector('#panel img')?.naturalWidth > 50 || !!document.querySelector('#panel .failed')", "a drawing")
    choose(browser, "loops")
    assert "fused" in browser.text("#panel .remark")


def errors_in_place(browser):
    write(browser, CUBE.replace("%s, %x : f64", "%s, %x : f32"))
    browser.until("return document.querySelectorAll('#diagnostics li').length > 0", "an error")
    assert "line 3: error: use of value '%s'" in browser.text("#diagnostics"), browser.text("#diagnostics")
    assert browser.script("return document.querySelectorAll('#shown .wrong').length") == 1
    assert browser.text("#panel .old") == "The program is not valid now. This is the view of the last valid one."
    browser.click("#diagnostics button")
    assert browser.script("const p = document.getElementById('program'); return p.value.slice(0, p.selectionStart).split('\\n').length") == 3
    assert browser.script("return document.activeElement.id") == "program"


def no_derivative(browser):
    browser.click("#tab-reverse")
    write(browser, CUBE.replace("arith.mulf %x, %x : f64", "arith.bitcast %x : f64 to i64\n  %s2 = arith.bitcast %s : i64 to f64")
          .replace("arith.mulf %s,", "arith.mulf %s2,"))
    browser.until("return document.querySelector('#panel .failed')", "that there is no derivative")
    assert browser.text("#panel .failed") == "The derivative cannot be computed:"
    assert "stop_gradient" in browser.text("#panel") and "line 2" in browser.text("#diagnostics")


def lines_are_linked(browser):
    write(browser, CUBE)
    choose(browser, "reverse")
    browser.hover("#panel [data-source='3']")
    lit = "return [...document.querySelectorAll('#shown .lit')].map((row) => row.textContent)"
    assert browser.until(lit, "a line that is lit") == ["  %c = arith.mulf %s, %x : f64"]
    browser.script("const p = document.getElementById('program'); p.focus(); p.setSelectionRange(40, 40)")
    browser.press("Left")
    assert browser.until("return document.querySelectorAll('#panel .lit').length", "lines of the derivative") >= 2
    # Derivative code is of the line of its op, and not of the line that its factor is from.
    sources = browser.script("return [...document.querySelectorAll('#panel .row')].filter((row) => row.textContent.includes('chad.scale'))"
                             ".map((row) => row.dataset.source)")
    assert sources and "1" not in sources, sources


def machine_code_is_linked(browser):
    write(browser, CALL)
    shown(browser, "reverse")
    source = CALL.split("\n")

    def lit(*numbers):
        """Waits until these lines of the program are lit, and returns the lines of the view that are."""
        wanted = json.dumps([source[number - 1] for number in numbers])
        rows = "[...document.querySelectorAll('%s .lit')].map((row) => row.textContent)"
        browser.until(f"return JSON.stringify({rows % '#shown'}) === JSON.stringify({wanted})", f"lines {numbers} that are lit")
        return "\n".join(browser.script("return " + rows % "#panel"))

    for tab, multiply, root in (("llvm", "fmul", "@llvm.sqrt"), ("assembly", "mul", "sqrt")):
        choose(browser, tab)
        text = browser.text("#panel")
        assert multiply in text and not [word for word in ("!dbg", "DILocation", "\t.loc\t", ".cfi_") if word in text], text[:300]
        # From the program to the code, with the mouse and with the caret.
        browser.hover("h1")
        browser.move(*browser.script("const box = document.querySelectorAll('#shown .row')[6].getBoundingClientRect();"
                                     "return [Math.round(box.left + 100), Math.round(box.top + box.height / 2)]"))
        code = lit(7)
        assert root in code and "ret" not in code, code
        browser.hover("h1")
        browser.script("const p = document.getElementById('program'); p.focus(); p.setSelectionRange(arguments[0], arguments[0])",
                       CALL.index("arith.mulf"))
        browser.press("Left")
        code = lit(2)
        assert multiply in code and root not in code, code
        # From the code to the program: inlined code is of the line of the op, and of that of the call.
        browser.hover("#panel [data-source='7']")
        assert root in lit(7)
        browser.hover("#panel [data-source='2 6']")
        assert multiply in lit(2, 6)


def values(browser):
    write(browser, CUBE)
    choose(browser, "values")
    browser.clear("#panel input")
    browser.type("#panel input", "3")
    browser.click("#run")
    browser.until("return [...document.querySelectorAll('#panel td')].some((cell) => cell.textContent === '27')", "the value")
    assert "gradient by x" in browser.text("#panel") and browser.script(
        "return [...document.querySelectorAll('#panel td')].at(-1).textContent") == "27"
    browser.click("#gradcheck")
    browser.until("return document.getElementById('panel').textContent.includes('gradient check: 1 of 1')", "the check")
    browser.click("#time")
    browser.until("return document.getElementById('panel').textContent.includes('ratio')", "the times")
    browser.clear("#panel input")
    browser.type("#panel input", "three")
    browser.click("#run")
    browser.until("return document.getElementById('panel').textContent.includes('argument #0')", "what is wrong with the argument")


def residuals(browser):
    write(browser, EXPONENTIALS)
    choose(browser, "residuals")
    rows = browser.script("return [...document.querySelectorAll('#panel tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
    assert any(row[2] == "kept" and "math.exp" in row[1] for row in rows), rows
    browser.click("#panel td button")
    assert browser.script("return document.activeElement.id") == "program"


def what_a_word_is(browser):
    write(browser, CUBE)
    choose(browser, "reverse")
    # By the mouse, over arith.mulf; the answer stays while the mouse is on it.
    place = browser.script("""
      const row = document.querySelectorAll('#shown .row')[1], range = document.createRange();
      range.selectNodeContents([...row.querySelectorAll('span')].find((span) => span.textContent === 'arith.mulf'));
      const box = range.getBoundingClientRect();
      return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]""")
    browser.move(*place)
    browser.until("return document.getElementById('hover').textContent.includes('Derivative:')", "what the op is")
    assert "arith.mulf" in browser.text("#hover")
    browser.hover("#hover p")
    assert browser.text("#hover")
    browser.hover("h1")
    browser.until("return document.getElementById('hover').textContent === ''", "that it goes away")
    # By the keyboard, at the caret.
    browser.script("const p = document.getElementById('program'); p.focus(); p.setSelectionRange(50, 50)")
    browser.press("F1")
    browser.until("return document.getElementById('hover').textContent.includes('Derivative:')", "what the op is, by keyboard")
    assert browser.script("return document.querySelectorAll('#hover script, #hover a').length") == 0
    browser.press("Escape")
    assert browser.text("#hover") == ""


def choices(browser):
    write(browser, CUBE.replace("%x: f64)", "%x: f64, %k: f64)").replace("%s, %x :", "%s, %k :"))
    choose(browser, "reverse")
    browser.type("#wrt", "1")
    browser.script("document.getElementById('panel').dataset.shown = ''; document.getElementById('wrt').dispatchEvent(new Event('change'))")
    shown(browser, "reverse")
    assert "-> (f64, !chad.lin<f64>) {" in browser.text("#panel"), browser.text("#panel")
    browser.clear("#wrt")


def crashes(browser):
    write(browser, "// CRASH\n" + CUBE)
    browser.until("return document.querySelector('#panel .failed')?.textContent.includes('crashed')", "the crash")
    assert "SIGSEGV" in browser.text("#panel")
    write(browser, CUBE)
    shown(browser, "reverse")
    assert "@cube.vjp" in browser.text("#panel")


def takes_too_long(browser):
    # The page begins with an example, which would replace what is written before.
    shown(browser, "reverse")
    write(browser, ENDLESS)
    choose(browser, "values")
    browser.until("return document.querySelector('#panel')?.textContent.includes('was ended')", "the limit of time")


def keyboard_only(browser):
    write(browser, CUBE)
    choose(browser, "reverse")
    browser.script("document.activeElement.blur(); window.scrollTo(0, 0); document.getElementById('example').focus()")
    reached = []
    for _ in range(12):
        reached.append(browser.script("return document.activeElement.id"))
        browser.press("Tab")
    for name in ("example", "link", "program", "function", "wrt", "of", "tab-reverse", "panel"):
        assert name in reached, (name, reached)
    browser.script("document.getElementById('tab-reverse').focus()")
    browser.press("Right")
    shown(browser, "forward")
    assert browser.script("return document.activeElement.id") == "tab-forward"
    browser.press("End")
    shown(browser, "values")
    browser.press("Right")
    shown(browser, "reverse")
    outline = browser.script("return getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none", outline


def names_for_screen_readers(browser):
    for tab in ("values", "graph", "loops", "stages"):
        choose(browser, tab)
        nodes = browser.names()
        bare = [role for role, name, focusable in nodes if focusable and not name and role not in ("RootWebArea", "generic")]
        assert not bare, (tab, bare)
    roles = {(role, name) for role, name, _ in nodes}
    for expected in (("tab", "Reverse"), ("tablist", "Views"), ("tabpanel", "Stages"), ("textbox", "Program in MLIR"),
                     ("heading", "chad explorer"), ("region", "Program")):
        assert expected in roles, expected


def a_link_carries_the_program(browser):
    write(browser, CUBE.replace("@cube", "@linked"))
    choose(browser, "forward")
    browser.click("#link")
    browser.until("return location.hash.length > 20", "the link")
    url = browser.script("return location.href")
    browser.open("about:blank")
    browser.open(url)
    shown(browser, "forward")
    assert "@linked.jvp" in browser.text("#panel")


def examples(browser):
    for name in browser.script("return [...document.querySelectorAll('#example option')].map((o) => o.value).filter(Boolean)"):
        browser.script("document.getElementById('panel').dataset.shown = ''; const e = document.getElementById('example');"
                       "e.value = arguments[0]; e.dispatchEvent(new Event('change'))", name)
        browser.until("const p = document.getElementById('panel'); return p.dataset.shown && p.getAttribute('aria-busy') === 'false'", name)
        assert not browser.script("return document.querySelector('#panel .failed')?.textContent"), (name, browser.text("#panel"))


def narrow(browser):
    # A window of Chromium is 500 points wide at least; a telephone's screen is 360.
    browser.devtools("Emulation.setDeviceMetricsOverride", {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True})
    shown(browser, "reverse")
    left, right = (browser.script("const r = document.getElementById(arguments[0]).getBoundingClientRect(); return [r.top, r.bottom]", name)
                   for name in ("left", "right"))
    assert right[0] >= left[1] - 1, (left, right)
    for tab in TABS:
        choose(browser, tab)
        assert browser.script("return [window.innerWidth, document.documentElement.scrollWidth]") == [360, 360], f"{tab} is wider than the screen"
    low = browser.script("return [...document.querySelectorAll('button, select, input')].filter((one) => one.offsetHeight && one.offsetHeight < 24).map((one) => one.id)")
    assert not low, ("too low for a finger", low)


def dark(browser):
    shown(browser, "reverse")
    # Contrast by WCAG: 4.5 for text.
    ratios = browser.script("""
      const light = (c) => c.map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
      const parse = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
      const back = light(parse(getComputedStyle(document.body).backgroundColor));
      return [back, [...document.querySelectorAll('#panel span[class], #panel p, #state, h1')].map((e) => {
        const fore = light(parse(getComputedStyle(e).color));
        return (Math.max(fore, back) + 0.05) / (Math.min(fore, back) + 0.05);
      })];""")
    return ratios


def is_dark(browser):
    back, ratios = dark(browser)
    assert back < 0.05 and ratios and min(ratios) >= 4.5, (back, min(ratios))


def is_light(browser):
    back, ratios = dark(browser)
    assert back > 0.9 and ratios and min(ratios) >= 4.5, (back, min(ratios))


WIDE = [starts, is_light, types, each_tab, errors_in_place, no_derivative, lines_are_linked, machine_code_is_linked, what_a_word_is, values, residuals, choices, crashes,
        keyboard_only, names_for_screen_readers, a_link_carries_the_program, examples]


def take_screenshots(url, folder):
    with Browser(1100, 620) as browser:
        browser.open(url)
        starts(browser)
        write(browser, SUM)
        shown(browser, "reverse")
        browser.hover("#panel [data-source='4']")
        browser.screenshot(os.path.join(folder, "explorer.png"))
        choose(browser, "graph")
        browser.screenshot(os.path.join(folder, "explorer-graph.png"))
        write(browser, EXPONENTIALS)
        choose(browser, "residuals")
        browser.script("const p = document.getElementById('program'); p.focus(); p.setSelectionRange(arguments[0], arguments[0])",
                       EXPONENTIALS.index("math.exp") + 2)
        browser.press("F1")
        browser.until("return document.getElementById('hover').textContent", "what the op is")
        browser.screenshot(os.path.join(folder, "explorer-residuals.png"))
    with Browser(1100, 620, dark=True) as browser:
        browser.open(url)
        starts(browser)
        write(browser, SUM)
        choose(browser, "values")
        browser.screenshot(os.path.join(folder, "explorer-dark.png"))


@contextlib.contextmanager
def explorer(seconds):
    """The address of an explorer that ends runs of the compiler after so many seconds."""
    command = [os.path.join(sys.argv[1], "bin", "chad-explore"), f"--seconds={seconds}"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield server.stdout.readline().strip()
    finally:
        server.terminate()
        server.wait()


def main():
    if len(sys.argv) > 3:
        with explorer(30) as url:
            return take_screenshots(url, sys.argv[3])
    # A busy machine takes long for runs that end, too: only the test of the limit has a short one.
    groups = ((30, {}, WIDE), (2, {}, [takes_too_long]), (30, {"width": 420, "height": 800}, [narrow]),
              (30, {"dark": True}, [is_dark]))
    for seconds, settings, checks in groups:
        with explorer(seconds) as url, Browser(**settings) as browser:
            browser.open(url)
            for check in checks:
                check(browser)
                bad = [message for message in browser.errors() if "favicon" not in message]
                assert not bad, (check.__name__, bad)
                print("ok:", check.__name__.replace("_", " "), flush=True)


if __name__ == "__main__":
    main()
