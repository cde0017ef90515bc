"""A command that needs an extra says so in one line."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.conftest import ENVIRONMENT, Command


def test_training_names_the_extra_that_it_needs(
    meldroom: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("meldroom.training.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "torch", None)
    shown = meldroom("train", "scorzo")
    assert (shown.exit_code, shown.stderr) == (
        2,
        'this needs torch: pip install "meldroom[train]"\n',
    )


@pytest.mark.parametrize("command", ["simulate scorzo", "arena scorzo", "strength"])
def test_a_cluster_names_the_extra_that_it_needs(
    meldroom: Command, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setitem(sys.modules, "dask", None)
    monkeypatch.delitem(sys.modules, "meldroom.arena.cluster", raising=False)
    shown = meldroom(*command.split(), "--cluster", "local")
    assert shown.exit_code == 2
    assert shown.stderr == 'this needs dask: pip install "meldroom[cluster]"\n'


@pytest.mark.parametrize("command", ["serve --port 0", "doctor", "backup copy"])
def test_postgresql_names_the_extra_that_it_needs(
    meldroom: Command, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    shown = meldroom(*command.split(), "--database", "postgresql://localhost/meldroom")
    assert shown.exit_code == 2
    assert shown.stderr == 'this needs psycopg: pip install "meldroom[postgres]"\n'


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("gymnasium", "gymnasium", "rl"),
        ("pettingzoo", "pettingzoo", "rl"),
        ("vector", "numpy", "rl"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_an_environment_names_the_extra_that_it_needs(
    module: str, package: str, extra: str
) -> None:
    program = f"import sys; sys.modules['{package}'] = None; import meldroom.envs.{module}"
    done = subprocess.run(
        [sys.executable, "-c", program], env=ENVIRONMENT, capture_output=True, text=True
    )
    wanted = f'ImportError: this needs an extra: pip install "meldroom[{extra}]"'
    assert done.stderr.splitlines()[-1] == wanted
