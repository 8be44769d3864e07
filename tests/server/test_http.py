"""The HTTP calls: what they answer, and how they refuse."""

import gzip
import os
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import httpx
import msgspec
import pytest

from server.servers import Serve, Served
from torite.games import GAMES
from torite.games.texts import rules_page
from torite.locale import LANGUAGES
from torite.server import pages
from torite.server.api import games, replays
from torite.server.api.asked import MAX_BODY
from torite.server.people.guests import COOKIE
from torite.server.play.tables import LISTED_AT_MOST
from torite.table.bodies import TableSummary
from torite.table.info import GameInfo
from torite.table.lesson import lesson_of


def refused(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a problem."""
    problem = answer.json()
    assert set(problem) == {"code", "params"}, problem
    return answer.status_code, problem["code"]


def test_healthz(served: Served) -> None:
    answer = served.visitor().http.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_a_name_makes_a_guest(served: Served) -> None:
    http = served.visitor().http
    assert http.get("/api/me").json() == {"name": None}
    answer = http.post("/api/me", json={"name": "  Ann "})
    assert answer.json() == {"name": "Ann"}
    flags = answer.headers["Set-Cookie"].lower()
    assert "httponly" in flags
    assert "samesite=lax" in flags
    assert http.get("/api/me").json() == {"name": "Ann"}


def test_a_new_name_keeps_the_seat(served: Served) -> None:
    ann = served.visitor("Ann")
    table = ann.open_table()
    ann.http.post("/api/me", json={"name": "Anne"})
    wire = ann.wire(table)
    assert wire.messages[0]["name"] == "Anne"
    assert wire.table["seat"] == 0


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "name/empty"), ("   ", "name/empty"), ("x" * 200, "name/too_long"), ("a\nb", "name/bad")],
)
def test_bad_names_are_refused(served: Served, name: str, code: str) -> None:
    http = served.visitor().http
    assert refused(http.post("/api/me", json={"name": name})) == (400, code)
    assert http.get("/api/me").json() == {"name": None}


def test_html_in_a_name_is_text(served: Served) -> None:
    answer = served.visitor().http.post("/api/me", json={"name": "<b>Ann</b>"})
    assert answer.json() == {"name": "<b>Ann</b>"}
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("cookie", ["", "rubbish", "WyJhIiwiQW5uIl0.AAAA", "é", "WyJ4Il0"])
def test_broken_cookie_is_no_name(served: Served, cookie: str) -> None:
    table = served.visitor("Ann").open_table()
    stranger = served.visitor()
    stranger.http.cookies.set(COOKIE, cookie.encode("ascii", "ignore").decode())
    answer = stranger.http.get("/api/me")
    assert answer.json() == {"name": None}
    assert refused(stranger.http.post("/api/tables", json={"game": "rwd", "seats": 4})) == (401, "name/needed")
    wire = stranger.wire(table)
    assert wire.messages[0]["name"] is None
    assert wire.refused("sit") == "name/needed"
    assert all(seat["kind"] == "open" for seat in wire.table["seats"][1:])


def test_changed_cookie_is_taken_away(served: Served) -> None:
    ann = served.visitor("Ann")
    signed = ann.http.cookies[COOKIE]
    ann.http.cookies.clear()
    ann.http.cookies.set(COOKIE, ("A" if signed[0] != "A" else "B") + signed[1:])
    answer = ann.http.get("/api/me")
    assert answer.json() == {"name": None}
    assert f"{COOKIE}=" in answer.headers["Set-Cookie"]
    assert "Max-Age=0" in answer.headers["Set-Cookie"]


def test_games_tell_what_a_client_needs(served: Served) -> None:
    answer = served.visitor().http.get("/api/games")
    games = msgspec.json.decode(answer.content, type=list[GameInfo])
    assert {game.name for game in games} >= {"rwd", "wizard"}
    assert all(set(game.rules) == set(LANGUAGES) for game in games)


def test_rules_pages(served: Served) -> None:
    http = served.visitor().http
    for lang in LANGUAGES:
        page = http.get(f"/api/games/rwd/rules/{lang}")
        assert page.headers["Content-Type"].startswith("text/markdown")
        assert page.text.startswith("# ")
    assert refused(http.get("/api/games/rwd/rules/xx")) == (404, "http/not_found")
    assert refused(http.get("/api/games/rwd/rules/..%2Fen")) == (404, "http/not_found")
    assert refused(http.get("/api/games/chess/rules/en")) == (404, "game/unknown")


def test_rules_are_put_together_once(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    making = Mock(wraps=rules_page)
    games._own_rules.cache_clear()
    monkeypatch.setattr(games, "rules_page", making)
    http = served.visitor().http
    assert len({http.get("/api/games/rwd/rules/de").text for _ in range(3)}) == 1
    assert making.call_count == 1


def test_listed_tables_are_listed_until_they_are_over(served: Served) -> None:
    ann = served.visitor("Ann")
    shown, quiet = ann.open_table("rwd", 4), ann.open_table("rwd", 4, listed=False)
    ann.open_table("rwd", 3, preset="single", sit=False, fill="gentle", start=True)
    tables = msgspec.json.decode(ann.http.get("/api/tables").content, type=list[TableSummary])
    ids = [table.id for table in tables]
    assert shown in ids
    assert quiet not in ids
    assert next(table for table in tables if table.id == shown).seats[0].name == "Ann"


def test_many_deserted_tables_hide_none_at_which_somebody_waits(serve: Serve) -> None:
    served = serve(tables_burst=2 * LISTED_AT_MOST)
    ann, crowd = served.visitor("Ann"), served.visitor("Crowd")
    left = ann.open_table("rwd", 4)
    waiting = ann.open_table("rwd", 4)
    ann.wire(waiting)
    for _ in range(LISTED_AT_MOST):
        crowd.open_table("rwd", 4, sit=False)
    ids = [table["id"] for table in ann.http.get("/api/tables").json()]
    assert len(ids) == LISTED_AT_MOST
    assert ids[0] == waiting
    assert left not in ids
    for table in ids[1:4]:  # of who is at many tables as well one comes before the others
        crowd.wire(table)
    crowded = [table["id"] for table in ann.http.get("/api/tables").json()]
    assert set(crowded[:2]) == {waiting, ids[1]}
    assert crowded[2:4] == ids[2:4]


def test_older_tables_of_another_node_hide_none_at_which_somebody_waits(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether somebody is there this node does not know."""
    ann, tables = served.visitor("Ann"), served.house.tables
    waiting = ann.open_table("rwd", 4)
    ann.wire(waiting)
    listed = tables._store.listed

    async def among_others(since: float, limit: int) -> list[Any]:
        [own] = await listed(since, limit)
        summary = own.summary.replace(waiting.encode(), b"elsewhere")
        return [own, *[SimpleNamespace(table_id="elsewhere", summary=summary, node="n2")] * LISTED_AT_MOST]

    async def others() -> set[str]:
        return {"n2"}

    monkeypatch.setattr(tables._store, "listed", among_others)
    monkeypatch.setattr(tables.leases, "others", others)
    assert ann.http.get("/api/tables").json()[0]["id"] == waiting


NEW: dict[str, Any] = {"game": "wizard", "seats": 4}


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"game": "chess"}, 404, "game/unknown"),
        ({"seats": 2}, 400, "table/too_few_players"),
        ({"seats": 7}, 400, "table/too_many_players"),
        ({"seats": -1}, 400, "table/too_few_players"),
        ({"options": {"colour": True}}, 400, "table/unknown_option"),
        ({"options": {"tie": "never"}}, 400, "table/bad_value"),
        ({"options": {"notequal": 17}}, 400, "table/bad_value"),
        ({"preset": "odd"}, 400, "table/unknown_preset"),
        ({"fill": "genius"}, 400, "table/unknown_level"),
        ({"start": True}, 400, "table/too_few_players"),
        ({"seats": "4"}, 400, "wire/malformed"),
        ({"sit": "true"}, 400, "wire/malformed"),
        ({"seats": None}, 400, "wire/malformed"),
        ({"chairs": 4}, 400, "wire/malformed"),
        ({"options": []}, 400, "wire/malformed"),
    ],
)
def test_impossible_tables_are_refused(served: Served, change: dict[str, Any], status: int, code: str) -> None:
    http = served.visitor("Ann").http
    assert refused(http.post("/api/tables", json=NEW | change)) == (status, code)
    assert http.get("/api/tables").json() == []


def test_malformed_body_names_the_field_and_nothing_of_its_value(served: Served) -> None:
    answer = served.visitor("Ann").http.post("/api/tables", json=NEW | {"seats": "my-secret"})
    assert answer.json()["params"] == {"field": "seats"}
    assert "my-secret" not in answer.text
    answer = served.visitor("Ann").http.post("/api/tables", json=NEW | {"chairs": "my-secret"})
    assert answer.json()["params"] == {"field": "chairs"}


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"name": "\\ud800"}'])
def test_bodies_that_are_no_request(served: Served, body: bytes) -> None:
    answer = served.visitor().http.post("/api/me", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["code"] in ("wire/malformed", "name/bad")


def test_large_body_is_refused(served: Served) -> None:
    answer = served.visitor().http.post("/api/me", json={"name": "x" * 20_000})
    assert refused(answer) == (413, "wire/too_large")
    assert answer.json()["params"] == {"max": MAX_BODY}


def test_posts_from_foreign_pages_are_refused(served: Served) -> None:
    http = served.visitor().http
    foreign = {"Origin": "https://evil.example"}
    assert refused(http.post("/api/me", json={"name": "Ann"}, headers=foreign)) == (403, "wire/origin")
    assert refused(http.post("/api/tables", json=NEW, headers=foreign)) == (403, "wire/origin")
    for origin in (served.base, "https://friend.example"):
        assert http.post("/api/me", json={"name": "Ann"}, headers={"Origin": origin}).status_code == 200


def test_record_of_a_match_that_is_not_over(served: Served) -> None:
    ann = served.visitor("Ann")
    http = ann.http
    assert refused(http.get("/api/tables/nothere/record")) == (404, "table/not_found")
    assert refused(http.get(f"/api/tables/{ann.open_table()}/record")) == (400, "move/no_match")
    running = ann.open_table(fill="gentle", start=True)
    assert refused(http.get(f"/api/tables/{running}/record")) == (409, "table/not_over")


def test_unknown_addresses_and_methods_are_problems(served: Served) -> None:
    http = served.visitor().http
    assert refused(http.get("/api/nothing")) == (404, "http/not_found")
    assert refused(http.get("/nothing/here")) == (404, "http/not_found")
    assert refused(http.delete("/api/tables")) == (405, "http/method_not_allowed")


def test_unknown_address_in_a_browser_is_a_page(served: Served, tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    (tmp_path / "index.html").write_text("<title>built</title>")
    http = served.visitor().http
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for path in ("/foo", "/nothing/here"):
        page = http.get(path, headers=browser)
        assert (page.status_code, page.text) == (404, "<title>built</title>")
        assert page.headers["Content-Type"].startswith("text/html")
    for path in ("/api/nothing", "/api/tables/nothere/record", "/healthz/nothing"):
        assert refused(http.get(path, headers=browser))[0] == 404, path


@pytest.mark.parametrize("path", ["/", "/t/abcdef", "/rules/rwd"])
def test_pages_of_the_client(served: Served, path: str, tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    plain = served.visitor().http.get(path)
    assert plain.status_code == 200
    assert "scripts/serve" in plain.text
    (tmp_path / "index.html").write_text("<title>built</title>")
    built = served.visitor().http.get(path)
    assert built.text == "<title>built</title>"
    assert built.headers["Content-Type"].startswith("text/html")


def test_a_page_is_compressed_once_after_it_is_built(served: Served, tmp_path: Any, monkeypatch: Any) -> None:
    compress = Mock(wraps=gzip.compress)
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    monkeypatch.setattr(gzip, "compress", compress)
    http, page = served.visitor().http, tmp_path / "index.html"
    for built, text in enumerate(("once", "and anew"), 1):
        page.write_text(f"{text} {{house}}")
        os.utime(page, (built, built))  # however fast that is
        assert {http.get(path).text for path in ("/", "/me", "/rules/rwd")} == {f"{text} {served.base}"}
        assert compress.call_count == built


@pytest.mark.parametrize("path", ["/", "/nowhere", "/assets/none.js", "/api/me", "/api/none", "/schema/openapi.json"])
def test_every_answer_tells_browsers_what_they_may_do(served: Served, path: str) -> None:
    told = served.visitor().http.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in told["Content-Security-Policy"].split(";"))
    loose = {name: where for name, where in policy.items() if not {*where.split()} <= {"'self'", "'none'"}}
    assert loose == {"style-src": "'self' 'unsafe-inline'", "img-src": "'self' data:"}  # so nothing inline runs
    nowhere = {name for name, where in policy.items() if where == "'none'"}
    assert nowhere == {"object-src", "base-uri", "frame-ancestors"}
    assert {"default-src", "form-action"} <= policy.keys()
    assert told["X-Content-Type-Options"] == "nosniff"
    assert told["Referrer-Policy"] == "no-referrer"
    assert told["Cross-Origin-Opener-Policy"] == "same-origin"


def test_a_table_has_a_page_that_names_its_files(served: Served, tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    for name in ("index", "table"):
        (tmp_path / f"{name}.html").write_text(name)
    http = served.visitor().http
    assert {path: http.get(path).text for path in ("/", "/me", "/t/abcdef")} == {
        "/": "index",
        "/me": "index",
        "/t/abcdef": "table",
    }


@pytest.mark.parametrize(
    ("host", "called"),
    [
        ("192.168.1.5:8000", "http://192.168.1.5:8000"),
        ("[::1]:8000", "http://[::1]:8000"),
        ("Friend.example", "https://friend.example"),
    ],
)
def test_a_page_names_the_house_as_it_is_called(
    served: Served, host: str, called: str, tmp_path: Any, monkeypatch: Any
) -> None:
    """Messengers want the picture of a link by its whole address; of the house's own name the scheme is known."""
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    (tmp_path / "index.html").write_text("<meta content={house}/preview.png>")
    for accepted in ("gzip", "identity"):
        answer = served.visitor().http.get("/", headers={"Host": host, "Accept-Encoding": accepted})
        assert answer.text == f"<meta content={called}/preview.png>"
        assert answer.headers.get("Content-Encoding", "identity") == accepted


def test_by_its_file_name_too(served: Served, tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    (tmp_path / "index.html").write_text("<meta content={house}/preview.png>")
    answer = served.visitor().http.get("/index.html")
    assert answer.text == f"<meta content={served.base}/preview.png>"


def test_built_files_come_compressed_to_who_takes_that(served: Served, tmp_path: Any, monkeypatch: Any) -> None:
    (tmp_path / "assets").mkdir()
    script = tmp_path / "assets" / "a-1.js"
    script.write_text("plain")
    (tmp_path / "assets" / "a-1.js.gz").write_bytes(gzip.compress(b"small"))
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    http = served.visitor().http
    for accepted, text in (
        ("gzip, br", "small"),
        ("gzip;q=0", "plain"),
        ("gzip;q=0.5", "small"),
        ("identity", "plain"),
    ):
        answer = http.get("/assets/a-1.js", headers={"Accept-Encoding": accepted})
        assert answer.text == text
        assert answer.headers.get("Content-Encoding") == ("gzip" if text == "small" else None)
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert "javascript" in answer.headers["Content-Type"]
    for call in ("/api/games", "/api/games/emissary/lesson/en"):
        same = [http.get(call, headers={"Accept-Encoding": accepted}) for accepted in ("gzip", "identity")]
        assert same[0].json() == same[1].json() != []
        assert [answer.headers.get("Content-Encoding") for answer in same] == ["gzip", None]
    (tmp_path / "assets" / "a-1.js.br").write_bytes(b"brotli")
    answer = http.get("/assets/a-1.js", headers={"Accept-Encoding": "br", "Range": ""})
    assert answer.headers["Content-Encoding"] == "br"
    assert int(answer.headers["Content-Length"]) == len(b"brotli")


def test_a_lesson_of_the_house_is_made_once(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """That of a page from outside anew each time: it may be worked at."""
    made = Mock(wraps=lesson_of)
    monkeypatch.setattr(replays, "lesson_of", made)
    monkeypatch.setattr(replays, "_LESSONS", {})
    http = served.visitor().http

    def lessons(*langs: str) -> list[int]:
        return [http.get(f"/api/games/emissary/lesson/{lang}").status_code for lang in langs]

    assert lessons("en", "en", "de", "en", "xx") == [200, 200, 200, 200, 404]
    assert made.call_count == 3
    monkeypatch.setitem(served.house.settings.games, "emissary", replace(GAMES["emissary"]))
    assert lessons("en", "en") == [200, 200]
    assert made.call_count == 5


def test_built_files_are_served_and_nothing_else(served: Served, tmp_path: Any, monkeypatch: Any) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "assets" / "a-1.js").write_text("1")
    (static / "index.html").write_text("a page")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(pages, "STATIC", static)
    http = served.visitor().http
    script = http.get("/assets/a-1.js")
    assert script.text == "1"
    assert "immutable" in script.headers["Cache-Control"]
    missing = http.get("/assets/b-1.js", headers={"Accept": "text/html"})
    assert (missing.status_code, missing.json()["code"]) == (404, "http/not_found")
    assert script.headers["Content-Type"].split(";")[0] in ("text/javascript", "application/javascript")
    for path in (
        "/..%2fsecret.txt",
        "/assets/%2e%2e/index.html",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/%00",
        f"/{'x' * 3000}",
        "//etc/passwd",
    ):
        answer = http.get(path)
        assert answer.status_code in (400, 404), path
        assert "secret" not in answer.text


def test_the_docs_are_served_where_they_are_built(served: Served, tmp_path: Any, monkeypatch: Any) -> None:
    docs = tmp_path / "docs"
    monkeypatch.setattr(pages, "DOCS", docs)
    http = served.visitor().http
    assert http.get("/docs").status_code == 404
    (docs / "api").mkdir(parents=True)
    (docs / "index.html").write_text("docs")
    (docs / "api" / "lab.html").write_text("lab")
    (tmp_path / "secret.txt").write_text("secret")
    for path in ("/docs", "/docs/"):
        assert http.get(path).headers["Location"] == "/docs/index.html"
    assert [http.get(f"/docs/{name}.html").text for name in ("index", "api/lab")] == ["docs", "lab"]
    (docs / "404.html").write_text("lost")
    lost = http.get("/docs/api/nothing.html", headers={"Accept": "text/html"})
    assert (lost.status_code, lost.text) == (404, "lost")
    for path in ("/docs/nothing.html", "/docs/api", "/docs/..%2fsecret.txt", "/docs/%00"):
        assert http.get(path).status_code in (400, 404), path
