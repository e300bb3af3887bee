"""The image: built by Docker where a daemon runs, and made by hand from the Dockerfile."""

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

from releases import ROOT


class Dockerfile:
    """The stages of a Dockerfile, as lists of instructions."""

    def __init__(self, path):
        text = re.sub(r"(?m)^#.*\n", "", path.read_text()).replace("\\\n", " ")
        self.stages = []
        for line in filter(None, map(str.strip, text.splitlines())):
            name, _, rest = line.partition(" ")
            if name == "FROM":
                self.stages.append([])
            self.stages[-1].append((name, rest.strip()))
        self.last = self.stages[-1]

    def all(self, name):
        return [rest for other, rest in self.last if other == name]

    def check(self):
        """Rules for the image in addition to those of hadolint."""
        assert len(self.stages) == 2, "what builds is not what runs"
        user = self.all("USER")[-1]
        assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", user), f"USER {user} could be root"
        assert not self.all("RUN"), "the image that runs has no shell"
        for _, source, _ in self.copied():
            assert source.startswith("/image/"), source
        programs = {self.exec("ENTRYPOINT")[0], self.health()[0]}
        assert programs == {target for _, _, target in self.copied() if "/bin/" in target}, programs
        assert self.all("STOPSIGNAL") == ["SIGTERM"]
        assert not any("SECRET" in name for name in self.environment()), "a secret is in no image"
        self.check_context()

    def check_context(self):
        """Checks that the build context has everything that cargo reads, and only paths that exist."""
        rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
        assert rules[0] == "**" and rules[-1] == "**/target", rules
        given = {rule[1:] for rule in rules if rule.startswith("!")}
        assert all((ROOT / path).exists() for path in given), given
        metadata = subprocess.run(
            ["cargo", "metadata", "--no-deps", "--format-version=1"], cwd=ROOT, capture_output=True, check=True
        )
        for package in json.loads(metadata.stdout)["packages"]:
            path = Path(package["manifest_path"]).relative_to(ROOT)
            assert path.parts[0] in given, f".dockerignore leaves out {path}"
        for source in [*ROOT.glob("src/**/*.rs"), ROOT / "build.rs"]:
            for name in re.findall(r'include_(?:str|bytes)!\(\s*"([^"]+)"', source.read_text()):
                path = (source.parent / name).resolve().relative_to(ROOT)
                assert path.parts[0] in given, f".dockerignore leaves out {path}"

    def copied(self):
        """Options, source and target of each COPY of the last stage."""
        for line in self.all("COPY"):
            *options, source, target = line.split()
            yield options, source, target

    def exec(self, name):
        return json.loads(self.all(name)[-1])

    def health(self):
        return json.loads(self.all("HEALTHCHECK")[-1].partition(" CMD ")[2])

    def environment(self):
        return dict(pair.split("=", 1) for line in self.all("ENV") for pair in shlex.split(line))


class ImageByHand:
    """A read-only root file system with the server, its libraries and the certificates, for the user of the image."""

    def __init__(self, dockerfile, stoa, root):
        self.dockerfile, self.root = dockerfile, root
        self.user = dockerfile.all("USER")[-1]
        (_, _, program), (owned, _, state) = dockerfile.copied()
        # Group 0 is for OpenShift, which chooses the user.
        assert owned[-1] == f"--chown={self.user.partition(':')[0]}:0"
        (mode,) = {found for _, rest in dockerfile.stages[0] for found in re.findall(rf"install -d -m (\d+) \S+{state}", rest)}
        self.mode = int(mode, 8)
        self.program, self.state = program, state
        self.copy(stoa, program)
        # The base image contains these libraries.
        linked = subprocess.run(["ldd", stoa], capture_output=True, text=True, check=True).stdout
        for library in re.findall(r"(/\S+) \(0x", linked):
            self.copy(library, library)
        for path in ("/etc/ssl/certs/ca-certificates.crt", "/etc/resolv.conf", "/etc/hosts"):
            if os.path.exists(path):
                self.copy(path, path)
        for folder in (state, "/tmp", "/run/secrets", "/dev"):
            (root / folder[1:]).mkdir(parents=True, exist_ok=True)

    def copy(self, path, target):
        place = self.root / target[1:]
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(Path(path).resolve(), place)

    def make_state(self, folder):
        """A volume: a copy of the folder of the image."""
        folder.mkdir()
        os.chown(folder, int(self.user.partition(":")[0]), 0)
        os.chmod(folder, self.mode)

    def command(self, arguments, secrets, state, user=None):
        """A command that runs in its own mounts, where only /tmp and the state are writable."""
        root = shlex.quote(str(self.root))
        steps = [
            f"mount --bind {root} {root}",
            f"mount -o remount,ro,bind {root}",
            f"mount -t tmpfs -o mode=1777 tmpfs {root}/tmp",
            f"mount --bind {shlex.quote(str(secrets))} {root}/run/secrets",
            f"mount --bind {shlex.quote(str(state))} {root}{self.state}",
            f"mount -t tmpfs -o mode=755 tmpfs {root}/dev",
            *(f"touch {root}/dev/{name} && mount --bind /dev/{name} {root}/dev/{name}" for name in ("null", "urandom")),
            f"exec chroot --userspec={user or self.user} {root} {shlex.join(arguments)}",
        ]
        return ["unshare", "--mount", "--propagation=private", "sh", "-ec", "\n".join(steps)]


def docker_runs():
    try:
        return subprocess.run(["docker", "info"], capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def run_by_docker():
    """Builds the image, and checks that it starts and refuses to serve without a database. The image by hand gets the
    other checks."""
    subprocess.run(["docker", "build", "--tag", "stoa", ROOT], check=True)
    line = ["docker", "run", "--rm", "--read-only", "--cap-drop=ALL", "stoa"]
    said = subprocess.run([*line, "--version"], check=True, capture_output=True, text=True).stdout
    assert said.startswith("stoa "), said
    refused = subprocess.run(line, capture_output=True, text=True)
    assert refused.returncode == 1 and "DATABASE_URL" in refused.stderr, refused.stderr
