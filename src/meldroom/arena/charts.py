"""SVG charts: intervals, histograms, a calibration plot and lines."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor
from typing import Any, NamedTuple

SVG = "http://www.w3.org/2000/svg"
WIDTH, ROW_HEIGHT, LEFT_MARGIN, RIGHT_MARGIN = 640, 26, 150, 70


def svg(height: float, body: Sequence[str], title: str, width: int = WIDTH) -> str:
    """Make a picture of its parts; the title is read aloud."""
    return (
        f'<svg xmlns="{SVG}" viewBox="0 0 {width} {height:g}" role="img" '
        f'aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def text_at(x: float, y: float, text: str, anchor: str = "start") -> str:
    """Write a text."""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(text)}</text>'


PICTURE_STYLE = (
    "text { font: 12px system-ui, sans-serif; fill: #1d2a2f } .ground { fill: #fbfaf6 }"
    " circle, rect { fill: #1f6f5c } .interval { stroke: #1f6f5c; stroke-width: 3 }"
    " .guide { stroke: #a8552f; stroke-dasharray: 4 4 }"
)


def standalone(chart: str) -> str:
    """Turn a chart of a report into a picture of its own, with the report's colours."""
    head, title, body = chart.partition("</title>")
    ground = '<rect class="ground" width="100%" height="100%"/>'
    return f"{head}{title}<style>{PICTURE_STYLE}</style>{ground}{body}"


def interval_chart(
    rows: Sequence[tuple[str, dict[str, Any]]], title: str, low: float, high: float, chance: float
) -> str:
    """Draw an estimate with its interval in each row, and a line at what chance would give."""

    def x_of(value: float) -> float:
        width = WIDTH - LEFT_MARGIN - RIGHT_MARGIN
        return round(LEFT_MARGIN + (value - low) / (high - low) * width, 1)

    foot = ROW_HEIGHT * len(rows) + 8
    body = [
        f'<line class="guide" x1="{x_of(chance):g}" x2="{x_of(chance):g}" y1="4" y2="{foot}"/>',
        text_at(x_of(low), foot + 14, f"{low:g}", "middle"),
        text_at(x_of(chance), foot + 14, f"{chance:.3g}", "middle"),
        text_at(x_of(high), foot + 14, f"{high:g}", "middle"),
    ]
    for number, (name, estimate) in enumerate(rows):
        y = ROW_HEIGHT * number + 20
        body += [
            text_at(LEFT_MARGIN - 12, y + 4, name, "end"),
            f'<line class="interval" x1="{x_of(estimate["low"]):g}" '
            f'x2="{x_of(estimate["high"]):g}" y1="{y}" y2="{y}"/>',
            f'<circle cx="{x_of(estimate["mean"]):g}" cy="{y}" r="5"/>',
            text_at(WIDTH - RIGHT_MARGIN + 12, y + 4, f"{estimate['mean']:.3g}"),
        ]
    return svg(foot + 20, body, title)


def histogram(lengths: dict[str, Any], title: str) -> str:
    """Draw how often each length occurred."""
    bars, bar_width, least = lengths["bars"], lengths["width"], lengths["least"]
    max_height, step = 120, (WIDTH - 40) / len(bars)
    body = []
    for number, count in enumerate(bars):
        height = round(max_height * count / max(bars), 1)
        first = least + number * bar_width
        label = f"{first}" if bar_width == 1 else f"{first} to {first + bar_width - 1}"
        body.append(
            f'<rect x="{20 + number * step:.1f}" y="{10 + max_height - height:g}" '
            f'width="{step * 0.9:.1f}" height="{height:g}"><title>{label}: {count}</title></rect>'
        )
    body += [
        text_at(20, max_height + 28, str(least)),
        text_at(WIDTH - 20, max_height + 28, str(lengths["most"]), "end"),
        text_at(WIDTH / 2, max_height + 28, f"mean {lengths['mean']:g}", "middle"),
    ]
    return svg(max_height + 34, body, title)


def calibration_plot(points: Sequence[dict[str, Any]], title: str) -> str:
    """Draw what happened against what was expected; perfect forecasts lie on the diagonal."""
    side, edge = 240, 40

    def place(point: tuple[float, float]) -> tuple[float, float]:
        x, y = ((value - 0.5) / 0.5 for value in point)
        return round(edge + x * side, 1), round(10 + side - y * side, 1)

    body = [
        f'<line class="guide" x1="{edge}" y1="{10 + side}" x2="{edge + side}" y2="10"/>',
        text_at(edge, side + 28, "expected 50 %"),
        text_at(edge + side, side + 28, "100 %", "end"),
        text_at(edge - 6, 20, "100 %", "end"),
        text_at(edge - 6, side + 10, "50 %", "end"),
    ]
    most_pairs = max([point["pairs"] for point in points], default=1)
    for point in points:
        x, y = place((point["expected"], max(0.5, point["happened"])))
        radius = round(3 + 9 * (point["pairs"] / most_pairs) ** 0.5, 1)
        body.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"><title>expected '
            f"{point['expected']:.3f}, happened {point['happened']:.3f}, "
            f"{point['pairs']} pairs</title></circle>"
        )
    return svg(side + 36, body, title, width=side + 2 * edge)


class Line(NamedTuple):
    """A named line through points, for `line_chart`."""

    name: str
    points: Sequence[tuple[float, float]]


LINE_COLOURS = (
    "#1f6f5c", "#a8552f", "#3f5f9e", "#8a6d1d", "#8c3f7c", "#4d6b1f", "#a33a3a", "#51606a",
)  # fmt: skip
LABEL_HEIGHT = 15
LINE_STYLE = (
    "text { font: 12px system-ui, sans-serif }"
    " .grid { stroke: #ddd8c8 } polyline { fill: none; stroke-width: 2 }"
    " rect { fill: #fbfaf6 }"
)


def line_chart(lines: Sequence[Line], title: str, across: str, upwards: str) -> str:
    """Draw lines as a picture of its own; each is named at its last point."""
    height, left, right, top, bottom = 320, 48, 150, 34, 40
    spots = [point for line in lines for point in line.points]
    last = max(x for x, _ in spots) or 1.0
    low = floor(min(y for _, y in spots) / 10) * 10
    high = max(ceil(max(y for _, y in spots) / 10) * 10, low + 10)

    def place(x: float, y: float) -> tuple[float, float]:
        wide, tall = WIDTH - left - right, height - top - bottom
        return round(left + x / last * wide, 1), round(top + (high - y) / (high - low) * tall, 1)

    body = [f'<rect width="{WIDTH}" height="{height}"/>', text_at(left, 20, f"{title} ({upwards})")]
    for mark in range(low, high + 1, 10):
        x, y = place(0, mark)
        body += [
            f'<line class="grid" x1="{x:g}" x2="{WIDTH - right}" y1="{y:g}" y2="{y:g}"/>',
            text_at(x - 8, y + 4, f"{mark}", "end"),
        ]
    foot = height - bottom + 18
    body += [
        text_at(left, foot, "0", "middle"),
        text_at(WIDTH - right, foot, f"{last:.0f}", "middle"),
        text_at((left + WIDTH - right) / 2, foot, across, "middle"),
    ]
    label_y = float("-inf")
    from_above = sorted(enumerate(lines), key=lambda item: -item[1].points[-1][1])
    for below, (number, line) in zip(reversed(range(len(lines))), from_above, strict=True):
        colour = LINE_COLOURS[number % len(LINE_COLOURS)]
        placed = [place(*point) for point in line.points]
        route = " ".join(f"{x:g},{y:g}" for x, y in placed)
        lowest = height - 6 - LABEL_HEIGHT * below
        label_y = min(max(placed[-1][1] + 4, label_y + LABEL_HEIGHT), lowest)
        label = f"{line.name}: {line.points[-1][1]:.1f}"
        body += [
            f'<polyline points="{route}" style="stroke: {colour}"/>',
            f'<g style="fill: {colour}">{text_at(WIDTH - right + 8, label_y, label)}</g>',
        ]
    return svg(height, [f"<style>{LINE_STYLE}</style>", *body], title)
