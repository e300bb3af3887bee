"""Starts Postgres, the migration, two servers and the proxy as in compose.yaml, on ports of this machine."""

import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from glob import glob
from pathlib import Path
from secrets import token_hex

import yaml

from releases import ROOT

PATIENCE = 60


def read(path):
    """Reads the YAML file and fills in its variables."""
    values = {"STOA_PUBLIC_URL": "https://shop.example.com"}
    fill = lambda found: values.get(found[1], (found[2] or "").removeprefix(":-"))  # noqa: E731
    return yaml.safe_load(re.sub(r"\$\{(\w+)(:[-?][^}]*)?\}", fill, path.read_text()))


def check(compose):
    """Validates against the models of the Compose specification, and refuses keys that they do not know."""
    from compose_spec import ComposeSpecification, models
    from pydantic import BaseModel

    kinds = [kind for kind in vars(models).values() if isinstance(kind, type) and issubclass(kind, BaseModel)]
    kinds = [kind for kind in kinds if kind is not BaseModel]
    # Models that contain other models must be rebuilt from the changed ones.
    for _ in range(2):
        for kind in kinds:
            kind.model_config["extra"] = "forbid"
        for kind in kinds:
            kind.model_rebuild(force=True)
    ours = {name: value for name, value in compose.items() if not name.startswith("x-")}
    ComposeSpecification.model_validate(ours)


def goes_through_a_day(compose, image, folder, stack):
    services = compose["services"]
    assert set(services) == {"postgres", "migrate", "stoa1", "stoa2", "proxy"}
    url = postgres(folder, stack)
    secrets = folder / "secrets"
    secrets.mkdir()
    for name, value in {"database_url": url, "stoa_secret": token_hex(32)}.items():
        (secrets / name).write_text(value + "\n")
        os.chmod(secrets / name, 0o444)
    assert set(services["stoa1"]["secrets"]) == {path.name for path in secrets.iterdir()}
    state = folder / "files"
    image.make_state(state)
    box = Box(image, secrets, state, folder)

    migrate = services["migrate"]
    box.run(migrate, migrate["command"])
    box.run(migrate, ["site", "import", "/tmp/demo.json"], demo=True)
    runs_as_any_user(box, services["stoa1"])
    nodes = [stack.enter_context(Node(box, services[name])) for name in ("stoa1", "stoa2")]
    for node in nodes:
        wait(node.is_healthy, f"{node.listen} is healthy", node.said)
    for node in nodes:
        node.is_confined()
    # The root file system is read-only.
    refused = subprocess.run(box.command(["backup", "/archive"]), env=nodes[0].environment, capture_output=True, text=True)
    assert refused.returncode == 1 and "Read-only file system" in refused.stderr, refused
    if not shutil.which("haproxy"):
        print("haproxy is missing: the servers are not asked through their proxy")
        address = nodes[0].listen
    else:
        address = proxy(services["proxy"], nodes, folder, stack)

    def ask(path, body=None):
        answers = []

        def is_answered():
            answers.append(request(f"http://{address}{path}", body))
            # The proxy has no server until its health checks have passed.
            return answers[-1][0] != 503

        wait(is_answered, f"{path} is answered", nodes[0].said)
        return answers[-1]

    wait(lambda: ask("/api/v1/sites/1/config")[0] == 200, "the shop is open", nodes[0].said)
    line = {"sessionId": "a", "productId": 4, "quantity": 1}
    assert ask("/api/storefront/1/cart", line)[0] == 200
    checkout = {
        "sessionId": "a",
        "customerEmail": "mara@example.com",
        "customerName": "Mara Lindqvist",
        "shippingAddress": {"line1": "4 Quay Street", "city": "Rockport", "state": "ME", "country": "US"},
        "shippingRateId": 1,
    }
    status, placed = ask("/api/storefront/1/checkout", checkout)
    assert status == 200, placed
    # The other server has the order too, and continues when the first stops.
    nodes[0].stop()
    number = json.loads(placed)["data"]["orderNumber"]
    shown = f"/api/storefront/1/orders/{number}?email=mara%40example.com"
    if shutil.which("haproxy"):
        wait(lambda: ask(shown)[0] == 200, "the other one answers", nodes[1].said)
        assert ask("/metrics")[0] == 404, "what is the operator's is not for clients"
    archive = folder / "files/archive"
    box.run(services["stoa2"], ["backup", "/var/lib/stoa/archive"])
    assert archive.stat().st_mode & 0o777 == 0o600
    print("as compose.yaml has it: two servers, one root that cannot be written, nobody's root, a backup")


def runs_as_any_user(box, service):
    """The user of OpenShift is in group 0. Any other user needs a volume of its own, or a bucket."""
    bucket = {"STOA_S3_BUCKET": "shop", "STOA_S3_ACCESS_KEY_ID": "id", "STOA_S3_SECRET_ACCESS_KEY": "key"}
    refusal = f"files cannot be stored in {box.image.state}: "
    for user, more, is_refused in [("1000680000:0", {}, False), ("1234:1234", {}, True), ("1234:1234", bucket, False)]:
        environment = box.environment(service) | more
        command = box.command(["check"], user)
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert (done.returncode == 1) == is_refused, f"{user}: {done.stdout}{done.stderr}"
        assert (refusal in done.stdout) == is_refused, f"{user}: {done.stdout}{done.stderr}"


class Box:
    """A container: the image with its environment, secrets and state."""

    def __init__(self, image, secrets, state, folder):
        self.image, self.secrets, self.state, self.folder = image, secrets, state, folder

    def environment(self, service):
        return self.image.dockerfile.environment() | service["environment"] | {"PATH": os.environ["PATH"]}

    def command(self, arguments, user=None):
        return self.image.command([self.image.program, *arguments], self.secrets, self.state, user)

    def run(self, service, arguments, demo=False):
        environment = self.environment(service)
        if demo:
            # A volume with the bundle that the container imports.
            shutil.copy(ROOT / "demo/harbor-goods.json", self.state / "demo.json")
            os.chmod(self.state / "demo.json", 0o644)
            arguments = [*arguments[:-1], f"{self.image.state}/demo.json"]
        done = subprocess.run(self.command(arguments), env=environment, capture_output=True, text=True)
        assert done.returncode == 0, f"stoa {arguments}: {done.stdout}{done.stderr}"
        return done.stdout


class Node:
    def __init__(self, box, service):
        self.box = box
        self.listen, self.admin = f"127.0.0.1:{free_port()}", f"127.0.0.1:{free_port()}"
        # Containers have addresses of their own. Here the servers have different ports instead.
        self.environment = box.environment(service) | {"STOA_LISTEN": self.listen, "STOA_ADMIN_LISTEN": self.admin}
        self.log = open(box.folder / f"{self.listen}.log", "w+")

    def __enter__(self):
        command = self.box.command(self.box.image.dockerfile.exec("CMD"))
        self.process = subprocess.Popen(command, env=self.environment, stdout=self.log, stderr=self.log)
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def is_healthy(self):
        assert self.process.poll() is None, self.said()
        check = self.box.image.dockerfile.health()[1:]
        asked = subprocess.run(self.box.command(check), env=self.environment, capture_output=True)
        return asked.returncode == 0

    def is_confined(self):
        """Checks that the process has the user of the image and no capability."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        of = lambda name: re.search(rf"(?m)^{name}:\s*(.*)$", status)[1].split()  # noqa: E731
        user, group = self.box.image.user.split(":")
        assert set(of("Uid")) == {user} and set(of("Gid")) == {group}, status
        assert int(of("CapEff")[0], 16) == 0, status

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(timeout=PATIENCE) == 0, self.said()

    def said(self):
        self.log.flush()
        return Path(self.log.name).read_text()


def postgres(folder, stack):
    """Starts the installed Postgres, and returns its URL."""
    programs = next(iter(sorted(glob("/usr/lib/postgresql/*/bin"), key=lambda path: -int(path.split("/")[4]))), None)
    assert programs, "Postgres is not installed"
    data, port = folder / "postgres", free_port()
    data.mkdir()
    user = next(name for name in ("postgres", "nobody") if has_user(name))
    os.chown(data, pwd.getpwnam(user).pw_uid, -1)
    password = folder / "password"
    password.write_text("a password\n")
    os.chmod(password, 0o644)
    as_user = ["setpriv", f"--reuid={user}", "--clear-groups"]
    init = ["initdb", f"--pgdata={data}", "--username=stoa", "--auth=scram-sha-256", f"--pwfile={password}", "--no-sync"]
    init += ["--encoding=UTF8", "--locale=C.UTF-8"]
    subprocess.run([*as_user, f"{programs}/{init[0]}", *init[1:]], check=True, capture_output=True, cwd="/")
    settings = ["-c", f"port={port}", "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={data}"]
    log = open(folder / "postgres.log", "w")
    server = subprocess.Popen([*as_user, f"{programs}/postgres", "-D", data, *settings], stdout=log, stderr=log, cwd="/")

    def stop():
        server.send_signal(signal.SIGINT)
        server.wait()
        log.close()

    stack.callback(stop)
    ready = [f"{programs}/pg_isready", "--host=127.0.0.1", f"--port={port}"]
    wait(lambda: subprocess.run(ready, capture_output=True).returncode == 0, "Postgres answers", lambda: "")
    return f"postgres://stoa:a%20password@127.0.0.1:{port}/postgres"


def has_user(name):
    try:
        return bool(pwd.getpwnam(name))
    except KeyError:
        return False


def proxy(service, nodes, folder, stack):
    """Starts HAProxy with the configuration file of the container, and returns its address."""
    (source, *_), = (volume.split(":") for volume in service["volumes"])
    address = f"127.0.0.1:{free_port()}"
    environment = os.environ | service["environment"] | {"PROXY_BIND": address}
    for number, node in enumerate(nodes, 1):
        environment[f"PROXY_SERVER_{number}"] = node.listen
        environment[f"PROXY_SERVER_{number}_ADMIN_PORT"] = node.admin.rpartition(":")[2]
    log = open(folder / "haproxy.log", "w")
    line = ["haproxy", "-db", "-f", ROOT / source]
    running = subprocess.Popen(line, env=environment, stdout=log, stderr=log)

    def stop():
        running.terminate()
        running.wait()
        log.close()

    stack.callback(stop)
    return address


def request(url, body):
    headers = {"content-type": "application/json"} if body else {}
    asked = urllib.request.Request(url, json.dumps(body).encode() if body else None, headers)
    try:
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
    except OSError as error:
        return 0, str(error)


def wait(is_so, what, said):
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, f"waited in vain: {what}\n{said()}"
        time.sleep(0.1)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]
