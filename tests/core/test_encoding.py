"""Actions as numbers: one range per game, translated both ways, only legal ones offered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import pytest

from meldroom.core.action import Action, AtSeat, Card, Kind, OneCard, SomeCards
from meldroom.core.encoding import MAX_WHOLE_VALUES, STOP, Encoding, encoding_of
from meldroom.core.game import AnyGame
from meldroom.core.view import view
from meldroom.envs.episode import Episode
from meldroom.games import GAMES, find
from meldroom.games.thumbs_up.game import ThumbsUp
from tests.envs.episodes import EVERY_KEY, EVERY_SETUP, play_at_random


def all_spellings(
    encoding: Encoding, actions: Sequence[Action], spelled: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Action]]:
    """Spell every action by following the numbers that are offered."""
    numbers = encoding.next_numbers(actions, len(spelled))
    for number in dict.fromkeys(numbers):
        matching = [one for one, next_ in zip(actions, numbers, strict=True) if next_ == number]
        if number < encoding.first_word or encoding.is_complete(matching[0], len(spelled) + 1):
            [action] = matching
            yield (*spelled, number), action
        else:
            yield from all_spellings(encoding, matching, (*spelled, number))


@EVERY_SETUP
def test_every_legal_action_is_translated_to_numbers_and_back(key: str, players: int) -> None:
    episode = Episode(key, players)
    encoding = episode.encoding
    checked = 0
    for seed in range(3):
        for _ in play_at_random(episode, seed, 150):
            if episode.spelled:
                continue
            assert episode.seat is not None
            legal = episode.game.legal(view(episode.state, episode.seat))
            for action in legal:
                numbers = encoding.numbers(action)
                assert all(0 <= number < encoding.size for number in numbers)
                assert encoding.action(numbers) == action
            offered = dict(all_spellings(encoding, episode.legal))
            assert offered == {encoding.numbers(action): action for action in legal}
            checked += 1
    assert checked > 20


@EVERY_KEY
def test_a_number_has_one_text_whatever_the_setup(key: str) -> None:
    game = find(key)
    encoding = encoding_of(game)
    assert len(set(encoding.texts)) == len(encoding.texts) == encoding.size
    few, many = Episode(key, game.players[0]), Episode(key, game.players[-1])
    assert few.encoding is many.encoding is encoding


def test_actions_of_a_small_game_are_numbered_whole_in_the_order_of_their_kinds() -> None:
    encoding = encoding_of(find("thumbs-up"))
    assert encoding.texts[:3] == ("draw", "take", "discard B.")
    assert encoding.texts[-3:] == ("discard OL", "thumb", "seen")
    assert encoding.size == encoding.first_word == 24


@dataclass(frozen=True, slots=True)
class Lay(Action):
    """Three cards: few enough to be numbered."""

    verb = "lay"
    card: Card


@dataclass(frozen=True, slots=True)
class Give(Action):
    """Too many together, all of one length."""

    verb = "give"
    card: Card
    other: Card
    seat: AtSeat


@dataclass(frozen=True, slots=True)
class Show(Action):
    """Too many, and of no fixed length."""

    verb = "show"
    cards: Annotated[bytes, SomeCards(most=3)]


class CountlessCard(OneCard):
    """A card field that claims to have too many values to list."""

    countless = True

    def range(self, deck: Any, seats: int) -> Iterator[int]:
        yield 0

    def vocabulary(self, deck: Any, seats: int) -> Iterator[str]:
        yield from ("B.", "B-", "RV")


@dataclass(frozen=True, slots=True)
class Name(Action):
    """Countless."""

    verb = "name"
    card: Annotated[int, CountlessCard()]


class SpelledActions(ThumbsUp):
    """A game with actions of all lengths."""

    actions: ClassVar[Any] = (Lay, Give, Show, Name)


def test_a_kind_with_too_many_values_is_spelled_word_by_word() -> None:
    encoding = Encoding(SpelledActions())
    assert encoding.first_word == 20
    assert encoding.size == 20 + len({"give", "show", "name", STOP}) + 20 + 8
    texts = [encoding.texts[number] for number in encoding.numbers(Give(2, 3, 1))]
    assert texts == ["give", "BV", "BL", "1"]
    texts = [encoding.texts[number] for number in encoding.numbers(Show(b"\0\1"))]
    assert texts == ["show", "B.", "B-", STOP]
    texts = [encoding.texts[number] for number in encoding.numbers(Name(1))]
    assert texts == ["name", "B-", STOP]
    for action in (Lay(7), Give(2, 3, 1), Show(b"\0"), Name(0)):
        assert encoding.action(encoding.numbers(action)) == action


def test_a_short_text_differs_from_the_beginning_of_a_longer_one() -> None:
    encoding = Encoding(SpelledActions())
    one, two = Show(b"\0"), Show(b"\0\1")
    actions = (one, two, Lay(3))
    assert dict(all_spellings(encoding, actions)) == {
        encoding.numbers(action): action for action in actions
    }
    show, first, stop = encoding.numbers(one)
    assert encoding.next_numbers(actions) == [show, show, 3]
    assert encoding.next_numbers([one, two], 1) == [first, first]
    assert encoding.next_numbers([one, two], 2) == [stop, encoding.numbers(two)[2]]


def test_numbers_stay_the_same_when_the_cache_is_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("meldroom.core.encoding.MAX_CACHED_ACTIONS", 2)
    encoding = Encoding(SpelledActions())
    for card in (*range(20), 3):
        laid, shown = Lay(card), Show(bytes([card]))
        assert encoding.next_numbers([laid, shown]) == [card, encoding.numbers(shown)[0]]
        assert encoding.next_numbers([shown], 1) == [encoding.numbers(shown)[1]]


def test_numbers_that_spell_no_action_are_refused() -> None:
    encoding = Encoding(SpelledActions())
    show, first, stop = encoding.numbers(Show(b"\0"))
    with pytest.raises(ValueError, match="mixes words with whole actions"):
        encoding.action((show, 3))
    with pytest.raises(ValueError, match="does not spell an action"):
        encoding.action((show, first))
    with pytest.raises(ValueError, match="no card is called"):
        encoding.action((show, stop, first))


def test_no_kind_is_numbered_whole_beyond_the_limit() -> None:
    for game in GAMES.values():
        encoding = encoding_of(game)
        kinds = [type(action) for action in encoding.whole]
        assert all(kinds.count(kind) <= MAX_WHOLE_VALUES for kind in set(kinds))


def test_a_kind_gives_the_words_of_its_range() -> None:
    class Twice(OneCard):
        def write(self, value: int, deck: Any) -> str:
            return f"{deck.codes[value]} twice"

    kind: Kind = Twice()
    game: AnyGame = ThumbsUp()
    assert set(kind.vocabulary(game.deck, 2)) == {*game.deck.codes, "twice"}
