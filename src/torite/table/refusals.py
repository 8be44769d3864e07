"""Why something is refused: a code with parameters.  The reader's side has the words (`refusal.CODE`)."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from typing import Any, TypeVar

from torite.games.game import OptionError

T = TypeVar("T")
NAME_MAX = 24  # characters
TYPED_MAX = 10 * NAME_MAX  # with what is taken away: to look for that takes time with the square of the length
MARKS_MAX = 5  # on one letter; a syllable of Burmese has as many
JOINERS = "\u200c\u200d"  # invisible, but Persian names and many emoji need them
NUMBERED = re.compile(r"(\s*\(\s*\d+\s*\))+\s*$")
IGNORABLE = re.compile(  # Default_Ignorable_Code_Point, which `unicodedata` does not know: shown as nothing
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
BLANK = "\u2800"  # a symbol that looks like a space


class RefusalCode(StrEnum):
    """Every reason; the parameters stand behind it."""

    NOT_YOUR_TURN = "move/not_your_turn"
    ILLEGAL_ACTION = "move/illegal_action"  # code, legal, why: scene.Reason or None
    WRONG_NUMBER = "move/wrong_number"  # count, given
    TWICE = "move/twice"  # code
    STALE_SEQ = "move/stale_seq"
    NO_MATCH = "move/no_match"
    OUT_OF_TIME = "move/out_of_time"
    NO_TAKE_BACK = "move/no_take_back"
    TOO_MANY_TAKE_BACKS = "move/too_many_take_backs"  # max
    NO_CLAIMS = "move/no_claims"
    NOT_CLAIMABLE = "move/not_claimable"
    NOT_YET = "move/not_yet"  # left
    TOO_MANY_CLAIMS = "move/too_many_claims"  # max
    NOT_FOUND = "table/not_found"
    GONE = "table/gone"
    OTHER_RULES = "table/other_rules"
    FULL = "table/full"
    SEAT_TAKEN = "table/seat_taken"
    NO_SUCH_SEAT = "table/no_such_seat"  # seat, as the player counts: from 1
    NO_SUCH_PLAYER = "table/no_such_player"  # name
    NOT_ABSENT = "table/not_absent"  # name
    NOT_HOST = "table/not_host"  # name
    NO_VOTE = "table/no_vote"
    LOCKED = "table/locked"
    CLOSED = "table/closed"
    BARRED = "table/barred"
    WORD_NEEDED = "table/word_needed"
    WRONG_WORD = "table/wrong_word"
    BAD_WORD = "table/bad_word"  # max
    WATCH_LATER = "table/watch_later"
    NO_WATCHING = "table/no_watching"
    NOT_SEATED = "table/not_seated"
    TOO_FEW_PLAYERS = "table/too_few_players"  # min
    TOO_MANY_PLAYERS = "table/too_many_players"  # max
    NOT_SO_MANY = "table/not_so_many"  # players, allowed
    ALREADY_STARTED = "table/already_started"
    TOO_MANY_NAMES = "table/too_many_names"  # max
    TOO_MANY_STRANGERS = "table/too_many_strangers"
    NOT_OVER = "table/not_over"
    PROPOSAL_OPEN = "table/proposal_open"  # name
    NO_PROPOSAL = "table/no_proposal"
    ASK_LATER = "table/ask_later"  # name
    NOBODY_TO_ASK = "table/nobody_to_ask"
    TOO_MANY_ASKS = "table/too_many_asks"  # max
    NO_SUCH_DEAL = "record/no_such_deal"  # deals
    BAD_RECORD = "record/bad"  # reason: text `cli.record.REASON`, about: its parameters, deal, action
    PRIVATE = "record/private"
    REVIEW_RUNNING = "review/running"
    UNKNOWN_OPTION = "table/unknown_option"  # name
    BAD_VALUE = "table/bad_value"  # name, allowed
    UNKNOWN_PRESET = "table/unknown_preset"  # name
    UNKNOWN_LEVEL = "table/unknown_level"  # name
    HINTS_OFF = "table/hints_off"
    NOT_WAITING = "waiting/none"
    TOO_MANY_TABLES = "table/too_many"
    UNKNOWN_GAME = "game/unknown"  # name
    NO_CHALLENGE = "challenge/not_found"
    CHALLENGE_PRIVATE = "challenge/private"
    CHALLENGE_OVER = "challenge/over"
    CHALLENGE_GONE = "challenge/gone"
    CHALLENGE_ALONE = "challenge/alone"
    CHALLENGE_FIXED = "challenge/fixed"
    CHALLENGE_UNTRIED = "challenge/untried"
    TOO_MANY_CHALLENGES = "challenge/too_many"
    NO_EXERCISE = "exercise/not_found"
    EXERCISE_DONE = "exercise/done"
    BAD_LINK = "guest/bad_link"
    BANNED = "guest/banned"
    NO_NOTICES = "guest/no_notices"
    BAD_DEVICE = "guest/bad_device"
    NO_PASSKEYS = "guest/no_passkeys"
    BAD_PASSKEY = "guest/bad_passkey"
    LATE_PASSKEY = "guest/late_passkey"
    UNKNOWN_PASSKEY = "guest/unknown_passkey"
    TOO_MANY_PASSKEYS = "guest/too_many_passkeys"  # max
    NAME_EMPTY = "name/empty"
    NAME_TOO_LONG = "name/too_long"  # max
    NAME_BAD = "name/bad"
    NAME_NEEDED = "name/needed"
    UNKNOWN_COMMAND = "chat/unknown_command"  # command
    CHAT_TOO_LONG = "chat/too_long"  # max
    MUTED = "chat/muted"
    MALFORMED = "wire/malformed"
    TOO_LARGE = "wire/too_large"
    TOO_FAST = "wire/too_fast"
    TOO_MANY_CONNECTIONS = "wire/too_many"  # max
    FOREIGN_HOST = "wire/host"  # host
    FOREIGN_ORIGIN = "wire/origin"
    STORE_UNAVAILABLE = "store/unavailable"
    UNHEALTHY = "server/unhealthy"  # reasons
    SERVER_ERROR = "server/error"


class Refused(Exception):  # noqa: N818 (not an error of the program: the answer is no)
    """A request was refused and changed nothing."""

    def __init__(self, code: RefusalCode, /, **params: Any) -> None:
        super().__init__(f"{code.value} {params}" if params else code.value)
        self.code = code
        self.params = params


@contextmanager
def option_errors() -> Iterator[None]:
    """Turns a game's OptionError into a refusal."""
    try:
        yield
    except OptionError as error:
        raise Refused(RefusalCode(error.code), **error.params) from None


def clean_name(text: str) -> str:
    """The name without space around it, 1..24 characters.  Raises Refused.

    Control characters, bidi overrides, lone surrogates and piles of marks are refused, HTML is harmless text.  A
    number in brackets at the end is taken away: by such a one the table tells guests of one name apart.
    """
    if len(text) > TYPED_MAX:
        raise Refused(RefusalCode.NAME_TOO_LONG, max=NAME_MAX)
    name, seen = unicodedata.normalize("NFC", text).strip(), _seen(text).strip()
    if NUMBERED.search(seen):
        name = NUMBERED.sub("", seen)
    if not name:
        raise Refused(RefusalCode.NAME_EMPTY)
    if len(name) > NAME_MAX:
        raise Refused(RefusalCode.NAME_TOO_LONG, max=NAME_MAX)
    if any(is_unprintable(sign) for sign in name) or _unpiled(name) != name:
        raise Refused(RefusalCode.NAME_BAD)
    if not any(is_visible(sign) for sign in name):
        raise Refused(RefusalCode.NAME_EMPTY)
    return name


def game_named(games: Mapping[str, T], name: str) -> T:
    """The game of this name.  Raises Refused."""
    if name not in games:
        raise Refused(RefusalCode.UNKNOWN_GAME, name=name[:40])
    return games[name]


def look(name: str) -> str:
    """What a name looks like: two that do not differ in it are the same to a reader in a hurry."""
    return " ".join(_seen(name).casefold().split())


def _seen(text: str) -> str:
    """What can be seen of a text, in the plainest signs."""
    return unicodedata.normalize("NFKC", IGNORABLE.sub("", text)).replace(BLANK, " ")


def clean_text(text: str) -> str:
    """Chat text on one line, without characters that control how it is shown."""
    line = "".join(" " if sign in "\t\r\n" else sign for sign in text)
    return _unpiled("".join(sign for sign in line if not is_unprintable(sign))).strip()


def _unpiled(text: str) -> str:
    """Without the marks that are too many on one letter: they would be drawn over the lines around it."""
    kept, marks = [], 0
    for sign in text:
        if sign not in JOINERS:
            marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        if marks <= MARKS_MAX:
            kept.append(sign)
    return "".join(kept)


def is_unprintable(sign: str) -> bool:
    """Is this a control character, a bidi override, a line separator or a lone surrogate?"""
    return unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and sign not in JOINERS


def is_visible(sign: str) -> bool:
    """Can it be seen when it stands alone?"""
    return unicodedata.category(sign)[0] not in "CMZ" and bool(_seen(sign).strip())
