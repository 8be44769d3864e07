"""The words: every language complete for every game of the house, rules pages there, README examples that run."""

import json
import re
import string
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from torite.games import GAMES
from torite.games.game import Game
from torite.games.texts import game_text, rules_page
from torite.locale import FOLDER, LANGUAGES, catalogue, fill, text
from torite.search.players import LEVELS
from torite.table.refusals import RefusalCode

ROOT = Path(__file__).parents[1]
PHASES = {
    "rwd": ("take", "play", "over"),
    "wizard": ("trump", "bid", "play", "over"),
    "wysiwyg": ("bid", "answer", "trump", "play", "take", "over"),
    "bingo": ("lead", "double", "expose", "follow", "draw", "over"),
    "differenzler": ("announce", "play", "stoeck", "over"),
    "handjass": ("declare", "split", "swap", "weis", "play", "stoeck", "over"),
    "coiffeur": ("contract", "play", "over"),
    "mittlere": ("play", "over"),
    "molotov": ("play", "over"),
    "plus-minus": ("play", "over"),
    "schieber": ("contract", "weis", "play", "stoeck", "over"),
    "emissary": ("visit", "power", "play", "discard", "swap", "over"),
}


def parts(game: Game) -> set[str]:
    """What the client asks for, after `game.NAME.` (docs/texts.md)."""
    wanted = {"name", "tagline"}
    for option in game.options:
        wanted |= {f"option.{option.name}", f"option.{option.name}.help"}
        if option.kind == "choice":
            wanted |= {f"option.{option.name}.{value}" for value in option.values}
    wanted |= {f"preset.{name}" for name in game.presets}
    wanted |= {f"{kind}.{phase}" for phase in PHASES[game.name] for kind in ("phase", "waiting")}
    wanted |= {f"badge.{badge.id}" for badge in game.badges}
    wanted |= {f"zone.{zone.id}" for zone in game.zones}
    wanted |= {f"result.{column}" for column in (*game.sheet.columns, game.sheet.total) if column}
    return wanted | {f"action.{code.split(':')[0]}" for code in game.codes.values() if ":" in code}


def braces(text: str) -> set[str]:
    """Names of the parameters of a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_word_of_a_game_is_there(game: Game, lang: str) -> None:
    missing = {part for part in parts(game) if not catalogue(lang).get(f"game.{game.name}.{part}")}
    assert not missing


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_level_has_a_name(lang: str) -> None:
    assert {f"level.{level}" for level in (*LEVELS, "random")} <= set(catalogue(lang))


OTHERS = [lang for lang in LANGUAGES if lang != "en"]


@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_has_the_same_keys_and_parameters(lang: str) -> None:
    english, other = catalogue("en"), catalogue(lang)
    person = {"you"}  # only where verbs change with it
    assert set(english) == set(other)
    assert {key for key, text in english.items() if braces(text) - person != braces(other[key]) - person} == set()
    assert {key for key, text in other.items() if not text.strip()} == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_changes_with_a_number_has_two_forms(lang: str) -> None:
    forms = [
        (text, spec) for text in catalogue(lang).values() for _, _, spec, _ in string.Formatter().parse(text) if spec
    ]
    assert [text for text, spec in forms if spec.count("|") != 1] == []


def test_every_refusal_has_a_text() -> None:
    told = {key.removeprefix("refusal.") for key in catalogue("en") if key.startswith("refusal.")}
    ours = {code.replace("/", ".") for code in RefusalCode}
    assert ours <= told
    client = {
        code.replace("/", ".") for code in re.findall(r"code: '(\w+/\w+)'", sources(ROOT / "client" / "src", ".ts"))
    }
    assert {key for key in told - ours - client if not key.startswith("http.")} == set()


def test_what_a_deal_meant_has_a_text_where_a_kit_says_it() -> None:
    keys = re.findall(r'Meaning\("(\w+)"', sources(ROOT / "src" / "torite" / "games" / "kits", ".py"))
    assert "sides" in keys
    assert [key for key in keys if f"meant.{key}" not in catalogue("en")] == []


def test_what_a_deal_meant_says_one_chip_and_two_chips() -> None:
    always_many = re.compile(r"\{\w+\} (chips|tricks|marks|Chips|Stiche|Marken)\b")
    meant = {text for lang in ("en", "de") for key, text in catalogue(lang).items() if ".meant." in key}
    assert {text for text in meant if always_many.search(text)} == set()


def test_german_is_written_as_in_switzerland() -> None:
    files = [file for kind in ("json", "md") for file in FOLDER.rglob(f"*.{kind}")]
    assert len(files) > 3 * len(GAMES)
    assert [file.name for file in files if "ß" in file.read_text("utf-8")] == []


WORD = re.compile(r"[A-Za-z]{2,}")
ENGLISH = re.compile(r"\b(the|is|are|you|your|of|and|or|not|with|to|this|that|has|have|may|can|one)\b", re.IGNORECASE)


@pytest.mark.parametrize("lang", OTHERS)
def test_no_english_is_left_over(lang: str) -> None:
    english, other = catalogue("en"), catalogue(lang)
    plain = {key: re.sub(r"\{[^{}]*\}|X-Forwarded-\w+", "", text) for key, text in other.items()}
    assert {text for text in plain.values() if ENGLISH.search(text)} == set()
    assert {text for key, text in plain.items() if other[key] == english[key] and len(WORD.findall(text)) > 2} == set()


def test_no_text_of_the_client_or_the_terminal_is_unused() -> None:
    client = sources(ROOT / "client" / "src", ".ts", ".svelte")
    terminal = sources(ROOT / "src" / "torite", ".py")
    named = set(re.findall(r"'((?:ui|table)\.[a-z_.]+)'", client))
    named |= set(re.findall(r'"(?:[a-z]+/)?([a-z_.]+)"', terminal))
    made = tuple(re.findall(r"`((?:ui|table)\.[a-z_.]*)\$\{", client))
    tails = tuple(re.findall(r'f"([a-z_.]+\.)\{', terminal))

    def is_used(key: str) -> bool:
        family, _, rest = key.partition(".")
        if family in ("ui", "table"):
            return key in named or key.startswith(made)
        parts = rest.split(".")
        ends = {".".join(parts[i:]) for i in range(len(parts))}
        return family != "cli" or key in named or bool(ends & named) or rest.startswith(tails)

    assert not {key for key in catalogue("en") if not is_used(key)}


def sources(folder: Path, *kinds: str) -> str:
    """The text of the source files in a folder, without their tests."""
    files = (file for file in folder.rglob("*") if file.suffix in kinds and ".test." not in file.name)
    return "\n".join(file.read_text("utf-8") for file in files)


def test_a_word_agrees_with_its_number() -> None:
    assert text("ui.players", n=1) == "1 player"
    assert text("ui.players", n=4) == "4 players"
    assert text("cli.report.title", game="rwd", matches="1") == "rwd: 1 match"
    assert fill("{n:one|many}, {name}, {all}", {"n": 0, "all": [1, 2]}) == "many, {name}, 1, 2"
    assert text("cli.no_such_command", "ja", name="x", allowed=["a", "b"]).endswith("あるのは：a、b")


JASS = [name for name, game in GAMES.items() if any(option.name == "suit_names" for option in game.options)]
OF_OTHERS = re.compile(r"\b(Pik|Karo|Bube|überst|[Bb]edien)")


def test_jass_is_told_in_words_of_its_own() -> None:
    words = catalogue("de")
    rules = ("follow", "follow_or_trump", "overtrump", "undertrump", "undertrump_following")
    told = {key: words[f"why.{key}"] for key in rules}
    told |= {key: text for key, text in words.items() if key.startswith(tuple(f"game.{name}." for name in JASS))}
    for name in JASS:
        told[f"rules of {name}"] = (FOLDER / "rules" / f"{name}.de.md").read_text("utf-8")
        lesson = json.loads((FOLDER / "lessons" / f"{name}.json").read_text("utf-8"))
        told[f"lesson of {name}"] = " ".join(step["text"]["de"] for step in lesson["steps"])
    assert len(JASS) == 7
    assert [key for key, text in told.items() if OF_OTHERS.search(text)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sheet_and_the_rating_are_two_words(lang: str) -> None:
    assert catalogue(lang)["table.sheet"] != catalogue(lang)["ui.ratings.value"]


# Words and signs other than those used here: 切り札 だれ 一番 かまいません フォアハント カード点 （） ： ～
KANA = "[\u3041-\u30ff\u4e00-\u9fff]"
UNUSUAL = re.compile(f"切札|誰|いちばん|構い|構わ|フォアハンド|札点|〜|{KANA}[(:]|[)]{KANA}")


@pytest.mark.parametrize(("lang", "cards"), [("en", "card"), ("de", "Karte"), ("ja", "カード")])
def test_what_is_said_of_shuffling_holds_for_tiles(lang: str, cards: str) -> None:
    for key in ("ui.starting", "ui.fair.after", "ui.fair.before", "ui.fair.holds"):
        assert cards not in text(lang, key)


def test_japanese_is_written_in_one_way() -> None:
    told = {page.name: page.read_text("utf-8") for page in FOLDER.glob("rules/*.ja.md")} | catalogue("ja")
    for file in FOLDER.glob("lessons/*.json"):
        steps = json.loads(file.read_text("utf-8"))["steps"]
        told[f"lesson of {file.stem}"] = " ".join(step["text"]["ja"] for step in steps)
    assert {key: found[0] for key, text in told.items() if (found := UNUSUAL.search(text))} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_written_sorted(lang: str) -> None:
    game_files = [json.loads(file.read_text("utf-8")) for file in FOLDER.glob("games/*.json")]
    assert {file.stem for file in FOLDER.glob("games/*.json")} == set(GAMES)
    for texts in (json.loads((FOLDER / f"{lang}.json").read_text("utf-8")), *(told[lang] for told in game_files)):
        assert list(texts) == sorted(texts)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_rules_page_explains_every_option(game: Game, lang: str) -> None:
    page = rules_page(game, lang)
    assert page is not None
    assert page.startswith("# ")
    assert page.split("\n## ")[2].startswith(text("rules.words", lang))  # a trick, to follow: behind how to play
    assert "<" not in page
    for option in game.options:
        name = re.split(" ?[(（]" + option.name, game_text(game, f"option.{option.name}", lang))[0]
        assert re.search(rf"^[*|] \*\*{re.escape(name)}\*\* `{option.name}`", page, re.MULTILINE)
        assert page.count(f"`{option.name}`") == 1  # elsewhere as it is called at a table, also its values
        [line] = [line for line in page.splitlines() if f"`{option.name}`" in line]
        assert line[0] == "|" or re.search("usual|üblich|ふつう", line)  # a table has a column for it
        if option.kind == "choice":
            for value in option.values:
                words = game_text(game, f"option.{option.name}.{value}", lang)
                assert re.search(rf"{re.escape(words)}[”“」]? `{re.escape(str(value))}`", page)
    if "\n* **" in page.partition("`" + game.options[0].name + "`")[0][-200:]:  # a list: it says the sets behind it
        assert all(f"**{game_text(game, f'preset.{preset}', lang)}**" in page for preset in game.presets)


# What an option means depends on this other one: its help and the page name that, or the value it is about.
DEPENDING = [
    *((game, option, "lives") for game in ("mittlere", "molotov") for option in ("deals", "tie_deal")),
    *((game, "four_nines", "weis.large") for game in ("handjass", "schieber")),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "option", "other"), DEPENDING)
def test_an_option_says_on_which_other_one_it_depends(name: str, option: str, other: str, lang: str) -> None:
    game = GAMES[name]
    page = rules_page(game, lang)
    assert page is not None
    [line] = [line for line in page.splitlines() if f"`{option}`" in line]
    for told in (game_text(game, f"option.{option}.help", lang), line):
        assert game_text(game, f"option.{other}", lang).casefold() in told.casefold()


def test_the_python_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    [example] = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    first, *_ = capsys.readouterr().out.splitlines()
    [promised] = re.findall(r"print\(game.turn, game.legal\(\)\) +# (.*)", example)
    assert first == promised


NAMED = re.compile(r"`([\w.-][\w./-]*\.(?:py|ts|js|svelte|css|json|md|html))`")


def test_every_file_that_the_docs_name_is_there() -> None:
    """By the end of its path."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    pages = [*ROOT.glob("docs/*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    named = {
        path for page in pages for path in NAMED.findall(page.read_text("utf-8")) if not re.search("[A-Z]{4}", path)
    }
    assert len(named) > 100
    assert {path for path in named if not any(f"/{file}".endswith(f"/{path}") for file in listed)} == set()


def test_what_has_no_words_is_shown_by_its_plain_name() -> None:
    game = GAMES["wizard"]
    assert [game_text(game, key) for key in ("phase.name", "zone.hat")] == ["name", "hat"]
    assert game_text(replace(game, name="new"), "name") == "new"


# How the line begins that says when no lower trump may be played: it binds those who can follow in every Jass.
UNDERTRUMP = {
    "en": "Where a trump has already been played on another suit, nobody",
    "de": "Ist eine Nicht-Trumpf-Farbe schon gestochen, darf",
    "ja": "切り札以外のリードに切り札が出ているとき、",
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", JASS)
def test_jass_says_that_who_can_follow_may_not_undertrump(name: str, lang: str) -> None:
    page = rules_page(GAMES[name], lang)
    assert page is not None
    assert f"\n* {UNDERTRUMP[lang]}" in page


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in JASS if any(o.name == "values" for o in GAMES[name].options)])
def test_who_sees_cards_of_somnia_reads_which_is_which(name: str, lang: str) -> None:
    page = rules_page(GAMES[name], lang)
    assert page is not None
    assert "A K Q J 10 9 8 7 6" in page
    assert "10 9 8 7/12 6 5/11 4 3 2" in page


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", JASS)
def test_who_sees_swiss_cards_reads_which_is_which(name: str, lang: str) -> None:
    page = rules_page(GAMES[name], lang)
    assert page is not None
    assert [rank for rank in "QJT" if text(f"rank.swiss.{rank}", lang) not in page] == []
