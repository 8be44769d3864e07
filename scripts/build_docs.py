#!/usr/bin/env python3
"""Builds docs/ into a site, with the reference of the classes: python scripts/build_docs.py, after scripts/setup dev

`torite serve` shows it at /docs.  A link that leads nowhere, or to a heading that has gone, fails.
"""

import hashlib
import os
import re
import subprocess
import sys
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "src" / "torite" / "server" / "docs"  # as mkdocs.yml says
LOST = SITE / "404.html"  # says that there is no such page
INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def own_scripts(html: str, page: Path, site: Path) -> str:
    """The page, its inline scripts as files of the site: the house's pages run no others (Content-Security-Policy)."""

    def in_a_file(script: re.Match[str]) -> str:
        file = site / "assets" / f"{hashlib.sha256(script[1].encode()).hexdigest()[:16]}.js"
        file.write_text(script[1], "utf-8")
        return f'<script src="{os.path.relpath(file, page.parent)}"></script>'

    return INLINE.sub(in_a_file, html)


def from_anywhere(html: str) -> str:
    """The page, its addresses those of the site at /docs, whatever address was asked for."""
    return re.sub(r'(="|":")/', r"\1/docs/", html.replace('="assets/', '="/assets/'))


def licences() -> str:
    """Of the theme, and of the signs that it puts on pages: they have to come with them."""
    theme = distribution("zensical")
    icons = "zensical/templates/.icons/{}/LICENSE"
    files = [theme.locate_file(icons.format(name)) for name in ("lucide", "material")]
    own = next(file for file in theme.files or () if file.match("*.dist-info/licenses/*")).locate()
    return "\n\n".join(Path(str(file)).read_text("utf-8") for file in [own, *files])


def main() -> int:
    """Build; 1 if that failed."""
    if find_spec("zensical") is None:
        print("what builds the docs comes with scripts/setup dev", file=sys.stderr)
        return 1
    build = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    if subprocess.run(build, cwd=ROOT, check=False).returncode:
        return 1
    for page in SITE.rglob("*.html"):
        page.write_text(own_scripts(page.read_text("utf-8"), page, SITE), "utf-8")
    LOST.write_text(from_anywhere(LOST.read_text("utf-8")), "utf-8")
    (SITE / "licenses.md").write_text(licences(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
