"""A review as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import pairwise

from meldroom.arena.charts import Line, line_chart
from meldroom.arena.html import STYLE, table
from meldroom.cli.narration import fill_names
from meldroom.core.game import AnyGame
from meldroom.reviews import PricedDecision, Review

CHART_STYLE = (
    ".chart svg rect { fill: #fbfaf6 } .chart svg { fill: #1d2a2f } .chart svg text { fill: inherit"
    " } .scroll { overflow-x: auto }"
)


def page(review: Review) -> str:
    """Write the review as an HTML page."""
    title = escape(f"Review: {review.game.name}")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>{STYLE}{CHART_STYLE}</style></head>\n"
        f"<body><main><h1>{title}</h1>{''.join(_sections(review))}</main></body></html>\n"
    )


def _sections(review: Review) -> Iterator[str]:
    winners = [name for name, share in zip(review.players, review.line[-1], strict=True) if share]
    yield f"<p>{escape(' and '.join(winners))} won after {len(review.moves)} moves.</p>"
    chances = [
        Line(name, [(ply, 100 * point[seat]) for ply, point in enumerate(review.line)])
        for seat, name in enumerate(review.players)
    ]
    chart = line_chart(chances, "Chance to win after each move", "moves", "points of 100")
    yield f'<h2>Chance to win</h2><div class="chart">{chart}</div>'
    balances = []
    for seat, (name, one) in enumerate(zip(review.players, review.balances, strict=True)):
        shares, loss = map(_points, (one.luck, one.own, one.others)), review.mean_loss(seat)
        mean_loss = "" if loss is None else f"{100 * max(0.0, loss):.2f}"
        balances.append((name, *shares, f"{100 * one.error:.0f}", mean_loss))
    headings = ("", "luck", "own play", "others' play", "±", "mean loss")
    yield f"<h2>Luck and play</h2>{_scrolled(table(headings, balances), 'Luck and play')}"
    yield (
        '<p class="muted">In points of 100: with the fair share of '
        f"{100 / len(review.players):.0f} they make the result. Own play is compared with the bot "
        "house; ± is the standard error, the mean loss that of a decision.</p>"
        "<h2>Costliest decisions</h2>"
    )
    if not review.costliest:
        yield "<p>No decision was clearly a mistake.</p>"
    for number, decision in enumerate(review.costliest, 1):
        yield _decision(review, number, decision)


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
    prices = _scrolled(table(("choice", "chance to win", "difference"), rows), heading)
    return f"<section><h3>{escape(heading)}</h3><p>{escape(told)}</p>{prices}</section>"


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
