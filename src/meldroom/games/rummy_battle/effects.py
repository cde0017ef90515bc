"""What each action card can act on, what that gains, and what is safe from it (R17 to R21)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from meldroom.core.action import Action
from meldroom.core.effect import Effect, Safe, Spot, Step, Use
from meldroom.games.rummy_battle.action_cards import CARD_PLAYED
from meldroom.games.rummy_battle.actions import (
    Hoard,
    Pickpocket,
    PickpocketHand,
    Switcheroo,
    Thief,
)
from meldroom.games.rummy_battle.deck import (
    HOARD,
    LUCKY_DAY,
    PICKPOCKET,
    PLACED_CODES,
    REAL_CARD,
    SWITCHEROO,
    THIEF,
    value,
)
from meldroom.games.rummy_battle.facts import ROW, View, meld_rules
from meldroom.games.rummy_battle.melds import RUN, SET, Meld, can_spare

MELDS = "melds"  # the zone of the cards in front of a seat
RULES = {HOARD: "R17", THIEF: "R18", SWITCHEROO: "R19", PICKPOCKET: "R20", LUCKY_DAY: "R21"}
STEPS = {
    HOARD: (Step("Tap the oldest card you want. You take every newer one too.", "card"),),
    THIEF: (Step("Tap the set you want to steal. Runs are safe.", "set"),),
    SWITCHEROO: (
        Step("Tap the set you want to give.", "set"),
        Step("Tap the set you want in return.", "set"),
    ),
    PICKPOCKET: (Step("Tap a card that its owner can spare.", "choice"),),
    LUCKY_DAY: (Step("Every opponent gives you a card that you draw unseen."),),
}
FROM_HAND = (Step("Tap the player whose hand you want to draw from.", "player"),)
NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


def effects(seen: View, legal: Sequence[Action]) -> tuple[Effect, ...]:
    """Give the action cards that can be played now, Hoard included."""
    uses: defaultdict[int, list[Use]] = defaultdict(list)
    for action in legal:
        card = HOARD if isinstance(action, Hoard) else CARD_PLAYED.get(type(action))
        if card is not None:
            uses[card].append(_use(seen, action))
    return tuple(
        Effect(card, RULES[card], _steps(seen, card), _as_they_lie(seen, found), _safe(seen, card))
        for card, found in sorted(uses.items())
    )


def _steps(seen: View, card: int) -> tuple[Step, ...]:
    from_hand = card == PICKPOCKET and seen.options.pickpocket == "hand"
    return FROM_HAND if from_hand else STEPS[card]


def _as_they_lie(seen: View, uses: list[Use]) -> tuple[Use, ...]:
    """Sort by the targets: from the left of the seat, then by meld; the row from its end."""

    def order(place: Spot) -> tuple[int, int, int]:
        left = 0 if place.owner is None else (place.owner - seen.public.turn) % seen.seats
        return left, place.meld or 0, -(place.at or 0)

    return tuple(sorted(uses, key=lambda use: [order(place) for place in use.targets]))


def _use(seen: View, action: Action) -> Use:
    melds = seen.public.melds
    match action:
        case Hoard(cards):
            return Use(action, (Spot("row", at=len(seen.zones[ROW].cards) - cards),))
        case Thief(number):
            meld = melds[number - 1]
            return Use(action, (_place(meld),), _owners_value(meld))
        case Switcheroo(own, other):
            given, got = melds[own - 1], melds[other - 1]
            gain = _owners_value(got) - _owners_value(given)
            return Use(action, (_place(given), _place(got)), gain)
        case Pickpocket(placed, number, victim):
            meld = melds[number - 1]
            whole = victim == meld.owner and _any_will_do(meld)
            place = Spot(MELDS, victim, number, "" if whole else PLACED_CODES[placed])
            return Use(action, (place,), value(bytes([REAL_CARD[placed]])))
        case PickpocketHand(victim):
            return Use(action, (Spot("hand", victim),))
        case _:
            return Use(action)


def _place(meld: Meld) -> Spot:
    return Spot(MELDS, meld.owner, meld.number)


def _owners_value(meld: Meld) -> int:
    """Count what moves with the meld: cards that others laid off stay theirs (R18)."""
    return value(meld.cards_of(meld.owner))


def _any_will_do(meld: Meld) -> bool:
    """Say whether the owner's cards of a set all count the same, so that none need be named."""
    values = {value(bytes([card])) for card in meld.cards_of(meld.owner)}
    return meld.kind == SET and len(values) == 1


def _safe(seen: View, card: int) -> tuple[Safe, ...]:
    facts = seen.public
    others = [meld for meld in facts.melds if meld.owner != facts.turn]
    if card in (THIEF, SWITCHEROO):
        return tuple(Safe(_place(meld), "run: safe") for meld in others if meld.kind == RUN)
    if card != PICKPOCKET or seen.options.pickpocket == "hand":
        return ()
    naturals = meld_rules(seen.options).naturals
    return tuple(Safe(_place(meld), _needs_all(meld)) for meld in others if _needed(meld, naturals))


def _needed(meld: Meld, naturals: int) -> bool:
    """Say whether the owner of a meld can spare none of its cards (R20)."""
    owned = [at for at, holder in enumerate(meld.holders) if holder == meld.owner]
    return not any(can_spare(meld, at, naturals) for at in owned)


def _needs_all(meld: Meld) -> str:
    count = meld.holders.count(meld.owner)
    return f"needs all {NUMBERS.get(count, count)}"
