"""Looking back over HTTP: matches of the house, and records from elsewhere."""

import copy
import json
from typing import Any

import httpx
import pytest

from server.servers import LAVISH, Served
from server.visitor import play_together
from torite.server.api.asked import MAX_BODY
from torite.server.api.replays import MAX_RECORD
from torite.table.refusals import RefusalCode, Refused


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


@pytest.fixture
def played(serve: Any) -> tuple[Served, Any, str]:
    """A server, Ann, and a table where she has played two short matches against bots."""
    served: Served = serve(**LAVISH)
    ann = served.visitor("Ann")
    table = ann.open_table("wysiwyg", 2, fill="gentle", start=True)
    wire = ann.wire(table)
    play_together(wire)
    wire.ask("again")
    play_together(wire)
    return served, ann, table


def test_every_match_of_a_table_is_kept(played: tuple[Served, Any, str]) -> None:
    _, ann, table = played
    records = [ann.http.get(f"/api/tables/{table}/record", params={"match": n}).json() for n in (1, 2)]
    assert records[0]["deals"] != records[1]["deals"]
    for number, record in enumerate(records, start=1):
        replay = ann.http.get(f"/api/tables/{table}/replay", params={"match": number, "seat": 0}).json()
        assert (replay["deal"], replay["seat"], replay["names"][0]) == (1, 0, "Ann")
        assert replay["outcome"] == record["outcome"]
        assert [m["code"] for m in replay["moments"]][1:] == [a[1] for a in record["deals"][0]["actions"]]
    last = ann.http.get(f"/api/tables/{table}/replay").json()
    assert last["outcome"] == records[1]["outcome"]
    for n in (0, 3, -1):
        assert refused(ann.http.get(f"/api/tables/{table}/replay", params={"match": n})) == (404, "table/not_found")
    assert refused(ann.http.get(f"/api/tables/{table}/replay", params={"deal": 99})) == (400, "record/no_such_deal")
    assert refused(ann.http.get(f"/api/tables/{table}/replay", params={"seat": 2})) == (400, "table/no_such_seat")


def test_who_has_left_the_table_still_has_a_seat_in_the_match(played: tuple[Served, Any, str]) -> None:
    _, ann, table = played
    ann.wire(table).ask("leave")
    assert [ann.http.get(f"/api/tables/{table}/{what}").json()["seat"] for what in ("replay", "reading")] == [0, 0]


def test_a_running_match_is_not_shown(served: Served) -> None:
    ann = served.visitor("Ann")
    table = ann.open_table(fill="gentle", start=True)
    assert refused(ann.http.get(f"/api/tables/{table}/replay", params={"hands": True})) == (409, "table/not_over")
    lobby = ann.open_table()
    assert refused(ann.http.get(f"/api/tables/{lobby}/replay")) == (400, "move/no_match")
    assert refused(ann.http.get("/api/tables/nothere/replay")) == (404, "table/not_found")


def test_any_record_may_be_shown(played: tuple[Served, Any, str]) -> None:
    served, ann, table = played
    record = ann.http.get(f"/api/tables/{table}/record").json()
    stranger = served.visitor().http
    replay = stranger.post("/api/replay", params={"deal": 1, "hands": True}, json=record)
    assert replay.status_code == 200
    assert len(replay.content) > MAX_BODY and replay.json()["seat"] is None
    foreign = {"Origin": "https://evil.example"}
    assert refused(stranger.post("/api/replay", json=record, headers=foreign)) == (403, "wire/origin")


def test_what_is_no_record_is_refused_with_a_reason(played: tuple[Served, Any, str]) -> None:
    served, ann, table = played
    record = ann.http.get(f"/api/tables/{table}/record").json()
    stranger = served.visitor().http
    wrong = copy.deepcopy(record)
    wrong["deals"][0]["actions"][3][1] = "ZZ"
    answer = stranger.post("/api/replay", json=wrong)
    assert refused(answer) == (400, "record/bad")
    assert answer.json()["params"] | {"about": None} == {"reason": "illegal", "deal": 1, "action": 4, "about": None}
    assert stranger.post("/api/replay", json={"format": "pgn"}).json()["params"]["reason"] == "format"
    assert refused(stranger.post("/api/replay", json=[record])) == (400, "wire/malformed")
    assert refused(stranger.post("/api/replay", content=b"{", headers={"Content-Type": "application/json"}))[0] == 400
    twice = f'{{"seed": null, {json.dumps(record)[1:]}'.encode()
    for how in ("replay", "reading"):
        answer = stranger.post(f"/api/{how}", content=twice, headers={"Content-Type": "application/json"})
        assert (refused(answer), answer.json()["params"]["reason"]) == ((400, "record/bad"), "name_twice")
    deep = b'{"deals":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    answer = stranger.post("/api/replay", content=deep, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    huge = b'{"format":"' + b"x" * MAX_RECORD + b'"}'
    answer = stranger.post("/api/replay", content=huge, headers={"Content-Type": "application/json"})
    assert refused(answer) == (413, "wire/too_large")
    assert answer.json()["params"] == {"max": MAX_RECORD}
    for long in (b'"' + b"x" * 1_000_000 + b'"', b"[" + b'{"a":1},' * 100_000 + b"0]"):
        body = b'{"format":' + long + b"}"
        answer = stranger.post("/api/replay", content=body, headers={"Content-Type": "application/json"})
        assert refused(answer) == (400, "record/bad")
        assert len(answer.content) < 1000


@pytest.mark.parametrize("how", ["reading", "replay"])
def test_names_of_a_file_are_shown_as_guests_may_have_them(played: tuple[Served, Any, str], how: str) -> None:
    served, ann, table = played
    record = ann.http.get(f"/api/tables/{table}/record").json()
    record["names"] = ["\u202ennA\n", "\u200b"]
    assert served.visitor().http.post(f"/api/{how}", json=record).json()["names"] == ["nnA", None]
    record["names"] = ["x" * 101, None]
    assert refused(served.visitor().http.post(f"/api/{how}", json=record)) == (400, "record/bad")


@pytest.mark.parametrize("players", [-3, 0, 9, 100_000_000, 10**30])
def test_a_record_of_a_crowd_is_refused(served: Served, players: int) -> None:
    """A reading has a name for each: one of 280 bytes took half a gigabyte."""
    head = {"format": "torite-record/1", "game": "x", "players": players, "preset": "x", "options": {}, "seed": None}
    answer = served.visitor().http.post("/api/reading", json=head | {"deals": [], "outcome": None})
    assert (refused(answer), answer.json()["params"]["reason"]) == ((400, "record/bad"), "shape")


@pytest.mark.parametrize("path", ["/api/replay", "/api/reading"])
def test_a_record_is_decoded_when_its_turn_has_come(served: Served, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """Decoded it takes twenty times the memory, and many may wait."""

    def never(_: str) -> None:
        raise Refused(RefusalCode.UNHEALTHY)

    monkeypatch.setattr(served.house.looking, "of", never)
    answer = served.visitor().http.post(path, content=b"{", headers={"Content-Type": "application/json"})
    assert refused(answer) == (503, RefusalCode.UNHEALTHY)


def test_too_many_in_a_short_time(serve: Any) -> None:
    served: Served = serve(proxies=frozenset({"127.0.0.1"}), replays_burst=2, replays=0.001)
    http = served.visitor().http
    near, far = {"X-Forwarded-For": "203.0.113.7"}, {"X-Forwarded-For": "203.0.113.8"}
    for _ in range(2):
        assert refused(http.post("/api/replay", json={}, headers=near)) == (400, "record/bad")
    assert refused(http.post("/api/replay", json={}, headers=near)) == (429, "wire/too_fast")
    json = near | {"Content-Type": "application/json"}
    for path in ("replay", "reading"):
        assert refused(http.post(f"/api/{path}", content=b"{" * MAX_RECORD * 2, headers=json)) == (429, "wire/too_fast")
    assert refused(http.post("/api/replay", json={}, headers=far)) == (400, "record/bad")


@pytest.mark.parametrize("what", ["record", "replay", "reading", "review?seat=0", "par"])
def test_looking_back_is_counted_also_where_it_is_refused(serve: Any, what: str) -> None:
    served: Served = serve(**LAVISH | {"proxies": frozenset({"127.0.0.1"}), "replays_burst": 2, "replays": 0.001})
    ann, stranger = served.visitor("Ann"), served.visitor()
    table = ann.open_table("bingo", 2, fill="gentle", start=True)
    ann.wire(table).play_on()
    asked = [
        stranger.http.get(f"/api/tables/{table}/{what}", headers={"X-Forwarded-For": "203.0.113.7"}) for _ in "abc"
    ]
    assert [refused(answer)[0] for answer in asked] == [403, 403, 429]


def test_a_match_is_for_its_players_until_all_agree(serve: Any) -> None:
    served: Served = serve(**LAVISH)
    ann, ben, cat = (served.visitor(name) for name in ("Ann", "Ben", "Cat"))
    table = ann.open_table("wysiwyg", 2)
    a, b = ann.wire(table), ben.wire(table)
    b.ask("sit")
    a.ask("start")
    play_together(a, b)
    looks = [f"/api/tables/{table}/{what}" for what in ("record", "replay")]
    for look in looks:
        assert [who.http.get(look).status_code for who in (ann, ben)] == [200, 200]
        assert refused(cat.http.get(look)) == (403, "record/private")
        assert refused(served.visitor().http.get(look)) == (403, "record/private")
    b.ask("leave")  # after the match: it stays Ben's
    assert ben.http.get(looks[1]).status_code == 200
    b.ask("sit")
    a.ask("share")
    assert cat.http.get(looks[1]).status_code == 403
    seq = b.until_table(lambda t: t["pending"] is not None)["pending"]["seq"]
    b.ask("answer", yes=True, seq=seq)
    assert [served.visitor().http.get(look).status_code for look in looks] == [200, 200]


def test_a_match_of_bots_alone_hides_nothing_from_who_has_the_link(served: Served) -> None:
    table = served.visitor("Ann").open_table("wysiwyg", 2, sit=False, fill="gentle", start=True)
    watching = served.visitor("Ben").wire(table)
    watching.until_table(lambda t: t["phase"] == "over")
    assert served.visitor().http.get(f"/api/tables/{table}/replay").status_code == 200
