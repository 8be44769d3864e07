"""scripts/pictures finds on the pages what it waits for there."""

from pathlib import Path
from runpy import run_path

import pytest
from playwright.sync_api import Browser

from server.servers import Process

SCRIPT = run_path(str(Path(__file__).parents[2] / "scripts" / "pictures"))


@pytest.mark.parametrize("name", ["lobby", "scoresheet", "preview"])
def test_it_is_there_to_be_taken(chromium: Browser, server: Process, name: str) -> None:
    studio = SCRIPT["Studio"](chromium, server)
    page = (SCRIPT["ALL"] | SCRIPT["SHIPPED"])[name](studio)
    page.context.close()
    studio.house.send_home()
