"""Reads the lists of APIs and of releases, and runs git for the commits of releases."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
APIS = subprocess.check_output([ROOT / ".ci/apis"], text=True).split()


def read_releases():
    """Version and commit of the last release of each released document. `cargo xtask compare` validates the file."""
    releases, api = {}, None
    for line in (ROOT / "specs/releases.yaml").read_text().splitlines():
        if named := re.fullmatch(r"([a-z0-9-]+):", line):
            api = named[1]
        elif version := re.fullmatch(r" *- version: (\S+)", line):
            last = version[1]
        elif commit := re.fullmatch(r" *commit: ['\"]?([0-9a-f]{40})['\"]?", line):
            releases[api] = (last, commit[1])
    return releases


def git(*arguments):
    """The output of git. None if git fails or is missing."""
    try:
        done = subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True)
    except FileNotFoundError:
        return None
    return (done.stdout or b" ") if done.returncode == 0 else None
