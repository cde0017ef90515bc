"""How a round of Scorzo ended: everyone's melds, and what was left over."""

from __future__ import annotations

from meldroom.core.cards import Cards, Seat
from meldroom.core.showdown import HandEnd, Showdown, ShowdownLine, ShownGroup, ShownHand
from meldroom.games.scorzo.arrangement import arrangement
from meldroom.games.scorzo.deck import DECK, WILD, value
from meldroom.games.scorzo.facts import Facts, Options

NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens")
ONLY_MELDS = "Cards outside melds count against their holder."


def showdown(end: HandEnd[Facts, Options]) -> Showdown:
    """Lay out every hand, the fewest points first."""
    facts, added = end.before.public, end.after.public.ledger[-1]
    points = {seat: added[seat] or 0 for seat in facts.playing}
    order = sorted(facts.playing, key=lambda seat: (points[seat], seat != facts.caller))
    hands = tuple(_shown_hand(end, seat, points[seat]) for seat in order)
    fewest = tuple(seat for seat in facts.playing if points[seat] == min(points.values()))
    caller = facts.caller
    if caller is None:
        sentence, detail = "Nobody called.", f"The hands are scored as they are. {ONLY_MELDS}"
    else:
        sentence = f"{{{caller}}} called. Nothing left over."
        detail = f"Everyone else had one more turn. {ONLY_MELDS}"
    return Showdown(
        sentence,
        detail,
        ("Q22", "R11") if caller is None else ("R10", "R11"),
        "left",
        fewest if caller is None else (caller,),
        hands,
        tuple(ShowdownLine(None, seat, points[seat], "R11") for seat in order),
        fewest_wins=True,
    )


def _shown_hand(end: HandEnd[Facts, Options], seat: Seat, points: int) -> ShownHand:
    all_wild = end.before.options.all_wild_melds == "yes"
    melds, loose = arrangement(end.open_cards("hand", seat), all_wild)
    groups = [ShownGroup("meld", meld, meld_name(meld)) for meld in melds]
    if loose:
        values = " + ".join(str(value(bytes([card]))) for card in loose)
        # Q12: what the caller's melds take does not count.
        laid_off = value(loose) - points
        label = f"left: {values}" + (f", {laid_off} laid off" if laid_off else "")
        groups.append(ShownGroup("loose", loose, label, points, "R11"))
    remark = "called" if seat == end.before.public.caller else ""
    return ShownHand(seat, tuple(groups), remark, points)


def meld_name(meld: Cards) -> str:
    """Name a meld in words: `run of stars`, `set of fours`."""
    naturals = meld.replace(bytes([WILD]), b"")
    if not naturals:
        return "wilds"
    if len({card % 10 for card in naturals}) == 1:
        return f"set of {NUMBERS[naturals[0] % 10]}"
    return f"run of {DECK.suits[naturals[0]]}s"
