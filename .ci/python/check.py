"""What examples/python says of the generated clients. check.py PROGRAMS"""

import importlib
import json
import pathlib
import sys

import httpx

ROOT = pathlib.Path(__file__).parents[2]
sys.path[:0] = [sys.argv[1], str(ROOT / ".ci/generators")]

import grown
from answered import Refused, answered
from api.rest_v1 import AuthenticatedClient
from api.rest_v1.api.posts import get_post_by_slug
from api.storefront.models import OrderStatusChange


def get(slug, response):
    """Calls getPostBySlug. Returns the answer, and the path of the request that was answered with this response."""
    paths = []

    def answer(request):
        paths.append(request.url.raw_path.decode())
        return response

    client = AuthenticatedClient("http://stoa.invalid/api/v1", "key")
    http_client = httpx.Client(base_url="http://stoa.invalid/api/v1", transport=httpx.MockTransport(answer))
    client.set_httpx_client(http_client)
    return get_post_by_slug.sync_detailed(1, slug, client=client), paths[0]


def refused(response):
    try:
        answered(get("tide", response)[0])
    except Refused as error:
        return error
    raise AssertionError(f"{response} is not refused")


# The value of a path parameter cannot select another operation.
path = get("../posts", httpx.Response(304))[1]
assert path == "/api/v1/sites/1/posts/..%2Fposts", path

# Answers that the document does not describe, such as those of a proxy, have their status in the error.
not_found = {"success": False, "message": "Not found"}
for response, message in [
    (httpx.Response(404, json=not_found, headers={"X-Error-Code": "not_found"}), "404 not_found: Not found"),
    (httpx.Response(502, html="<h1>Bad gateway</h1>"), "502 Bad Gateway: <h1>Bad gateway</h1>"),
    (httpx.Response(502), "502 Bad Gateway: no body"),
    (httpx.Response(301), "301 Moved Permanently: no body"),
    (httpx.Response(503, json={"message": "Try again"}), '503 Service Unavailable: {"message":"Try again"}'),
]:
    error = refused(response)
    assert error.status == response.status_code
    assert str(error) == f"{message} (request None)", error

# Models read answers with new fields.
for document in sorted(ROOT.glob("generated/*/server/src/openapi-3.0.json")):
    api = document.parents[2].name.replace("-", "_")
    models = importlib.import_module(f"api.{api}.models")
    answers = list(grown.answers(json.loads(document.read_text())))
    for schema, answer in answers:
        getattr(models, schema).from_dict(answer)
    assert answers, api

# A new value of an enum is an error. It is text in a field that may be null.
change = {"from": None, "to": "paid", "at": "2026-01-15T09:00:00.000Z", "note": None}
assert OrderStatusChange.from_dict(change | {"from": "new"}).from_ == "new"
try:
    OrderStatusChange.from_dict(change | {"to": "new"})
except ValueError:
    pass
else:
    raise AssertionError("a new value of an enum is read")
