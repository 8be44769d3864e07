"""Notices: who is not there is told on his own devices that it is his turn, and nothing else tells it to anybody."""

import base64
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from server.databases import empty
from server.push_service import Browser, PushService
from server.servers import LAVISH, Serve, Served
from server.test_ratings import work
from server.visitor import Visitor, Wire, play_together, wait_for
from torite.server.people import notices
from torite.server.people.notices import MOST, is_of
from torite.server.play.live import Live
from torite.server.storage.schema import DEVICES
from torite.table.events import Invited, Said
from torite.table.table import Table

__all__ = ["empty"]
CONTACT = "mailto:house@cards.example"


@pytest.fixture
def service() -> Iterator[PushService]:
    opened = PushService()
    yield opened
    opened.close()


@pytest.fixture
def house(empty: str, serve: Serve, service: PushService) -> Served:
    return serve(empty, **LAVISH, oneself_burst=1000, push=CONTACT, push_hosts=frozenset({service.origin}))


def listen(visitor: Visitor, device: dict[str, str]) -> tuple[int, str]:
    answer = visitor.http.post("/api/me/notices", json=device)
    return answer.status_code, answer.json()["code"] if answer.status_code >= 400 else ""


def duel(ann: Visitor, ben: Visitor, game: str = "wysiwyg") -> tuple[str, Wire, Wire]:
    """A running match of two; in WYSIWYG both have cards, and one after the other acts."""
    table = ann.open_table(game, 2, clock="daily")
    a, b = ann.wire(table), ben.wire(table)
    b.ask("sit")
    a.ask("start")
    for wire in (a, b):
        wire.until_table(lambda told: bool(told["scene"] and told["scene"]["turn"]))
    return table, a, b


def away(wire: Wire, others: Wire) -> None:
    """Close a connection; the table knows."""
    wire.close()
    others.until(lambda message: message["type"] == "presence" and any(message["away"]))


def act_until_turn_changes(wire: Wire) -> int:
    """Act until it is the other's turn; how often."""
    done = 0
    while wire.legal:
        wire.step()
        done += 1
    return done


def test_who_is_away_is_told_that_it_is_his_turn(house: Served, service: PushService) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    phone = Browser(service, "ben", "de")
    assert listen(ben, phone.device) == (204, "")
    table, a, b = duel(ann, ben)
    if b.legal:  # until it is Ann's
        act_until_turn_changes(b)
        a.until_legal()
    away(b, a)
    act_until_turn_changes(a)
    wait_for(lambda: len(phone.read()) == 1, "the notice")
    assert phone.read() == [{"title": "Du bist dran", "body": "WYSIWYG · Ann", "path": f"/t/{table}", "lang": "de"}]
    path, head, body = service.sent[0]
    assert path == "/push/ben"
    assert b"WYSIWYG" not in body
    assert b"Ann" not in body
    assert (head["content-encoding"], head["ttl"]) == ("aes128gcm", "86400")
    assert table not in head["topic"]


def test_who_is_there_is_told_nothing(house: Served, service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    phones = [Browser(service, "ann"), Browser(service, "ben")]
    for visitor, phone in zip((ann, ben), phones, strict=True):
        listen(visitor, phone.device)
    _, a, b = duel(ann, ben)
    told: list[notices.Notice] = []
    monkeypatch.setattr(house.house.notices._queue, "put_nowait", told.append)
    play_together(a, b)
    assert told == []
    house.on_loop(give_up(house, a))  # Ben is not among those who are said to be there
    assert [notice.kind for notice in told] == ["over"]


def test_the_end_is_told_once_to_each_who_is_away(house: Served, service: PushService) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    phone, other = Browser(service, "phone", "ja"), Browser(service, "desk")
    listen(ben, phone.device)
    listen(ben, other.device)
    _, a, b = duel(ann, ben)
    away(b, a)
    house.on_loop(give_up(house, a))
    wait_for(lambda: len(service.sent) == 2, "the notices")
    for browser, title in ((phone, "対局が終わりました"), (other, "The match is over")):
        assert [told["title"] for told in browser.read()] == [title]


async def give_up(house: Served, wire: Wire) -> None:
    """Let the notices know that the match at Ann's table is over; she is there."""
    live = await house.house.tables.find(wire.table["id"])
    table = live.table  # type: ignore[union-attr]
    before, after = replace(table, phase="playing"), replace(table, phase="over")
    house.house.notices.tell(before, after, frozenset({table.seats[0].guest or ""}), set())


def queued(house: Served, *tables: Table, called: set[notices.Call] | None = None) -> tuple[str, ...]:
    """Who is told when a table, where nobody is, becomes one after the other of these; nothing is sent.

    called: is added to; None = each time as if nobody had been told anything
    """
    quiet = notices.Notices(house.house.store, house.house.settings)
    for before, after in pairwise(tables):
        quiet.tell(before, after, frozenset(), set() if called is None else called)
    names = {seat.guest: seat.name or "" for seat in tables[0].seats}
    return tuple(names[quiet._queue.get_nowait().guest] for _ in range(quiet._queue.qsize()))


def test_who_is_told_and_how_often(house: Served) -> None:
    name, *_ = duel(house.visitor("Ann"), house.visitor("Ben"))
    live = house.on_loop(house.house.tables.find(name))
    assert isinstance(live, Live)
    anns, bens = (replace(live.table, asked=asked) for asked in ({0: 5}, {1: 6}))
    assert queued(house, anns, bens) == ("Ben",)
    assert queued(house, anns, bens, bens, bens) == ("Ben",)  # once in a turn, whatever else happens
    assert queued(house, anns, bens, replace(anns, asked={0: 7})) == ("Ben", "Ann")
    assert queued(house, anns, replace(bens, clock="relaxed")) == ()
    ann, ben = bens.seats
    late = replace(bens, seats=(ann, replace(ben, stand_in=True)))
    assert queued(house, bens, late, late) == ("Ben",)  # a bot moves, which is told once
    many = [anns, bens] * (notices.QUEUED // 2 + 10)
    assert len(queued(house, *many)) == notices.QUEUED  # and no move has waited


def test_who_has_gone_home_is_told_where_the_others_go_on(house: Served) -> None:
    """No turn ever comes at the old table, so nothing led there any more."""
    name, *_ = duel(house.visitor("Ann"), house.visitor("Ben"))
    live = house.on_loop(house.house.tables.find(name))
    assert isinstance(live, Live)
    over = replace(live.table, phase="over", asked={})
    invited = replace(over, invited=Invited(0, "elsewhere", "wizard"))
    assert queued(house, over, invited, invited) == ("Ben",)  # not Ann, who has opened it


def test_who_is_away_is_told_once_that_a_seat_has_said_something(house: Served) -> None:
    """Whoever is waited for comes anyway, and what tells him so is not replaced."""
    name, *_ = duel(house.visitor("Ann"), house.visitor("Ben"))
    live = house.on_loop(house.house.tables.find(name))
    assert isinstance(live, Live)
    quiet = replace(live.table, asked={0: 5})
    anns, bens, eves = (
        replace(quiet, chat=(Said(seat, who, "hi"),)) for seat, who in ((0, "Ann"), (1, "Ben"), (None, "Eve"))
    )
    more = replace(anns, chat=(*anns.chat, Said(0, "Ann", "hello?")))
    assert queued(house, quiet, anns, more, called=set()) == ("Ben",)
    assert queued(house, quiet, anns, more, replace(more, asked={1: 6}), called=set()) == (
        "Ben",
        "Ben",
    )  # and now it is his turn
    assert queued(house, quiet, replace(quiet, asked={1: 6}), replace(more, asked={1: 6})) == ("Ben",)
    assert queued(house, quiet, bens) == ()  # she is waited for
    assert queued(house, quiet, eves) == ()  # a stranger
    late = replace(quiet.seats[1], stand_in=True)
    bots, then = (replace(table, seats=(table.seats[0], late)) for table in (quiet, anns))
    assert queued(house, bots, then) == ()  # Ben has been told that a bot moves for him
    gone = replace(quiet.seats[1], kind="bot", level="gentle", stand_in=True)
    left, then = (replace(table, seats=(table.seats[0], gone)) for table in (quiet, anns))
    assert queued(house, left, then) == ()  # he has left, or was removed, and is not of them any more
    assert queued(house, quiet, *[replace(table, clock="relaxed") for table in (anns, more)]) == ()


def test_who_comes_and_goes_tells_nobody_each_time_of_words(house: Served) -> None:
    """The table is put away meanwhile, and whoever has not come is not told again within the hour."""
    name, *_ = duel(house.visitor("Ann"), house.visitor("Ben"))
    live = house.on_loop(house.house.tables.find(name))
    assert isinstance(live, Live)
    spoken = replace(live.table, asked={0: 5}, chat=(Said(0, "Ann", "hi", time=1000.0),))
    more = replace(spoken, chat=(*spoken.chat, Said(0, "Ann", "hello?", time=1300.0)))
    assert queued(house, spoken, more, called=notices.told_lately(spoken, 1300.0)) == ()
    assert queued(house, spoken, more, called=notices.told_lately(spoken, 9000.0)) == ("Ben",)
    bens = replace(spoken, chat=(Said(1, "Ben", "hi", time=1000.0),))
    assert queued(house, bens, more, called=notices.told_lately(bens, 1300.0)) == ("Ben",)  # he has spoken last
    both = replace(spoken, chat=(*spoken.chat, Said(1, "Ben", "hi", time=1100.0)))
    assert queued(house, both, more, called=notices.told_lately(both, 1300.0)) == ("Ben",)  # and so has seen hers


def test_a_table_that_comes_back_to_memory_tells_no_words_anew(
    house: Served, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    listen(ben, Browser(service, "ben").device)
    table, a, b = duel(ann, ben)
    if b.legal:
        act_until_turn_changes(b)
        a.until_legal()
    away(b, a)
    told: list[notices.Notice] = []
    monkeypatch.setattr(house.house.notices._queue, "put_nowait", told.append)
    a.ask("say", text="hi")

    async def put_away() -> None:
        house.house.tables._retire(table)

    house.on_loop(put_away())
    ann.wire(table).ask("say", text="hello?")
    assert [notice.kind for notice in told] == ["said"]


def test_new_talk_is_told_without_what_was_said(house: Served, service: PushService) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    phone = Browser(service, "ben")
    listen(ben, phone.device)
    table, a, b = duel(ann, ben)
    if b.legal:
        act_until_turn_changes(b)
        a.until_legal()
    away(b, a)
    eve = house.visitor("Eve").wire(table)
    for wire, words in ((eve, "buy this"), (a, "a secret"), (a, "another")):
        wire.ask("say", text=words)
    wait_for(lambda: len(phone.read()) == 1, "the notice")
    ben.wire(table).close()  # has a look
    a.until(lambda message: message["type"] == "presence" and any(message["away"]))
    a.ask("say", text="a third")
    wait_for(lambda: len(phone.read()) == 2, "the next one")
    told = {"title": "New message at the table", "body": "WYSIWYG · Ann", "path": f"/t/{table}", "lang": "en"}
    assert phone.read() == [told, told]


def test_between_two_deals_all_are_told_once_nobody_is_there(house: Served, service: PushService) -> None:
    """Whoever has played the last card says OK, or leaves it to the others, who cannot know."""
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    phones = [Browser(service, "ann"), Browser(service, "ben")]
    for visitor, phone in zip((ann, ben), phones, strict=True):
        listen(visitor, phone.device)
    table, a, b = duel(ann, ben, game="bingo")
    while a.table["phase"] != "between":
        for wire in (a, b):
            wire.catch_up()
            if wire.legal:
                wire.act()
    away(b, a)
    assert service.sent == []  # she may say it
    eve = house.visitor("Eve").wire(table)  # only watches, and cannot
    a.close()
    wait_for(lambda: [phone.read()[0]["title"] for phone in phones if phone.read()] == ["Your turn"] * 2, "both")
    eve.close()
    for _ in range(2):  # a stranger with the link calls nobody
        house.visitor("Eve").wire(table).close()
        wait_for(lambda: house.readers(table) == 0, "the stranger to go")
        time.sleep(0.3)  # longer than the grace
    assert len(service.sent) == 2
    for _ in range(2):  # nor does who has a seat call the others again: each time himself alone
        ann.wire(table).close()
        wait_for(lambda: house.readers(table) == 0, "Ann to go")
        time.sleep(0.3)
    wait_for(lambda: len(service.sent) == 4, "her own")
    assert [len(phone.read()) for phone in phones] == [3, 1]


def test_who_is_away_is_told_that_he_is_asked(house: Served, service: PushService) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    phone = Browser(service, "ben")
    listen(ben, phone.device)
    table = ann.open_table("bingo", 2, clock="daily")
    a, b = ann.wire(table), ben.wire(table)
    b.ask("sit")
    away(b, a)
    a.ask("hints", on=False)
    a.ask("option", name="redeclare", value=False)
    a.ask("option", name="threshold", value=20)
    wait_for(lambda: len(phone.read()) == 1, "the notice")
    assert phone.read()[0]["title"] == "Your answer is wanted"
    for _ in range(3):
        a.ask("answer", yes=False, seq=a.seq)
        a.ask("hints", on=False)
    time.sleep(0.3)
    assert len(service.sent) == 1  # it buzzes in nobody's pocket as often as somebody else likes
    ben.wire(table).close()
    a.until(lambda message: message["type"] == "presence" and any(message["away"]))
    a.ask("answer", yes=False, seq=a.seq)
    a.ask("hints", on=False)
    wait_for(lambda: len(phone.read()) == 2, "the next one, as he was there meanwhile")
    assert ben.http.get("/api/me/tables").json()["running"][0]["table"]["turn"] == [1]


def test_who_is_named_no_more_is_sent_nothing(house: Served, service: PushService) -> None:
    """Whoever runs the house has taken that push service off the list after the browser had subscribed."""
    ben, inside = house.visitor("Ben"), PushService()
    listen(ben, Browser(service).device)
    strange = Browser(inside).device["endpoint"]
    (row,) = work(house, sa.select(DEVICES))
    work(house, DEVICES.insert(), {**row, "mark": "m", "endpoint": strange, "made": 0.0})
    _, a, b = duel(house.visitor("Ann"), ben)
    away(b, a)
    for n in (1, 2):
        house.on_loop(give_up(house, a))
        wait_for(lambda n=n: len(service.sent) == n, "the notice")  # type: ignore[misc]
    inside.close()
    assert inside.sent == []


def test_a_browser_that_listens_no_more_is_forgotten(house: Served, service: PushService) -> None:
    ben = house.visitor("Ben")
    listen(ben, Browser(service).device)
    _, a, b = duel(house.visitor("Ann"), ben)
    away(b, a)
    for service.status in (404, 410):
        listen(ben, Browser(service).device)
        house.on_loop(give_up(house, a))
        wait_for(lambda: work(house, sa.select(DEVICES)) == [], "the device to go")
    service.status = 500
    listen(ben, Browser(service).device)
    house.on_loop(give_up(house, a))
    wait_for(lambda: len(service.sent) == 3, "another try")
    assert len(work(house, sa.select(DEVICES))) == 1  # it is the service that is unwell


def test_one_device_that_cannot_be_told_leaves_the_others(house: Served, service: PushService) -> None:
    ben = house.visitor("Ben")
    browsers = [Browser(service, str(n)) for n in range(3)]
    for browser in browsers:
        listen(ben, browser.device)
    _, a, b = duel(house.visitor("Ann"), ben)
    away(b, a)
    service.sick = {"/push/0", "/push/2"}
    house.on_loop(give_up(house, a))
    wait_for(lambda: len(service.sent) == 3, "all of them")
    assert len(browsers[1].read()) == 1


def test_nothing_follows_a_redirection(house: Served, service: PushService) -> None:
    inside = PushService()
    ben = house.visitor("Ben")
    listen(ben, Browser(service).device)
    _, a, b = duel(house.visitor("Ann"), ben)
    away(b, a)
    for status in (301, 302, 307, 308):
        service.status, service.moved = status, f"{inside.origin}/secret"
        number = len(service.sent)
        house.on_loop(give_up(house, a))
        wait_for(lambda number=number: len(service.sent) > number, "the notice")  # type: ignore[misc]
    service.status, service.moved = 201, ""
    house.on_loop(give_up(house, a))
    wait_for(lambda: len(service.sent) == 5, "the last one")
    assert inside.sent == []
    inside.close()


def test_a_push_service_that_hangs_delays_no_move(
    house: Served, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "PATIENCE", (60.0, 60.0))
    ben = house.visitor("Ben")
    listen(ben, Browser(service).device)
    _, a, b = duel(house.visitor("Ann"), ben)
    away(b, a)
    service.open.clear()
    for _ in range(notices.SENDERS + 2):
        house.on_loop(give_up(house, a))
    if a.legal:
        assert act_until_turn_changes(a)
    assert a.ask("say", text="still here")["type"] == "ack"
    assert service.sent == []  # it has answered nothing
    service.open.set()
    wait_for(lambda: len(service.sent) >= notices.SENDERS + 2, "all of them")


def test_the_house_says_who_it_is(house: Served, service: PushService) -> None:
    """As RFC 8292 has it: a token for this service alone, signed with the key that browsers were given."""
    ben = house.visitor("Ben")
    listen(ben, Browser(service).device)
    _, a, b = duel(house.visitor("Ann"), ben)
    away(b, a)
    house.on_loop(give_up(house, a))
    wait_for(lambda: len(service.sent) == 1, "the notice")
    said = dict(
        part.strip().split("=", 1) for part in service.sent[0][1]["authorization"].removeprefix("vapid ").split(",")
    )
    assert said["k"] == house.visitor().http.get("/api/notices").json()["key"]
    head, claims, signature = said["t"].split(".")
    told = json.loads(decoded(claims))
    assert (told["sub"], told["aud"]) == (CONTACT, service.origin)
    assert time.time() < told["exp"] < time.time() + 86400
    raw = decoded(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(said["k"]))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))


def decoded(told: str) -> bytes:
    return base64.urlsafe_b64decode(told + "=" * (-len(told) % 4))


def test_only_known_push_services_are_called(house: Served, service: PushService) -> None:
    ben, device = house.visitor("Ben"), Browser(service).device
    for endpoint in (
        "https://127.0.0.1/x", "https://localhost/x", "https://[::1]/x", "https://10.0.0.1/",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x", "https://fcm.googleapis.com@127.0.0.1/",
        "https://fcm.googleapis.com.evil.example/",
        "https://evilpush.apple.com/x", "file:///etc/passwd", "ftp://web.push.apple.com/", "//fcm.googleapis.com/x", "",
        "x" * 999, service.origin.replace("http", "https"), f"{service.origin}@evil.example/", f"{service.origin}1/x", "https://[/x",
        "https://127.0.0.1\\.push.apple.com/x", "https://127.0.0.1;.push.apple.com/", "https://127.0.0.1%2f.push.apple.com/",
        "https://127.0.0.1?.push.apple.com/", "https://127.0.0.1#.push.apple.com/", "https://a b.push.apple.com/",
        "https://fcm.googleapis.com/\r\nX-Evil: 1", "https://fcm.googleapis.com\\@127.0.0.1/",
    ):  # fmt: skip
        assert listen(ben, {**device, "endpoint": endpoint}) == (400, "guest/bad_device"), endpoint
    for change in ({"key": "A" * 87}, {"key": ""}, {"key": "ü"}, {"secret": "AAAA"}, {"secret": "?" * 22}):
        assert listen(ben, {**device, **change}) == (400, "guest/bad_device"), change
    for wrong in ({"endpoint": "x" * 1001}, {"key": "A" * 101}, {"more": "x"}):
        assert listen(ben, {**device, **wrong})[0] == 400, wrong
    assert listen(house.visitor(), device) == (401, "name/needed")
    assert work(house, sa.select(DEVICES)) == []


@pytest.mark.parametrize(
    "endpoint",
    ["https://fcm.googleapis.com/fcm/send/a:b", "https://updates.push.services.mozilla.com/wpush/v2/a",
     "https://wns2-par02p.notify.windows.com/w/?token=a", "https://web.push.apple.com:443/a"],
)  # fmt: skip
def test_the_services_of_the_browsers_are_known(endpoint: str) -> None:
    assert is_of(endpoint, notices.SERVICES)


def test_few_devices_of_a_guest_and_one_guest_of_a_device(house: Served, service: PushService) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    devices = [Browser(service, str(n)).device for n in range(MOST + 2)]
    for device in devices:
        listen(ann, device)
    kept = [row["endpoint"] for row in work(house, sa.select(DEVICES).order_by(DEVICES.c.made))]
    assert kept == [device["endpoint"] for device in devices[2:]]
    assert listen(ben, devices[-1]) == (204, "")  # who has the browser now
    assert len(ann.http.get("/api/me/export").json()["devices"]) == MOST - 1
    (own,) = ben.http.get("/api/me/export").json()["devices"]
    assert (own["endpoint"], own["lang"]) == (devices[-1]["endpoint"], "en")
    off = ann.http.post("/api/me/notices/off", json={"endpoint": devices[-1]["endpoint"]})  # it is not hers
    assert off.status_code == 204
    assert len(ben.http.get("/api/me/export").json()["devices"]) == 1
    ann.http.post("/api/me/notices/off", json={"endpoint": devices[-2]["endpoint"]})
    assert len(ann.http.get("/api/me/export").json()["devices"]) == MOST - 2
    ann.http.post("/api/me/logout", json={})
    assert ann.http.get("/api/me/export").json()["devices"] == []
    ben.http.delete("/api/me")
    assert work(house, sa.select(DEVICES)) == []


def test_a_house_that_sends_none(serve: Serve, service: PushService) -> None:
    served = serve(**LAVISH)
    visitor = served.visitor("Ann")
    assert visitor.http.get("/api/notices").json() == {"key": None}
    assert listen(visitor, Browser(service).device) == (400, "guest/no_notices")


def test_what_a_notice_says_does_not_depend_on_cards(house: Served, service: PushService) -> None:
    """Nor do its length and its head: they are the same for every deal."""
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    phone = Browser(service)
    listen(ben, phone.device)
    for _ in range(4):
        _, a, b = duel(ann, ben)
        away(b, a)
        house.on_loop(give_up(house, a))
    wait_for(lambda: len(service.sent) >= 4, "the notices")
    assert len({len(body) for _, _, body in service.sent}) == 1
    assert len({(told["title"], told["body"]) for told in phone.read() if told["title"] != "Your turn"}) == 1
