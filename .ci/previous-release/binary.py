"""Builds the server of the last release from git, once."""

import json
import os
import re
import shutil
import subprocess
import tarfile
from io import BytesIO

from releases import ROOT, git, read_releases

CACHE = ROOT / "target/previous-release"


def last_commit():
    """The newest of the documents' last releases. Documents are released separately, each together with the server."""
    commits = {commit for _, commit in read_releases().values()}
    times = {commit: git("log", "-1", "--format=%ct", commit) for commit in commits}
    unknown = [commit for commit, time in times.items() if time is None]
    return max(commits, key=lambda commit: int(times[commit])) if not unknown else None


def binary(commit):
    """Returns the path of the binary, and builds it if needed. Source and build folder are deleted: 100 MB remain."""
    built = CACHE / commit[:12]
    if not built.exists():
        source, target = CACHE / "source", CACHE / "target"
        for folder in (source, target):
            shutil.rmtree(folder, ignore_errors=True)
        with tarfile.open(fileobj=BytesIO(git("archive", commit))) as files:
            files.extractall(source, filter="data")
        link_dependencies(target)
        # Without debug info our own crates take a fifth of the space. Dependencies have no debug info anyway.
        environment = os.environ | {"CARGO_TARGET_DIR": str(target), "CARGO_PROFILE_DEV_DEBUG": "false"}
        command = ["cargo", "build", "--quiet", "--locked", "--package", "stoa", "--bin", "stoa"]
        subprocess.run(command, cwd=source, env=environment, check=True)
        shutil.copy2(target / "debug/stoa", built.with_suffix(".unfinished"))
        built.with_suffix(".unfinished").rename(built)
        for folder in (source, target):
            shutil.rmtree(folder)
    return built


def link_dependencies(target):
    """Links the dependencies that are built here into the other build, which can use them if version and features are
    the same. Our own crates are left out, since cargo would overwrite their files here."""
    here = ROOT / "target/debug"
    metadata = subprocess.run(
        ["cargo", "metadata", "--no-deps", "--format-version=1"], cwd=ROOT, capture_output=True, check=True
    )
    packages = json.loads(metadata.stdout)["packages"]
    ours = {name.replace("-", "_") for package in packages for name in names(package)}
    for folder in (".fingerprint", "build", "deps"):
        for path in (here / folder).glob("*"):
            name = re.sub(r"-[0-9a-f]{16}.*", "", path.name).replace("-", "_")
            if name in ours or name.removeprefix("lib") in ours:
                continue
            link = target / "debug" / folder / path.name
            link.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                shutil.copytree(path, link, copy_function=os.link, symlinks=True)
            else:
                os.link(path, link)


def names(package):
    return [package["name"], *(target["name"] for target in package["targets"])]
