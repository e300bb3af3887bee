"""A server with the demo site, for programs that call it from outside. `demo_site.py STOA COMMAND…` runs the command
while the server runs, with the server's address in STOA_URL."""

import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager


@contextmanager
def served(stoa, *options):
    """Runs the server with these options. Yields the environment with its address, and the path of its log."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        # Started by root, Postgres runs as another user.
        os.chmod(folder, 0o755)
        environment = os.environ | {
            "STOA": str(stoa),
            "STOA_DATA_DIR": f"{folder}/data",
            "STOA_SECRET": "what tokens are signed with in this run",
            "STOA_TRACKING_WEBHOOK_SECRET": "what the tracker signs with",
        }
        with open(f"{folder}/log", "w+") as log:
            server, environment["STOA_URL"] = start(environment, log, options)
            try:
                yield environment, log.name
            finally:
                server.terminate()
                server.wait()


def start(environment, log, options):
    line = [environment["STOA"], "serve", "--listen", "127.0.0.1:0", "--limit", "all=off", "--log", "warn"]
    # After a build little of a small disk is free, and the demo site writes little.
    line += ["--min-free-disk", "64", *options]
    server = subprocess.Popen(line, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
    for words in server.stdout:
        if "listens on" in words:
            return server, words.split()[-1]
    log.seek(0)
    sys.exit(f"the server has not started:\n{log.read()}")


if __name__ == "__main__":
    stoa, *command = sys.argv[1:]
    with served(stoa) as (environment, _):
        code = subprocess.run(command, env=environment).returncode
    sys.exit(code)
