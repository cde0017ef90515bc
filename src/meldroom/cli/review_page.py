"""A review as one self-contained HTML page with inline charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

from meldroom.arena.charts import WIDTH, svg, text_at
from meldroom.arena.html import STYLE, table
from meldroom.cli.narration import fill_names
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.reviews import PricedDecision, Review

CHART_HEIGHT, CHART_LEFT, CHART_RIGHT, CHART_TOP, CHART_BOTTOM = 300, 64, 14, 14, 36
BAR_ROW, BAR_LEFT, BAR_RIGHT = 52, 150, 100
LEAST_SCALE = 0.1  # of the win, at each end of the bars
TABLE_POINTS = 12
DASHES = ("", "7 4", "2 4", "12 4 2 4")  # of one seat after another
SEAT_STYLE = """
:root { --s0: #1f6f5c; --s1: #a8552f; --s2: #3f5f9e; --s3: #8a6d1d; --s4: #8c3f7c; --s5: #4d6b1f;
        --s6: #a33a3a; --s7: #51606a; --paper: #fbfaf6; --ink: #1d2a2f; --grid: #ddd8c8; }
@media (prefers-color-scheme: dark) {
  :root { --s0: #6fc7ae; --s1: #e69a6e; --s2: #9db6ea; --s3: #dcc06a; --s4: #e0a0d2; --s5: #b4cf82;
          --s6: #f0938f; --s7: #b7c4cc; --paper: #172023; --ink: #e8e6df; --grid: #344247; } }
svg polyline { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
svg .grid { stroke: var(--grid); }
svg .axis { stroke: var(--ink); } svg .mark { fill: var(--paper); stroke-width: 2; }
svg .mark-number { font-weight: 700; text-anchor: middle; }
svg rect.own { fill: var(--s0); } svg rect.luck { fill: url(#hatch); stroke: var(--ink); }
svg #hatch path { stroke: var(--ink); } svg #hatch rect { fill: none; }
ul.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; padding: 0; }
ul.legend li { display: flex; align-items: center; gap: .5rem; }
ul.legend svg { width: 2.2rem; height: .8rem; }
.decision { border-top: 1px solid var(--grid); padding: .2rem 0 .8rem; }
.decision h3 { font-size: 1rem; margin: .6rem 0 .2rem; } .decision p { margin: .2rem 0; }
.decision td + td { white-space: nowrap; }
.scroll { overflow-x: auto; } summary { padding: .6rem 0; cursor: pointer; }
@media (max-width: 34rem) { svg text { font-size: 18px; } }
@media (forced-colors: active) { svg polyline, svg .mark { stroke: CanvasText !important; } }
"""


def page(review: Review) -> str:
    """Write the review as an HTML page."""
    title = escape(f"Review: {review.game.name}")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>{STYLE}{SEAT_STYLE}</style></head>\n"
        f"<body><main><h1>{title}</h1>{''.join(_sections(review))}</main></body></html>\n"
    )


def _sections(review: Review) -> Iterator[str]:
    winners = [name for name, share in zip(review.players, review.line[-1], strict=True) if share]
    result = f"{' and '.join(winners)} won after {len(review.moves)} moves."
    yield f"<p>{escape(result)}</p>"
    yield "<h2>Chance to win</h2>"
    yield _line_chart(review)
    yield _legend(review.players)
    yield _line_table(review)
    yield "<h2>Luck and play</h2>"
    yield _bars(review)
    yield _scrolled(_balance_table(review), "Luck and play")
    yield (
        '<p class="muted">In points of 100: with the fair share of '
        f"{100 / len(review.players):.0f} they make the result. Own play is compared with the bot "
        "house; ± is the standard error, the mean loss that of a decision.</p>"
    )
    yield "<h2>Costliest decisions</h2>"
    if not review.costliest:
        yield "<p>No decision was clearly a mistake.</p>"
    for number, decision in enumerate(review.costliest, 1):
        yield _decision(review, number, decision)


def _line_chart(review: Review) -> str:
    last = len(review.line) - 1

    def place(ply: int, chance: float) -> tuple[float, float]:
        wide = WIDTH - CHART_LEFT - CHART_RIGHT
        tall = CHART_HEIGHT - CHART_TOP - CHART_BOTTOM
        x, y = CHART_LEFT + ply / max(1, last) * wide, CHART_TOP + (1 - chance) * tall
        return round(x, 1), round(y, 1)

    right, foot = WIDTH - CHART_RIGHT, CHART_HEIGHT - CHART_BOTTOM
    body = []
    for mark in (0, 25, 50, 75, 100):
        _, y = place(0, mark / 100)
        body.append(f'<line class="grid" x1="{CHART_LEFT}" x2="{right}" y1="{y:g}" y2="{y:g}"/>')
        body.append(text_at(CHART_LEFT - 8, y + 4, f"{mark} %", "end"))
    body += [
        text_at(CHART_LEFT, foot + 18, "deal", "start"),
        text_at((CHART_LEFT + right) / 2, foot + 18, f"{last} moves", "middle"),
        text_at(right, foot + 18, "end", "end"),
    ]
    for seat in range(len(review.players)):
        placed = [place(ply, point[seat]) for ply, point in enumerate(review.line)]
        route = " ".join(f"{x:g},{y:g}" for x, y in placed)
        body.append(f'<polyline points="{route}" style="{_stroke(seat)}"/>')
    for number, decision in enumerate(review.costliest, 1):
        x, y = place(decision.ply, review.line[decision.ply][decision.seat])
        body.append(
            f'<circle class="mark" cx="{x:g}" cy="{y:g}" r="9" '
            f'style="stroke: {_colour(decision.seat)}"/>'
            f'<text class="mark-number" x="{x:g}" y="{y + 4:g}">{number}</text>'
        )
    return svg(CHART_HEIGHT, body, "Every player's chance to win over the game")


def _legend(players: Sequence[str]) -> str:
    items = [
        '<li><svg viewBox="0 0 36 12" aria-hidden="true">'
        f'<polyline points="0,6 36,6" style="{_stroke(seat)}"/></svg>{escape(name)}</li>'
        for seat, name in enumerate(players)
    ]
    return f'<ul class="legend">{"".join(items)}</ul>'


def _line_table(review: Review) -> str:
    last, many = len(review.line) - 1, min(TABLE_POINTS, len(review.line))
    plies = [at * last // max(1, many - 1) for at in range(many)]
    rows = [(str(ply), *(f"{100 * chance:.0f} %" for chance in review.line[ply])) for ply in plies]
    return (
        "<details><summary>Chances as a table</summary>"
        f"{_scrolled(table(('after move', *review.players), rows), 'Chances')}</details>"
    )


def _bars(review: Review) -> str:
    shares = [share for balance in review.balances for share in (balance.luck, balance.own)]
    scale = max(LEAST_SCALE, *map(abs, shares))
    middle = (BAR_LEFT + BAR_RIGHT + WIDTH - BAR_RIGHT) / 2
    unit = (middle - BAR_LEFT - BAR_RIGHT) / scale
    foot = BAR_ROW * len(review.players) + 4
    body = [
        '<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><path d="M0 0V6" stroke-width="3"/></pattern></defs>'
    ]
    for seat, (name, balance) in enumerate(zip(review.players, review.balances, strict=True)):
        top = BAR_ROW * seat + 6
        body.append(text_at(BAR_LEFT - 12, top + 22, name, "end"))
        for row, (kind, share) in enumerate((("luck", balance.luck), ("own", balance.own))):
            y, width = top + 20 * row, abs(share) * unit
            x = middle if share >= 0 else middle - width
            body.append(
                f'<rect class="{kind}" x="{x:.1f}" y="{y}" width="{width:.1f}" height="14"/>'
            )
            end = middle + share * unit
            anchor = "start" if share >= 0 else "end"
            gap = 6 if share >= 0 else -6
            word = "luck" if kind == "luck" else "play"
            body.append(text_at(round(end + gap, 1), y + 11, f"{word} {_points(share)}", anchor))
    body.append(f'<line class="axis" x1="{middle:g}" x2="{middle:g}" y1="2" y2="{foot}"/>')
    return svg(foot + 4, body, "Luck and own play of each player; the table below has the figures")


def _balance_table(review: Review) -> str:
    rows = []
    for seat, (name, balance) in enumerate(zip(review.players, review.balances, strict=True)):
        loss = review.mean_loss(seat)
        rows.append(
            (
                name,
                *map(_points, (balance.luck, balance.own, balance.others)),
                f"{100 * balance.error:.0f}",
                "" if loss is None else f"{100 * max(0.0, loss):.2f}",
            )
        )
    return table(("", "luck", "own play", "others' play", "±", "mean loss"), rows)


def _decision(review: Review, number: int, decision: PricedDecision) -> str:
    game, name = review.game, review.players[decision.seat]
    heading = f"{number}. {decision.word.capitalize()} at move {decision.ply + 1}"
    told = (
        f"{name} played “{in_words(game, game.text(decision.played.action))}”; "
        f"“{in_words(game, game.text(decision.best.action))}” was better by "
        f"{100 * decision.loss:.1f} ± {100 * decision.best.error:.1f} points."
    )
    if decision.why is not None:
        told += f" {fill_names(decision.why.text, review.players)}"
    rows = []
    for at, price in enumerate(decision.prices):
        lead = "played" if at == 0 else f"{_points(price.lead, 1)} ± {100 * price.error:.1f}"
        action = in_words(game, game.text(price.action))
        rows.append((action, f"{100 * price.chance:.1f} %", lead))
    return (
        f'<section class="decision"><h3>{escape(heading)}</h3><p>{escape(told)}</p>'
        f"{_scrolled(table(('choice', 'chance to win', 'difference'), rows), heading)}</section>"
    )


def _scrolled(wide: str, label: str) -> str:
    """Let something wide be scrolled, also by keys."""
    named = f'role="region" aria-label="{escape(label)}" tabindex="0"'
    return f'<div class="scroll" {named}>{wide}</div>'


def in_words(game: AnyGame, text: str) -> str:
    """Tell an action with its cards in words."""
    words, told = dict(zip(game.deck.codes, game.deck.words, strict=True)), ""
    for before, part in pairwise(["", *text.split(" ")]):
        told += ", " if before in words and part in words else " "
        told += words.get(part, part)
    return told.strip()


def _points(share: float, places: int = 0) -> str:
    return f"{100 * share:+.{places}f}".replace("-", "\N{MINUS SIGN}")


def _colour(seat: Seat) -> str:
    return f"var(--s{seat % 8})"


def _stroke(seat: Seat) -> str:
    return f"stroke: {_colour(seat)}; stroke-dasharray: {DASHES[seat % len(DASHES)] or 'none'}"
