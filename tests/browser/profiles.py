"""Browser profiles, used again: a page in a process that has shown one before costs half of one in a new process."""

import json
from collections import defaultdict
from dataclasses import dataclass, field
from inspect import getattr_static
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

from browser.pages import KEEP_NOTICES, VEIL

IDLE = 12  # profiles that wait for the next test, most; each is a process of some 80 MB
DOOR = "/icon.svg"  # of the house, so that what its pages have kept can be reached, and none of them
# Without a service worker nobody reads what the page keeps of itself, a tenth of what opening it costs.
FORGETFUL = "CacheStorage.prototype.open = () => Promise.reject(new Error('nothing is kept here'))"
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"
CHOOSE = "chosen => { localStorage['torite.settings'] = chosen; }"
# What a test may do to a page that would reach the next one.
LASTING = {
    BrowserContext: ("add_init_script", "clock", "grant_permissions", "new_cdp_session", "on", "route", "set_offline"),
    Page: ("add_init_script", "clock", "emulate_media", "on", "route", "route_web_socket"),
}


@dataclass
class Profile:
    """A browser of one visitor, who has one page."""

    page: Page
    likeness: str  # of settings; who wants the same can have it
    staged: bool  # its table is not there (staged.py), and never will be
    thrown: list[str] = field(default_factory=list)  # by what the page runs


class Profiles:
    """Those of one browser."""

    def __init__(self, browser: Browser, patience: float) -> None:
        """patience: ms until what a page should do is given up."""
        self._browser, self._patience = browser, patience
        self._idle: list[Profile] = []
        self._changed = defaultdict[BrowserContext, set[str]](set)
        for kind, names in LASTING.items():
            for name in names:
                self._watch(kind, name)

    def _watch(self, kind: type, name: str) -> None:
        """Remember of which profile it is asked."""
        original = getattr_static(kind, name)

        def asked(self_: Any) -> Any:
            self._changed[self_.context if isinstance(self_, Page) else self_].add(name)
            return original.__get__(self_, kind)

        setattr(kind, name, property(asked))

    def take(
        self, base: str, width: int, height: int, *, chosen: dict[str, Any] | None, staged: bool, **settings: Any
    ) -> Profile:
        """One that nobody has used, or that looks like it."""
        likeness = json.dumps([base, staged, settings], sort_keys=True)
        size: Any = {"width": width, "height": height}
        found = next((profile for profile in self._idle if profile.likeness == likeness), None)
        if found is not None:
            self._idle.remove(found)
            found.page.set_viewport_size(size)
        else:
            found = self._new(likeness, staged, base_url=base, viewport=size, **settings)
        if chosen is not None:
            found.page.evaluate(CHOOSE, json.dumps(chosen))
        return found

    def _new(self, likeness: str, staged: bool, **settings: Any) -> Profile:
        context = self._browser.new_context(**settings)
        context.set_default_timeout(self._patience)
        context.add_init_script(KEEP_NOTICES)
        context.add_init_script(VEIL)
        if settings["service_workers"] == "block":
            context.add_init_script(FORGETFUL)
        page = context.new_page()
        profile = Profile(page, likeness, staged)
        page.on("pageerror", lambda error: profile.thrown.append(str(error)))
        page.goto(DOOR)
        self._changed.pop(context)
        return profile

    def leave(self, profile: Profile) -> None:
        """The test is over."""
        context = profile.page.context
        changed = self._changed.pop(context, set()) - ({"route_web_socket"} if profile.staged else set())
        if changed or len(context.pages) != 1 or context.service_workers:
            return self._end(profile)
        try:
            profile.page.goto(DOOR)
            profile.page.evaluate(FORGET)
            profile.page.mouse.move(0, 0)
            context.clear_cookies()
        except PlaywrightError:  # a house that is closed, a page that hangs
            return self._end(profile)
        profile.thrown.clear()
        self._idle.append(profile)
        if len(self._idle) > IDLE:
            self._end(self._idle.pop(0))
        return None

    def _end(self, profile: Profile) -> None:
        self._changed.pop(profile.page.context, None)
        profile.page.context.close()
