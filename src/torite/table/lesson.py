"""A first lesson: one deal of a record, with a word at its turning points, where the learner does what was done there.

A lesson is data and needs no code: `locale/lessons/GAME.json`, or `NAME.lesson.json` beside a page from outside, has

    record  a match as torite-record/1, finished or not
    deal    which of its deals is shown, from 1
    seat    the learner's
    steps   in order; `at`: how many actions have been done; `text`: by language, Markdown; `ask`: the learner acts next
"""

from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from torite.games import GAMES
from torite.games.game import Game
from torite.locale import LANGUAGES
from torite.table.format import RecordError, parsed
from torite.table.looking import Lesson, Step
from torite.table.replay import shown_again

FOLDER = Path(__file__).parents[1] / "locale" / "lessons"


class _Step(msgspec.Struct, forbid_unknown_fields=True):
    at: int
    text: dict[str, str]
    ask: bool = False


class _Lesson(msgspec.Struct, forbid_unknown_fields=True):
    deal: int
    seat: int
    steps: list[_Step]
    record: dict[str, Any]


def lesson_file(game: Game) -> Path | None:
    """Where the lesson of a game stands, if it has one."""
    file = Path(game.page).with_suffix(".lesson.json") if game.name not in GAMES else FOLDER / f"{game.name}.json"
    return file if file.is_file() else None


def lesson_of(game: Game, lang: str, games: Mapping[str, Game] = GAMES) -> Lesson | None:
    """The lesson of a game in a language, a step in English where it has none of it; None = there is no such lesson.

    Raises RecordError: what does not fit in the record, or at which step.
    """
    file = lesson_file(game)
    if file is None:
        return None
    try:
        lesson = msgspec.json.decode(file.read_bytes().removeprefix(BOM_UTF8), type=_Lesson)
    except msgspec.ValidationError as error:
        raise RecordError("shape", reason=str(error)) from None
    except msgspec.DecodeError as error:
        raise RecordError("not_json", reason=str(error)) from None
    _check(lesson)
    if lang not in {*LANGUAGES, *(each for step in lesson.steps for each in step.text)}:
        return None
    replay = shown_again(lesson.record, lesson.deal, lesson.seat, False, games, asked=True)
    steps = [Step(step.at, step.text.get(lang, step.text["en"]), step.ask) for step in lesson.steps]
    return Lesson(replay, lesson.seat, steps)


def _check(lesson: _Lesson) -> None:
    """Every step fits the record.  Raises RecordError."""
    deals = parsed(lesson.record).deals
    if not 1 <= lesson.deal <= len(deals):
        raise RecordError("lesson_deal", deal=lesson.deal, deals=len(deals))
    actions = deals[lesson.deal - 1].actions
    places = [step.at for step in lesson.steps]
    for number, step in enumerate(lesson.steps, start=1):
        if not 0 <= step.at <= len(actions) or places != sorted(places):
            raise RecordError("lesson_place", step=number, at=step.at, actions=len(actions))
        if step.ask and (step.at == len(actions) or actions[step.at][0] != lesson.seat):
            raise RecordError("lesson_ask", step=number, at=step.at, seat=lesson.seat)
        if missing := [lang for lang in LANGUAGES if not step.text.get(lang)]:
            raise RecordError("lesson_text", step=number, languages=missing)
