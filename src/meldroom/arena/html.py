"""The report as one self-contained HTML page with tables and inline charts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from meldroom.arena.charts import calibration_plot, histogram, interval_chart
from meldroom.games import find
from meldroom.games.rulebook import find_rule

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
       color: #1d2a2f; background: #fbfaf6; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .25rem .5rem; border-bottom: 1px solid #ddd8c8; }
th:first-child, td:first-child { text-align: left; }
svg { width: 100%; height: auto; max-height: 22rem; }
svg text { font: 12px system-ui, sans-serif; fill: #1d2a2f; }
svg circle, svg rect { fill: #1f6f5c; } svg .interval { stroke: #1f6f5c; stroke-width: 3; }
svg .guide { stroke: #a8552f; stroke-dasharray: 4 4; } small, .muted { color: #5b666a; }
@media (prefers-color-scheme: dark) {
  body { color: #e8e6df; background: #172023; } svg text { fill: #e8e6df; }
  th, td { border-color: #344247; } svg circle, svg rect { fill: #6fc7ae; }
  svg .interval { stroke: #6fc7ae; } svg .guide { stroke: #e69a6e; }
  small, .muted { color: #a4b0b3; } }
"""


def page(report: dict[str, Any], name: str) -> str:
    """Write the report as an HTML page; `name` is the name of the game."""
    body = (
        "".join(_sections(report, name)) if report["games"] else "<p>No deal is complete yet.</p>"
    )
    title = escape(f"Arena: {name}")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head>\n"
        f"<body><h1>{title}</h1>{_headline(report)}{body}</body></html>\n"
    )


def with_interval(estimate: dict[str, Any], share: bool = False) -> str:
    """Write an estimate with its interval."""
    scale = 100 if share else 1
    mean, low, high = (estimate[part] * scale for part in ("mean", "low", "high"))
    if share:
        return f"{mean:.1f} % [{low:.1f}, {high:.1f}]"
    return f"{mean:.2f} [{low:.2f}, {high:.2f}]"


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table in HTML."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in headings)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def endings(report: dict[str, Any]) -> Iterable[tuple[str, int]]:
    """Give each rule that ended games, as numbered on the rules page, and how many it ended."""
    game = find(report["contest"]["game"])
    for reason, games in report["endings"].items():
        rule = find_rule(game, reason)
        yield f"{rule.number} {rule.title}", games


def _headline(report: dict[str, Any]) -> str:
    contest = report["contest"]
    options = ", ".join(f"{name} {value}" for name, value in contest["tables"][0].items())
    budget = (
        "a fixed number of rollouts: the same seed gives the same games"
        if report["reproducible"]
        else f"{1000 * contest['budget']:g} ms of CPU time per decision: not exactly reproducible"
    )
    return (
        f"<p>{report['games']} games on {report['deals']} of {contest['deals']} deals, each deal "
        "played once from every seat. Intervals are 95 % with the deal as the sampling unit.</p>"
        f'<p class="muted">{escape(options)} · {escape(budget)} · seed {contest["seed"]}</p>'
    )


def _sections(report: dict[str, Any], name: str) -> Iterable[str]:
    bots = report["bots"]
    seats = max(map(len, report["contest"]["lineups"]))
    yield "<h2>Wins</h2>"
    rows = [(bot["bot"], bot["wins"]) for bot in bots]
    yield interval_chart(rows, "share of wins by bot", 0, 1, 1 / seats)
    yield table(
        ("bot", "games", "wins", "mean place", "mean score"),
        [
            (
                bot["bot"],
                str(bot["games"]),
                with_interval(bot["wins"], share=True),
                with_interval(bot["place"]),
                with_interval(bot["score"]),
            )
            for bot in bots
        ],
    )
    yield "<h2>Head to head</h2>"
    yield table(("placed ahead of", *(bot["bot"] for bot in bots)), _cross(report))
    yield from _ratings(report["ratings"])
    yield "<h2>Seat advantage</h2>"
    rows = [(f"seat {seat['seat']}", seat["wins"]) for seat in report["seats"]]
    yield interval_chart(rows, "share of wins by seat", 0, 1, 1 / seats)
    yield "<h2>Game length</h2>"
    for what, lengths in report["lengths"].items():
        yield f"<p>{escape(what.capitalize())}: median {lengths['median']:g}</p>"
        yield histogram(lengths, f"{what} of {name}")
    yield "<h2>How games end</h2>"
    total = sum(report["endings"].values())
    yield table(
        ("rule", "games", "share"),
        [(rule, str(games), f"{100 * games / total:.1f} %") for rule, games in endings(report)],
    )
    if "effect" in report:
        yield from _effect(report["effect"])


def _cross(report: dict[str, Any]) -> Iterable[list[str]]:
    for name, row in report["cross"].items():
        others = [bot["bot"] for bot in report["bots"]]
        yield [
            name,
            *(with_interval(row[other], share=True) if other in row else "" for other in others),
        ]


def _ratings(ratings: dict[str, Any]) -> Iterable[str]:
    yield "<h2>Ratings</h2>"
    yield table(
        ("bot", "mu", "sigma"),
        [(row["bot"], f"{row['mu']:.2f}", f"{row['sigma']:.2f}") for row in ratings["players"]],
    )
    yield (
        "<p>openskill's BradleyTerryPart. Its beta, which models luck, fits best at "
        f"{ratings['times']:g} times the default. Log loss {ratings['loss']:.3f} nats per pair; "
        f"a coin flip scores {ratings['coin']:.3f}.</p>"
    )
    yield calibration_plot(
        ratings["calibration"], "how often favourites were expected to win, and how often they did"
    )


def _effect(effect: dict[str, Any]) -> Iterable[str]:
    one, other = (
        ", ".join(f"{name} {value}" for name, value in effect[side].items())
        for side in ("option", "against")
    )
    yield "<h2>Effect of the option</h2>"
    yield table(
        ("", one, other, "change"),
        [
            (what, *(with_interval(row[side]) for side in ("option", "against", "change")))
            for what, row in effect["rows"].items()
        ],
    )
