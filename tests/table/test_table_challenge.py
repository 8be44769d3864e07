"""Challenges: the same cards and answers for everybody, one deal, nothing changed or taken back."""

import json
import subprocess
import sys
from collections.abc import Callable

import msgspec
import pytest

from table.house import ANN, BEN, NOON, House, encoded
from torite.games import GAMES
from torite.review.par import ParTask
from torite.search.players import LEVELS
from torite.server.bots.thinking import choose
from torite.table import messages, records
from torite.table.attempt import attempt
from torite.table.challenge import of_house, opening
from torite.table.counting import uncounted
from torite.table.decide import bot_acts, decide
from torite.table.events import Challenge, Stored, decode, encode
from torite.table.evolution import replayed
from torite.table.fairness import seal
from torite.table.looking import Par
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Guest, Table
from torite.table.tries import FIXED, of_match, result
from torite.table.turns import bot_turns
from torite.table.views import snapshot, table_record

SEAL = seal("ab" * 16, "cd" * 32)
Chooses = Callable[[Table], str]


def house_deal(game: str) -> Challenge:
    return of_house("abcdef", GAMES[game], SEAL)


def begun(challenge: Challenge, who: Guest = ANN) -> Table:
    return evolved(attempt(challenge, who, "t1", GAMES, NOON))


def evolved(events: list[Stored]) -> Table:
    return replayed([decode(encode(event)) for event in events])


def first_legal(table: Table) -> str:
    assert table.challenge is not None and table.position is not None
    return table.position.legal(table.challenge.seat)[0]


def last_legal(table: Table) -> str:
    assert table.challenge is not None and table.position is not None
    return table.position.legal(table.challenge.seat)[-1]


def played(challenge: Challenge, who: Guest = ANN, chooses: Chooses = first_legal) -> Table:
    """The table when it is over."""
    table = begun(challenge, who)
    while table.running:
        if table.phase == "between":
            steps = decide(table, who, messages.Confirm(), now=NOON).steps
        elif turns := bot_turns(table):
            steps = bot_acts(table, turns[0].seat, choose(table.game, turns[0]), NOON)
        else:
            steps = decide(table, who, messages.Act(code=chooses(table), seq=table.seq), now=NOON).steps
        table = steps[-1].after
    return table


def moves(table: Table) -> list[list[object]]:
    assert table.match is not None
    return [[move.seat, move.code] for deal in table.match.deals for move in deal.moves]


def refused(table: Table, request: messages.FromClient) -> RefusalCode:
    with pytest.raises(Refused) as caught:
        decide(table, ANN, request)
    return caught.value.code


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_same_play_meets_the_same_answers(game: str) -> None:
    challenge = house_deal(game)
    ann, ben = played(challenge), played(challenge, BEN)
    assert moves(ann) == moves(ben)
    assert ann.match is not None and ben.match is not None
    assert ann.match.outcome == ben.match.outcome
    assert (ann.phase, ann.played) == ("over", 1)
    records.replay(table_record(ann), verify=True, unfinished=True)
    assert isinstance(result(ann.match, challenge.whole, challenge.deal, challenge.seat), float)


PROGRAM = "from table.test_table_challenge import *; import json; print(json.dumps(moves(played(house_deal({!r})))))"


@pytest.mark.parametrize("game", ["wizard", "differenzler"])
def test_in_another_process_too(game: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(game)], cwd="tests", capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == moves(played(house_deal(game)))


def test_another_play_and_other_cards_meet_others() -> None:
    challenge = house_deal("schieber")
    other = of_house("abcdef", GAMES["schieber"], seal("ab" * 16, "ce" * 32))
    known = moves(played(challenge))
    assert moves(played(challenge, chooses=last_legal)) != known
    assert moves(played(other)) != known


def test_one_deal_or_the_story() -> None:
    wizard, emissary = played(house_deal("wizard")), played(house_deal("emissary"))
    assert wizard.match is not None and emissary.match is not None
    assert [len(deal.deck) > 0 for deal in wizard.match.deals] == [True] * 7
    assert len(wizard.match.sheet) == 7  # the deals before it stand on the sheet, too
    assert table_record(wizard)["unfinished"]
    assert emissary.match.position.finished()


def test_where_several_may_bid_at_once_the_person_comes_first() -> None:
    options = {**house_deal("differenzler").options, "announce": "hidden"}
    challenge = msgspec.structs.replace(house_deal("differenzler"), options=options, preset="seed")
    table = begun(challenge)
    assert len(table.asked) > 1
    assert bot_turns(table) == []
    table = decide(table, ANN, messages.Act(code=first_legal(table), seq=table.seq), now=NOON).steps[-1].after
    assert len(table.asked) > 1
    (turn,) = bot_turns(table)
    assert turn.seat == min(table.asked)


@pytest.mark.parametrize("deal", [1, 3])
def test_a_deal_of_a_match_can_be_played_again(deal: int) -> None:
    house = House("wizard", 3, fill="gentle", start=True)
    seen = []
    while house.table.phase != "over":
        if house.table.phase == "playing" and len(house.table.match.deals) == deal and not house.position.log:  # type: ignore[union-attr]
            seen.append(snapshot(house.table, 1, ANN).table.scene)
        house.bots(1)
        if house.table.phase == "playing" and 0 in house.table.asked:
            house.act(ANN)
        elif house.table.phase == "between":
            house.ask(ANN, messages.Confirm())
    assert house.table.match is not None
    challenge = of_match("abcdef", house.table, house.table.match, deal, 0)
    assert (challenge.level, challenge.deal, challenge.seat) == ("gentle", deal, 0)
    table = begun(challenge, BEN)
    assert snapshot(table, 1, BEN).table.scene == seen[0]
    assert table.match is not None
    assert table.match.sheet == house.table.match.sheet[: deal - 1]
    over = played(challenge, BEN)
    records.replay(table_record(over), verify=True, unfinished=True)
    assert result(house.table.match, False, deal, 0) == house.table.match.sheet[deal - 1]["points"][0]
    for wrong in (0, len(house.table.match.deals) + 1):
        with pytest.raises(Refused) as caught:
            of_match("abcdef", house.table, house.table.match, wrong, 0)
        assert caught.value.code == RefusalCode.NO_SUCH_DEAL


def test_bots_that_think_by_time_are_followed_by_others() -> None:
    timed = [level for level, spec in LEVELS.items() if spec.endswith("ms")]
    assert timed
    house = House("schieber", 4, fill=timed[0], start=True)
    assert house.table.match is not None
    assert of_match("abcdef", house.table, house.table.match, 1, 0).level == "strong"


def test_nothing_can_be_changed_at_such_a_table() -> None:
    table = begun(house_deal("wizard"))
    for request in (
        messages.Again(), messages.Reset(), messages.Share(), messages.Start(), messages.TakeBack(seq=3),
        messages.AskHint(seq=table.seq), messages.Remove(seat=1), messages.AddBot(), messages.Nonce(nonce="ab" * 8),
        messages.Say(text="/reset"), messages.Say(text="/hint"), messages.SetHints(on=True),
        messages.SetListed(on=True),
    ):  # fmt: skip
        assert refused(table, request) == RefusalCode.CHALLENGE_FIXED
    over = played(house_deal("wizard"))
    for request in (messages.Again(), messages.Start(), messages.Reset(), messages.Share()):
        assert refused(over, request) == RefusalCode.CHALLENGE_FIXED
    assert all(kind.__struct_config__.tag for kind in FIXED)
    assert uncounted(over) == "challenge"


def test_no_reader_learns_the_seal_before_the_end() -> None:
    challenge = house_deal("wizard")
    table = begun(challenge)
    for reader in (ANN, BEN, None):
        told = encoded(snapshot(table, table.seq, reader)).decode()
        assert challenge.secret not in told and challenge.salt not in told and challenge.before not in told
    over = snapshot(played(challenge), 1, ANN).table
    assert (over.fairness.secret, over.take_back) == (challenge.secret, None)


def test_who_leaves_has_no_result_of_his_own() -> None:
    table = begun(house_deal("schieber"))
    table = decide(table, ANN, messages.Leave()).steps[-1].after
    while table.running:
        (turn,) = bot_turns(table)
        table = bot_acts(table, turn.seat, choose(table.game, turn))[-1].after
    assert table.match is not None
    assert table.match.stand_ins > 0


def test_a_challenge_of_other_rules_is_refused() -> None:
    good = house_deal("wizard")
    for bad in (
        msgspec.structs.replace(good, before=good.before.replace("wizard", "whist")),
        msgspec.structs.replace(good, before="", options={"gone": True}),
        msgspec.structs.replace(good, before="", players=9),
    ):
        with pytest.raises(Refused) as caught:
            attempt(bad, ANN, "t1", GAMES)
        assert caught.value.code == RefusalCode.CHALLENGE_GONE
    with pytest.raises(Refused) as caught:
        attempt(msgspec.structs.replace(good, game="gone"), ANN, "t1", GAMES)
    assert caught.value.code == RefusalCode.UNKNOWN_GAME


def test_the_par_of_a_challenge_is_that_of_its_deal() -> None:
    challenge = house_deal("wizard")
    told: list[Par] = []
    for task in (
        ParTask.of_deal(opening(challenge, GAMES["wizard"])),
        ParTask(table_record(played(challenge)), since=challenge.deal),
    ):
        for stage in task.pieces(3):
            for piece in stage:
                piece()
        told.append(task.tell(done=True))
    one, other = told[0].shares[0], told[1].shares[0]
    assert (one.deal, one.average, one.cards, one.error) == (7, other.average, other.cards, other.error)
