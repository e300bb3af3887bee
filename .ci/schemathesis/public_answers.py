"""Holds what the public APIs answer after a change by the staff against their documents."""

import json
import os
from pathlib import Path

import jsonschema_rs
import requests

SERVER = os.environ["STOA_URL"]
GENERATED = Path(__file__).parent.parent.parent / "generated"

# The public answers that changes of each tag of the staff API may change. `{slug}` is that of the changed row.
READ_AFTER = {
    "products": [
        "rest-v1 /sites/{siteId}/products",
        "rest-v1 /sites/{siteId}/products/{slug}",
        "storefront /{siteId}/products",
        "storefront /{siteId}/products/{slug}",
        "storefront /{siteId}/products/{slug}/styles",
    ],
    "catalog": [
        "rest-v1 /sites/{siteId}/product-categories",
        "storefront /{siteId}/categories",
        "storefront /{siteId}/shipping?country=US",
    ],
    "bundles": [
        "rest-v1 /sites/{siteId}/products",
        "rest-v1 /sites/{siteId}/product-categories",
        "storefront /{siteId}/products",
        "storefront /{siteId}/categories",
    ],
    "posts": [
        "rest-v1 /sites/{siteId}/posts",
        "rest-v1 /sites/{siteId}/pages",
        "rest-v1 /sites/{siteId}/posts/{slug}",
    ],
    "media": ["rest-v1 /sites/{siteId}/media"],
    "content": [
        "rest-v1 /sites/{siteId}/categories",
        "rest-v1 /sites/{siteId}/tags",
        "rest-v1 /sites/{siteId}/navigation",
        "rest-v1 /sites/{siteId}/posts",
    ],
    "settings": [
        "rest-v1 /sites/{siteId}/branding",
        "rest-v1 /sites/{siteId}/config",
        "storefront /{siteId}/products",
    ],
    "templates": ["storefront /{siteId}/designs?productId=4&templates=true"],
}


class PublicAnswers:
    def __init__(self, credentials):
        self.calls = requests.Session()
        self.calls.headers.update(credentials)
        self.documents = {}

    def check_after(self, tag, changed):
        """Fails if a public answer violates its document. `changed` is the row in the answer to the change."""
        for read in READ_AFTER.get(tag, []):
            api, path = read.split()
            if "{slug}" not in path:
                self.check(api, path, {"siteId": "1"})
            elif isinstance(changed, dict) and "slug" in changed:
                self.check(api, path, {"siteId": "1", "slug": requests.utils.quote(changed["slug"], safe="")})

    def check(self, api, path, parameters):
        document = self.document(api)
        url = document["servers"][0]["url"].replace("{baseUrl}", SERVER) + path.format(**parameters)
        response = self.calls.get(url)
        operation = document["paths"][path.partition("?")[0]]["get"]
        documented = operation["responses"].get(str(response.status_code))
        assert documented, f"{url} answers {response.status_code}: {response.text[:200]}"
        self.validator(document, documented).validate(response.json())

    def document(self, api):
        if api not in self.documents:
            written = GENERATED / f"{api}/server/src/openapi.json"
            self.documents[api] = json.loads(written.read_text()) | {"validators": {}}
        return self.documents[api]

    def validator(self, document, documented):
        if "$ref" in documented:
            documented = document["components"]["responses"][documented["$ref"].rpartition("/")[2]]
        schema = documented["content"]["application/json"]["schema"]
        key = json.dumps(schema)
        if key not in document["validators"]:
            whole = {"components": document["components"], **schema}
            document["validators"][key] = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
        return document["validators"][key]
