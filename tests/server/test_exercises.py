"""Exercises: asked without the answer, each once, only of those who may look at the match; on both databases."""

import copy
import json
from collections import deque
from functools import cache, partial
from itertools import product
from typing import Any
from unittest.mock import Mock

import httpx
import msgspec
import pytest

from server.databases import empty, plans
from server.servers import LAVISH, Serve, Served, stored
from server.test_challenges import make, rows
from server.test_oneself import FOREIGN, code, forget, id_of
from server.test_reviews import done, matches
from server.visitor import Visitor, wait_for
from torite.games import GAMES
from torite.review import practice as practising
from torite.review.practice import practice
from torite.review.review import EXERCISES as AT_MOST
from torite.review.review import FULL, Task, review
from torite.server.matches import exercises
from torite.server.matches.exercises import add
from torite.server.storage.schema import ANSWERS, EXERCISES
from torite.table.exercise import Posed
from torite.table.format import RecordError

__all__ = ["empty"]
GAME = "differenzler"
POSED = 5  # exercises that its match makes


@pytest.fixture
def house(empty: str, serve: Serve) -> Served:
    return serve(empty, **LAVISH)


@cache
def task() -> Task:
    """A match of bots, reviewed."""
    made = practice(GAMES[GAME], 7, 0)
    deque(review(made, FULL, 2), 0)
    return made


def pose(served: Served, table: str = "bots 1") -> int:
    """Put its exercises into the database; how many are new."""
    return served.on_loop(served.house.store.run(add(table, 1, task())))


def ask(visitor: Visitor, game: str = GAME) -> httpx.Response:
    answer = visitor.http.get(f"/api/games/{game}/exercise")
    assert answer.status_code == 200, answer.text
    return answer


def asked(visitor: Visitor, game: str = GAME) -> Any:
    """The exercise that is asked, None if there is none."""
    return ask(visitor, game).json()["exercise"]


def answer(visitor: Visitor, exercise: str, action: str, **more: Any) -> httpx.Response:
    return visitor.http.post(f"/api/exercises/{exercise}/answer", json={"code": action}, **more)


def kept(served: Served, exercise: str) -> Posed:
    (body,) = [row.body for row in rows(served, EXERCISES) if row.id == exercise]
    return msgspec.json.decode(body, type=Posed)


def overwrite(served: Served, exercise: str, posed: Posed) -> None:
    """Put another one in its place."""
    change = EXERCISES.update().where(EXERCISES.c.id == exercise).values(body=msgspec.json.encode(posed))
    served.on_loop(served.house.store.run(lambda connection: connection.execute(change)))


def test_a_match_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practising, "DEALS", 1)
    with pytest.raises(RecordError, match="not played to its end"):
        practice(GAMES["schieber"], 1, 0)


def test_what_is_asked_each_time_is_composed_once(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    pose(house)
    composing = Mock(wraps=exercises._fresh)
    monkeypatch.setattr(exercises, "_fresh", composing)
    ann = house.visitor("Ann")
    assert len({ask(ann).text for _ in range(3)}) == 1
    assert composing.call_count <= 2


def test_of_many_it_is_said_that_there_are_more(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exercises, "COUNTED", POSED - 1)
    pose(house)
    told = ask(house.visitor("Ann")).json()
    assert (told["left"], told["more"]) == (POSED - 1, True)


def test_each_is_asked_until_it_is_answered_and_then_no_more(house: Served) -> None:
    ann = house.visitor("Ann")
    assert ask(ann).json() == {
        "exercise": None,
        "left": 0,
        "more": False,
        "making": False,
        "score": {"game": GAME, "done": 0, "solved": 0},
    }
    assert (pose(house), pose(house)) == (POSED, 0)
    seen = []
    for number in range(POSED):
        told = ask(ann).json()
        assert ask(ann).json() == told
        assert (told["left"], told["more"]) == (POSED - number, False)
        exercise = told["exercise"]
        scene = exercise["replay"]["moments"][-1]["scene"]
        best = kept(house, exercise["id"]).alternatives[0].code
        wrong = next(action for action in scene["legal"] if action != best)
        solution = answer(ann, exercise["id"], best if number % 2 else wrong)
        assert solution.status_code == 201, solution.text
        found = solution.json()
        assert found["solved"] is bool(number % 2)
        assert found["alternatives"][0] == {"code": best, "loss": 0.0, "error": 0.0}
        assert all(each["loss"] > 3 * each["error"] for each in found["alternatives"][1:])
        assert found["score"] == {"game": GAME, "done": number + 1, "solved": (number + 1) // 2}
        assert (found["table"], found["number"]) == (None, 0)
        assert answer(ann, exercise["id"], best).status_code == 409
        seen.append(exercise["id"])
    assert len(set(seen)) == POSED
    assert asked(ann) is None
    assert asked(house.visitor("Ben"))["id"] == seen[0]  # others are asked all the same
    assert ann.http.get("/api/me/figures").json()["exercises"] == [{"game": GAME, "done": POSED, "solved": POSED // 2}]


def test_where_there_is_none_left_bots_play_for_some(empty: str, serve: Serve) -> None:
    house = serve(empty, **LAVISH, practice=1)
    ann = house.visitor("Ann")
    assert [ask(ann).json()["making"] for _ in range(2)] == [True, True]  # one match is enough for both
    wait_for(lambda: asked(ann) is not None, "an exercise")
    made = rows(house, EXERCISES)
    assert {(row.table_id, row.number, row.shown) for row in made} == {("bots 0", 1, True)}  # as `torite admin` would
    while exercise := asked(ann):
        answer(ann, exercise["id"], exercise["replay"]["moments"][-1]["scene"]["legal"][0])
    wait_for(lambda: not ask(ann).json()["making"], "the end")
    assert rows(house, EXERCISES) == made  # there are not to be more


def test_what_is_wrong_is_refused_and_changes_nothing(house: Served) -> None:
    pose(house)
    ann, nobody = house.visitor("Ann"), house.visitor()
    exercise = asked(nobody)  # a name is needed only for an answer
    assert asked(ann) == exercise
    legal = exercise["replay"]["moments"][-1]["scene"]["legal"]
    assert code(nobody.http.get("/api/games/nothing/exercise")) == "game/unknown"
    for wrong in ("zzzzzzzzzzzz", "A'; DROP", "x" * 60, "%00", "ä"):
        told = answer(ann, wrong, legal[0])
        assert (told.status_code, code(told)) == (404, "exercise/not_found"), wrong
    for action in ("", "?", "concede", "x" * 9999, "\0", *({"SA", "HA", "bid:3"} - set(legal))):
        told = answer(ann, exercise["id"], action)
        assert (told.status_code, code(told)) == (400, "move/illegal_action"), action
        assert len(told.content) < 2000
    told = answer(nobody, exercise["id"], legal[0])
    assert (told.status_code, code(told)) == (401, "name/needed")
    assert code(answer(ann, exercise["id"], legal[0], headers=FOREIGN)) == "wire/origin"
    path = f"/api/exercises/{exercise['id']}/answer"
    assert code(ann.http.post(path, json={"code": legal[0], "solved": True})) == "wire/malformed"
    assert ann.http.post(path, content=b"code").status_code == 415
    assert rows(house, ANSWERS) == []
    assert asked(ann) == exercise


def test_two_worlds(house: Served) -> None:
    """What is told before the answer does not depend on the cards of others, nor on the answer."""
    pose(house)
    ann, compared = house.visitor("Ann"), 0
    while (exercise := asked(ann)) is not None:
        before, posed = ask(ann), kept(house, exercise["id"])
        for other in worlds(posed):
            overwrite(house, exercise["id"], other)
            after = ask(ann)
            assert after.content == before.content
            assert dict(after.headers) | {"date": ""} == dict(before.headers) | {"date": ""}
            compared += 1
        assert answer(ann, exercise["id"], posed.alternatives[-1].code).status_code == 201
    assert compared > 1.5 * POSED  # of most there is another world, too


def worlds(posed: Posed) -> list[Posed]:
    """The same to the seat: another answer; and two cards of others exchanged that nobody has shown yet."""
    turned = [msgspec.structs.replace(each, loss=9 - each.loss, error=1.0) for each in posed.alternatives[::-1]]
    found = [msgspec.structs.replace(posed, alternatives=turned, worlds=2)]
    record = copy.deepcopy(posed.record)
    hands = record["deals"][-1]["hands"]
    shown = {action[1] for action in record["deals"][-1]["actions"]}
    one, other = (hand for seat, hand in enumerate(hands) if seat not in (posed.seat, (posed.seat + 1) % len(hands)))
    for i, j in product(range(len(one)), range(len(other))):
        if one[i][0] == other[j][0] and not {one[i], other[j]} & shown:  # of a suit: all may follow as before
            one[i], other[j] = other[j], one[i]
            return [*found, msgspec.structs.replace(posed, record=record)]
    return found


def test_a_match_is_asked_about_as_far_as_it_may_be_looked_at(house: Served) -> None:
    ann, ben, table = matches(house)
    cat, nobody = house.visitor("Cat"), house.visitor()
    assert asked(ann, "wysiwyg") is None
    review = done(ann, table)
    found = rows(house, EXERCISES)
    assert 0 < len(found) <= AT_MOST
    assert {(row.table_id, row.number, row.seat) for row in found} == {(table, 1, review.seat)}
    assert [asked(each, "wysiwyg") for each in (cat, nobody)] == [None, None]
    store, next_one = house.house.store, partial(house.house.exercises.next, "wysiwyg", "cat", "")
    plan = house.on_loop(plans(store, next_one))[-1]
    assert "exercises_by_game" in plan
    assert "(game=?)" not in plan  # as SQLite tells that it looks through all that others have
    for who in (ann, ben):  # who has played is told where it was
        exercise = asked(who, "wysiwyg")
        legal = exercise["replay"]["moments"][-1]["scene"]["legal"]
        assert answer(cat, exercise["id"], legal[0]).status_code == 404
        solution = answer(who, exercise["id"], legal[0]).json()
        assert (solution["table"], solution["number"]) == (table, 1)
    a, b = ann.wire(table), ben.wire(table)
    a.ask("share")
    assert asked(cat, "wysiwyg") is None
    b.ask("answer", yes=True, seq=b.until_table(lambda t: t["pending"] is not None)["pending"]["seq"])
    told = ask(cat, "wysiwyg")
    assert table not in told.text and "Ann" not in told.text and "Ben" not in told.text
    exercise = told.json()["exercise"]
    assert exercise["replay"]["names"] == [None, None]
    assert exercise["replay"]["started"] is None
    assert asked(nobody, "wysiwyg") == exercise
    solution = answer(cat, exercise["id"], exercise["replay"]["moments"][-1]["scene"]["legal"][0])
    assert solution.json()["table"] is None
    assert not any(word in solution.text for word in (table, "Ann", "Ben"))
    assert make(ann, table).status_code == 201  # from now on others are to play these cards
    assert asked(cat, "wysiwyg") is None


def test_no_exercise_tells_the_deal_of_the_day(house: Served) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    day = ann.http.get(f"/api/games/{GAME}/day").json()["id"]
    for _ in range(8):  # who plays at random makes mistakes that are clear in most tries
        table = ann.http.post(f"/api/challenges/{day}/try").json()["id"]
        ann.wire(table).play_on()
        done(ann, table)
        if rows(house, EXERCISES):
            break
    assert rows(house, EXERCISES) != []
    assert asked(ben) is None


def test_what_is_stored_of_a_guest_is_told_and_goes(house: Served) -> None:
    ann, ben, table = matches(house)
    done(ann, table)
    done(ben, table)
    for who in (ann, ben):
        exercise = asked(who, "wysiwyg")
        answer(who, exercise["id"], exercise["replay"]["moments"][-1]["scene"]["legal"][-1]).raise_for_status()
    (mine,) = ann.http.get("/api/me/export").json()["answers"]
    assert (mine["exercise"], mine["game"], mine["code"]) == (
        exercise["id"],
        "wysiwyg",
        exercise["replay"]["moments"][-1]["scene"]["legal"][-1],
    )
    me = id_of(house, ann)
    assert "Ann" not in json.dumps([bytes(row.body).decode() for row in rows(house, EXERCISES)])
    forget(ann)
    assert me not in stored(house) and "Ann" not in stored(house)
    assert {row.seat for row in rows(house, EXERCISES)} == {1}  # what is of her decisions is gone, too
    assert len(ben.http.get("/api/me/export").json()["answers"]) == 1


def test_a_table_takes_its_exercises_along_and_answers_stay(house: Served) -> None:
    ann, _, table = matches(house)
    done(ann, table)
    exercise = asked(ann, "wysiwyg")
    answer(ann, exercise["id"], exercise["replay"]["moments"][-1]["scene"]["legal"][0]).raise_for_status()

    async def lose() -> None:
        await house.house.store.delete(table)

    house.on_loop(lose())
    assert rows(house, EXERCISES) == []
    assert asked(ann, "wysiwyg") is None
    assert ask(ann, "wysiwyg").json()["score"]["done"] == 1


def test_what_the_rules_do_not_allow_any_more_is_not_asked(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exercises, "AT_ONCE", 1)
    pose(house)
    ann = house.visitor("Ann")
    exercise = asked(ann)
    posed = kept(house, exercise["id"])
    record = copy.deepcopy(posed.record)
    record["deals"][-1]["hands"][0].pop()
    overwrite(house, exercise["id"], msgspec.structs.replace(posed, record=record))
    assert asked(ann)["id"] != exercise["id"]
    assert exercise["id"] not in [row.id for row in rows(house, EXERCISES)]  # so that such crowd out no others
    assert answer(ann, exercise["id"], posed.alternatives[0].code).status_code == 404


def test_what_is_kept_of_a_match_names_nobody_and_ends_there(house: Served) -> None:
    pose(house)
    whole = ("format", "game", "players", "preset", "options", "seed", "deals", "outcome", "unfinished")
    for row in rows(house, EXERCISES):
        record = kept(house, row.id).record
        assert tuple(record) == whole
        assert (len(record["deals"]), len(record["deals"][-1]["actions"])) == (row.deal, row.step - 1)
        assert (record["deals"][-1]["result"], record["outcome"]) == (None, None)
