"""What the first page costs on a phone: bytes on the wire, and seconds until there are games to touch.

    python bench/weight.py

A real server and a real Chromium, nothing kept, 1.6 Mbit/s with 150 ms there and back, a processor four times slower.
Exit code 1 if a language needs more than 130 kB.
"""

import shutil
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser.conftest import BROWSERS, FLAGS, SERVE  # noqa: E402
from server.servers import Process  # noqa: E402

MOST = 130_000  # bytes
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
LOCALES = ("en-GB", "de-CH", "ja-JP")


def main() -> int:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        server = Process(Path(folder), program=SERVE)
        try:
            totals = [first_page(browser, server.base, locale) for locale in LOCALES]
        finally:
            server.stop()
            browser.close()
    return int(max(totals) > MOST)


def first_page(browser: Browser, base: str, locale: str) -> int:
    """Load it once, print what came; bytes in all."""
    context = browser.new_context(base_url=base, locale=locale, viewport={"width": 375, "height": 667})
    page = context.new_page()
    wire = context.new_cdp_session(page)
    urls: dict[str, str] = {}
    sizes: defaultdict[str, int] = defaultdict(int)

    def finished(event: dict[str, Any]) -> None:
        sizes[urls.get(event["requestId"], "?").removeprefix(base)] += int(event["encodedDataLength"])

    wire.on("Network.requestWillBeSent", lambda event: urls.update({event["requestId"]: event["request"]["url"]}))
    wire.on("Network.loadingFinished", finished)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", LINE)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    begun = time.perf_counter()
    page.goto("/", wait_until="commit")
    page.get_by_role("article").first.get_by_role("button").wait_for()
    seconds = time.perf_counter() - begun
    page.wait_for_load_state("networkidle")
    context.close()
    total = sum(sizes.values())
    print(f"{locale}: {total / 1000:.0f} kB, buttons after {seconds:.1f} s")
    for path, size in sorted(sizes.items(), key=lambda each: -each[1]):
        print(f"    {size / 1000:6.1f} kB  {path}")
    return total


if __name__ == "__main__":
    sys.exit(main())
