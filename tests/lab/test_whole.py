"""Files that are written whole or not at all."""

from pathlib import Path

import pytest

from torite.lab.whole import whole


@pytest.mark.parametrize("stop", [OSError, KeyboardInterrupt])
def test_what_is_not_whole_leaves_nothing_behind(tmp_path: Path, stop: type[BaseException]) -> None:
    file = tmp_path / "page.html"
    for before in (None, "before"):
        if before:
            file.write_text(before)
        with pytest.raises(stop), whole(file) as fresh:
            fresh.write_text("half")
            raise stop
        assert [path.read_text() for path in tmp_path.iterdir()] == ([before] if before else [])


def test_links_and_devices_stay_what_they_are(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "page.html")
    with whole(link) as fresh:
        fresh.write_text("all")
    assert link.is_symlink() and (tmp_path / "page.html").read_text() == "all"
    with whole(Path("/dev/null")) as device:
        assert device == Path("/dev/null")
