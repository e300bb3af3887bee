"""Receives a webhook and verifies it. Start the server with `cargo run -- serve --webhook-targets any` first, which allows
an address of this machine, and create a person: `cargo run -- staff create --site 1 --role owner --email
ines@example.com`. The command prints a curl command. This program takes the `token` in its JSON as STOA_INVITATION."""

import os
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx
from standardwebhooks import Webhook

from answered import answered
from api.staff import AuthenticatedClient, Client
from api.staff.api.sessions import accept_invitation
from api.staff.api.webhooks import create_webhook_endpoint, send_test_webhook
from api.staff.models import AcceptInvitationRequest, CreateWebhookEndpointRequest

SITE = 1
URL = os.environ.get("STOA_URL", "http://127.0.0.1:8080") + "/api/staff"
TIMEOUT = httpx.Timeout(30)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        # This raises an error, and so answers nothing, unless the signature is valid and the timestamp is recent.
        event = Webhook(secret).verify(body, {name.lower(): value for name, value in self.headers.items()})
        self.send_response(204)
        self.end_headers()
        # A program with work to do stores the event with its id, which is the same in each attempt, and answers first.
        print(f"{event['type']} of site {event['data']['siteId']} is verified")

    def log_message(self, *_):
        pass


acceptance = AcceptInvitationRequest(
    token=os.environ["STOA_INVITATION"], name="Ines Alvarez", password="two lighthouses over a wave"
)
session = answered(accept_invitation.sync_detailed(client=Client(URL, timeout=TIMEOUT), body=acceptance)).data
staff = AuthenticatedClient(URL, session.token, timeout=TIMEOUT)

receiver = HTTPServer(("127.0.0.1", 0), Receiver)
receiver.timeout = 60
wish = CreateWebhookEndpointRequest(url=f"http://127.0.0.1:{receiver.server_port}/stoa", description="An example")
created = answered(create_webhook_endpoint.sync_detailed(SITE, client=staff, body=wish)).data
secret = created.secret
answered(send_test_webhook.sync_detailed(SITE, created.endpoint.id, client=staff))
receiver.handle_request()
