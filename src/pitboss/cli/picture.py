"""The README's picture: what the commands print in a terminal, drawn as SVG."""

import io
import re
import subprocess
import sys

from pitboss.checkout import checkout

WIDTH = 88
# Each command with what is typed into it.
COMMANDS = (
    (("play", "ultimate", "--seed", "199"), "10\n5\n4\n2\nq\n"),
    (("conform", "tests/conformance/cases/ultimate.json"), ""),
    (("rank", "8h 6c 4c 3d 2s Kd Kc", "--low"), ""),
)

# Rich's own frame loads fonts from the network; any fixed-width font will do here.
FRAME = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: {char_height}px; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: Arial, sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def terminal_picture() -> str:
    """Runs the commands for real and draws the screen."""
    from rich.console import Console
    from rich.text import Text

    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for number, (command, typed_in) in enumerate(COMMANDS):
        typed = " ".join(f'"{word}"' if " " in word else word for word in command)
        console.print(Text(("\n" if number else "") + f"$ ./pit {typed}", style="bold green"))
        console.print(Text.from_ansi(_output_of(*command, typed=typed_in)))
    return console.export_svg(title="Pitboss", code_format=FRAME, unique_id="pit")


def _output_of(*command: str, typed: str) -> str:
    """Run a command in a fixed environment and return what it prints."""
    environment = {
        "COLUMNS": str(WIDTH),
        "FORCE_COLOR": "1",
        "PITBOSS_CALLED_AS": "./pit",
        "PYTHONUTF8": "1",
        "TERM": "xterm-256color",
    }
    said = subprocess.run(
        [sys.executable, "-m", "pitboss", *command],
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        env=environment,
        cwd=checkout(),
        check=False,
    )
    # A game begins each page at the top of the screen; in the picture the pages follow each other.
    return re.sub(r"\n\s*\n(\s*\n)+", "\n\n", said.stdout).rstrip()
