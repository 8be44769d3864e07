"""Chat commands, after BrettspielWelt: each means a request that also has a button, or a question about the table.

`/join [SEAT]` `/leave` `/start` `/option NAME [VALUE]` `/option help` `/options` `/preset NAME` `/bot [LEVEL]`
`/remove NAME` `/reset` `/again` `/share` `/yes` `/no` `/ok` `/hint` `/hints [on|off]` `/lock [on|off]`
`/info` (`/spielinfo`) `/help` `/nick`.  Seats count from 1 here.
What an input method has made full-width counts as plain: `／join　２`.
"""

import unicodedata
from collections.abc import Callable

from torite.games.game import Option, Value
from torite.table import messages
from torite.table.bot_names import shown_names
from torite.table.messages import FromClient, Notice
from torite.table.refusals import RefusalCode, Refused, look, option_errors
from torite.table.table import Seat, Table

Answer = FromClient | list[Notice]


def is_command(text: str) -> bool:
    """Does the chat text begin with a slash?"""
    return text.lstrip().startswith(("/", "／"))


def begins(text: str) -> bool:
    """Is it a command by which a match may begin?"""
    return _parted(text)[0] in ("/start", "/again")


def _parted(text: str) -> tuple[str, str]:
    word, _, rest = unicodedata.normalize("NFKC", text).strip().partition(" ")
    return word.lower(), rest


def parse(text: str, table: Table) -> Answer:
    """The request that a command means, or the answer to a question.  Raises Refused."""
    word, rest = _parted(text)
    command = _COMMANDS.get(word)
    if command is None:
        raise Refused(RefusalCode.UNKNOWN_COMMAND, command=word[:40])
    return command(rest.strip(), table)


def _join(rest: str, table: Table) -> Answer:
    return messages.Sit(seat=_seat(rest) if rest else None)


def _seat(text: str) -> int:
    """Index of a seat that a person has numbered from 1."""
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 4):
        raise Refused(RefusalCode.NO_SUCH_SEAT, seat=text)
    return int(text) - 1


def _option(rest: str, table: Table) -> Answer:
    name, _, value = rest.partition(" ")
    if not name:
        return _options("", table)
    if name.lower() == "help":
        return [_explained(option) for option in table.game.options]
    with option_errors():
        option = table.game.option(name.lower())
    if value:
        return messages.SetOption(name=option.name, value=value.strip())
    if option.kind == "bool":
        return messages.SetOption(name=option.name, value=not table.options[option.name])
    return [_chosen(option, table.options[option.name]), _explained(option)]


def _options(rest: str, table: Table) -> Answer:
    return [_chosen(option, table.options[option.name]) for option in table.game.options]


def _chosen(option: Option, value: Value) -> Notice:
    return Notice("option", {"option": option.name, "value": value})


def _explained(option: Option) -> Notice:
    return Notice(
        "option_help",
        {"option": option.name, "allowed": list(option.values), "excludes": list(option.excludes)},
    )


def _remove(rest: str, table: Table) -> Answer:
    """Bots first where a person has the same name; they are found by their names in all languages."""
    named = [i for i, seat in enumerate(table.seats) if look(rest) in _looks(seat)]
    if not named:
        raise Refused(RefusalCode.NO_SUCH_PLAYER, name=rest[:40])
    return messages.Remove(seat=min(named, key=lambda i: not table.seats[i].is_bot))


def _looks(seat: Seat) -> set[str]:
    if seat.kind == "open":
        return set()
    name = seat.name or ""
    return set(map(look, shown_names(name) if seat.kind == "bot" and not seat.stand_in else [name]))


def _hints(rest: str, table: Table) -> Answer:
    return messages.SetHints(on=_switched("hints", rest, table.hints))


def _switched(name: str, rest: str, before: bool) -> bool:
    """On or off; without a word the other way round."""
    on = {"": not before, "on": True, "off": False}.get(rest.lower())
    if on is None:
        raise Refused(RefusalCode.BAD_VALUE, name=name, allowed=["on", "off"])
    return on


def _answer(yes: bool, table: Table) -> Answer:
    return messages.Answer(yes=yes, seq=table.pending.seq if table.pending is not None else 0)


def _info(rest: str, table: Table) -> Answer:
    names = [seat.name for seat in table.seats if seat.kind != "open"]
    told = [Notice("info", {"game": table.game.name, "preset": table.preset}), Notice("seats", {"names": names})]
    if table.position is not None:
        told.append(_deal(int(table.position.state.deals), table.game.deals(table.position.state)))
    return told + [_chosen(option, table.options[option.name]) for option in table.game.options]


def _deal(deal: int, deals: int | None) -> Notice:
    return Notice("deal", {"deal": deal}) if deals is None else Notice("deal_of", {"deal": deal, "deals": deals})


def _help(rest: str, table: Table) -> Answer:
    return [Notice("help", {"commands": list(_COMMANDS)})]


_COMMANDS: dict[str, Callable[[str, Table], Answer]] = {
    "/join": _join,
    "/leave": lambda rest, table: messages.Leave(),
    "/start": lambda rest, table: messages.Start(),
    "/option": _option,
    "/options": _options,
    "/preset": lambda rest, table: messages.SetPreset(name=rest),
    "/bot": lambda rest, table: messages.AddBot(level=rest.lower() or None),
    "/remove": _remove,
    "/reset": lambda rest, table: messages.Reset(),
    "/again": lambda rest, table: messages.Again(),
    "/share": lambda rest, table: messages.Share(),
    "/yes": lambda rest, table: _answer(True, table),
    "/no": lambda rest, table: _answer(False, table),
    "/ok": lambda rest, table: messages.Confirm(),
    "/hint": lambda rest, table: messages.AskHint(seq=table.seq),
    "/hints": _hints,
    "/lock": lambda rest, table: messages.Lock(on=_switched("lock", rest, table.locked)),
    "/info": _info,
    "/spielinfo": _info,
    "/help": _help,
    "/nick": lambda rest, table: [Notice("nick", {})],
}
