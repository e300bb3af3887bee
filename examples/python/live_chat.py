"""Writes to the demo's widget and reads the conversation as events. Start the server with `cargo run` first."""

import json
import os
import uuid

import httpx

from answered import answered
from api.live_chat import Client
from api.live_chat.api.chat import send_message, start_conversation
from api.live_chat.models import SendMessageRequest, StartRequest

URL = os.environ.get("STOA_URL", "http://127.0.0.1:8080")
client = Client(f"{URL}/api/public/chat", timeout=httpx.Timeout(30))

visitor = StartRequest(widget_id=1, visitor_id=str(uuid.uuid4()), name="Mara")
begun = answered(start_conversation.sync_detailed(client=client, body=visitor)).data
print(begun.greeting_message)


def events(lines):
    """Parses server-sent events: lines `name: value`, and an empty line after each event."""
    name, data = None, ""
    for line in lines:
        if not line and data:
            yield name, json.loads(data)
            name, data = None, ""
        elif line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            data = line.removeprefix("data: ")


# The generated client would wait for the end of the stream, so httpx opens it. The server sends a heartbeat every 25
# seconds, so after a minute without a byte the connection is dead.
http = client.get_httpx_client()
timeout = httpx.Timeout(30, read=60)
headers = {"Authorization": f"Bearer {begun.ephemeral_token}", "Last-Event-ID": "earliest"}
query = {"conversationId": begun.conversation_id}
with http.stream("GET", "/stream", params=query, headers=headers, timeout=timeout) as stream:
    stream.raise_for_status()
    for name, event in events(stream.iter_lines()):
        if name == "hello":
            message = SendMessageRequest(
                conversation_id=begun.conversation_id,
                ephemeral_token=begun.ephemeral_token,
                body="Does the tote come in green?",
            )
            answered(send_message.sync_detailed(client=client, body=message))
        elif name == "message":
            print(f"{event['data']['authorName']}: {event['data']['body']}")
            break
