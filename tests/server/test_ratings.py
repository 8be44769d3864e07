"""Ratings and figures: what counts, what comes of it, who is shown, and that it can be computed anew."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from openskill.models import PlackettLuce

from commands import run
from server.databases import empty, plans
from server.servers import LAVISH, Serve, Served, stored
from server.test_oneself import code, forget, id_of
from server.visitor import Visitor, play_together
from table.house import ANN
from table.test_table_takeback import begun
from torite import cli
from torite.server.matches.bot_figures import matches_that_counted, trend
from torite.server.matches.figures import PARTED
from torite.server.matches.figures import figures as figures_of
from torite.server.matches.reviews import ALL
from torite.server.people import ratings
from torite.server.people.history import match_summary
from torite.server.storage.database import Work, database_url
from torite.server.storage.schema import HIDDEN, MATCHES, PLAYED, RATINGS, REVIEWS
from torite.server.storage.store import Store
from torite.table.looking import Divided, Par
from torite.table.returning import MatchSummary

__all__ = ["empty"]
GAME = "schieber"
Row = tuple[str, str]  # "guest", id; or "bot", level


@pytest.fixture
def house(empty: str, serve: Serve) -> Served:
    return serve(empty, **LAVISH)


def work(served: Served, statement: Any, rows: Any = None) -> Any:
    """Run it, and return what comes of it."""

    def run(connection: sa.Connection) -> Any:
        done = connection.execute(statement, rows) if rows is not None else connection.execute(statement)
        return done.mappings().all() if done.returns_rows else None

    return served.on_loop(served.house.store.run(run))


def lay(
    number: float,
    players: Sequence[Row],
    places: Sequence[int],
    sides: Sequence[int] | None = None,
    *,
    game: str = GAME,
    uncounted: str | None = None,
    names: Sequence[str] | None = None,
    **more: Any,
) -> Work[None]:
    """Write down a match of these players, as if it had ended in second `number`."""
    summary = MatchSummary(
        table=f"t{number}",
        number=1,
        game=game,
        preset="seed",
        ended=float(number),
        names=list(names or (who.title() if kind == "guest" else f"Bot {who}" for kind, who in players)),
        levels=[None if kind == "guest" else who for kind, who in players],
        points=[10 * (len(players) - place) for place in places],
        places=list(places),
        sides=list(sides or range(len(players))),
        uncounted=uncounted,
        **more,
    )
    which = {"table_id": summary.table, "number": 1}
    row = {"ended": summary.ended, "game": game, "counts": uncounted is None, "summary": msgspec.json.encode(summary)}
    guests = [{**which, "guest": who, "seat": seat} for seat, (kind, who) in enumerate(players) if kind == "guest"]

    def write(connection: sa.Connection) -> None:
        connection.execute(MATCHES.insert(), {**which, **row})
        connection.execute(PLAYED.insert(), guests)

    return write


def ended(served: Served, *match: Any, **more: Any) -> None:
    """A match lies in the store."""
    served.on_loop(served.house.store.run(lay(*match, **more)))


ANNE, BENN, STRONG, GENTLE = ("guest", "anne"), ("guest", "benn"), ("bot", "strong"), ("bot", "gentle")


def table_of(visitor: Visitor, game: str = GAME) -> dict[str, Any]:
    """The table of the house by name or level."""
    answer = visitor.http.get(f"/api/games/{game}/ratings")
    answer.raise_for_status()
    return {each["name"] or each["level"]: each for each in answer.json()}


def figures(visitor: Visitor) -> Any:
    answer = visitor.http.get("/api/me/figures")
    answer.raise_for_status()
    return answer.json()


def everything(served: Served) -> Any:
    """All that the ratings are, and all that they follow from."""
    rated = [[*row.values()] for row in work(served, sa.select(RATINGS).order_by(RATINGS.c.game, RATINGS.c.player))]
    came = [row["came"] for row in work(served, sa.select(MATCHES).order_by(MATCHES.c.ended))]
    return rated, came


def test_ratings_are_those_of_openskill(house: Served) -> None:
    ended(house, 1, [ANNE, BENN, STRONG], [1, 2, 2])
    ended(house, 2, [BENN, ANNE, GENTLE, STRONG], [3, 1, 1, 3], [0, 1, 1, 0])  # two against two
    ended(house, 3, [ANNE, STRONG, STRONG], [2, 1, 3])
    ended(house, 4, [ANNE, BENN], [2, 1], game="wizard")  # another game
    ended(house, 5, [ANNE, BENN], [2, 1], uncounted="hint")

    model = PlackettLuce()
    new = model.rating
    ((anne,), (benn,), (strong,)) = model.rate([[new()], [new()], [new()]], ranks=[1, 2, 2])
    ((benn, strong), (anne, gentle)) = model.rate([[benn, strong], [anne, new()]], ranks=[3, 1])
    ((anne,), (one,), (other,)) = model.rate([[anne], [strong], [new(strong.mu, strong.sigma)]], ranks=[2, 1, 3])
    strong = new((one.mu + other.mu) / 2, (one.sigma + other.sigma) / 2)

    found = table_of(house.visitor())
    expected = {"Anne": (anne, 3), "Benn": (benn, 2), "strong": (strong, 3), "gentle": (gentle, 1)}
    for name, (skill, matches) in expected.items():
        rating = found[name]["rating"]
        assert rating["value"] == pytest.approx(skill.mu, abs=1e-9)
        assert rating["within"] == pytest.approx(1.96 * skill.sigma, abs=1e-9)
        assert (rating["matches"], rating["provisional"]) == (matches, True)
    assert list(found) == sorted(found, key=lambda name: -found[name]["rating"]["value"])
    assert found.keys() == expected.keys()
    assert table_of(house.visitor(), "wizard").keys() == {"Anne", "Benn"}


def test_a_match_that_cannot_be_read_stops_no_other(house: Served) -> None:
    def damaged(connection: sa.Connection) -> None:
        """In one go, for the house looks now and then for matches to rate."""
        lay(1, [ANNE, BENN], [1, 2])(connection)
        connection.execute(sa.update(MATCHES).values(summary=b'{"table":"t1"}'))

    house.on_loop(house.house.store.run(damaged))
    ended(house, 2, [ANNE, BENN], [1, 2], game="wizard")
    assert table_of(house.visitor(), GAME) == {}
    assert table_of(house.visitor(), "wizard")["Anne"]["rating"]["matches"] == 1
    assert [row["counts"] for row in work(house, sa.select(MATCHES.c.counts).order_by(MATCHES.c.ended))] == [
        False,
        True,
    ]


def test_nor_does_one_that_is_damaged_later(house: Served, caplog: pytest.LogCaptureFixture) -> None:
    for number in range(1, 8):
        ended(house, number, [ANNE, STRONG], [1, 2])
    assert table_of(house.visitor(), GAME)["Anne"]["rating"]["matches"] == 7
    for number, column in ((2, "summary"), (4, "came")):
        work(house, sa.update(MATCHES).where(MATCHES.c.table_id == f"t{number}").values({column: b"{"}))
    body = {"table_id": "t3", "number": 1, "body": b"{"}
    for seat in (ALL, 1):
        work(house, REVIEWS.insert(), body | {"seat": seat})
    answer = house.visitor().http.get(f"/api/games/{GAME}/ratings/strong")
    assert answer.raise_for_status().json()["tally"]["matches"] == 6
    told = house.on_loop(figures_of(house.house.store, ANNE[1], house.house.settings.games))
    assert told.games[0].tallies[0].matches == 6
    assert house.on_loop(house.house.bot_reviews.make_one()) is None
    for number in (2, 3, 4):
        assert f"table t{number} cannot be read" in caplog.text
    assert house.on_loop(house.house.ratings.recompute()) == 5


def test_a_match_of_one_side_says_nothing() -> None:
    came = [ratings.NEWCOMER, ratings.Skill(30.0, 2.0)]
    assert ratings.rated(came, [0, 0], [1, 1]) == came


def test_who_has_played_enough_is_certain_and_comes_first(house: Served) -> None:
    for number in range(60):
        ended(house, number, [ANNE, STRONG], [2, 1] if number % 3 else [1, 2])
    ended(house, 60, [BENN, STRONG], [1, 2])
    found = table_of(house.visitor())
    assert [(name, each["rating"]["provisional"]) for name, each in found.items()] == [
        ("strong", False),
        ("Anne", False),
        ("Benn", True),
    ]
    assert found["Benn"]["rating"]["value"] > found["Anne"]["rating"]["value"]
    told = house.on_loop(plans(house.house.store, lambda: house.house.ratings.of_game(GAME, None)))
    for plan in told[-2:]:  # however many guests there are
        assert "ratings_by_place" in plan
        assert not {"TEMP", "Sort"} & set(plan.split())


def test_computed_anew_they_are_the_same(house: Served, empty: str) -> None:
    for number, places in enumerate([[1, 2, 3], [2, 1, 2], [3, 1, 1], [1, 1, 1]]):
        ended(house, number, [ANNE, BENN, STRONG], places)
    anyone = house.visitor()
    first = table_of(anyone)
    ended(house, 0.5, [ANNE, BENN, STRONG], [3, 2, 1])  # told late by another node
    assert table_of(anyone) != first
    before = everything(house)
    work(house, RATINGS.delete())
    assert cli.run(["admin", "ratings", "--db", empty]) == 0
    assert everything(house) == before
    work(house, PLAYED.delete().where(PLAYED.c.guest == "anne"))  # as one who has deleted himself
    assert cli.run(["admin", "ratings", "--db", empty]) == 0
    others = [row for row in before[0] if row[1] != "anne"]
    assert everything(house) == (others, before[1])


def test_those_that_waited_are_counted_too(house: Served, empty: str, capsys: pytest.CaptureFixture[str]) -> None:
    ended(house, 1, [ANNE, BENN], [1, 2])
    status, told, _ = run(capsys, "admin", "ratings", "--db", empty)
    assert (status, "1 match rated anew.\n" in told) == (0, True)  # the house may say meanwhile where it is


def test_a_match_is_rated_once_however_many_nodes_there_are(empty: str, serve: Serve) -> None:
    one, two = serve(empty, **LAVISH), serve(empty, **LAVISH)
    for number in range(3 * ratings.AT_ONCE // 2):
        ended(one, number, [ANNE, BENN], [1 + number % 2, 2 - number % 2])
    jobs = [
        asyncio.run_coroutine_threadsafe(each.house.ratings.settle(), each.house.tables._sweeper.get_loop())
        for each in (one, two) * 4
    ]
    for job in jobs:
        job.result(60)
    nth = [row["nth"] for row in work(one, sa.select(MATCHES.c.nth).order_by(MATCHES.c.ended))]
    assert nth == list(range(1, len(nth) + 1))
    assert {each["rating"]["matches"] for each in table_of(two.visitor()).values()} == {len(nth)}


# ---- real matches ----
def duel(one: Visitor, other: Visitor, game: str = "wysiwyg", **new: Any) -> list[Any]:
    """A table for two, with both seated."""
    table = one.open_table(game, 2, **new)
    wires = [one.wire(table), other.wire(table)]
    wires[1].ask("sit")
    return wires


def test_what_is_played_at_an_open_table_counts(house: Served) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    wires = duel(ann, ben)
    assert wires[1].until_table(lambda table: table["seat"] == 1)["uncounted"] is None
    wires[0].ask("start")
    play_together(*wires)
    found = table_of(ann, "wysiwyg")
    assert found.keys() == {"Ann", "Ben"}
    assert [found[name]["own"] for name in ("Ann", "Ben")] == [True, False]
    (mine,) = figures(ann)["games"]
    won = [places == 1 for places in ann.http.get("/api/me/tables").json()["finished"][0]["places"]]
    assert (mine["rating"], mine["game"]) == (found["Ann"]["rating"], "wysiwyg")
    assert [point["value"] for point in mine["ratings"]] == [mine["rating"]["value"]]
    assert [(tally["against"], tally["places"]) for tally in mine["tallies"]] == [("people", [1] if won[0] else [0, 1])]
    answer = ann.http.get("/api/me/figures").text + ann.http.get("/api/games/wysiwyg/ratings").text
    assert not any(id_of(house, who) in answer for who in (ann, ben))
    assert ann.http.get("/api/me/export").json()["figures"] == figures(ann)


@pytest.mark.parametrize("why", ["unlisted", "hint", "take_back", "stand_in"])
def test_what_does_not_count(house: Served, why: str) -> None:
    people = house.visitor("Ann"), house.visitor("Ben")
    wires = duel(*people, listed=why != "unlisted")
    wires[0].ask("start")
    for wire in wires:
        wire.until_table(lambda table: table["scene"] is not None)
    (first, _), (other, stays) = sorted(zip(wires, people, strict=True), key=lambda one: not one[0].legal)
    if why == "hint":
        first.ask("hint", seq=first.seq)
    if why == "take_back":
        first.act()
        first.ask("take_back", seq=first.table["take_back"])
        pending = other.until_table(lambda table: table["pending"] is not None)["pending"]
        other.ask("answer", yes=True, seq=pending["seq"])
    if why == "stand_in":
        first.ask("leave")
    play_together(*[other] if why == "stand_in" else wires)
    assert other.table["uncounted"] == why
    assert stays.http.get("/api/me/tables").json()["finished"][0]["uncounted"] == why
    assert table_of(stays, "wysiwyg") == {}
    (mine,) = figures(stays)["games"]
    assert (mine["rating"], mine["ratings"]) == (None, [])
    assert [(tally["against"], tally["matches"]) for tally in mine["tallies"]] == [("people", 1)]


def test_who_hides_is_not_shown_and_rated_all_the_same(house: Served) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    players = [("guest", id_of(house, each)) for each in (ann, ben)]
    ended(house, 1, players, [1, 2])
    assert len(table_of(ben)) == 2
    assert ann.http.post("/api/me/hidden", json={"hidden": True}).json() == {"hidden": True}
    assert ann.http.post("/api/me/hidden", json={"hidden": True}).status_code == 200
    assert [each["own"] for each in table_of(ben).values()] == [True]
    assert table_of(ann).keys() == table_of(ben).keys()
    ended(house, 2, players, [1, 2])
    mine = figures(ann)
    assert (mine["hidden"], mine["games"][0]["rating"]["matches"]) == (True, 2)
    ann.http.post("/api/me/hidden", json={"hidden": False}).raise_for_status()
    assert len(table_of(ben)) == 2


def test_who_is_forgotten_stands_in_no_table(house: Served) -> None:
    ann, ben = house.visitor("Zaphod"), house.visitor("Ben")
    wires = duel(ann, ben)
    wires[0].ask("start")
    play_together(*wires)
    before = table_of(ben, "wysiwyg")
    ann.http.post("/api/me/hidden", json={"hidden": True}).raise_for_status()
    me = id_of(house, ann)
    assert me in stored(house)
    forget(ann)
    assert me not in stored(house)
    assert "Zaphod" not in stored(house)
    assert work(house, sa.select(HIDDEN)) == []
    assert table_of(ben, "wysiwyg") == {"Ben": before["Ben"]}
    house.on_loop(house.house.ratings.recompute())
    assert table_of(ben, "wysiwyg") == {"Ben": before["Ben"]}


def test_who_may_not_ask(house: Served) -> None:
    nobody, ann = house.visitor(), house.visitor("Ann")
    assert code(nobody.http.get("/api/me/figures")) == "name/needed"
    assert code(nobody.http.post("/api/me/hidden", json={"hidden": True})) == "name/needed"
    foreign = {"Origin": "https://evil.example"}
    assert code(ann.http.post("/api/me/hidden", json={"hidden": True}, headers=foreign)) == "wire/origin"
    assert code(ann.http.post("/api/me/hidden", json={"hidden": "perhaps"})) == "wire/malformed"
    assert code(ann.http.get("/api/games/nothing/ratings")) == "game/unknown"
    assert figures(ann) == {"games": [], "exercises": [], "hidden": False}


# ---- figures ----
def test_matches_are_told_apart_by_who_was_there(house: Served) -> None:
    ann = house.visitor("Ann")
    me = ("guest", id_of(house, ann))
    ended(house, 1, [me, STRONG, STRONG], [1, 2, 3])
    ended(house, 2, [STRONG, me, STRONG], [1, 3, 2])
    ended(house, 3, [STRONG, me, GENTLE], [1, 1, 3])
    ended(house, 4, [STRONG, me, BENN], [1, 2, 3])
    ended(house, 5, [me], [1], game="emissary", uncounted="alone")
    solitaire, schieber = figures(ann)["games"]
    assert [solitaire["game"], solitaire["tallies"][0]["against"]] == ["emissary", "nobody"]
    assert {each["against"]: (each["matches"], each["places"], each["points"]) for each in schieber["tallies"]} == {
        "strong": (2, [1, 0, 1], 10.0),
        "mixed": (1, [1], 20.0),
        "people": (1, [0, 1], 10.0),
    }
    values = [point["value"] for point in schieber["ratings"]]
    assert len(values) == 4
    assert values[-1] == schieber["rating"]["value"]
    assert [point["at"] for point in schieber["ratings"]] == [1.0, 2.0, 3.0, 4.0]


def test_who_plays_together_again_and_again_stands_beside_each_other(house: Served) -> None:
    """By the matches that the reader has played, also where one of them is there every other time."""
    ann, benn, eve = (house.visitor(name) for name in ("Ann", "Benn", "Eve"))
    me, he, she = (("guest", id_of(house, each)) for each in (ann, benn, eve))
    ended(house, 1, [me, he, ANNE], [3, 1, 2], names=["Ann", "Benn", "Anne"])
    ended(house, 2, [me, he, she], [3, 1, 2], names=["Ann", "Benn", "Eve"])
    ended(house, 3, [he, me, she], [1, 2, 3], names=["Benn", "Ann", "Eve"])
    ended(house, 4, [me, he, STRONG], [1, 2, 3], names=["Ann", "Benn", "Bot"])
    ended(house, 5, [he, she, STRONG], [1, 2, 3], names=["Benn", "Eve", "Bot"])  # Ann was not there
    ended(house, 6, [me, she, STRONG], [1, 2, 3], names=["Ann", "Fox", "Bot"])  # by another name: nobody is unmasked
    ended(house, 7, [me, he], [1, 2], names=["Ann", "Benn"], game="bingo")
    ended(house, 8, [me, he, she], [1, 2, 3], names=["Ann", "Benn", "Eve"], absent=[2])  # a bot played for Eve

    def company(visitor: Visitor) -> dict[str, list[tuple[str, int, list[int]]]]:
        told = [(game["game"], game["company"]) for game in figures(visitor)["games"]]
        return {game: [(each["name"], each["tally"]["matches"], each["tally"]["places"]) for each in those]
                for game, those in told}  # fmt: skip

    assert company(ann) == {"bingo": [], GAME: [("Benn", 5, [3, 2]), ("Eve", 2, [0, 1, 1])]}
    assert company(eve)[GAME] == [("Benn", 3, [3]), ("Ann", 3, [1, 1, 1])]


def test_who_has_long_played_among_friends_alone_has_figures(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """None of the matches that are shown has been rated, and still there is a rating."""
    monkeypatch.setattr("torite.server.matches.figures.AT_MOST", 2)
    ann = house.visitor("Ann")
    me = ("guest", id_of(house, ann))
    for second in range(1, 4):
        ended(house, second, [me, STRONG, STRONG], [1, 2, 3], uncounted=None if second == 1 else "unlisted")
    (game,) = figures(ann)["games"]
    assert game["rating"]["matches"] == 1
    assert game["ratings"] == []
    assert game["tallies"][0]["matches"] == 2


def test_the_side_that_comes_after_the_winners_is_second(house: Served) -> None:
    ann = house.visitor("Ann")
    ended(house, 1, [STRONG, ("guest", id_of(house, ann)), STRONG, BENN], [1, 3, 1, 3], sides=[0, 1, 0, 1])
    assert figures(ann)["games"][0]["tallies"][0]["places"] == [0, 1]


def test_what_decisions_have_cost(house: Served) -> None:
    ann = house.visitor("Ann")
    me = ("guest", id_of(house, ann))
    for number, mean in ((1, 2.5), (2, 0.5)):
        ended(house, number, [STRONG, me], [1, 2])
        body = msgspec.json.encode({"unit": "points", "mean": mean, "error": 0.5, "judged": []})
        work(house, REVIEWS.insert(), {"table_id": f"t{number}", "number": 1, "seat": 1, "body": body})
    ended(house, 3, [STRONG, me], [1, 2])
    work(house, REVIEWS.insert(), {"table_id": "t3", "number": 1, "seat": 0, "body": body})  # not mine
    (mine,) = figures(ann)["games"]
    assert mine["unit"] == "points"
    assert mine["losses"] == [
        {"at": 1.0, "value": 2.5, "within": pytest.approx(0.98)},
        {"at": 2.0, "value": 0.5, "within": pytest.approx(0.98)},
    ]


def par(*deals: tuple[list[float], list[float], list[float]]) -> bytes:
    """The par of a match: of each deal cards, their error, and play by seat."""
    shares = [
        Divided(n, [c + p for c, p in zip(cards, play, strict=True)], 0.0, cards, error, play)
        for n, (cards, error, play) in enumerate(deals, 1)
    ]
    return msgspec.json.encode(Par(GAME, 2, "points", len(deals), 64, shares, True))


def test_cards_and_play_over_many_matches(house: Served) -> None:
    ann = house.visitor("Ann")
    me = ("guest", id_of(house, ann))
    ended(house, 1, [STRONG, me], [1, 2])
    (mine,) = figures(ann)["games"]
    assert (mine["cards"], mine["play"], mine["luck"], mine["unit"]) == ([], [], None, None)
    assert mine["unparted"] == [{"table": "t1", "number": 1}]
    for number, (cards, play) in enumerate(((4.0, -1.0), (-2.0, 2.0), (10.0, 2.0)), 2):
        ended(house, number, [STRONG, me], [1, 2])
        body = par(([0.0, cards], [9.0, 3.0], [0.0, play]), ([0.0, 1.0], [9.0, 4.0], [0.0, 0.5]))
        work(house, REVIEWS.insert(), {"table_id": f"t{number}", "number": 1, "seat": ALL, "body": body})
        (mine,) = figures(ann)["games"]
        assert (mine["luck"] is not None) == (number == 4)
    within = pytest.approx(1.96 * 5, abs=1e-3)
    assert mine["cards"] == [{"at": n, "value": v, "within": within} for n, v in ((2.0, 5.0), (3.0, -1.0), (4.0, 11.0))]
    assert [point["value"] for point in mine["play"]] == [-0.5, 2.5, 2.5]
    assert mine["luck"]["cards"] == {"value": 5.0, "within": pytest.approx(4.303 * 6 / 3**0.5, rel=0.04)}
    assert mine["luck"]["play"] == {"value": 1.5, "within": pytest.approx(4.303 * 3**0.5 / 3**0.5, rel=0.04)}
    assert (mine["unit"], mine["losses"]) == ("points", [])
    assert mine["unparted"] == [{"table": "t1", "number": 1}]


def test_pars_are_offered_of_the_last_matches_that_can_have_one(house: Served) -> None:
    ann = house.visitor("Ann")
    me = ("guest", id_of(house, ann))
    for number in range(1, PARTED + 3):
        ended(house, number, [STRONG, me], [1, 2])
    ended(house, 50, [me], [1], game="emissary", uncounted="alone")
    ended(house, 51, [STRONG, me], [1, 2], game="a-game-that-is-gone")
    told = {each["game"]: each["unparted"] for each in figures(ann)["games"]}
    last = [{"table": f"t{n}", "number": 1} for n in range(PARTED + 2, 2, -1)]
    assert told == {GAME: last, "emissary": [], "a-game-that-is-gone": []}


def figures_of_bots(visitor: Visitor, level: str, game: str = GAME) -> Any:
    answer = visitor.http.get(f"/api/games/{game}/ratings/{level}")
    answer.raise_for_status()
    return answer.json()


def test_bots_have_figures_of_the_matches_that_counted(house: Served) -> None:
    anyone = house.visitor()
    for n in range(1, 11):
        ended(house, n, [ANNE, STRONG, STRONG], [1, 2, 3] if n % 2 else [3, 1, 2], bids=[9, 10, 10], met=[9, n, 5])
    ended(house, 11, [ANNE, GENTLE], [2, 1])
    for uncounted in ("unlisted", "hint", "challenge"):
        ended(house, ord(uncounted[0]), [ANNE, STRONG], [2, 1], uncounted=uncounted)  # nobody else's
    ended(house, 20, [ANNE, STRONG], [2, 1], game="wizard")
    told = figures_of_bots(anyone, "strong")
    assert (told["game"], told["level"]) == (GAME, "strong")
    assert told["tally"] == {
        "against": "people", "matches": 10, "places": [5, 10, 5], "points": 10.0, "bids": 200, "met": 55 + 50
    }  # fmt: skip
    assert [point["value"] for point in told["points"]] == pytest.approx([9.0, 11.0])
    assert [point["value"] for point in told["met"]] == pytest.approx([40.0, 65.0])
    assert [point["at"] for point in told["points"]] == [5.0, 10.0]
    rating = table_of(anyone)["strong"]["rating"]
    assert len(told["ratings"]) == 10
    assert (told["ratings"][-1]["value"], told["ratings"][-1]["within"]) == (rating["value"], rating["within"])
    assert told["ratings"][0]["value"] != told["ratings"][1]["value"]
    assert figures_of_bots(anyone, "gentle")["points"] == []
    assert figures_of_bots(anyone, "gentle")["tally"]["places"] == [1]
    assert figures_of_bots(anyone, "master")["tally"] is None


def test_bots_have_their_cards_and_play(house: Served) -> None:
    ended(house, 1, [ANNE, STRONG, STRONG], [1, 2, 3])
    body = par(([0.0, 4.0, -4.0], [9.0, 3.0, 1.0], [0.0, 2.0, -2.0]))
    work(house, REVIEWS.insert(), {"table_id": "t1", "number": 1, "seat": ALL, "body": body})
    told = figures_of_bots(house.visitor(), "strong")
    assert told["cards"] == [{"at": 1.0, "value": v, "within": pytest.approx(1.96 * e)} for v, e in ((4, 3), (-4, 1))]
    assert ([point["value"] for point in told["play"]], told["unit"]) == ([2.0, -2.0], "points")


def test_figures_of_bots_are_of_bots_there_are(house: Served) -> None:
    anyone = house.visitor()
    for path, why in ((f"{GAME}/ratings/anne", "table/unknown_level"), ("mahjong/ratings/strong", "game/unknown")):
        answer = anyone.http.get(f"/api/games/{path}")
        assert (answer.is_client_error, answer.json()["code"]) == (True, why)


def test_figures_of_bots_read_an_index(house: Served) -> None:
    """However many matches there are of other games, or that do not count."""
    for n in range(1, 300):
        ended(house, n, [ANNE, STRONG], [1, 2], game="wizard", uncounted=None if n % 2 else "hint")

    store = house.house.store
    [plan] = house.on_loop(plans(store, lambda: store.read(matches_that_counted(GAME))))
    assert "matches_by_game" in plan
    assert "TEMP B-TREE" not in plan
    assert "Sort" not in plan


@pytest.mark.parametrize("matches", [0, 4, 5, 9, 10, 149, 151, 1000])
def test_means_over_time_are_of_at_least_five_matches(matches: int) -> None:
    points = trend([(float(n), float(n % 7)) for n in range(matches)])
    assert len(points) == min(30, matches // 5)
    assert [point.at for point in points[-1:]] == [matches - 1.0][: len(points)]
    gaps = [late.at - early.at for early, late in pairwise(points)]
    assert all(gap >= 5 for gap in gaps)
    assert not gaps or max(gaps) - min(gaps) <= 1


def test_bids_that_were_met() -> None:
    house = begun("wizard", 1, 3)
    house.play_on(ANN)
    match = house.table.match
    assert match is not None
    told = match_summary(house.table, match, 0.0)
    assert told.bids == [len(match.sheet)] * 3
    assert told.met == [sum(deal["bids"][p] == deal["tricks"][p] for deal in match.sheet) for p in range(3)]
    assert (told.sides, told.options, told.uncounted) == ([0, 1, 2], dict(house.table.options), None)


def test_partners_are_one_side() -> None:
    house = begun("schieber", 1, 4)
    house.play_on(ANN)
    assert house.table.match is not None
    told = match_summary(house.table, house.table.match, 0.0)
    assert told.sides == [0, 1, 0, 1]
    assert told.bids == told.met == []


def test_a_backup_has_them(house: Served, empty: str, tmp_path: Any) -> None:
    ended(house, 1, [ANNE, BENN], [1, 2])
    found = table_of(house.visitor())
    assert cli.run(["admin", "backup", str(tmp_path / "saved.db"), "--db", empty]) == 0

    async def read() -> list[str]:
        store = await Store.open(database_url(str(tmp_path / "saved.db")))
        try:
            return sorted(each.name for each in await ratings.Ratings(store).of_game(GAME, None) if each.name)
        finally:
            await store.close()

    assert asyncio.run(read()) == sorted(found) == ["Anne", "Benn"]
