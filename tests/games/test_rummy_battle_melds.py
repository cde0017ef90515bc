"""Melds of Rummy Battle: the finder gives what the referee allows, and the facts hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from math import comb

import pytest

from meldroom.core import action as notation
from meldroom.core.cards import Cards
from meldroom.core.rng import Rng, below, shuffle
from meldroom.core.state import AnyState
from meldroom.core.view import view
from meldroom.games.companions import conformance_of
from meldroom.games.rummy_battle.actions import LayOff, MakeMeld, NewMeld, Take
from meldroom.games.rummy_battle.deck import DECK, PLACED_CODES
from meldroom.games.rummy_battle.meld_finder import (
    in_runs,
    melds_in,
    melds_with,
    playable_takes,
    runs,
)
from meldroom.games.rummy_battle.melds import MeldRules, forbids_meld
from tests.games.rummy_battle_positions import GAME, position
from tests.levels import as_long, each_value_once
from tests.scenario import SEED

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
EVERY_RULES = [MeldRules(naturals, distinct) for naturals in (1, 2) for distinct in (False, True)]


def is_meld(meld: str, rules: MeldRules) -> bool:
    """Judge a meld by its text alone, independently of the code (Q3, Q5)."""
    words = meld.split()
    faces = [word.removeprefix("Jk=") for word in words]
    natural = [word for word in words if not word.startswith("Jk")]
    if len(words) < 3 or len(natural) < rules.naturals:
        return False
    if any(face in RANKS for face in faces):  # a set with jokers
        rank, plain = faces[-1], words[: len(natural)]
        alike = all(word[:-1] == rank for word in plain) and set(faces[len(natural) :]) == {rank}
        is_set = alike and plain == sorted(plain) and natural == plain
        is_run = False
    else:
        jokers = len(natural) < len(words)
        is_set = not jokers and len({w[:-1] for w in words}) == 1 and words == sorted(words)
        ladder = [*RANKS, "A"]
        one_suit = len({face[-1] for face in faces}) == 1
        ranks = [face[:-1] for face in faces]
        is_run = (
            one_suit
            and any(ladder[low : low + len(ranks)] == ranks for low in range(12))
            and len(ranks) <= 13
        )
    if is_set and rules.distinct and len(set(natural)) < len(natural):
        return False
    return is_set or is_run


def spellings(hand: str) -> Iterator[str]:
    """Write all cards of a hand in every order, every joker as every card and every rank."""
    cards = hand.split()
    faces = [f"Jk={code}" for code in DECK.codes[:52]] + [f"Jk={rank}" for rank in RANKS]
    for size in range(1, len(cards) + 1):
        for chosen in {*permutations(cards, size)}:
            for words in product(*[faces if card == "Jk" else [card] for card in chosen]):
                yield " ".join(words)


@pytest.mark.parametrize(
    "hand",
    [
        "9c 9c 9d 9h 9s 9s",
        "Ah 2h 3h Qh Kh",
        "Kh Ah 2h Jk",
        "9c 9c 9d Jk",
        "7h 8h 8d Jk",
        as_long("10d Qd Jk Jk"),
        "Ac Jk Jk",
        "2s 3c 4d Jk",
    ],
)
def test_q3_q5_every_meld_that_can_be_written_from_a_hand_is_offered_once(hand: str) -> None:
    written = {text: NewMeld().read(text.split(), DECK) for text in spellings(hand)}
    for rules in EVERY_RULES:
        right = {text for text in written if is_meld(text, rules)}
        for text, placed in written.items():
            assert (forbids_meld(placed, rules) is None) == (text in right), (text, rules)
        offered = [GAME.text(meld) for meld in melds_in(DECK.cards(hand), rules)]
        assert len(set(offered)) == len(offered)
        assert {text.removeprefix("meld ") for text in offered} == right


def found(hand: str, rules: MeldRules) -> set[str]:
    """Name the melds of a hand that the finder gives."""
    return {GAME.text(meld) for meld in melds_in(DECK.cards(hand), rules)}


@pytest.mark.parametrize("rules", EVERY_RULES)
def test_q5_the_finder_gives_what_the_referee_allows_with_many_jokers(rules: MeldRules) -> None:
    rng = Rng(SEED)
    for size in (8, 12, 16):
        cards, rng = shuffle(rng, DECK.pack[:104])
        hand = DECK.text(cards[:size]) + " Jk" * (size // 4)
        table = position(
            f"hand0: {hand}",
            drawn=True,
            options={
                "joker_limit": "any" if rules.naturals == 1 else "two_naturals",
                "set_duplicates": "distinct_suits" if rules.distinct else "allowed",
            },
        )
        seen = view(table.state, 0)
        tried = {a for a in conformance_of(GAME).candidates(seen) if isinstance(a, MakeMeld)}
        fine = {GAME.text(action) for action in tried if GAME.check(seen, action) is None}
        assert found(hand, rules) == fine
        assert len(fine) > 3


def test_q5_the_number_of_melds_of_the_whole_pack_is_as_calculated() -> None:
    """With every card held twice, the melds are counted by the places of their jokers."""
    ways = [1, 4, 10, 16, 19, 16, 10, 4, 1]  # to choose n of eight cards, two of each suit
    for jokers, most in enumerate([1166, 4178, 11886, 28666, 57438]):
        ladders = sum(
            (15 - size) * sum(comb(size, wild) for wild in range(min(jokers, size - 2) + 1))
            for size in range(3, 14)
        )
        alike = sum(ways[n] * (jokers + 1 - max(0, 3 - n)) for n in range(2, 9) if n + jokers >= 3)
        hand = DECK.pack[:104] + DECK.cards("Jk " * jokers)
        assert len(melds_in(hand, MeldRules(2, False))) == 4 * ladders + 13 * alike == most


@pytest.mark.parametrize("card", ["7h", "9c", "Jk", "Ah"])
def test_q7_the_melds_for_a_duty_are_those_that_use_the_card(card: str) -> None:
    hand = DECK.cards("7h 8h 9h 9c 9d Ah Kh Qh 2h Jk Jk")
    number = DECK.card(card)
    every = melds_in(hand, MeldRules(2, False))
    using = {
        m
        for m in every
        if card in GAME.text(m).replace("=", " ").split()
        and (card == "Jk" or card in GAME.text(m).split())
    }
    offered = melds_with(hand, number, MeldRules(2, False))
    assert len(offered) == len(set(offered))
    assert set(offered) == using
    assert 0 < len(using) < len(every)


@pytest.mark.parametrize(("jokers", "naturals"), each_value_once(range(5), [1, 2]))
def test_q7_the_cards_in_runs_are_the_natural_cards_of_all_runs(jokers: int, naturals: int) -> None:
    rng = Rng(SEED)
    for _ in range(60):
        mask, rng = below(rng, 1 << 13)
        ranks = [rank for rank in range(13) if mask >> rank & 1]
        suit = sum(1 << 8 * rank for rank in ranks)
        every = [meld.cards for meld in runs(2, suit, jokers, naturals)]
        placed = {card - 26 for cards in every for card in cards if card < 52}
        found = in_runs(suit << 4, jokers, naturals)
        assert found == sum(1 << 8 * rank + 4 for rank in placed)


@pytest.mark.parametrize(
    "options", [{}, {"joker_limit": "any"}, {"set_duplicates": "distinct_suits"}]
)
def test_q7_exactly_the_takes_that_leave_something_to_do_are_offered(
    options: dict[str, int | str],
) -> None:
    """A refused take would be a dead end, and an offered one is not."""
    both = Counter[bool]()
    for number in range(40):
        cards, rng = shuffle(Rng(SEED, number), DECK.pack[:108])
        size, rng = below(rng, 9)
        opened, rng = below(rng, 2)
        hand, row = DECK.text(cards[: size + 1]), DECK.text(cards[10:20])
        table = position(
            f"hand0: {hand}",
            f"row: {row}",
            melds=[]
            if "5h" in row or "9" in row + hand
            else ["1: 9c 9d 9h", "1: 5h 6h 7h"][:opened],
            opened=(bool(opened), True, False),
            options=options,
        )
        for many in range(1, 11):
            after = GAME.apply(table.state, 0, Take(many))
            possible = bool(GAME.legal(view(after, 0)))
            assert table.allows(f"take {many}") == possible
            assert (f"take {many}" in table.legal()) == possible
            both[possible] += 1
    assert min(both[True], both[False]) > 50


def test_q7_a_take_is_also_playable_by_laying_off() -> None:
    hand, row = DECK.cards("2c 5d"), DECK.cards("9s Jk Kc")
    assert playable_takes(hand, row, b"", MeldRules(2, False)) == []
    assert playable_takes(hand, row, DECK.cards("9s Jk"), MeldRules(2, False)) == [2, 3]


def check_melds(state: AnyState) -> None:
    """The zones hold the cards that the melds list, and every owner's part is a meld."""
    for seat in range(state.seats):
        listed = Counter(b"".join([meld.cards_of(seat) for meld in state.public.melds]))
        assert listed == Counter(state.zones[3 + 3 * seat + 2].cards)
    for at, meld in enumerate(state.public.melds):
        assert meld.number == at + 1
        assert len(meld.cards) == len(meld.holders)
        own = [
            card for card, seat in zip(meld.cards, meld.holders, strict=True) if seat == meld.owner
        ]
        assert len(own) >= 3
        words = spelled(meld.cards, meld.stands, meld.of)
        assert (
            forbids_meld(words, MeldRules(1, state.options.set_duplicates == "distinct_suits"))
            is None
        )
    if state.public.melds:
        assert all(state.public.opened[meld.holders[0]] for meld in state.public.melds)


def spelled(cards: Cards, stands: Cards, of: str) -> bytes:
    """Write a meld on the table as a new one would be written."""
    if stands:
        return bytes([c if c < 52 else 64 + stood for c, stood in zip(cards, stands, strict=True)])
    return bytes([c if c < 52 else 128 + RANKS.index(of) for c in cards])


@pytest.mark.parametrize(
    ("seats", "options"),
    each_value_once(
        [2, 3, 6], [{"joker_limit": "any", "set_duplicates": "distinct_suits", "rounds": 3}, {}]
    ),
)
def test_the_facts_about_melds_hold_throughout_a_game(
    seats: int, options: dict[str, int | str]
) -> None:
    state = GAME.start(options, seats, Rng(SEED))
    rng = Rng(SEED)
    verbs = Counter[str]()
    while acting := GAME.to_act(state.public):
        legal = GAME.legal(view(state, acting[0]))
        at, rng = below(rng, len(legal))
        state = GAME.apply(state, acting[0], legal[at])
        verbs[legal[at].verb] += 1
        check_melds(state)
    assert {"meld", "lay", "take", "hoard", "pick", "thief", "switch", "lucky"} <= verbs.keys()


def test_the_notation_of_melds_reads_back_as_it_is_written() -> None:
    assert GAME.text(GAME.parse("meld 7h Jk=8h 9h")) == "meld 7h Jk=8h 9h"
    assert GAME.text(GAME.parse("meld 9c 9c 9h Jk=9 Jk=9")) == "meld 9c 9c 9h Jk=9 Jk=9"
    assert GAME.text(GAME.parse("lay Jk=9h #2")) == "lay Jk=9h #2"
    assert GAME.text(GAME.parse("pick Jk #1 2")) == "pick Jk #1 2"
    form = notation.as_json(GAME.parse("pick Jk=9h #36 2"), DECK)
    assert form == {"action": "pick", "card": "Jk=9h", "meld": "#36", "victim": "2"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("meld", "'meld' needs cards after it"),
        (
            "meld 9c 9d Jk",
            "'Jk' is not a card of a new meld; write a joker as Jk=9 in a set, Jk=9h in a run",
        ),
        (
            "meld 9c 9d THIEF",
            "'THIEF' is not a card of a new meld; write a joker as Jk=9 in a set, Jk=9h in",
        ),
        (
            "lay Jk=9 #1",
            "'Jk=9' is not a card of a meld; write a joker as Jk in a set, Jk=9h in a run",
        ),
        (
            "lay THIEF #1",
            "'THIEF' is not a card of a meld; write a joker as Jk in a set, Jk=9h in a run",
        ),
        ("lay 9h #0", "'#0' is not from #1 to 36"),
        ("lay 9h #37", "'#37' is not from #1 to 36"),
        ("lay 9h 1", "'1' is not from #1 to 36"),
        ("take 0", "'0' is not from 1 to 108"),
        ("take 109", "'109' is not from 1 to 108"),
    ],
)
def test_other_notation_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        GAME.parse(text)


def test_the_range_of_a_meld_is_the_plain_sets_and_runs_of_three() -> None:
    every = [GAME.text(action) for action in notation.every(MakeMeld, DECK, 3)]
    assert len(every) == len({*every}) == 13 * 4 + 4 * 12
    assert {"meld Ac Ad Ah", "meld Kd Kh Ks", "meld Qs Ks As", "meld Ac 2c 3c"} <= {*every}
    assert all(is_meld(text.removeprefix("meld "), MeldRules(2, True)) for text in every)
    assert set(PLACED_CODES) == {*range(53), *range(64, 116), *range(128, 141)}


def test_the_vocabulary_of_a_new_meld_is_every_card_and_every_joker() -> None:
    words = list(NewMeld().vocabulary(DECK, 6))
    assert {"Ac", "10h", "Jk=9", "Jk=9h"} <= {*words}
    assert len(words) == len({*words}) == 52 + 52 + 13


def test_the_conformance_suite_tries_melds_and_seats_beyond_the_last() -> None:
    table = position(
        "hand0: 9s 7h Jk PICK", "row: 2c 3c", melds=["0: 4c 4d 4h", "1: 7h 8h 9h, 2: Jk=6h"]
    )
    tried = [GAME.text(action) for action in conformance_of(GAME).candidates(view(table.state, 0))]
    assert {"take 3", "hoard 3", "thief #3", "switch #3 #3", "lay Jk=9h #3", "pick 3"} <= {*tried}
    assert {"pick Jk=6h #2 2", "pick Jk #2 1", "pick 7h #3 1", "pick 7h #2 3"} <= {*tried}
    assert {"meld 7h", "meld 7h Jk=8h", "meld Jk=8h 7h", "meld Jk=9 9s", "meld 9s Jk=9"} <= {*tried}
    assert {"meld 9h 10h Jh", "discard LUCKY", "done", "second"} <= {*tried}
    long = position("hand0: Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Ah Jk", drawn=True)
    sizes = {
        len(a.cards)
        for a in conformance_of(GAME).candidates(view(long.state, 0))
        if isinstance(a, MakeMeld)
    }
    assert sizes == {*range(1, 15)}


def test_the_range_of_a_card_of_a_meld_is_every_card_and_every_joker() -> None:
    assert len(list(notation.every(LayOff, DECK, 2))) == (52 + 1 + 52) * 36
