"""A mail server for tests: aiosmtpd, which takes mails into a folder as JSON, and fails by the recipient's name.

gone…@ does not exist, busy…@ is put off once, never…@ always. The port that it listens on is its first line; it ends
with its input.
"""

import argparse
import asyncio
import email.policy
import json
import os
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult

arguments = argparse.ArgumentParser()
arguments.add_argument("folder")
arguments.add_argument("--tls", choices=["starttls", "smtps"])
arguments.add_argument("--certificate")
arguments.add_argument("--key")
arguments.add_argument("--login", nargs=2)
arguments.add_argument("--smtputf8", action="store_true")
arguments = arguments.parse_args()


class Handler:
    def __init__(self):
        self.busy = set()
        self.taken = 0

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("gone"):
            return f"550 5.1.1 There is no mailbox {address}"
        if address.startswith("never") or (address.startswith("busy") and address not in self.busy):
            self.busy.add(address)
            return f"450 4.2.1 Greylisted: {address}"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        part = lambda kind: message.get_body((kind,)).get_content().replace("\r\n", "\n")
        self.taken += 1
        path = os.path.join(arguments.folder, f"{self.taken:04}.json")
        with open(path + ".new", "w") as file:
            json.dump({
                "from": envelope.mail_from,
                "to": envelope.rcpt_tos,
                "headers": [[name, str(value)] for name, value in message.items()],
                "text": part("plain"),
                "html": part("html"),
                "login": session.auth_data,
            }, file)
        os.rename(path + ".new", path)
        return "250 OK"


def authenticate(server, session, envelope, mechanism, data):
    login = [data.login.decode(), data.password.decode()]
    is_right = login == arguments.login
    return AuthResult(success=is_right, handled=is_right, auth_data=login[0])


async def serve():
    tls = None
    if arguments.tls:
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(arguments.certificate, arguments.key)
    handler = Handler()
    login = {"authenticator": authenticate, "auth_required": True, "auth_require_tls": False}
    make = lambda: SMTP(
        handler,
        hostname="localhost",
        tls_context=tls if arguments.tls == "starttls" else None,
        require_starttls=arguments.tls == "starttls",
        enable_SMTPUTF8=arguments.smtputf8,
        **(login if arguments.login else {}),
    )
    loop = asyncio.get_running_loop()
    smtps = tls if arguments.tls == "smtps" else None
    server = await loop.create_server(make, "127.0.0.1", 0, ssl=smtps)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(serve())
