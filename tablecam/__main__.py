"""The command line: `tablecam COMMAND`. Each command is loaded only when it is called."""

import importlib
import io
import os
import sys

import click

from tablecam.base.errors import TablecamError

# our matrices are small: more threads only spin. OpenCV's own words on stderr are not for the people at the table
for _name, _value in {
    "OPENBLAS_NUM_THREADS": "1",
    "OPENCV_LOG_LEVEL": "SILENT",
    "OPENCV_FFMPEG_LOGLEVEL": "-8",
}.items():
    os.environ.setdefault(_name, _value)

COMMANDS = {
    "demo": ("webui.command:demo", "A synthetic table, live on a web page; needs no camera."),
    "play": ("webui.command:play", "A real table, live on a web page."),
    "measure": ("tablecam.commands.measure:measure", "What stands where, and how far from what, in photographs."),
    "glue": ("tablecam.commands.measure:glue", "Where a model's tag is really glued, from pictures of it turned."),
    "track": ("tablecam.commands.track:track", "What happens on a table over a video, a folder or a stream."),
    "stream": ("tablecam.commands.track:stream", "Where the models stand, for other programs: JSON lines or CSV."),
    "calibrate": ("calibration.command:calibrate", "Makes camera.yaml from views of a board."),
    "certify": (
        "tablecam.commands.certify:certify",
        "What a table's lengths are worth, by the gauge card.",
    ),
    "print": ("hardware.command:print_", "Tag sheets, boards, trays and the gauge card, at true scale."),
    "terrain": ("tablecam.commands.terrain:terrain", "Checks the terrain; imports and exports Universal VTT maps."),
    "roster": ("tablecam.commands.rosters:roster", "Force lists of other programs, as names and numbers or as forces."),
    "umpire": ("tablecam.commands.umpire:umpire", "A game by the book at the terminal, or one that plays itself."),
    "balance": (
        "tablecam.commands.balance:balance",
        "How often each force wins, in games of the machine against itself.",
    ),
    "rulebooks": ("tablecam.commands.rulebooks:rulebooks", "The rulebooks: rows done, scenarios, switches, unknowns."),
    "replay": ("tablecam.commands.replay:replay", "A game's transcript, its luck, and every ruling made again."),
    "tournament": ("tablecam.commands.tournament:tournament", "A club night: Swiss rounds, score cards, standings."),
    "league": ("tablecam.commands.league:league", "A club's year: seasons, people, tables, ratings, pages."),
    "hub": ("tablecam.commands.hub:hub", "The games of many tables: from an MQTT broker into PostgreSQL."),
    "doctor": ("tablecam.commands.doctor:doctor", "What this machine has and lacks for a game, line by line."),
    "backup": ("tablecam.commands.backups:backup", "All games and events in one file, also while they are played."),
    "restore": ("tablecam.commands.backups:restore", "The games and events of a backup, into an empty database."),
    "salvage": ("tablecam.commands.backups:salvage", "What is whole of a damaged database, into a new one."),
}


class _Lazy(click.Group):
    """A group that knows its commands' names and first lines, and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tablecam")
def cli() -> None:
    """Umpires tabletop wargames with a camera above the table."""


def main() -> None:
    """Runs the command; a refusal is one line on stderr and exit status 1, wrong usage 2."""
    for stream in (sys.stdout, sys.stderr):
        # a minus sign or a name must not end a command on a terminal that cannot show it
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        cli.main(prog_name="tablecam")
    except TablecamError as refused:
        click.echo(f"tablecam: {refused}", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
