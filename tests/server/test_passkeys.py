"""A guest comes back by a passkey, on both databases; whatever else is shown in its place does not help."""

import json
import time
from typing import Any

import cbor2
import pytest
import sqlalchemy as sa
import webauthn

from server.authenticator import Passkey, b64, unb64
from server.databases import empty
from server.servers import LAVISH, Serve, Served
from server.visitor import Visitor, name_of
from torite.server.people.guests import COOKIE
from torite.server.storage.schema import PASSKEYS, SPENT

__all__ = ["empty"]

SITE = "https://friend.example"  # which the house knows besides its own
HERE = {"Origin": SITE}
GENEROUS = LAVISH | {"oneself": 1e6, "oneself_burst": 1_000_000}


@pytest.fixture
def house(empty: str, serve: Serve) -> Served:
    return serve(empty, **GENEROUS)


def code(answer: Any) -> str:
    return str(answer.json()["code"])


def asked(visitor: Visitor, path: str = "/api/me/passkeys/ask", **headers: str) -> dict[str, Any]:
    answer = visitor.http.post(path, json={}, headers=headers or HERE)
    answer.raise_for_status()
    options: dict[str, Any] = answer.json()["options"]
    return options


def keep(visitor: Visitor, answer: dict[str, Any], label: str = "My phone", **more: Any) -> Any:
    return visitor.http.post("/api/me/passkeys", json={"label": label, "answer": answer}, **{"headers": HERE, **more})


def made(visitor: Visitor, label: str = "My phone") -> Passkey:
    passkey = Passkey(SITE)
    keep(visitor, passkey.create(asked(visitor)), label).raise_for_status()
    return passkey


def come(visitor: Visitor, answer: dict[str, Any], origin: str = SITE, **more: Any) -> Any:
    return visitor.http.post("/api/passkeys", json={"answer": answer, **more}, headers={"Origin": origin})


def back(visitor: Visitor, passkey: Passkey, counts: int = 1) -> Any:
    return come(visitor, passkey.get(asked(visitor, "/api/passkeys/ask"), counts))


def mine(visitor: Visitor) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = visitor.http.get("/api/me/passkeys").json()
    return told


def test_a_passkey_brings_the_guest_to_another_device(house: Served) -> None:
    ann, phone = house.visitor("Ann"), house.visitor("Somebody")
    table = ann.open_table(listed=False)
    passkey = made(ann)
    (told,) = mine(ann)
    assert (told["label"], told["host"], told["used"]) == ("My phone", "friend.example", None)
    ann.http.post("/api/me", json={"name": "Anne"}).raise_for_status()
    assert back(phone, passkey).json() == {"name": "Anne"}
    assert phone.wire(table).table["seat"] == 0
    assert ann.wire(table).table["seat"] == 0  # here as well
    assert mine(phone)[0]["used"] is not None
    assert back(house.visitor(), passkey).status_code == 200  # and again


def test_no_name_is_asked_and_the_id_is_told_to_nobody(house: Served) -> None:
    ann = house.visitor("Ann")
    options = asked(ann)
    badge = house.house.cookies.read(ann.http.cookies[COOKIE])
    assert badge is not None
    assert badge.guest.id not in json.dumps(options)
    assert badge.guest.id.encode() not in unb64(options["user"]["id"]) + unb64(options["challenge"])
    assert options["rp"]["id"] == "friend.example"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "preferred"
    asks = asked(house.visitor(), "/api/passkeys/ask")
    assert (asks["rpId"], asks["allowCredentials"], asks["userVerification"]) == ("friend.example", [], "preferred")


def test_one_that_is_removed_is_good_no_more(house: Served) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    passkey, other = made(ann), made(ann, "My desk")
    assert [each["label"] for each in mine(ann)] == ["My phone", "My desk"]
    path = f"/api/me/passkeys/{mine(ann)[0]['id']}"
    assert code(ben.http.delete(path)) == "guest/unknown_passkey"
    assert code(ann.http.delete(path, headers={"Origin": "https://evil.example"})) == "wire/origin"
    assert code(ann.http.delete("/api/me/passkeys/%00")) == "guest/unknown_passkey"
    assert ann.http.delete(path).status_code == 204
    assert code(ann.http.delete(path)) == "guest/unknown_passkey"
    assert code(back(house.visitor(), passkey)) == "guest/unknown_passkey"
    assert back(house.visitor(), other).status_code == 200


def test_what_was_signed_is_good_once(house: Served) -> None:
    ann, phone = house.visitor("Ann"), house.visitor()
    passkey = Passkey(SITE)
    answer = passkey.create(asked(ann))
    keep(ann, answer).raise_for_status()
    assert code(keep(ann, answer)) == "guest/late_passkey"
    signed = passkey.get(asked(phone, "/api/passkeys/ask"))
    come(phone, signed).raise_for_status()
    assert code(come(house.visitor(), signed)) in ("guest/late_passkey", "guest/bad_passkey")
    passkey.counter = 0  # one that does not count, as those that travel between devices
    (row,) = house.on_loop(house.house.store.read(sa.select(PASSKEYS)))
    zero = PASSKEYS.update().values(counter=0)
    house.on_loop(house.house.store.run(lambda connection: connection.execute(zero)))
    signed = passkey.get(asked(phone, "/api/passkeys/ask"), counts=0)
    assert come(phone, signed).status_code == 200
    assert code(come(phone, signed)) == "guest/late_passkey"
    assert row.counter == 1


def test_what_was_asked_is_good_for_five_minutes(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, phone = house.visitor("Ann"), house.visitor()
    passkey, new = made(ann), Passkey(SITE)
    now = time.time()
    monkeypatch.setattr(house.house.passkeys, "_clock", lambda: now)
    answer, signed = new.create(asked(ann)), passkey.get(asked(phone, "/api/passkeys/ask"))
    monkeypatch.setattr(house.house.passkeys, "_clock", lambda: now + 301)
    assert code(keep(ann, answer)) == "guest/late_passkey"
    assert code(come(phone, signed)) == "guest/late_passkey"
    monkeypatch.setattr(house.house.passkeys, "_clock", lambda: now + 299)
    assert keep(ann, answer).status_code == 200
    assert come(phone, signed).status_code == 200
    monkeypatch.setattr(house.house.passkeys, "_clock", lambda: now + 900)
    back(phone, passkey).raise_for_status()
    assert len(house.on_loop(house.house.store.read(sa.select(SPENT)))) == 1  # the others are forgotten


def test_what_one_browser_was_asked_is_not_for_another(house: Served) -> None:
    ann, ben, phone = house.visitor("Ann"), house.visitor("Ben"), house.visitor()
    assert code(keep(ben, Passkey(SITE).create(asked(ann)))) == "guest/late_passkey"
    passkey = made(ann)
    answer = phone.http.post("/api/passkeys/ask", json={"key": "one"}, headers=HERE)
    signed = passkey.get(answer.json()["options"])
    assert code(come(phone, signed, key="another")) == "guest/late_passkey"
    assert come(phone, signed, key="one").status_code == 200
    for_login = asked(ann, "/api/passkeys/ask")
    assert code(keep(ann, Passkey(SITE).create({**asked(ann), "challenge": for_login["challenge"]}))) == (
        "guest/late_passkey"
    )


def test_a_passkey_of_another_site_is_none(house: Served, serve: Serve) -> None:
    ann, phone = house.visitor("Ann"), house.visitor()
    passkey = made(ann)
    evil = Passkey("https://evil.example", passkey.id, passkey.key, passkey.counter, passkey.handle)
    assert code(come(phone, evil.get(asked(phone, "/api/passkeys/ask")))) == "wire/origin"
    assert code(come(phone, evil.get(asked(phone, "/api/passkeys/ask")), "https://evil.example")) == "wire/origin"
    assert code(keep(ann, Passkey("https://evil.example").create(asked(ann)))) == "wire/origin"
    signed = passkey.get({**asked(phone, "/api/passkeys/ask"), "rpId": "evil.example"})
    assert code(come(phone, signed)) == "guest/bad_passkey"
    here = {"Host": "localhost", "Origin": "http://localhost"}  # another name of this house
    there = Passkey(here["Origin"], passkey.id, passkey.key, passkey.counter, passkey.handle)
    signed = there.get(asked(phone, "/api/passkeys/ask", **here))
    assert code(phone.http.post("/api/passkeys", json={"answer": signed}, headers=here)) == "guest/unknown_passkey"
    other = serve(**GENEROUS)
    assert code(back(other.visitor(), passkey)) == "guest/unknown_passkey"
    foreign = asked(other.visitor(), "/api/passkeys/ask")
    assert code(come(phone, passkey.get(foreign))) == "guest/bad_passkey"  # another house has asked
    assert name_of(phone) is None


def test_a_copied_passkey_is_noticed_by_its_counter(house: Served) -> None:
    passkey, phone = made(house.visitor("Ann")), house.visitor()
    copy = Passkey(SITE, passkey.id, passkey.key, passkey.counter, passkey.handle)
    for _ in range(2):
        back(phone, passkey).raise_for_status()
    assert code(back(house.visitor(), copy)) == "guest/bad_passkey"


def test_one_who_signs_for_somebody_else_is_nobody(house: Served) -> None:
    passkey, bens = made(house.visitor("Ann")), made(house.visitor("Ben"))
    wrong_key = Passkey(SITE, passkey.id, bens.key, 5, passkey.handle)
    wrong_guest = Passkey(SITE, passkey.id, passkey.key, 5, bens.handle)
    phone = house.visitor()
    for forged in (wrong_key, wrong_guest):
        assert code(back(phone, forged)) == "guest/bad_passkey"
    assert code(keep(house.visitor("Cat"), Passkey(SITE, passkey.id).create(asked(house.visitor("Cat"))))) != ""
    cat = house.visitor("Cat")
    assert code(keep(cat, Passkey(SITE, passkey.id).create(asked(cat)))) == "guest/bad_passkey"  # Ann has it
    assert back(phone, passkey).json()["name"] == "Ann"


def test_rubbish_is_refused(house: Served) -> None:
    ann, phone = house.visitor("Ann"), house.visitor()
    good = made(ann)
    whole = Passkey(SITE).create(asked(ann))
    signed = good.get(asked(phone, "/api/passkeys/ask"))
    pieces: list[Any] = ["", "é", "x" * 2000, "AAAA", None, 7, [], {}, b64(b"{}"), b64(b"[]"), b64(b"\xff")]
    for piece in pieces:
        for name in whole["response"]:
            assert code(keep(ann, {**whole, "response": {**whole["response"], name: piece}})) == "guest/bad_passkey"
        for name in signed["response"]:
            answer = come(phone, {**signed, "response": {**signed["response"], name: piece}})
            assert code(answer) == "guest/bad_passkey", (name, piece)
        assert code(keep(ann, {**whole, "response": piece})) == "guest/bad_passkey"
        assert code(come(phone, {**signed, "rawId": piece})) in ("guest/bad_passkey", "guest/unknown_passkey")
    assert code(keep(ann, {})) == "guest/bad_passkey"
    assert code(come(phone, {})) == "guest/bad_passkey"
    assert code(keep(ann, whole, label=" ")) == "name/empty"
    assert keep(ann, whole).status_code == 200  # nothing of that has spoiled it
    assert come(phone, signed).status_code == 200


@pytest.mark.parametrize("where", ["around", "among", "key", "more", "odd", "open"])
def test_nothing_is_made_of_what_a_passkey_may_not_send(
    house: Served, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """CBOR knows regular expressions: to compile one that fits into a request takes ten seconds of a core."""
    read: list[Any] = []
    good, ann, phone = Passkey(SITE), house.visitor("Ann"), house.visitor()
    keep(ann, good.create(asked(ann))).raise_for_status()
    for reader in ("verify_registration_response", "verify_authentication_response"):
        monkeypatch.setattr(webauthn, reader, lambda **told: read.append(told))
    dear = cbor2.dumps(cbor2.CBORTag(35, "a" * 30))
    key = b"\xa1\x01" + dear
    hidden = b"\xa1\x38\x01" + b"\x58" + bytes([len(dear)]) + dear  # whoever writes it anew, shorter, ends up in there
    head = bytes(32) + bytes([0x41]) + bytes(4 + 16) + b"\x00\x01x"
    signed = {"key": head + key, "more": head + b"\xa1\x01\x02" + key, "odd": head + hidden}
    data = signed.get(where, head)
    if where != "key":
        data = data[:32] + bytes([0xC1]) + data[33:]
    whole = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
    told = {"around": dear, "among": b"\xa1\x63fmt" + dear, "open": b"\xbf\x63fmt" + dear + b"\xff"}.get(where, whole)
    answer = Passkey(SITE).create(asked(ann))
    answer["response"]["attestationObject"] = b64(told)
    assert code(keep(ann, answer)) == "guest/bad_passkey"
    if where in signed:
        answer = good.get(asked(phone, "/api/passkeys/ask"))
        answer["response"]["authenticatorData"] = b64(data)
        assert code(come(phone, answer)) == "guest/bad_passkey"
    assert not read


def test_ten_are_enough(house: Served) -> None:
    ann = house.visitor("Ann")
    late = asked(ann)
    for _ in range(10):
        made(ann)
    answer = ann.http.post("/api/me/passkeys/ask", headers=HERE)
    assert answer.json() == {"code": "guest/too_many_passkeys", "params": {"max": 10}}
    assert code(keep(ann, Passkey(SITE).create(late))) == "guest/too_many_passkeys"


def test_they_are_told_and_deleted_with_the_guest_and_survive_logging_out(house: Served) -> None:
    ann = house.visitor("Ann")
    passkey = made(ann)
    told = ann.http.get("/api/me/export").json()["passkeys"]
    assert told == mine(ann)
    assert set(told[0]) == {"id", "label", "host", "made", "used"}
    ann.http.post("/api/me/logout").raise_for_status()
    phone = house.visitor()
    back(phone, passkey).raise_for_status()
    assert name_of(phone) == "Ann"  # with a cookie that counts
    assert ann.http.delete("/api/me").status_code == 204
    assert house.on_loop(house.house.store.read(sa.select(PASSKEYS))) == []
    assert code(back(house.visitor(), passkey)) == "guest/unknown_passkey"


def test_only_the_guest_and_no_page_of_another_site(house: Served) -> None:
    ann, nobody = house.visitor("Ann"), house.visitor()
    foreign = {"Origin": "https://evil.example"}
    assert code(nobody.http.post("/api/me/passkeys/ask", headers=HERE)) == "name/needed"
    assert code(keep(nobody, {})) == "name/needed"
    assert code(nobody.http.get("/api/me/passkeys")) == "name/needed"
    assert code(ann.http.post("/api/me/passkeys/ask", headers=foreign)) == "wire/origin"
    assert code(nobody.http.post("/api/passkeys/ask", json={}, headers=foreign)) == "wire/origin"
    assert nobody.http.post("/api/passkeys", content="{}", headers={"Content-Type": "text/plain"}).status_code == 415


def test_at_a_bare_address_and_without_the_library_there_are_none(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = house.visitor("Ann")
    assert code(ann.http.post("/api/me/passkeys/ask")) == "guest/no_passkeys"  # 127.0.0.1
    assert ann.http.get("/api/passkeys").json() == {"taken": True}
    passkey = made(ann)
    signed = passkey.get(asked(ann, "/api/passkeys/ask"))
    monkeypatch.setattr(house.house.passkeys, "taken", False)
    assert ann.http.get("/api/passkeys").json() == {"taken": False}
    for path in ("/api/me/passkeys/ask", "/api/passkeys/ask"):
        assert code(ann.http.post(path, json={}, headers=HERE)) == "guest/no_passkeys"
    assert code(come(ann, signed)) == "guest/no_passkeys"
    assert len(mine(ann)) == 1  # and can be removed
    assert ann.http.delete(f"/api/me/passkeys/{mine(ann)[0]['id']}").status_code == 204


def test_they_are_not_guessed_for_long(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torite.server.visitors.limits.address_of", lambda caller: "203.0.113.7")
    served = serve(misses=0.001, misses_burst=3)
    guesser = served.visitor()
    assert [code(back(guesser, Passkey(SITE))) for _ in range(4)] == ["guest/unknown_passkey"] * 3 + ["wire/too_fast"]
