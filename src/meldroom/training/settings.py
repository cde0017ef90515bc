"""What a training run is told, declared once for `meldroom train` and `python -m`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from shlex import quote
from typing import Any, NamedTuple

# Where a run happens and what is told of it: the weights do not depend on it.
ASIDE = ("out", "device", "resume", "commit", "version")
COUNTS = ("tables", "steps", "minibatch", "epochs", "deals", "final_deals", "version")


def _setting(default: Any, about: str) -> Any:
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True)
class TrainingSettings:
    """Everything but the game, the folder and the machine."""

    seconds: float = _setting(
        200.0, "Seconds of training, whose rates follow the clock; 0 only measures --init."
    )
    iterations: int = _setting(
        0, "Train so many iterations instead: the same seed then gives the same weights."
    )
    seed: int = _setting(1, "Seed of the first weights, the tables and all lots.")
    tables: int = _setting(65_536, "Tables that are played at once.")
    house_tables: float = _setting(
        0.0, "Share of the tables where `house` plays all seats but one."
    )
    steps: int = _setting(32, "Decisions at each table between two updates.")
    minibatch: int = _setting(131_072, "Decisions in a minibatch.")
    epochs: int = _setting(1, "How often an update uses every decision.")
    learning_rate: float = _setting(1e-3, "First learning rate of Adam; falls to 5 % by a cosine.")
    entropy: float = _setting(0.04, "First weight of the entropy; what matters most.")
    last_entropy: float = _setting(0.002, "Last weight of the entropy, reached linearly.")
    clip: float = _setting(0.2, "How far PPO lets a probability move before its gradient is cut.")
    trace_decay: float = _setting(0.95, "Lambda of the advantages; gamma is 1.")
    averaging: float = _setting(0.998, "What the averaged weights keep at each minibatch.")
    widths: str = _setting("", "Widths of the policy, as 1024-512-256; default: the widest fit.")
    critic_widths: str = _setting("512-256-128", "Widths of the critic.")
    deals: int = _setting(4_096, "Deals of a contest on the curve.")
    final_deals: int = _setting(20_000, "Deals of a contest at the end; other ones than before.")
    every: float = _setting(15.0, "Seconds of training between two points of the curve.")


@dataclass(frozen=True)
class RunOptions:
    """Where a run starts from, where it happens, and what it leaves."""

    out: str = _setting("training", "Folder for weights, curve, summary and checkpoint.")
    device: str = _setting("", "cuda or cpu; default: cuda if there is a card.")
    measure: str = _setting(
        "", "Tables to measure at, separated by spaces, each SEATS[,NAME=VALUE...]."
    )
    init: str = _setting("", "Start from the policy in this weights file.")
    against: str = _setting(
        "", "Learn the best answer to this weights file, which plays all other seats."
    )
    resume: bool = _setting(False, "Go on with the run in the folder, by its own settings.")
    version: int = _setting(1, "Version of the champion, kept in its weights.")
    commit: str = _setting("", "Commit to name in the weights; default: the one checked out.")
    no_graph: bool = _setting(False, "Start every kernel by itself instead of in a CUDA graph.")
    compile: bool = _setting(False, "Compile the losses with torch.compile.")


class Described(NamedTuple):
    """A setting as a command line shows it."""

    name: str
    default: Any
    about: str

    @property
    def flag(self) -> str:
        """The option's name, as --final-deals."""
        return "--" + self.name.replace("_", "-")

    @property
    def kind(self) -> type[Any]:
        """The type of its value."""
        return type(self.default)


def described() -> Iterator[Described]:
    """Describe every setting and option."""
    for each in (*fields(RunOptions), *fields(TrainingSettings)):
        yield Described(each.name, each.default, each.metadata["about"])


def split(values: Mapping[str, Any]) -> tuple[TrainingSettings, RunOptions]:
    """Sort what a command line gave; ValueError for a count that is none."""
    for name in COUNTS:
        if values[name] < 1:
            raise ValueError(f"{name} is at least 1, not {values[name]}")
    settings, options = (
        {each.name: values[each.name] for each in fields(kind)}
        for kind in (TrainingSettings, RunOptions)
    )
    return TrainingSettings(**settings), RunOptions(**options)


def command(game: str, values: Mapping[str, Any]) -> str:
    """Write the command that trains again what these values trained."""
    words = ["meldroom train", game]
    for each in described():
        value = values[each.name]
        if each.name not in ASIDE and value != each.default:
            words += [each.flag] if each.kind is bool else [each.flag, quote(str(value))]
    return " ".join(words)


def widths(text: str) -> tuple[int, ...]:
    """Read widths as 1024-512-256; ValueError if they are none."""
    try:
        read = tuple(map(int, text.split("-")))
    except ValueError:
        read = ()
    if not read or min(read) < 1:
        raise ValueError(f"{text!r} are no widths; write them as 1024-512-256")
    return read
