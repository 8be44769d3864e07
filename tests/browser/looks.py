"""What every screen has to be: nothing stands out sideways, nothing is too small to read, axe finds nothing."""

import os
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from browser.conftest import missing

# Each language in one theme: the dark one is other colours, and its layout the same.
LOOKS = [("en-GB", "light"), ("ja-JP", "dark"), ("de-CH", "light")]
PHONE: dict[str, Any] = {"width": 375, "height": 667, "has_touch": True, "is_mobile": True}
AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
LIFT = "window.veil.disabled = true"  # what nobody looks at is not drawn (pages.py)
# Alone, without what is in order, which is a hundred times as much; afterwards nobody looks any more.
FOUND = """async rules => {
  window.veil.disabled = true;
  const asked = rules.length ? { runOnly: rules } : {};
  const { violations } = await axe.run({ resultTypes: ['violations'], ...asked });
  window.veil.disabled = false;
  return violations;
}"""
SMALL = """() => {
  window.veil.disabled = true;
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest('script, style, noscript, .unseen, [aria-hidden=true] svg')) continue;
    if (!parent.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    const lies = parent instanceof SVGElement ? parent.getScreenCTM() : { a: 1, b: 0 };
    const scale = Math.hypot(lies.a, lies.b); // a card in a fan is turned, not smaller
    const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
    if (size > 0 && size < 11.99) found.push(`${size.toFixed(1)} px: ${node.data.trim()}`);
  }
  window.veil.disabled = false;
  return found;
}"""  # texts under 12 px
WIDE = """() => [...document.querySelectorAll('body *')].filter(e => {
    const at = e.getBoundingClientRect();
    return at.width > 1 && at.height > 1 && at.right > innerWidth + 1 && e.checkVisibility() &&
      !e.closest('.hand, .page, .unseen, .lines');
  }).map(e => e.outerHTML.slice(0, 80))"""  # what stands out to the right
CUT = """() => [...document.querySelectorAll('.scene *')].filter(e =>
    e.checkVisibility() && !e.closest('.unseen, .hand, .who') && getComputedStyle(e).overflowX !== 'visible' &&
      e.scrollWidth > e.clientWidth + 1
  ).map(e => e.outerHTML.slice(0, 80))"""  # texts of the table, other than names, that do not fit into their boxes


def fits(page: Page) -> None:
    """Nothing stands out sideways and nothing is too small to read."""
    wide, small = page.evaluate(WIDE), page.evaluate(SMALL)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375 and not wide, str(wide)
    assert not small, str(small)


def picture(page: Page, name: str, *, full_page: bool = False) -> None:
    """For somebody to look at, who names a folder for them; drawn for nobody they take a good part of a test."""
    if folder := os.environ.get("TORITE_TEST_PICTURES"):
        page.evaluate(LIFT)
        page.screenshot(path=Path(folder) / name, full_page=full_page)


def violations(page: Page, *rules: str) -> list[str]:
    """What axe finds by these rules, or by all."""
    if not page.evaluate("'axe' in window"):
        if not AXE.is_file():
            missing("axe-core is missing (scripts/setup installs it with the client's packages)")
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(FOUND, rules)
    return [f"{v['id']}: {[node['html'][:120] for node in v['nodes'][:3]]}" for v in found]


def sound(page: Page) -> None:
    """Nothing stands out, is too small, or is wrong for axe."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(SMALL) == []
    assert violations(page) == []
