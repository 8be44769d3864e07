"""Deals that many play: the deal of the day, challenges of played matches, who may see what; on both databases."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import sqlalchemy as sa

from server.databases import empty, plans
from server.servers import LAVISH, Serve, Served, stored
from server.test_oneself import code, forget, id_of
from server.visitor import Visitor, Wire, wait_for
from torite.server.storage.schema import CHALLENGES, REVIEWS, TRIES
from torite.table.table import Guest

__all__ = ["empty"]
NOON = 1_800_000_000.0
DAY = 86400.0


class Time:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def house(empty: str, serve: Serve, time: Time) -> Served:
    return serve(empty, now=time, **LAVISH)


def day(visitor: Visitor, game: str = "schieber") -> dict[str, Any]:
    answer = visitor.http.get(f"/api/games/{game}/day")
    answer.raise_for_status()
    told: dict[str, Any] = answer.json()
    return told


def told(visitor: Visitor, challenge: str) -> dict[str, Any]:
    answer = visitor.http.get(f"/api/challenges/{challenge}")
    answer.raise_for_status()
    found: dict[str, Any] = answer.json()
    return found


def begin(visitor: Visitor, challenge: str) -> str:
    answer = visitor.http.post(f"/api/challenges/{challenge}/try")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def play(visitor: Visitor, challenge: str) -> str:
    """Play it, always the first legal action; id of the table."""
    table = begin(visitor, challenge)
    finish(visitor.wire(table))
    return table


def finish(wire: Wire) -> None:
    while wire.table["phase"] != "over":
        if wire.legal:
            wire.act(wire.legal[0])
        elif not wire.step() and wire.table["phase"] != "over":
            wire.read()


def bots_match(visitor: Visitor) -> str:
    """A short match against bots, played to its end."""
    table = visitor.open_table("differenzler", seats=3, listed=False, fill="gentle", start=True)
    visitor.wire(table).play_on()
    return table


def played_by(ann: Visitor, ben: Visitor) -> tuple[str, Wire, Wire]:
    """A match of two people and a bot, played to its end; its table, and where they are there."""
    table = ann.open_table("differenzler", seats=3, listed=False)
    one, other = ann.wire(table), ben.wire(table)
    other.ask("sit")
    one.ask("bot", level="gentle")
    one.ask("start")
    while one.table["phase"] != "over" or other.table["phase"] != "over":
        for wire in (one, other):
            wire.catch_up()
            wire.step()
    return table, one, other


def make(visitor: Visitor, table: str, deal: int = 1) -> Any:
    return visitor.http.post("/api/challenges", json={"table": table, "deal": deal})


def rows(served: Served, table: sa.Table) -> list[Any]:
    return served.on_loop(served.house.store.read(sa.select(table)))


def test_two_play_the_deal_of_the_day_and_compare(house: Served) -> None:
    ann, ben, nobody = house.visitor("Ann"), house.visitor("Ben"), house.visitor()
    deal = day(ann)
    assert day(nobody)["id"] == day(ben)["id"] == deal["id"] != day(ann, "wizard")["id"]
    assert (deal["mine"], deal["lines"], deal["tries"], deal["level"]) == ([], None, 0, "strong")
    table = begin(ann, deal["id"])
    wire = ann.wire(table)
    first = wire.table["scene"]
    assert begin(ann, deal["id"]) == table  # it is not over yet
    finish(wire)
    mine = told(ann, deal["id"])
    assert [(line["name"], line["own"], line["counts"]) for line in mine["lines"]] == [("Ann", True, True)]
    assert mine["mine"][0]["result"] == mine["lines"][0]["result"]

    # Before Ben has played he sees nothing of hers.
    assert told(ben, deal["id"])["lines"] is None
    for path in ("replay", "record", "review?seat=0", "par"):
        answer = ben.http.get(f"/api/tables/{table}/{path}")
        assert (answer.status_code, code(answer)) == (403, "challenge/untried"), path
    assert code(ben.http.get(f"/api/challenges/{deal['id']}/par")) == "challenge/untried"

    other = begin(ben, deal["id"])
    wire = ben.wire(other)
    assert {**wire.table["scene"]} == first  # the same cards
    assert ben.http.get(f"/api/tables/{table}/replay").status_code == 403  # he has only begun
    finish(wire)
    lines = told(ben, deal["id"])["lines"]
    assert {line["name"] for line in lines} == {"Ann", "Ben"}
    assert [told(each, deal["id"])["place"] for each in (ann, ben, nobody)] == [1, 1, None]
    assert len({line["result"] for line in lines}) == 1  # the same play has met the same answers
    assert ben.http.get(f"/api/tables/{table}/replay").status_code == 200
    assert ann.http.get(f"/api/tables/{other}/record").json()["unfinished"] is True
    assert code(nobody.http.get(f"/api/tables/{table}/replay")) == "challenge/untried"

    challenges, guest = house.house.challenges, Guest(id_of(house, ann), "Ann")
    row = house.on_loop(challenges.named(deal["id"]))
    found = house.on_loop(plans(house.house.store, lambda: challenges.tell(row, guest)))
    assert any("tries_by_result" in plan for plan in found)  # by SQLite number, place and lines


def test_the_same_answers_after_a_restart(empty: str, serve: Serve, time: Time) -> None:
    first = serve(empty, now=time, **LAVISH)
    ann = first.visitor("Ann")
    deal = day(ann)["id"]
    play(ann, deal)
    ben = first.visitor("Ben")
    table = begin(ben, deal)
    wire = ben.wire(table)
    for _ in range(3):
        wire.until_legal()
        wire.act(wire.legal[0])
    cookies = ben.http.cookies
    first.stop()
    second = serve(empty, now=time, thinkers=3, **LAVISH)
    ben = second.visitor()
    ben.http.cookies.update(cookies)
    finish(ben.wire(table))
    lines = told(ben, deal)["lines"]
    assert len(lines) == 2
    mine, hers = (ben.http.get(f"/api/tables/{line['table']}/record").json()["deals"] for line in lines)
    assert mine == hers


def test_the_first_try_counts_and_the_others_do_not(house: Served) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    deal = day(ann)["id"]
    play(ann, deal)
    play(ann, deal)
    mine = told(ann, deal)
    assert [each["counts"] for each in mine["mine"]] == [True, False]
    assert (mine["tries"], len(mine["lines"])) == (1, 2)
    play(ben, deal)
    assert [line["name"] for line in told(ben, deal)["lines"] if not line["own"]] == ["Ann"]


def test_two_clicks_begin_one_try(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have seen that there is none."""
    ann = house.visitor("Ann")
    challenge = day(ann)["id"]
    table = begin(ann, challenge)
    tries, looks = house.house.challenges._tries, iter(range(9))

    async def too_early(*which: Any) -> list[Any]:
        return await tries(*which) if next(looks) else []

    monkeypatch.setattr(house.house.challenges, "_tries", too_early)
    assert begin(ann, challenge) == table


def test_who_lets_a_bot_play_has_no_result(house: Served) -> None:
    ann = house.visitor("Ann")
    deal = day(ann)["id"]
    wire = ann.wire(begin(ann, deal))
    assert wire.ask("leave")["type"] == "ack"
    wire.until_table(lambda table: table["phase"] == "over")
    mine = told(ann, deal)
    assert (mine["tries"], mine["lines"], mine["mine"][0]["result"]) == (0, [], None)
    assert mine["mine"][0]["ended"] is not None
    play(ann, deal)
    assert told(ann, deal)["tries"] == 0


def test_nobody_watches_a_challenge(house: Served) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    table = begin(ann, day(ann)["id"])
    assert ann.http.post(f"/api/tables/{table}/knock").status_code == 204
    for other in (ben, house.visitor()):
        wire = other.raw_wire(table)
        assert wire.read()["code"] == "challenge/alone"
        assert wire.closed() == 4403
        assert code(other.http.post(f"/api/tables/{table}/knock")) == "challenge/alone"
    assert table not in [each["id"] for each in ben.http.get("/api/tables").json()]


def test_nobody_watches_by_way_of_another_node(empty: str, serve: Serve) -> None:
    one, other = serve(empty, **LAVISH), serve(empty, **LAVISH)
    ann, ben = one.visitor("Ann"), other.visitor("Ben")
    table = begin(ann, day(ann)["id"])
    ann.wire(table)
    assert day(ben)["id"] == day(ann)["id"]
    wire = ben.raw_wire(table)
    assert wire.read()["code"] == "challenge/alone"
    assert wire.closed() == 4403
    twin = other.visitor()
    twin.http.cookies.update(ann.http.cookies)
    assert twin.wire(table).table["seat"] == 0


def test_a_deal_can_be_sent_to_a_friend(house: Served) -> None:
    ann, ben, cat = house.visitor("Ann"), house.visitor("Ben"), house.visitor("Cat")
    table = bots_match(ann)
    assert code(make(ben, table)) == "record/private"
    made = make(ann, table, 3)
    assert made.status_code == 201
    link = made.json()["id"]
    assert make(ann, table, 3).json()["id"] == link
    assert make(ann, table, 2).json()["id"] != link
    seen = told(ben, link)
    assert (seen["by"], seen["deal"], seen["level"], seen["lines"]) == ("Ann", 3, "gentle", None)
    assert seen["tries"] == 1  # hers, as it was played first
    assert code(ben.http.get(f"/api/tables/{table}/replay?match=1")) == "record/private"
    again = play(ann, link)
    assert [each["counts"] for each in told(ann, link)["mine"]] == [True, False]  # she knew the cards
    assert make(ann, again).json()["id"] == link  # a try is of the same challenge
    play(ben, link)
    lines = told(ben, link)["lines"]
    assert [(line["name"], line["first"]) for line in lines if not line["own"]] == [("Ann", True)]
    assert ben.http.get(f"/api/tables/{table}/replay?match=1&deal=3").status_code == 200
    assert code(cat.http.get(f"/api/tables/{table}/replay?match=1")) == "record/private"
    other = make(ann, table, 1).json()["id"]
    play(ben, other)
    assert told(ben, other)["mine"][0]["counts"] is False  # he has seen that match


def test_a_deal_stays_unknown_while_its_try_counts(house: Served) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    table = bots_match(ann)
    first, second = (make(ann, table, deal).json()["id"] for deal in (1, 2))
    begun = begin(ben, second)
    play(ben, first)
    for path in ("record", "replay", "reading"):
        assert code(ben.http.get(f"/api/tables/{table}/{path}?match=1")) == "challenge/untried", path
    finish(ben.wire(begun))
    assert told(ben, second)["mine"][0]["counts"] is True
    assert ben.http.get(f"/api/tables/{table}/record?match=1").status_code == 200


def test_a_match_with_a_hint_is_no_try_that_counts(house: Served) -> None:
    ann = house.visitor("Ann")
    table = ann.open_table("bingo", seats=2, listed=False, fill="gentle", start=True)
    wire = ann.wire(table)
    while not wire.legal:
        wire.read()
    assert wire.ask("hint", seq=wire.seq)["type"] == "ack"
    wire.play_on()
    seen = told(ann, make(ann, table).json()["id"])
    assert (seen["tries"], [each["counts"] for each in seen["mine"]]) == (0, [False])


def test_a_match_of_several_people_is_shown_only_if_they_agree(house: Served) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    table, one, other = played_by(ann, ben)
    replay = f"/api/tables/{table}/replay?match=1"
    assert (make(ann, table).status_code, code(make(ann, table))) == (403, "challenge/private")
    assert ann.http.get(replay).json()["may_challenge"] is False  # so the button is not there
    one.ask("share")
    other.catch_up()
    other.ask("answer", yes=True, seq=other.table["pending"]["seq"])
    one.ask("again")  # what was agreed to after the match had ended was forgotten with the next one
    other.catch_up()
    other.ask("answer", yes=True, seq=other.table["pending"]["seq"])
    allowed = [who.http.get(replay).json()["may_challenge"] for who in (ann, ben, house.visitor("Dan"))]
    assert allowed == [True, True, False]
    link = make(ann, table).json()["id"]
    play(ben, link)
    assert told(ben, link)["mine"][0]["counts"] is False  # he has seen the cards on his seat
    cat = house.visitor("Cat")
    begun = begin(cat, link)
    play(cat, make(ben, table).json()["id"])  # the same cards from his seat
    finish(cat.wire(begun))
    assert told(cat, link)["mine"][0]["counts"] is False


def test_who_begins_on_two_seats_at_once_is_found_out(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each saw no try of the other, so one of them counted, played with the cards of the other seat in sight."""
    ann, ben, cat = house.visitor("Ann"), house.visitor("Ben"), house.visitor("Cat")
    table, one, other = played_by(ann, ben)
    one.ask("share")
    other.catch_up()
    other.ask("answer", yes=True, seq=other.table["pending"]["seq"])
    links = [make(who, table).json()["id"] for who in (ann, ben)]
    attempt, both, store = house.house.tables.attempt, asyncio.Barrier(2), house.house.store

    async def together(*arguments: Any) -> str:
        await both.wait()
        return await attempt(*arguments)

    monkeypatch.setattr(house.house.tables, "attempt", together)
    monkeypatch.setattr(store._queue, "put", lambda append: store._database.write([append]))  # as two nodes do
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda link: begin(cat, link), links))
    assert [told(cat, link)["mine"][0]["counts"] for link in links] == [False, False]


def test_a_day_ends(house: Served, time: Time) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    deal = day(ann)
    assert deal["until"] - DAY <= time.now < deal["until"]
    table = begin(ben, deal["id"])
    time.now = deal["until"]
    assert day(ann)["id"] != deal["id"]
    refused = ann.http.post(f"/api/challenges/{deal['id']}/try")
    assert (refused.status_code, code(refused)) == (400, "challenge/over")
    assert begin(ben, deal["id"]) == table  # what has been begun may be ended
    finish(ben.wire(table))
    assert told(ben, deal["id"])["tries"] == 1


def par_of(visitor: Visitor, deal: str) -> dict[str, Any]:
    """The par, when it is done: it grows play by play, each of which may take its time on a busy machine."""

    def look() -> dict[str, Any]:
        found: dict[str, Any] = visitor.http.get(f"/api/challenges/{deal}/par").json()
        return found

    while not (now := look())["done"]:
        wait_for(lambda now=now: look() != now, "the next play of the par")  # type: ignore[misc]
    return now


def test_the_par_stands_beside_the_result(house: Served) -> None:
    ann = house.visitor("Ann")
    deal = day(ann, "wizard")["id"]
    play(ann, deal)
    par = par_of(ann, deal)
    assert par["plays"] == 64
    assert par["error"] > 0
    ben = house.visitor("Ben")
    play(ben, deal)
    assert ben.http.get(f"/api/challenges/{deal}/par").json() == par


def test_a_whole_match_has_a_par(serve: Serve) -> None:
    ann = serve(**LAVISH).visitor("Ann")
    story = day(ann, "emissary")["id"]
    play(ann, story)
    par = par_of(ann, story)
    assert par["plays"] == 64
    assert par["error"] > 0


def test_bad_links_and_bodies_are_refused(house: Served) -> None:
    ann, nobody = house.visitor("Ann"), house.visitor()
    for wrong in ("zzzzzzzzzzzz", "A'; DROP", "x" * 60, "%00", "ä"):
        for answer in (
            ann.http.get(f"/api/challenges/{wrong}"),
            ann.http.post(f"/api/challenges/{wrong}/try"),
            ann.http.get(f"/api/challenges/{wrong}/par"),
        ):
            assert (answer.status_code, code(answer)) == (404, "challenge/not_found"), wrong
    unknown = ann.http.get("/api/games/whist/day")
    assert (unknown.status_code, code(unknown)) == (404, "game/unknown")
    deal = day(ann)["id"]
    assert code(nobody.http.post(f"/api/challenges/{deal}/try")) == "name/needed"
    assert code(nobody.http.post("/api/challenges", json={"table": "abc"})) == "name/needed"
    foreign = {"Origin": "https://evil.example"}
    assert ann.http.post(f"/api/challenges/{deal}/try", headers=foreign).status_code == 403
    assert ann.http.post("/api/challenges", json={"table": "abc"}, headers=foreign).status_code == 403
    assert code(make(ann, "zzzzzzzzzzzz")) == "table/not_found"
    running = ann.open_table("wizard", seats=3, fill="gentle", start=True)
    assert (make(ann, running).status_code, code(make(ann, running))) == (409, "table/not_over")
    for body in ({}, {"table": 3}, {"table": "abc", "deal": "x"}, {"table": "abc", "more": 1}):
        assert code(ann.http.post("/api/challenges", json=body)) == "wire/malformed"
    over = bots_match(ann)
    assert code(make(ann, over, 99)) == "record/no_such_deal"
    assert code(make(ann, over, 0)) == "record/no_such_deal"


@pytest.mark.parametrize("page", ["/day", "/day/schieber", "/c/abcdef"])
def test_its_pages_are_pages_of_the_house(served: Served, page: str) -> None:
    assert served.visitor().http.get(page, headers={"Accept": "text/html"}).status_code == 200


def test_a_game_that_is_gone_is_told(house: Served) -> None:
    ann = house.visitor("Ann")
    deal = day(ann)["id"]

    async def lose() -> None:
        house.house.challenges._settings.games.pop("schieber")

    house.on_loop(lose())
    for answer in (ann.http.get(f"/api/challenges/{deal}"), ann.http.post(f"/api/challenges/{deal}/try")):
        assert (answer.status_code, code(answer)) == (404, "game/unknown")


def test_many_at_once_are_refused(empty: str, serve: Serve) -> None:
    served = serve(empty, challenges=0.0, challenges_burst=1, tables=0.0, tables_burst=2, **LAVISH)
    ann = served.visitor("Ann")
    table = bots_match(ann)
    link = make(ann, table).json()["id"]
    assert code(make(ann, table)) == "challenge/too_many"
    begin(ann, link)
    answer = ann.http.post(f"/api/challenges/{link}/try")
    assert (answer.status_code, code(answer)) == (429, "table/too_many")


def test_what_is_stored_of_a_guest_is_told_and_goes(house: Served, empty: str) -> None:
    ann, ben = house.visitor("Anneliese"), house.visitor("Ben")
    link = make(ann, bots_match(ann)).json()["id"]
    deal = day(ann)["id"]
    play(ann, deal)
    play(ben, deal)
    play(ben, link)
    everything = ann.http.get("/api/me/export").json()
    assert {each["challenge"] for each in everything["tries"]} == {link, deal}
    secret = json.loads(rows(house, CHALLENGES)[0].body)["secret"]
    assert secret not in json.dumps(everything["tables"])
    mine = id_of(house, ann)
    forget(ann)
    assert mine not in stored(house) and "Anneliese" not in stored(house)
    assert told(ben, link)["by"] is None
    assert [line["name"] for line in told(ben, deal)["lines"]] == ["Ben"]


def test_who_hides_himself_has_no_name_there(house: Served) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    deal = day(ann)["id"]
    play(ann, deal)
    play(ben, deal)
    ann.http.post("/api/me/hidden", json={"hidden": True})
    assert {line["name"] for line in told(ben, deal)["lines"]} == {None, "Ben"}


def test_tries_do_not_count_for_ratings_and_figures(house: Served) -> None:
    ann = house.visitor("Ann")
    table = play(ann, day(ann)["id"])
    home = ann.http.get("/api/me/tables").json()["finished"]
    assert [(each["table"], each["uncounted"]) for each in home] == [(table, "challenge")]
    assert home[0]["challenge"] is not None
    assert ann.http.get("/api/me/figures").json()["games"] == []
    assert ann.http.get("/api/games/schieber/ratings").json() == []


def test_challenges_that_nobody_tries_go(house: Served, time: Time) -> None:
    ann = house.visitor("Ann")
    tried, untried = day(ann)["id"], day(ann, "wizard")["id"]
    begin(ann, tried)

    async def clear(before: float) -> int:
        return await house.house.challenges.clear(before)

    assert house.on_loop(clear(NOON)) == 0
    assert house.on_loop(clear(NOON + 1)) == 1
    assert [row.id for row in rows(house, CHALLENGES)] == [tried]
    assert code(ann.http.get(f"/api/challenges/{untried}")) == "challenge/not_found"
    assert len(rows(house, TRIES)) == 1
    assert rows(house, REVIEWS) == []
