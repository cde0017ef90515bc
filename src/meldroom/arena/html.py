"""The report as one page that needs nothing else: tables, and pictures drawn inside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from meldroom.arena.charts import calibration, histogram, intervals

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
       color: #1d2a2f; background: #fbfaf6; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .25rem .5rem; border-bottom: 1px solid #ddd8c8; }
th:first-child, td:first-child { text-align: left; }
svg { width: 100%; height: auto; max-height: 22rem; }
svg text { font: 12px system-ui, sans-serif; fill: #1d2a2f; }
svg circle, svg rect { fill: #1f6f5c; } svg .reach { stroke: #1f6f5c; stroke-width: 3; }
svg .mark { stroke: #a8552f; stroke-dasharray: 4 4; } small, .quiet { color: #5b666a; }
@media (prefers-color-scheme: dark) {
  body { color: #e8e6df; background: #172023; } svg text { fill: #e8e6df; }
  th, td { border-color: #344247; } svg circle, svg rect { fill: #6fc7ae; }
  svg .reach { stroke: #6fc7ae; } svg .mark { stroke: #e69a6e; } small, .quiet { color: #a4b0b3; } }
"""


def page(report: dict[str, Any], name: str) -> str:
    """Lay the report out as a page in HTML."""
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


def told(found: dict[str, Any], share: bool = False) -> str:
    """Write a figure with its interval."""
    mean, low, high = (found[part] * (100 if share else 1) for part in ("mean", "low", "high"))
    if share:
        return f"{mean:.1f} % [{low:.1f}, {high:.1f}]"
    return f"{mean:.2f} [{low:.2f}, {high:.2f}]"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table in HTML."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _headline(report: dict[str, Any]) -> str:
    contest = report["contest"]
    options = ", ".join(f"{name} {value}" for name, value in contest["tables"][0].items())
    pace = (
        "by number of rollouts: the same seed gives the same games"
        if report["reproducible"]
        else f"{1000 * contest['budget']:g} ms of a core a decision: it cannot be repeated exactly"
    )
    return (
        f"<p>{report['games']} games on {report['deals']} of {contest['deals']} deals, each with "
        f"the seats rotated. Intervals are 95 %, by deal.</p>"
        f'<p class="quiet">{escape(options)} · {escape(pace)} · seed {contest["seed"]}</p>'
    )


def _sections(report: dict[str, Any], name: str) -> Iterable[str]:
    bots = report["bots"]
    seats = max(map(len, report["contest"]["lineups"]))
    yield "<h2>Who wins</h2>"
    rows = [(bot["bot"], bot["wins"]) for bot in bots]
    yield intervals(rows, "share of wins by bot", 0, 1, 1 / seats)
    yield table(
        ("bot", "games", "wins", "mean place", "mean score"),
        [
            (
                bot["bot"],
                str(bot["games"]),
                told(bot["wins"], share=True),
                told(bot["place"]),
                told(bot["score"]),
            )
            for bot in bots
        ],
    )
    yield "<h2>Who is placed before whom</h2>"
    yield table(("", *(bot["bot"] for bot in bots)), _cross(report))
    yield from _ratings(report["ratings"])
    yield "<h2>Where one sits</h2>"
    rows = [(f"seat {seat['seat']}", seat["wins"]) for seat in report["seats"]]
    yield intervals(rows, "share of wins by seat", 0, 1, 1 / seats)
    yield "<h2>How long it takes</h2>"
    for what, found in report["lengths"].items():
        yield f"<p>{escape(what.capitalize())}: median {found['median']:g}</p>"
        yield histogram(found, f"{what} of {name}")
    yield "<h2>How games end</h2>"
    yield table(
        ("rule", "games", "share"),
        [
            (rule, str(many), f"{100 * many / sum(report['endings'].values()):.1f} %")
            for rule, many in report["endings"].items()
        ],
    )
    if "effect" in report:
        yield from _effect(report["effect"])


def _cross(report: dict[str, Any]) -> Iterable[list[str]]:
    for name, row in report["cross"].items():
        others = [bot["bot"] for bot in report["bots"]]
        yield [name, *(told(row[other], share=True) if other in row else "" for other in others)]


def _ratings(ratings: dict[str, Any]) -> Iterable[str]:
    yield "<h2>Ratings</h2>"
    yield table(
        ("bot", "mu", "sigma"),
        [(row["bot"], f"{row['mu']:.2f}", f"{row['sigma']:.2f}") for row in ratings["players"]],
    )
    yield (
        f"<p>openskill's BradleyTerryPart; its beta, which says how much is luck, fits best at "
        f"{ratings['times']:g} times the default. It is off by {ratings['loss']:.3f} nats a pair; "
        f"a coin is off by {ratings['coin']:.3f}.</p>"
    )
    yield calibration(ratings["calibration"], "what was expected of favourites, and what happened")


def _effect(effect: dict[str, Any]) -> Iterable[str]:
    one, other = (
        ", ".join(f"{name} {value}" for name, value in effect[side].items())
        for side in ("option", "against")
    )
    yield "<h2>What the option changes</h2>"
    yield table(
        ("", one, other, "change"),
        [
            (what, told(row["option"]), told(row["against"]), told(row["change"]))
            for what, row in effect["rows"].items()
        ],
    )
