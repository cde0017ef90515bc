"""`python -m benchmarks`: run a benchmark; each is a module with a command of the same name."""

from __future__ import annotations

from importlib import import_module

import click

BENCHMARKS = (
    "engine", "melds", "choices", "bots", "fast", "envs", "server", "abuse", "year", "web",
)  # fmt: skip


class BenchmarkGroup(click.Group):
    """Loads a benchmark when it is called, so that no server that is measured has loaded others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the benchmarks."""
        return list(BENCHMARKS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a benchmark."""
        if cmd_name not in BENCHMARKS:
            return None
        command: click.Command = getattr(import_module(f"benchmarks.{cmd_name}"), cmd_name)
        return command


@click.group(cls=BenchmarkGroup)
def main() -> None:
    """Measure how fast Meldroom is, beside other software in the same run where there is any."""


if __name__ == "__main__":
    main()
