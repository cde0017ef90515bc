"""The weights file: it keeps what was written, and says what is wrong with a broken one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from meldroom.bots.weights import (
    LENGTH,
    MAGIC,
    Origin,
    Weights,
    WeightsError,
    as_layer,
    read_header,
    read_weights,
    write_weights,
)

ORIGIN = Origin("meldroom train scorzo --seed 7", 7, "0123456789ab", 12.5)
FINITE = "a weight is not a finite number"
LAYERS = (as_layer([0.5, -1.25, 3, 0, 1, 2], [0.1, -2]), as_layer([1, 0.333], [7]))
WEIGHTS = Weights("scorzo", 3, (3, 2, 1), ORIGIN, LAYERS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "champion.weights"
    write_weights(path, WEIGHTS)
    return path


def test_weights_are_read_as_they_were_written_but_for_rounding_to_half_precision(
    path: Path,
) -> None:
    read = read_weights(path)
    assert read._replace(layers=()) == WEIGHTS._replace(layers=())
    assert (read.row_size, read.actions) == (3, 1)
    [first, second] = read.layers
    assert list(first.weights) == [0.5, -1.25, 3, 0, 1, 2]
    assert list(first.biases) == pytest.approx([0.1, -2], rel=1e-3)
    assert list(second.weights) == pytest.approx([1, 0.333], rel=1e-3)
    assert list(second.biases) == [7]


def test_weights_that_were_read_are_written_to_the_same_bytes(path: Path, tmp_path: Path) -> None:
    write_weights(tmp_path / "again", read_weights(path))
    assert (tmp_path / "again").read_bytes() == path.read_bytes()
    assert sorted(found.name for found in tmp_path.iterdir()) == ["again", "champion.weights"]


def test_the_header_tells_what_made_the_weights(path: Path) -> None:
    header = read_header(path)
    assert header["command"] == "meldroom train scorzo --seed 7"
    assert (header["game"], header["version"], header["sizes"]) == ("scorzo", 3, [3, 2, 1])
    assert (header["seed"], header["commit"], header["seconds"]) == (7, "0123456789ab", 12.5)


def test_a_file_that_was_changed_or_cut_off_is_refused(path: Path) -> None:
    whole = path.read_bytes()
    header_end = whole.index(b"}\n") + 2
    broken = {
        b"PK" + whole: "this is not a weights file",
        whole[: len(MAGIC) + 1]: "the file is cut off",
        whole[: header_end - 5]: "the file is cut off",
        whole[:-1]: "the layers need 22 bytes, not 21",
        whole + b"\0": "the layers need 22 bytes, not 23",
        whole[:-1]
        + bytes([whole[-1] ^ 1]): "the weights are not those of the header: the sha256 differs",
        MAGIC + LENGTH.pack(1 << 20) + whole: "the header has 1048576 bytes",
    }
    for data, why in broken.items():
        path.write_bytes(data)
        with pytest.raises(WeightsError, match=f": {why}") as refusal:
            read_weights(path)
        assert str(refusal.value).startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"game": None}, "the header's 'game' is missing or of the wrong kind"),
        ({"version": "3"}, "the header's 'version' is missing or of the wrong kind"),
        ({"version": True}, "the header's 'version' is missing or of the wrong kind"),
        ({"version": 0}, "versions start at 1"),
        ({"sizes": [3]}, "[3] are not the sizes of layers"),
        ({"sizes": [3, -2, 1]}, "[3, -2, 1] are not the sizes of layers"),
        ({"sizes": [3, 0, 1]}, "[3, 0, 1] are not the sizes of layers"),
        ({"sizes": [3, (1 << 16) + 1, 1]}, "[3, 65537, 1] are not the sizes of layers"),
        ({"sizes": [3, 2.0, 1]}, "[3, 2.0, 1] are not the sizes of layers"),
        ({"row_size": 4}, "the row and the actions are not the first and the last of the sizes"),
        ({"actions": 2}, "the row and the actions are not the first and the last of the sizes"),
        ({"sizes": [3, 3, 1]}, "the layers need 32 bytes, not 22"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(
    path: Path, changes: dict[str, object], why: str
) -> None:
    whole = path.read_bytes()
    end = whole.index(b"}\n") + 2
    header = {**read_header(path), **changes}
    text = json.dumps(header).encode()
    path.write_bytes(MAGIC + LENGTH.pack(len(text)) + text + whole[end:])
    with pytest.raises(WeightsError) as refusal:
        read_weights(path)
    assert str(refusal.value) == f"{path}: {why}"


@pytest.mark.parametrize("text", [b"[]", b"{", b"\xff"])
def test_a_header_that_is_no_object_is_refused(path: Path, text: bytes) -> None:
    path.write_bytes(MAGIC + LENGTH.pack(len(text)) + text)
    with pytest.raises(WeightsError, match=r": the header is not (JSON|an object)$"):
        read_weights(path)


@pytest.mark.parametrize(
    ("weights", "why"),
    [
        (WEIGHTS._replace(layers=LAYERS[:1]), "3 sizes do not fit 1 layers"),
        (WEIGHTS._replace(sizes=(4, 2, 1)), "a layer from 4 to 2 has other counts"),
        (
            WEIGHTS._replace(sizes=(3, 1), layers=(as_layer([1e6, 0, 0], [0]),)),
            "a weight is too large for a half-precision float",
        ),
        (WEIGHTS._replace(sizes=(1, 1), layers=(as_layer([float("nan")], [0]),)), FINITE),
        (WEIGHTS._replace(sizes=(1, 1), layers=(as_layer([float("inf")], [0]),)), FINITE),
    ],
)
def test_weights_that_cannot_be_read_again_are_not_written(
    tmp_path: Path, weights: Weights, why: str
) -> None:
    with pytest.raises(ValueError, match=f"^{why}"):
        write_weights(tmp_path / "new.weights", weights)
    assert not list(tmp_path.iterdir())
