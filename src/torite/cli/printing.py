"""torite print: a game's cards, score sheet and rules on paper, as a PDF.

The house's own page `/print/GAME` is printed by a browser of this machine, so that the cards are those of the table.
"""

import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlencode

import typer

from torite.cli.which import GameFiles, GameName, find_game
from torite.cli.words import FAILED, LANG, Complaint, about_file, busy, complaint, out, say, told
from torite.games.game import Game
from torite.lab.whole import whole

PARTS = ("cards", "backs", "pad", "rules")
USUAL = "cards,pad,rules"
BROWSERS = (
    "chromium", "chromium-browser", "chromium-headless-shell", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge", "msedge", "brave-browser",
)  # fmt: skip
PLACES = (  # where they lie on a system that does not put them on the path
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
ROOT = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []  # else it does not start for root
PATIENCE = 120  # seconds that a browser may take for a page
SETTLED = 10_000  # milliseconds of the page's own clock after which all of it is there

Paper = Annotated[Literal["a4", "letter"], typer.Option("--paper", help=say("help.print_paper"))]
Deck = Annotated[Literal["french", "swiss"], typer.Option("--deck", help=say("help.print_deck"))]
Parts = Annotated[str, typer.Option("--parts", metavar=",".join(PARTS), help=say("help.print_parts"))]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help=say("help.print_out"))]


def command(
    game: GameName = None,
    out_file: Out = None,
    paper: Paper = "a4",
    parts: Parts = USUAL,
    deck: Deck = "french",
    files: GameFiles = None,
) -> None:
    """Write the PDF."""
    rules = find_game(game, files).game()
    wanted = [part.strip() for part in parts.split(",")]
    for part in wanted:
        if part not in PARTS:
            raise complaint("print.part", name=part, allowed=list(PARTS))
    if "backs" in wanted and "cards" not in wanted:
        raise complaint("print.backs")
    path = out_file or Path(f"{rules.name}.pdf")
    if path.suffix.lower() not in ("", ".pdf"):
        raise complaint("print.ending", file=path)
    browser = _browser()
    asked = urlencode({"paper": paper, "deck": deck, "parts": ",".join(wanted)})
    with tempfile.TemporaryDirectory(prefix="torite-print-") as folder, busy(say("print.busy")):
        with _house(rules, Path(folder)) as base:
            made = _printed(browser, f"{base}/print/{rules.name}?{asked}", Path(folder))
        with about_file(path), whole(path) as fresh:
            shutil.copyfile(made, fresh)
    out.print(say("print.written", file=path))


def _browser() -> str:
    """A browser that prints.  Raises Complaint."""
    found = next(filter(None, map(shutil.which, (*BROWSERS, *PLACES))), None)
    if found is None:
        raise complaint("print.no_browser", code=FAILED)
    return found


@contextmanager
def _house(game: Game, folder: Path) -> Iterator[str]:
    """A house with this game, for as long as it is printed; its address.  Raises Complaint."""
    from torite.server.pages import STATIC  # heavy, and only this command needs it
    from torite.server.run import ServeError, listen, make_server, make_settings

    if not (STATIC / "index.html").is_file():
        raise complaint("print.no_client", code=FAILED)

    sock = listen("127.0.0.1", 0)
    try:
        server = make_server(make_settings(str(folder / "print.db"), {game.name: game}, []), "")
    except ServeError as error:
        raise Complaint(told(error), FAILED) from None
    thread = threading.Thread(target=server.run, args=([sock],))
    thread.start()
    while not server.started and thread.is_alive():  # one that is stopped before it has begun does not end
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{sock.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def _printed(browser: str, address: str, folder: Path) -> Path:
    """The page as a PDF.  Raises Complaint."""
    made = folder / "page.pdf"
    line = [
        browser, "--headless", "--disable-gpu", *ROOT, f"--user-data-dir={folder / 'browser'}",
        f"--lang={LANG}", f"--accept-lang={LANG}", "--no-pdf-header-footer", f"--virtual-time-budget={SETTLED}",
        f"--print-to-pdf={made}", address,
    ]  # fmt: skip
    try:
        done = subprocess.run(line, capture_output=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise complaint("print.failed", browser=browser, reason=type(error).__name__, code=FAILED) from None
    if not made.is_file():
        last = (done.stderr.decode(errors="replace").strip().splitlines() or [f"exit {done.returncode}"])[-1]
        raise complaint("print.failed", browser=browser, reason=last, code=FAILED)
    return made
