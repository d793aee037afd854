"""A small client of the WebDriver protocol: a headless Chromium by its own driver."""
import base64
import json
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Shift": "\ue008", "Control": "\ue009", "Right": "\ue014", "Left": "\ue012",
        "Home": "\ue011", "End": "\ue010", "Down": "\ue015", "Up": "\ue013", "Space": "\ue00d",
        "Escape": "\ue00c", "F1": "\ue031"}


class Browser:
    def __init__(self, width=1280, height=900, dark=False):
        self.driver = subprocess.Popen([shutil.which("chromedriver"), "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, text=True)
        for line in self.driver.stdout:
            port = re.search(r"started successfully on port (\d+)", line)
            if port:
                break
        else:
            raise RuntimeError("chromedriver does not start")
        self.base = f"http://127.0.0.1:{port[1]}"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                     f"--window-size={width},{height}", "--hide-scrollbars"]
        if dark:
            arguments.append("--force-dark-mode")
        options = {"binary": shutil.which("chromium"), "args": arguments}
        try:
            answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
                "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}})
        except Exception:
            self.driver.kill()
            raise
        self.base += "/session/" + answer["sessionId"]
        if dark:
            self.devtools("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("DELETE", "")
        finally:
            self.driver.kill()
            self.driver.wait()

    def call(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=90) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"].split("\n")[0]) from None

    def devtools(self, command, params):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": params})

    def open(self, url):
        self.call("POST", "/url", {"url": url})

    def script(self, code, *args):
        return self.call("POST", "/execute/sync", {"script": code, "args": list(args)})

    def find(self, selector):
        return self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.call("POST", f"/element/{self.find(selector)}/click")

    def type(self, selector, text):
        self.call("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def clear(self, selector):
        self.call("POST", f"/element/{self.find(selector)}/clear")

    def press(self, *keys, hold=()):
        """Presses keys, one after the other, wherever the focus is."""
        actions = [{"type": "keyDown", "value": KEYS.get(key, key)} for key in hold]
        for key in keys:
            actions += [{"type": kind, "value": KEYS.get(key, key)} for kind in ("keyDown", "keyUp")]
        actions += [{"type": "keyUp", "value": KEYS.get(key, key)} for key in hold]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def hover(self, selector):
        self.call("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "duration": 0, "x": 0, "y": 0, "origin": {ELEMENT: self.find(selector)}}]}]})

    def move(self, x, y):
        """Moves the mouse to a point of the window."""
        self.call("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "duration": 0, "x": x, "y": y, "origin": "viewport"}]}]})

    def text(self, selector):
        return self.script("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def until(self, code, what, seconds=60):
        """Waits until a script says true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.script(code)
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"waited in vain for: {what}; the panel: "
                             + self.script("return document.getElementById('panel')?.textContent.slice(0, 400) ?? document.body.textContent.slice(0, 400)"))

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", "/screenshot")))

    def errors(self):
        """The errors of the page: of scripts, and loads that its policy refused."""
        log = self.call("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in log if entry["level"] == "SEVERE"]

    def names(self):
        """Role and name of everything that can be reached, as a screen reader has them."""
        self.devtools("Accessibility.enable", {})
        nodes = self.devtools("Accessibility.getFullAXTree", {})["nodes"]
        return [(node["role"]["value"], node.get("name", {}).get("value", ""),
                 any(p["name"] == "focusable" and p["value"].get("value") for p in node.get("properties", [])))
                for node in nodes if not node.get("ignored") and "role" in node]
