"""What tables have written down until now stays readable: by these names, and with these defaults."""

import msgspec

from torite.table import bodies, events, messages, returning

# Not to be changed: it lies in databases.  What is new has a default; a kind that nothing writes any
# more stays.
KEPT = """
created: table game seats preset options salt secret listed=True creator=None hints=True clock='none' challenge=None
    met=False watching='allowed' word=None
joined: seat guest name time=None
renamed: seat guest name before
left: seat level=None asked=False
swapped: seat other
option_set: name value
preset_set: name options
hints_set: on
clock_set: clock
hinted: seat
bot_added: seat name level
removed: seat level=None barred=False
lock_set: on
listed_set: on
watching_set: who
word_set: on word=None
nonce_given: seat nonce
started: at fairness=1 rules=''
dealt: deal deck time=None
acted: seat code by time=None more=False
claimed: seat
deal_ended: result
confirmed: seat
finished: scores winners draw salt secret absent=[]
said: seat name text guest=None time=None
forgotten:
stood_in: seat level late=False
returned: seat
resumed: gap time
reset_asked: seat
proposed: seat what
asked: seat guest name
answered: seat yes absent=False
withdrawn: displaced=False
taken_back: seat acted time=None
shared: match
invited: seat table game
was_reset: name salt secret
Proposal: what name=None value=None more=None seat=None
Challenge: id game players preset options seat level salt secret nonces fairness deal=1 before='' whole=False
TableSummary: id game phase seats turn=[] word=False clock='none' since=None
SeatView: kind name=None level=None away=False stand_in=False may_be_barred=False
    may_be_asked_for=False played=None
MatchSummary: table number game preset ended names levels points places seat=0 take_backs=0 options={} sides=[] bids=[]
    met=[] challenge=None absent=[] missed=[] uncounted='before'
"""
PARTS = (events.Proposal, events.Challenge, bodies.TableSummary, messages.SeatView, returning.MatchSummary)


def told(field: msgspec.structs.FieldInfo) -> str:
    """Its name, and what it is where it does not stand there."""
    if field.required:
        return field.encode_name
    made = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    return f"{field.encode_name}={made!r}"


def test_what_was_stored_can_still_be_read() -> None:
    today = {
        f"{kind.__struct_config__.tag or kind.__name__}:": [*map(told, msgspec.structs.fields(kind))]
        for kind in (*events.Stored.__args__, *PARTS)
    }
    kept = [line.split() for line in KEPT.replace("\n    ", " ").strip().splitlines()]
    assert today == {name: fields for name, *fields in kept}
