"""A study as one page of HTML: no scripts, nothing from elsewhere, light and dark, readable in print without colour."""

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from html import escape

from torite.lab.figures import Figure
from torite.lab.study import PHASES, Study, Variant
from torite.locale import text

BAR = 0.88  # of the room of a bar: between it and the next one is some air
STYLE = """
:root { color-scheme: light dark; --paper: #faf7f0; --ink: #26304f; --soft: #8a8f9f; --line: #d8d3c6; --bar: #4a5a8f; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #191c24; --ink: #e6e2d8; --soft: #9a9fae; --line: #3a3f4c; --bar: #9fb0e6; } }
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #444; --line: #999; --bar: #333; } section { break-inside: avoid; } }
body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; max-width: 44rem;
  margin: 2rem auto; padding: 0 1rem; font-variant-numeric: tabular-nums; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.2rem; margin: 2.2rem 0 .2rem; } h3 { font-size: 1rem; margin: .8rem 0 0; }
p { margin: .2rem 0 .8rem; color: var(--soft); } table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; padding: .25rem .5rem; border-bottom: 1px solid var(--line); font-weight: normal; }
th:first-child { text-align: left; } td { white-space: nowrap; } thead th { color: var(--soft); }
.wide { overflow-x: auto; } .wide th:first-child { background: var(--paper); position: sticky; left: 0; }
td small { display: block; color: var(--soft); }
svg { width: 100%; height: 22px; display: block; overflow: visible; } svg.bars { height: 150px; }
svg line { stroke: var(--ink); stroke-width: 2; } svg .axis { stroke: var(--line); }
svg circle { fill: var(--bar); } svg rect { fill: var(--bar); }
.row { display: grid; grid-template: "name dots told" / 190px minmax(0, 1fr) 150px; align-items: center; }
.row, .scale { font-size: 13px; line-height: 1.4; } .row > .name { grid-area: name; }
.row > :is(svg, .scale) { grid-area: dots; } .row > .told { grid-area: told; text-align: right; white-space: nowrap; }
.scale { display: flex; justify-content: space-between; color: var(--soft); }
@media (max-width: 34rem) { /* a line of its own for the name, the columns below it */
  .columns tr { display: flex; flex-wrap: wrap; border-bottom: 1px solid var(--line); }
  .columns :is(th, td) { flex: 1; border: 0; box-sizing: border-box; } .columns th:empty { display: none; }
  .columns tbody th { flex: 0 0 100%; padding-bottom: 0; }
  .row { grid-template-columns: 84px minmax(0, 1fr) 130px; } .name { overflow-wrap: anywhere; } }
"""


def page(study: Study, title: str, lang: str) -> str:
    """The whole page; `title` is the game's name in this language."""

    def say(key: str, **params: object) -> str:
        return escape(text(f"cli.study.{key}", lang, **params))

    sections = [("figures", _figures(study, lang))]
    if any(v.players > 1 for v in study.variants):

        def by_place(v: Variant, figures: list[Figure], mark: float | None = None) -> Plot:
            label = [say("place", n=p + 1) for p in range(v.players)]
            return Plot(zip(label, figures, strict=True), mark, percent=mark is not None)

        sections.append(("fairness", _plots(study, lambda v: by_place(v, v.places))))
        sections.append(("firsts", _plots(study, lambda v: by_place(v, v.firsts, 1 / v.players))))
    part = [f"{100 * i // PHASES}–{100 * (i + 1) // PHASES} %" for i in range(PHASES)]
    sections += [
        ("scores", _each(study, lambda v: histogram(v, _alike(study, v)))),
        ("alternatives", _plots(study, lambda v: Plot(zip(part, v.alternatives, strict=True)))),
        ("spreads", _plots(study, lambda v: Plot(zip(part, v.spreads, strict=True), 0.0))),
        ("challengers", _plots(study, lambda v: Plot(v.challengers.items(), 0.0))),
    ]
    if any(v.skill for v in study.variants):
        sections.append(("skill", _plots(study, lambda v: Plot(v.skill.items(), 0.0))))
    if any(v.said for v in study.variants):
        sections.append(("said", _each(study, lambda v: _said(v, lang))))
    if any(v.cards for v in study.variants):
        sections.append(("cards", _plots(study, lambda v: Plot(v.cards.items(), 0.0))))
    notes = {key: f"<p>{say(f'{key}.help', bot=study.bot)}</p>" for key, _ in sections}
    if len(study.variants) == 1:
        notes["figures"] = ""  # there is no other column to differ from
    if any(_is_told(more) for v in study.variants for more in v.differences.values()):
        notes["figures"] += f"<p>{say('figures.below')}</p>"
    body = "\n".join(f"<section><h2>{say(key)}</h2>{notes[key]}\n{html}</section>" for key, html in sections)
    players = "/".join(str(n) for n in dict.fromkeys(v.players for v in study.variants))
    about = say("told", deals=study.deals, players=players, bot=study.bot, seed=study.seed)
    return document(title, about, body, lang)


def document(title: str, about: str, body: str, lang: str) -> str:
    """The page of this title; about and body are HTML."""
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return (
        f'<!doctype html>\n<html lang="{lang}"><head>{head}<style>{STYLE}</style></head>\n'
        f"<body><h1>{escape(title)}</h1><p>{about}</p>\n{body}\n</body></html>\n"
    )


class Plot:
    """Dots with their intervals; `mark` = where a line stands that they are to be compared with."""

    def __init__(self, rows: Iterable[tuple[str, Figure]], mark: float | None = None, percent: bool = False) -> None:
        self.rows = [(label, figure) for label, figure in rows if not math.isnan(figure.value)]
        self.mark = mark
        self.percent = percent

    def reach(self) -> list[float]:
        """All that must find room in it."""
        ends = [end for _, figure in self.rows for end in _ends(figure)]
        return ends + ([self.mark] if self.mark is not None else [])


def _alike(study: Study, variant: Variant) -> list[Variant]:
    """The variants that are drawn on one scale with this one: of another game a point is something else."""
    return [v for v in study.variants if v.game == variant.game]


def _each(study: Study, plot: Callable[[Variant], str]) -> str:
    """A plot a variant, with its name where there are several."""
    names = [f"<h3>{escape(v.name)}</h3>" if len(study.variants) > 1 else "" for v in study.variants]
    return "\n".join(name + plot(v) for name, v in zip(names, study.variants, strict=True))


def _plots(study: Study, plot: Callable[[Variant], Plot]) -> str:
    """The same of intervals, those of one game on one scale."""
    plots = {v.name: plot(v) for v in study.variants}
    return _each(
        study,
        lambda v: intervals(plots[v.name], [end for other in _alike(study, v) for end in plots[other.name].reach()]),
    )


def number(value: float) -> str:
    """Three digits, all of a large one; a dash for what could not be told."""
    return "–" if math.isnan(value) else f"{value:{'.3g' if abs(value) < 1000 else '.0f'}}".replace("-", "−")


def told(figure: Figure, percent: bool = False) -> str:
    """A figure with its interval."""
    scale, unit = (100, " %") if percent else (1, "")
    value, within = figure.value * scale, figure.within * scale
    if not within:
        return f"{value:.2f}".removesuffix(".00").replace("-", "−") + unit
    if math.isnan(within):
        return f"{number(value)}{unit}"
    digits = max(0, min(3, 1 - math.floor(math.log10(within))))
    if figure.ends is not None:
        low, high = (end * scale for end in figure.ends)
        return f"{value:.{digits}f} ({low:.{digits}f}–{high:.{digits}f}){unit}".replace("-", "−")
    return f"{value:.{digits}f} ± {within:.{digits}f}{unit}".replace("-", "−")


SHARES = ("forced", "matter", "luck", "tied", "decided", "behind")


def _figures(study: Study, lang: str) -> str:
    """A line a figure, a column a variant; of the second and later ones also whether they differ from the first."""
    keys = list(dict.fromkeys(key for v in study.variants for key in v.figures))
    names = "".join(f"<th>{escape(v.name)}</th>" for v in study.variants)
    head = f"<th></th>{names}" if len(study.variants) > 1 else ""
    rows = []
    for key in keys:
        cells = []
        for v in study.variants:
            figure, more = v.figures.get(key), v.differences.get(key)
            marked = abs(more.value) > more.within if more else _differs(figure, study.variants[0].figures.get(key))
            cell, mark = told(figure, key in SHARES) if figure else "–", " *" if marked else ""
            if more and _is_told(more):
                mark = f"<small>{'+' if more.value > 0 else ''}{told(more, key in SHARES)}{mark}</small>"
            cells.append(f"<td>{cell}{mark}</td>")
        name = escape(text(f"cli.study.figure.{key}", lang))
        rows.append(f"<tr><th>{name}</th>{''.join(cells)}</tr>")
    return table(head, rows, by_name=bool(head))


def _is_told(more: Figure) -> bool:
    """Does it stand below a figure by how much that differs?"""
    return bool(more.value or more.within)


def table(head: str, rows: Iterable[str], by_name: bool = False) -> str:
    """A table of these cells and rows; one too wide is moved to and fro, or on a phone has names by themselves."""
    kind = ' class="columns"' if by_name else ""
    heads = f"<thead><tr>{head}</tr></thead>" if head else ""
    return f'<div class="wide"><table{kind}>{heads}<tbody>{"".join(rows)}</tbody></table></div>'


def _said(variant: Variant, lang: str) -> str:
    """A line for each of what is said most."""
    head = "".join(f"<th>{escape(text(f'cli.study.said.{key}', lang))}</th>" for key in ("share", "worth"))
    rows = (
        f"<tr><th>{escape(code)}</th><td>{told(said.share, percent=True)}</td><td>{told(said.worth)}</td></tr>"
        for code, said in variant.said.items()
    )
    return table(f"<th></th>{head}", rows, by_name=True)


def _differs(figure: Figure | None, first: Figure | None) -> bool:
    """Where nothing is known but the two by themselves."""
    return (
        figure is not None
        and first is not None
        and abs(figure.value - first.value) > math.hypot(figure.within, first.within)
    )


def _ends(figure: Figure) -> tuple[float, float]:
    within = 0.0 if math.isnan(figure.within) else figure.within
    return figure.ends or (figure.value - within, figure.value + within)


def intervals(plot: Plot, reach: Collection[float] | None = None) -> str:
    """A row a dot; `reach` = what the scale must have room for, of other plots too."""
    ends = plot.reach() if reach is None else reach
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    width = (high - low) or 1.0

    def at(value: float) -> str:
        return f"{100 * (value - low) / width:.2f}%"

    mark = f'<line class="axis" x1="{at(plot.mark)}" x2="{at(plot.mark)}" y2="100%"/>' if plot.mark is not None else ""
    rows = []
    for label, figure in plot.rows:
        begin, end = _ends(figure)
        rows.append(
            f'<div class="row"><span class="name">{escape(label)}</span><svg aria-hidden="true">{mark}'
            f'<line x1="{at(begin)}" x2="{at(end)}" y1="50%" y2="50%"/>'
            f'<circle cx="{at(figure.value)}" cy="50%" r="4"/></svg>'
            f'<span class="told">{told(figure, plot.percent)}</span></div>'
        )
    scale = f'<div class="row">{_scale([low, high], plot.percent)}</div>' if len(ends) > 1 else ""
    return "".join(rows) + scale


def histogram(variant: Variant, alike: Sequence[Variant]) -> str:
    """How often a deal was worth so much, on one scale with those alike."""
    low, high = min(v.edges[0] for v in alike), max(v.edges[-1] for v in alike)
    most = max(max(_density(v)) for v in alike)

    def share(value: float) -> float:
        return 100 * value / (high - low)

    bars = [
        f'<rect x="{share(left - low):.2f}%" width="{share(right - left) * BAR:.2f}%" '
        f'y="{100 * (1 - dense / most):.1f}%" height="{100 * dense / most:.1f}%"/>'
        for left, right, dense in zip(variant.edges, variant.edges[1:], _density(variant), strict=False)
        if dense
    ]
    axis = '<line class="axis" x2="100%" y1="100%" y2="100%"/>'
    return f'<svg class="bars" role="img">{"".join(bars)}{axis}</svg>{_scale([low, (low + high) / 2, high])}'


def _density(variant: Variant) -> list[float]:
    """Share of the deals by unit, bar by bar."""
    step = (variant.edges[-1] - variant.edges[0]) / len(variant.counts)
    return [count / sum(variant.counts) / step for count in variant.counts]


def _scale(values: Sequence[float], percent: bool = False) -> str:
    """Values below a plot, the first and the last at its ends."""
    unit, times = (" %", 100) if percent else ("", 1)
    return f'<div class="scale">{"".join(f"<span>{number(value * times)}{unit}</span>" for value in values)}</div>'
