"""Small pictures in SVG, drawn by hand: intervals, bars and a calibration."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

WIDTH, ROW, LEFT, RIGHT = 640, 26, 150, 70


def _svg(height: float, body: Sequence[str], title: str, width: int = WIDTH) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height:g}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(text)}</text>'


def intervals(
    rows: Sequence[tuple[str, dict[str, Any]]], title: str, low: float, high: float, mark: float
) -> str:
    """Draw a dot with its interval for each row, and a line where chance would be."""

    def across(value: float) -> float:
        return round(LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT), 1)

    foot = ROW * len(rows) + 8
    body = [
        f'<line class="mark" x1="{across(mark):g}" x2="{across(mark):g}" y1="4" y2="{foot}"/>',
        _text(across(low), foot + 14, f"{low:g}", "middle"),
        _text(across(mark), foot + 14, f"{mark:.3g}", "middle"),
        _text(across(high), foot + 14, f"{high:g}", "middle"),
    ]
    for at, (name, found) in enumerate(rows):
        y = ROW * at + 20
        body += [
            _text(LEFT - 12, y + 4, name, "end"),
            f'<line class="reach" x1="{across(found["low"]):g}" x2="{across(found["high"]):g}" '
            f'y1="{y}" y2="{y}"/>',
            f'<circle cx="{across(found["mean"]):g}" cy="{y}" r="5"/>',
            _text(WIDTH - RIGHT + 12, y + 4, f"{found['mean']:.3g}"),
        ]
    return _svg(foot + 20, body, title)


def histogram(found: dict[str, Any], title: str) -> str:
    """Draw how often each length came."""
    bars, width, least = found["bars"], found["width"], found["least"]
    high, step = 120, (WIDTH - 40) / len(bars)
    body = []
    for at, many in enumerate(bars):
        tall = round(high * many / max(bars), 1)
        first = least + at * width
        reach = f"{first}" if width == 1 else f"{first} to {first + width - 1}"
        body.append(
            f'<rect x="{20 + at * step:.1f}" y="{10 + high - tall:g}" width="{step * 0.9:.1f}" '
            f'height="{tall:g}"><title>{reach}: {many}</title></rect>'
        )
    body += [
        _text(20, high + 28, str(least)),
        _text(WIDTH - 20, high + 28, str(found["most"]), "end"),
        _text(WIDTH / 2, high + 28, f"mean {found['mean']:g}", "middle"),
    ]
    return _svg(high + 34, body, title)


def calibration(points: Sequence[dict[str, Any]], title: str) -> str:
    """Draw what happened against what was expected; on the line the ratings keep their word."""
    side, edge = 240, 40

    def place(point: tuple[float, float]) -> tuple[float, float]:
        x, y = ((value - 0.5) / 0.5 for value in point)
        return round(edge + x * side, 1), round(10 + side - y * side, 1)

    body = [
        f'<line class="mark" x1="{edge}" y1="{10 + side}" x2="{edge + side}" y2="10"/>',
        _text(edge, side + 28, "expected 50 %"),
        _text(edge + side, side + 28, "100 %", "end"),
        _text(edge - 6, 20, "100 %", "end"),
        _text(edge - 6, side + 10, "50 %", "end"),
    ]
    most = max([point["pairs"] for point in points], default=1)
    for point in points:
        x, y = place((point["expected"], max(0.5, point["happened"])))
        size = round(3 + 9 * (point["pairs"] / most) ** 0.5, 1)
        body.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}"><title>expected {point["expected"]:.3f}, '
            f"happened {point['happened']:.3f}, {point['pairs']} pairs</title></circle>"
        )
    return _svg(side + 36, body, title, width=side + 2 * edge)
