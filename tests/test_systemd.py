"""The systemd units: valid, hardened, and made of commands and options that exist."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from meldroom.cli import main
from tests.missing import needs

UNITS = Path(__file__).parents[1] / "packaging" / "systemd"
SERVICES = ("meldroom.service", "meldroom-backup.service")


@needs("systemd-analyze", "systemd")
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    program = tmp_path / "meldroom"
    program.symlink_to(sys.executable)
    copies = []
    for unit in sorted(UNITS.glob("*.*")):
        copies.append(tmp_path / unit.name)
        copies[-1].write_text(unit.read_text().replace("/opt/meldroom/bin/meldroom", str(program)))
    checked = [str(copy) for copy in copies if copy.suffix in (".service", ".timer")]
    assert len(checked) == 3
    verify = ["systemd-analyze", "verify", "--man=no", *checked]
    shown = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert (shown.returncode, shown.stdout + shown.stderr) == (0, "")


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_may_write_to_its_own_folders_alone_and_gain_no_rights(service: str) -> None:
    settings = (UNITS / service).read_text().splitlines()
    for setting in (
        "User=meldroom",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "NoNewPrivileges=yes",
        "CapabilityBoundingSet=",
        "UMask=0077",
    ):
        assert setting in settings
    assert not [line for line in settings if line.startswith("ReadWritePaths")]


@pytest.mark.parametrize("service", SERVICES)
def test_the_commands_of_a_service_exist_with_all_their_options(service: str) -> None:
    text = (UNITS / service).read_text()
    (line,) = re.findall(r"^ExecStart=/opt/meldroom/bin/meldroom (.*)$", text, re.MULTILINE)
    (options,) = re.findall(
        r"^MELDROOM_OPTIONS=(.*)$", (UNITS / "meldroom.conf").read_text(), re.MULTILINE
    )
    name, *arguments = shlex.split(line.replace("$MELDROOM_OPTIONS", options).replace("%S", "/tmp"))
    command = main.get_command(click.Context(main), name)
    assert command is not None
    command.make_context(name, arguments)
