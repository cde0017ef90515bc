"""Numbers of actions: one range a game, there and back again, and no number that is not legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import pytest

from meldroom.core.action import Action, AtSeat, Card, Kind, OneCard, SomeCards
from meldroom.core.game import Game
from meldroom.core.view import view
from meldroom.envs.encoding import MOST, STOP, Encoding, encoding_of
from meldroom.envs.episode import Episode
from meldroom.games import GAMES, find
from meldroom.games.thumbs_up.game import ThumbsUp
from tests.envs.tables import EVERY_KEY, EVERY_TABLE, legal_numbers


def endings(
    encoding: Encoding, ways: Sequence[Action], begun: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Action]]:
    """Give the numbers of every action as they are offered one after another."""
    offers = encoding.offers(ways, len(begun))
    for number in dict.fromkeys(offers):
        going_on = [way for way, offer in zip(ways, offers, strict=True) if offer == number]
        if number < encoding.first_word or encoding.ends(going_on[0], len(begun) + 1):
            [action] = going_on
            yield (*begun, number), action
        else:
            yield from endings(encoding, going_on, (*begun, number))


@EVERY_TABLE
def test_every_legal_action_goes_to_numbers_and_back(key: str, players: int) -> None:
    table = Episode(key, players)
    encoding = table.encoding
    seen = 0
    for seed in range(3):
        for _ in legal_numbers(table, seed, 150):
            if table.said:
                continue
            assert table.seat is not None
            legal = table.game.legal(view(table.state, table.seat))
            for action in legal:
                ids = encoding.ids(action)
                assert all(0 <= number < encoding.size for number in ids)
                assert encoding.action(ids) == action
            offered = dict(endings(encoding, table.legal))
            assert offered == {encoding.ids(action): action for action in legal}
            seen += 1
    assert seen > 20


@EVERY_KEY
def test_a_number_stands_for_one_text_whatever_the_table(key: str) -> None:
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


class Any3(OneCard):
    """Says that there are too many to list."""

    countless = True

    def range(self, deck: Any, seats: int) -> Iterator[int]:
        yield 0

    def vocabulary(self, deck: Any, seats: int) -> Iterator[str]:
        yield from ("B.", "B-", "RV")


@dataclass(frozen=True, slots=True)
class Name(Action):
    """Countless."""

    verb = "name"
    card: Annotated[int, Any3()]


class Wordy(ThumbsUp):
    """A game of which only the actions matter here."""

    actions: ClassVar[Any] = (Lay, Give, Show, Name)


def test_a_kind_with_too_many_values_is_spelled_word_by_word() -> None:
    encoding = Encoding(Wordy())
    assert encoding.first_word == 20
    assert encoding.size == 20 + len({"give", "show", "name", STOP}) + 20 + 8
    texts = [encoding.texts[number] for number in encoding.ids(Give(2, 3, 1))]
    assert texts == ["give", "BV", "BL", "1"]
    texts = [encoding.texts[number] for number in encoding.ids(Show(b"\0\1"))]
    assert texts == ["show", "B.", "B-", STOP]
    texts = [encoding.texts[number] for number in encoding.ids(Name(1))]
    assert texts == ["name", "B-", STOP]
    for action in (Lay(7), Give(2, 3, 1), Show(b"\0"), Name(0)):
        assert encoding.action(encoding.ids(action)) == action


def test_offers_tell_a_short_text_from_the_beginning_of_a_longer_one() -> None:
    encoding = Encoding(Wordy())
    one, two = Show(b"\0"), Show(b"\0\1")
    ways = (one, two, Lay(3))
    assert dict(endings(encoding, ways)) == {encoding.ids(action): action for action in ways}
    show, first, stop = encoding.ids(one)
    assert encoding.offers(ways) == [show, show, 3]
    assert encoding.offers([one, two], 1) == [first, first]
    assert encoding.offers([one, two], 2) == [stop, encoding.ids(two)[2]]


def test_numbers_stay_the_same_when_the_actions_kept_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("meldroom.envs.encoding.KEPT", 2)
    encoding = Encoding(Wordy())
    for card in (*range(20), 3):
        laid, shown = Lay(card), Show(bytes([card]))
        assert encoding.offers([laid, shown]) == [card, encoding.ids(shown)[0]]
        assert encoding.offers([shown], 1) == [encoding.ids(shown)[1]]


def test_numbers_that_spell_nothing_are_refused() -> None:
    encoding = Encoding(Wordy())
    show, first, stop = encoding.ids(Show(b"\0"))
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
        assert all(kinds.count(kind) <= MOST for kind in set(kinds))


def test_a_kind_gives_the_words_of_its_range() -> None:
    class Pair(OneCard):
        def write(self, value: int, deck: Any) -> str:
            return f"{deck.codes[value]} twice"

    kind: Kind = Pair()
    game: Game[Any] = ThumbsUp()
    assert set(kind.vocabulary(game.deck, 2)) == {*game.deck.codes, "twice"}
