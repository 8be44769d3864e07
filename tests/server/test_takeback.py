"""Taking a move back over the wire: storms, two at once, a server that is killed meanwhile, and what others see."""

from collections import Counter
from collections.abc import Callable

from server.servers import LAVISH, Process, Serve, Served
from server.visitor import Visitor, Wire
from torite.table.takeback import TAKE_BACKS


def two(ann: Visitor, ben: Visitor) -> tuple[Wire, Wire]:
    """Both in a match of two; the first is who has to act."""
    table = ann.open_table("wysiwyg", 2)
    a, b = ann.wire(table), ben.wire(table)
    assert b.ask("sit")["type"] == "ack"
    assert a.ask("start")["type"] == "ack"
    b.until_table(lambda t: t["scene"] is not None)
    return (a, b) if a.legal else (b, a)


def play_a_card(first: Wire, second: Wire) -> tuple[Wire, Wire, str]:
    """Bid until cards are played; who has played one, the other, and the card."""
    while True:
        for one, other in ((first, second), (second, first)):
            other.catch_up()
            one.catch_up()
            if one.legal:
                code = "pass" if "pass" in one.legal else one.legal[0]
                assert one.act(code)["type"] == "ack"
                if len(code) == 2:
                    return one, other, code


def propose(wire: Wire) -> None:
    assert wire.ask("take_back", seq=wire.table["take_back"])["type"] == "ack"


def agree(wire: Wire) -> None:
    wire.until_table(lambda t: t["pending"] is not None)
    assert wire.ask("answer", yes=True, seq=wire.table["pending"]["seq"])["type"] == "ack"


def test_a_storm_takes_back_one_move(serve: Serve) -> None:
    served = serve(**LAVISH)
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("rwd", 3, preset="single", fill="gentle", start=True))
    wire.until_legal()
    wire.act()
    wire.until_legal()
    seq = wire.table["take_back"]
    for n in range(200):
        wire.send({"type": "take_back", "id": 1000 + n, "seq": seq - n % 3})
    answers = [wire.until(lambda m, n=n: m.get("id") == 1000 + n) for n in range(200)]  # type: ignore[misc]
    assert [answer["type"] for answer in answers].count("ack") == 1
    codes = Counter(answer["code"] for answer in answers if answer["type"] == "refusal")
    assert set(codes) <= {"move/stale_seq", "move/no_take_back"}
    assert wire.table["take_backs"] == 1
    wire.play_on()


def test_a_storm_of_questions_is_bounded(serve: Serve) -> None:
    served = serve(**LAVISH)
    first, second = two(served.visitor("Ann"), served.visitor("Ben"))
    first.act("pass" if "pass" in first.legal else None)
    seq = first.table["take_back"]
    codes = []
    for _ in range(2 * TAKE_BACKS):
        answer = first.ask("take_back", seq=seq)
        codes.append(answer.get("code"))
        if answer["type"] == "ack":
            first.ask("answer", yes=False, seq=first.table["pending"]["seq"])
    assert codes == [None] * TAKE_BACKS + ["move/too_many_take_backs"] * TAKE_BACKS
    second.until_table(lambda t: second.seq == first.seq)
    told = [m["event"]["type"] for m in second.messages if m["type"] == "update"]
    assert told.count("proposed") == TAKE_BACKS


def test_of_two_at_once_one_is_asked_first(served: Served) -> None:
    first, second = two(served.visitor("Ann"), served.visitor("Ben"))
    for _ in range(2):
        for one, other in ((first, second), (second, first)):
            one.until_legal()
            one.act(one.legal[0])
            other.until_table(lambda t, one=one, other=other: other.seq == one.seq)  # type: ignore[misc]
    seqs = [wire.table["take_back"] for wire in (first, second)]
    for wire, seq in zip((first, second), seqs, strict=True):
        wire.send({"type": "take_back", "id": 77, "seq": seq})
    answers = [wire.until(lambda m: m.get("id") == 77) for wire in (first, second)]
    assert sorted(answer["type"] for answer in answers) == ["ack", "refusal"]
    assert next(a["code"] for a in answers if a["type"] == "refusal") == "table/proposal_open"


def test_a_card_that_is_taken_back_is_gone_from_the_others_view(served: Served) -> None:
    mover, other, card = play_a_card(*two(served.visitor("Ann"), served.visitor("Ben")))
    watcher = served.visitor("Eve").wire(mover.table["id"])
    other.until_table(lambda t: other.seq == mover.seq)
    assert f'"{card}"' in other.frames[-1]
    propose(mover)
    agree(other)
    for wire in (mover, other, watcher):
        wire.until_table(lambda t: t["take_backs"] == 1)
        updates = [m for m in wire.messages if m["type"] == "update"]
        (told,) = [m for m in updates if m["event"]["type"] == "taken_back"]
        assert told["event"]["acted"]
        assert set(told["event"]) == {"type", "seat", "name", "acted"}
        frame = wire.frames[wire.messages.index(told)]
        assert (f'"{card}"' in frame) == (wire is mover)
    assert card in mover.legal
    assert mover.act(card)["type"] == "ack"
    other.until_table(lambda t: other.seq == mover.seq)
    assert f'"{card}"' in other.frames[-1]


def test_a_question_survives_the_server(launch: Callable[..., Process]) -> None:
    process = launch("--grace", "60")
    ann, ben = process.visitor("Ann"), process.visitor("Ben")
    mover, _, card = play_a_card(*two(ann, ben))
    propose(mover)
    table, seq, seat = mover.table["id"], mover.table["pending"]["seq"], mover.table["seat"]
    process.kill()
    process.start()
    wires = [visitor.wire(table) for visitor in (ann, ben)]
    wires.sort(key=lambda wire: wire.table["seat"] != seat)
    assert wires[0].table["pending"]["seq"] == seq
    agree(wires[1])
    wires[0].until_table(lambda t: t["take_backs"] == 1)
    assert card in wires[0].legal
    process.kill()
    process.start()
    again = (ann if ann.http.get("/api/me").json()["name"] == name_of(wires[0]) else ben).wire(table)
    assert card in again.legal
    assert (again.table["take_backs"], again.table["pending"]) == (1, None)


def name_of(wire: Wire) -> str:
    return str(wire.table["seats"][wire.table["seat"]]["name"])
