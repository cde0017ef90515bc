"""What players read about Rummy Battle: the prompt, the hand and its value, and the score pad."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat, without
from meldroom.core.effect import Effect
from meldroom.core.showdown import HandEnd, Showdown
from meldroom.core.wording import CardHelp, Group, Pad, PadRow, Wording, score_columns
from meldroom.games.rummy_battle.actions import Take
from meldroom.games.rummy_battle.card_help import card_help
from meldroom.games.rummy_battle.deck import DECK, JOKER, rank_of, real_cards, value
from meldroom.games.rummy_battle.effects import effects
from meldroom.games.rummy_battle.facts import (
    DRAWN,
    HAND,
    OUT_AFTER_MARKER,
    OUT_BEFORE_MARKER,
    ROW,
    STOCK,
    TABLE,
    Facts,
    Options,
    State,
    View,
    meld_rules,
    must_play_deepest,
)
from meldroom.games.rummy_battle.hand_value import best_melds, completing, loose, near_melds
from meldroom.games.rummy_battle.melds import meld_name
from meldroom.games.rummy_battle.showdown import showdown

TARIFF = "A {} · 10 J Q K {} · 2–9 {} · joker {} · action card {}".format(
    *[value(DECK.cards(code)) for code in ("Ac", "10c", "2c", "Jk", "HOARD")]
)
ACTION_CARD_VERBS = {
    "lucky": "Lucky Day",
    "pick": "Pickpocket",
    "thief": "Thief",
    "switch": "Switcheroo",
}


class RummyBattleWording(Wording[Facts, Options]):
    """What players read about Rummy Battle."""

    def prompt(self, seen: View) -> str:
        """Say what the seat is asked to do."""
        facts = seen.public
        legal = self.game.legal(seen)
        verbs = {action.verb for action in legal}
        if not legal:
            return ""
        if "done" in verbs:
            return "Your hand is empty: draw the bonus card, or go out."
        if facts.duty:
            return f"Play the {DECK.words[facts.duty[0]]} now: meld it or lay it off."
        playable = [name for verb, name in ACTION_CARD_VERBS.items() if verb in verbs]
        offers = [f"You may play {_either(playable)}."] if playable else []
        if not facts.drawn:
            return " ".join([_draw_prompt(seen, legal), *offers])
        if "bonus" in verbs:
            offers.insert(0, "You may draw a bonus card.")
        if "second" in verbs:
            offers.insert(0, "You may use your 2nd Chance to replace both cards.")
        plays = [words for verb, words in (("meld", "meld"), ("lay", "lay off")) if verb in verbs]
        text = _either([*plays, "discard a card"])
        return " ".join([f"{text[0].upper()}{text[1:]}.", *offers])

    def hand(self, seen: View) -> tuple[Group, ...]:
        """Lay the hand out: melds, pairs with what they need, the rest, action cards."""
        if seen.seat is None:
            return ()
        held, rules = own_hand(seen, seen.seat), meld_rules(seen.options)
        groups = [
            Group("meld", real_cards(meld), meld_name(meld)) for meld in best_melds(held, rules)
        ]
        rest = loose(held, rules)
        for pair in near_melds(rest):
            groups.append(Group("near", pair, f"needs {_needed(pair)}"))
            rest = without(rest, pair)
        groups.append(Group("loose", bytes([card for card in rest if card <= JOKER])))
        action_cards = bytes([card for card in rest if card > JOKER])
        groups.append(Group("loose", action_cards, "action cards"))
        return tuple(group for group in groups if group.cards)

    def effects(self, seen: View, legal: Sequence[Action]) -> tuple[Effect, ...]:
        """Give the action cards that the seat may play, with their targets."""
        return effects(seen, legal)

    def melds(self, seen: View, seat: Seat) -> tuple[Group, ...]:
        """Lay out the cards in front of a seat: `#2` is its meld, `on #2` what it laid off."""
        groups = [
            Group(
                "meld",
                meld.cards_of(seat),
                f"#{meld.number}" if meld.owner == seat else f"on #{meld.number}",
            )
            for meld in seen.public.melds
        ]
        return tuple(group for group in groups if group.cards)

    def worth(self, seen: View) -> str:
        """Say what the seat has on the table, and what its hand costs if the round ends now."""
        if seen.seat is None:
            return ""
        held = own_hand(seen, seen.seat)
        on_table, in_hand = value(seen.zones[TABLE[seen.seat]].cards), value(held)
        ready = in_hand - value(loose(held, meld_rules(seen.options)))
        told = f"On table {on_table} · In hand {'−' * bool(in_hand)}{in_hand}"
        return f"{told} · Ready to meld {ready}" if ready else told

    def card_help(self, card: int) -> CardHelp:
        """Explain a card."""
        return card_help(card)

    def pad(self, seen: State | View) -> Pad:
        """Give the pad: rounds down, players across, the totals under a line."""
        facts = seen.public
        last = len(facts.ledger) - 1
        rounds = [
            PadRow(
                "round" if at < seen.options.rounds else "tie",  # Q30
                (str(at + 1), *map(str, scores)),
                ruled=at == last,
            )
            for at, scores in enumerate(facts.ledger)
        ]
        total = PadRow("total", ("total", *map(str, facts.totals)))
        columns = score_columns("round", seen.seats)
        return Pad("Rummy Battle", columns, (*rounds, total), subtitle=TARIFF)

    def showdown(self, end: HandEnd[Facts, Options]) -> Showdown:
        """Show how a hand ended."""
        return showdown(end)

    def display(self, seen: View) -> Mapping[str, Any]:
        """Give what going out scores, the value of the cards, and which takes from the row oblige.

        `must_play` lists how many cards one can take and must then play the deepest (Q7, Q8).
        """
        facts = seen.public
        takes = range(1, len(seen.zones[ROW].cards) + 1)
        return {
            "going_out": OUT_AFTER_MARKER if facts.marker_seen else OUT_BEFORE_MARKER,
            "going_out_before_marker": OUT_BEFORE_MARKER,
            "going_out_after_marker": OUT_AFTER_MARKER,
            "tariff": TARIFF,
            "rounds": seen.options.rounds,
            "must_play": list(takes) if must_play_deepest(facts) else [],
        }


def own_hand(seen: View, seat: Seat) -> Cards:
    """Name the cards that the viewer holds, those just drawn too, in canonical order."""
    return bytes(sorted(seen.zones[HAND[seat]].cards + seen.zones[DRAWN[seat]].cards))


def _draw_prompt(seen: View, legal: Sequence[Action]) -> str:
    draw = "Draw two cards" if len(seen.zones[STOCK].cards) > 1 else "Draw the last card"
    takes = [str(action.cards) for action in legal if isinstance(action, Take)]
    take = f", or take {_either(takes)} from the row" if takes else ""
    hoard = ", or play Hoard" if any(action.verb == "hoard" for action in legal) else ""
    return f"{draw}{take}{hoard}."


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def _needed(pair: Cards) -> str:
    first, second = pair
    ranks = [DECK.words[card].partition(" of ")[0] for card in completing(first, second)]
    if rank_of(first) == rank_of(second):
        return f"an {ranks[0]}" if ranks[0][0] in "ae" else f"a {ranks[0]}"
    return f"the {_either(ranks)}"  # the pair shows of which suit
