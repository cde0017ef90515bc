"""Records: a whole game as JSON, replayed bit for bit (docs/record.md says the exact bytes)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any, NoReturn

from meldroom.core.codec import canonical, plain
from meldroom.core.fair_deal import COMMITMENT_SIZE, FairDeal, KnownDeal, commitment
from meldroom.core.game import AnyGame, Refusal, Result, full_options, play
from meldroom.core.options import Setting, offered
from meldroom.core.rng import SEED_SIZE, Rng
from meldroom.core.state import AnyState
from meldroom.core.zone import Zone

FORMAT = "meldroom/1"
REQUIRED = ("format", "game", "rules", "options", "players", "seed", "moves", "result")
PROMISED = ("commit", "secret", "contributions", "commitments")
DIGESTED = (*REQUIRED, "branch", "hints")  # as far as they are there
ALLOWED = (*DIGESTED, *PROMISED, "digest")
DIGEST_SIZE = 32

Moves = Sequence[tuple[int, str]]


class Divergence(Exception):
    """A record differs from the game that its seed, options and moves give."""


class Malformed(Divergence):
    """Not a record, or not one of a kind that this version knows."""


def result_form(result: Result) -> dict[str, Any]:
    """Give a result as it stands in a record."""
    return {
        "scores": list(result.scores),
        "places": list(result.places),
        "winners": list(result.winners),
        "reason": result.reason,
    }


def digest(form: dict[str, Any], game: AnyGame, zones: tuple[Zone, ...]) -> str:
    """Digest a record together with where every card lies at its end."""
    told = {name: form[name] for name in DIGESTED if name in form}
    lies = {zone.label: plain(zone.cards, game.deck) for zone in zones}
    return sha256(canonical({**told, "final": lies})).hexdigest()


def record(
    game: AnyGame,
    options: dict[str, Setting],
    players: Sequence[str],
    seed: bytes,
    moves: Moves,
    final: AnyState,
    deal: FairDeal | KnownDeal | None = None,
    hints: Sequence[int] = (),
) -> dict[str, Any]:
    """Write down a finished game, and where its seed came from if a table dealt it.

    `hints` are the plies at which the seat to act was given one.
    """
    result = game.result(final)
    if result is None:
        raise ValueError("only a finished game makes a record")
    return record_of_result(game, options, players, seed, moves, result, final.zones, deal, hints)


def record_of_result(
    game: AnyGame,
    options: dict[str, Setting],
    players: Sequence[str],
    seed: bytes,
    moves: Moves,
    result: Result,
    zones: tuple[Zone, ...],
    deal: FairDeal | KnownDeal | None = None,
    hints: Sequence[int] = (),
) -> dict[str, Any]:
    """Write down a game by how it ended and where its cards lay then."""
    if isinstance(deal, KnownDeal):
        origin: dict[str, Any] = {"branch": {"digest": deal.source, "ply": deal.ply}}
    else:
        origin = {"commit": commitment(seed if deal is None else deal.secret)}
    form: dict[str, Any] = {
        "format": FORMAT,
        "game": game.key,
        "rules": game.rules,
        "options": full_options(game, options),
        "players": list(players),
        **origin,
        "seed": seed.hex(),
        "moves": [[seat, text] for seat, text in moves],
        "result": result_form(result),
    }
    if hints:
        form["hints"] = [ply + 1 for ply in sorted(hints)]
    if isinstance(deal, FairDeal):
        form["secret"] = deal.secret.hex()
        form["contributions"] = [share.hex() for share in deal.contributions]
        if deal.commitments:
            form["commitments"] = list(deal.commitments)
    form["digest"] = digest(form, game, zones)
    return form


def replay(form: Any, find: Callable[[str], AnyGame]) -> Iterator[AnyState]:
    """Play a record again, giving the state after each move; Divergence at the first difference."""
    game = _game(form, find)
    seed = _seed(form)
    if "branch" in form:
        _branch(form)
    players, options = form["players"], form["options"]
    _shaped(_texts(players), "players: not a list of names")
    _shaped(isinstance(options, dict), "options: not an object")
    names = offered(game.options)
    _want(set(options) == set(names), f"options: not exactly {', '.join(names)}")
    try:
        state = game.start(options, len(players), Rng(seed))
    except (ValueError, TypeError) as error:
        _differs(str(error))
    yield state
    _shaped(isinstance(form["moves"], list), "moves: not a list")
    if "hints" in form:
        _hints(form)
    for number, entry in enumerate(form["moves"], 1):
        state = _move(game, state, number, entry)
        yield state
    _end(form, game, state)


def _game(form: Any, find: Callable[[str], AnyGame]) -> AnyGame:
    _shaped(isinstance(form, dict), "not a JSON object")
    for name in REQUIRED:
        _shaped(name in form, f"{name} is missing")
    for name in form:
        _shaped(name in ALLOWED, f"{name!r} does not belong in a record")
    _shaped(form["format"] == FORMAT, f"format: {form['format']!r} is not {FORMAT!r}")
    _shaped(isinstance(form["game"], str), "game: not a name")
    try:
        game = find(form["game"])
    except ValueError as error:
        raise Malformed(str(error)) from None
    _shaped(form["rules"] == game.rules, f"rules: {form['rules']!r} is not version {game.rules!r}")
    return game


def _seed(form: dict[str, Any]) -> bytes:
    seed = _bytes(form["seed"], "seed")
    _shaped(len(seed) == SEED_SIZE, f"seed: {len(seed)} bytes, not {SEED_SIZE}")
    committed = seed
    if any(name in form for name in ("secret", "contributions", "commitments")):
        for name in ("secret", "contributions"):
            _shaped(name in form, f"{name} is missing")
        deal = _deal(form)
        for seat in deal.unfit:
            _differs(f"contributions: the share of seat {seat} is not the one committed to")
        _want(deal.seed == seed, "seed: not what the secret and the contributions give")
        committed = deal.secret
    if "commit" in form:
        what = "seed" if committed is seed else "secret"
        told = f"commit: the {what} is not the one committed to"
        _want(form["commit"] == commitment(committed), told)
    return seed


def _branch(form: dict[str, Any]) -> None:
    """Hold that a game which goes on from another names it, and promises nothing of its deal."""
    branch, moves = form["branch"], form["moves"]
    shaped = isinstance(branch, dict) and set(branch) == {"digest", "ply"}
    _shaped(shaped, "branch: not a digest and a ply")
    _shaped(len(_bytes(branch["digest"], "branch")) == DIGEST_SIZE, "branch: not a digest")
    known = isinstance(moves, list) and type(branch["ply"]) is int
    _shaped(known and 0 <= branch["ply"] < len(moves), "branch: there is no such ply")
    for name in PROMISED:
        _want(name not in form, f"{name}: a game that branches from another promised nothing")


def _hints(form: dict[str, Any]) -> None:
    """Hold that the moves which followed a hint are named once each, in their order."""
    hints = form["hints"]
    numbers = isinstance(hints, list) and hints and all(type(number) is int for number in hints)
    _shaped(bool(numbers), "hints: not a list of numbers of moves")
    _shaped(hints == sorted(set(hints)), "hints: not in ascending order")
    _want(hints[0] >= 1 and hints[-1] <= len(form["moves"]), "hints: there is no such move")


def _deal(form: dict[str, Any]) -> FairDeal:
    secret, shares = _bytes(form["secret"], "secret"), _given(form, "contributions")
    committed = _given(form, "commitments") if "commitments" in form else ()
    sizes = {len(one) for one in committed} - {0, COMMITMENT_SIZE}
    _shaped(not sizes, f"commitments: not {COMMITMENT_SIZE} bytes")
    return FairDeal(secret, shares, tuple(one.hex() for one in committed))


def _given(form: dict[str, Any], name: str) -> tuple[bytes, ...]:
    """Read what each seat gave to a fair deal."""
    given, players = form[name], form["players"]
    _shaped(_texts(given), f"{name}: not a list of texts")
    each = isinstance(players, list) and len(given) == len(players)
    _shaped(each, f"{name}: not one for each player")
    return tuple(_bytes(one, name) for one in given)


def _bytes(text: Any, name: str) -> bytes:
    try:
        value = bytes.fromhex(text)
    except (TypeError, ValueError):
        raise Malformed(f"{name}: not hexadecimal") from None
    _shaped(value.hex() == text, f"{name}: not lower-case hexadecimal without spaces")
    return value


def _move(game: AnyGame, state: AnyState, number: int, entry: Any) -> AnyState:
    where = f"move {number}"
    _shaped(isinstance(entry, list) and len(entry) == 2, f"{where}: not [seat, text]")
    seat, text = entry
    _shaped(type(seat) is int and isinstance(text, str), f"{where}: not [seat, text]")
    where = f'{where}, seat {seat}, "{text}"'
    _want(0 <= seat < state.seats, f"{where}: there is no such seat (X-1)")
    try:
        return play(game, state, seat, game.parse(text))
    except Refusal as refusal:
        _differs(f"{where}: {refusal}")
    except ValueError as error:
        _differs(f"{where}: {error} (X-3)")


def _end(form: dict[str, Any], game: AnyGame, state: AnyState) -> None:
    result = game.result(state)
    if result is None:
        _differs(f"moves: the game is not over after move {state.ply}")
    told, found = form["result"], result_form(result)
    _shaped(isinstance(told, dict), "result: not an object")
    for name in sorted({*told, *found}):
        _want(
            canonical(told.get(name)) == canonical(found.get(name)),
            f"result: {name} is {told.get(name)!r}, the moves give {found.get(name)!r}",
        )
    if "digest" in form:
        _want(form["digest"] == digest(form, game, state.zones), "digest: differs")


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _shaped(holds: bool, why: str) -> None:
    if not holds:
        raise Malformed(why)


def _want(holds: bool, why: str) -> None:
    if not holds:
        _differs(why)


def _differs(why: str) -> NoReturn:
    raise Divergence(why)
