"""Build the package, and try it in clean environments of every Python that is installed.

`nox` runs everything; `nox -s wheel-3.12` tries one. A Python that is missing is skipped by name.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import nox

PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
SMOKE_TEST = Path("scripts/smoke_test.py").resolve()

nox.options.error_on_missing_interpreters = False


def build(session: nox.Session, kind: str) -> Path:
    """Build a wheel or an sdist in the session's own folder, and give the file."""
    folder = Path(session.create_tmp()) / kind
    shutil.rmtree(folder, ignore_errors=True)
    session.install("build")
    session.run("python", "-m", "build", f"--{kind}", "--outdir", str(folder), str(Path.cwd()))
    (file,) = folder.iterdir()
    return file


def install_and_try(session: nox.Session, kind: str) -> None:
    """Install what was built, and run the smoke test away from the sources."""
    session.install(str(build(session, kind)))
    session.chdir(session.create_tmp())
    session.run("python", str(SMOKE_TEST))


@nox.session(python=PYTHONS)
def wheel(session: nox.Session) -> None:
    """Install the wheel and try it."""
    install_and_try(session, "wheel")


@nox.session(python=PYTHONS)
def sdist(session: nox.Session) -> None:
    """Install the sdist and try it."""
    install_and_try(session, "sdist")


@nox.session(python=PYTHONS[0])
def sdist_check(session: nox.Session) -> None:
    """Unpack the sdist and run ./check in it."""
    file = build(session, "sdist")
    shutil.unpack_archive(file, file.parent, filter="data")
    (unpacked,) = file.parent.glob("meldroom-*/")
    with session.chdir(unpacked):
        session.run("./check", external=True)


@nox.session(python=PYTHONS[0])
def third_party(session: nox.Session) -> None:
    """Run the trainers of other projects on the environments; they bring PyTorch along."""
    session.install("-e", ".[rl,openspiel]", "pytest>=9,<9.2", "sb3-contrib")
    session.run("pytest", "-m", "long", "tests/envs/test_third_party.py")
