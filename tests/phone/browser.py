"""Chromium with a page of phone size, driven through a pipe (the protocol of its developer tools)."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections import deque
from pathlib import Path
from select import select
from typing import Any, Self

from tests.pictures.make_pages import BROWSER, FLAGS

PATIENCE = 60.0  # seconds, with others at the machine


class Browser:
    """One Chromium. `with Browser() as browser: page = browser.page(link)`."""

    def __enter__(self) -> Self:
        self.profile = tempfile.mkdtemp()
        to_read, self.write = os.pipe()
        self.read, to_write = os.pipe()

        def fds() -> None:
            a, b = os.dup(to_read), os.dup(to_write)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [str(BROWSER), *FLAGS, "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "about:blank"],
            preexec_fn=fds, pass_fds=(3, 4), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(to_read)
        os.close(to_write)
        self.number, self.held, self.events = 0, b"", deque[dict[str, Any]](maxlen=1000)
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.write)
        os.close(self.read)
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        self.number += 1
        said = {"id": self.number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        os.write(self.write, json.dumps(said).encode() + b"\0")
        while True:
            while b"\0" not in self.held:
                if not select([self.read], [], [], PATIENCE)[0]:
                    raise AssertionError(f"Chromium says nothing to {method}")
                self.held += os.read(self.read, 1 << 16)
            text, _, self.held = self.held.partition(b"\0")
            found = json.loads(text)
            if found.get("id") == self.number:
                assert "error" not in found, (method, found["error"])
                return dict(found["result"])
            self.events.append(found)

    def page(self, link: str, width: int = 390, height: int = 844, dark: bool = False) -> Page:
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        page = Page(self, self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True)
        page.call("Emulation.setTouchEmulationEnabled", enabled=True)
        page.call(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}],
        )
        page.call("Page.navigate", url=link)
        return page


class Page:
    """One page, as large as a phone."""

    def __init__(self, browser: Browser, session: str) -> None:
        self.browser, self.session = browser, session

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self.browser.call(method, self.session, **parameters)

    def js(self, code: str) -> Any:
        found = self.call("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, (code, found)
        return found["result"].get("value")

    def until(self, code: str, patience: float = PATIENCE) -> Any:
        """Wait until this is true, and return it."""
        end = time.monotonic() + patience
        while not (found := self.js(f"(() => {{ try {{ return {code} }} catch (e) {{ return null }} }})()")):
            if time.monotonic() > end:
                raise AssertionError(f"never: {code}. The page:\n{self.text()}")
            time.sleep(0.02)
        return found

    def text(self) -> str:
        return str(self.js("document.body.innerText"))

    def tap(self, words: str) -> None:
        """Tap the first button or title with these words, with a finger at its middle. A form must have stood a while."""
        code = f"""(() => {{ const name = b => (b.getAttribute('aria-label') || b.textContent).trim(), words = {json.dumps(words)};
            const all = [...document.querySelectorAll('button,summary')].filter(b => !b.disabled && b.offsetParent);
            const e = all.find(b => name(b) === words) || all.find(b => name(b).startsWith(words));
            if (!e || e.closest('#form') && typeof born !== 'undefined' && performance.now() - born < 450) return null;
            e.scrollIntoView({{block: 'center'}}); const r = e.getBoundingClientRect();
            return [r.x + r.width / 2, r.y + r.height / 2] }})()"""
        x, y = self.until(code)
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def send(self) -> None:
        """Tap Send once it may be, and nothing was redrawn a moment ago."""
        self.until("!document.getElementById('send').disabled && performance.now() - born > 450")
        self.tap("Send")

    def picture(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def printed(self, file: Path, paper: tuple[float, float]) -> None:
        """Print it into a PDF file. The paper is width and height in inches."""
        wide, high = paper
        found = self.call("Page.printToPDF", paperWidth=wide, paperHeight=high, preferCSSPageSize=True)
        file.write_bytes(base64.b64decode(found["data"]))

    def errors(self) -> list[str]:
        """What the page has complained of."""
        self.js("1")
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            if event["method"] == "Runtime.exceptionThrown":
                found.append(str(event["params"]["exceptionDetails"]))
            if event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
                entry = event["params"]["entry"]
                late = "status of 409" in entry["text"] and entry.get("url", "").endswith("/try")  # it was sent by then
                refused = "status of 422" in entry["text"]  # an answer that was refused in words
                found += [] if late or refused else [entry["text"]]
        return found
