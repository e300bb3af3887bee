"""Lists the demo's products, asks whether the tags have changed, and reads posts. Start the server with `cargo run`
first."""

import os

import httpx

from answered import Refused, answered
from api.rest_v1 import AuthenticatedClient
from api.rest_v1.api.products import list_products
from api.rest_v1.api.posts import get_post_by_slug
from api.rest_v1.api.taxonomy import list_tags

SITE = 1
URL = os.environ.get("STOA_URL", "http://127.0.0.1:8080")
API_KEY = "svc_live_demo0000000000000000000000000000"
client = AuthenticatedClient(f"{URL}/api/v1", API_KEY, timeout=httpx.Timeout(30))

page, pages = 1, 1
while page <= pages:
    listed = answered(list_products.sync_detailed(SITE, client=client, page=page, limit=5))
    for product in listed.data:
        print(f"{product.price / 100:8.2f}  {product.name}")
    page, pages = page + 1, listed.pagination.total_pages

# Store the tag next to the body that it belongs to. A 304 has no body: `parsed` is None.
first = list_tags.sync_detailed(SITE, client=client)
tags = answered(first).data
again = list_tags.sync_detailed(SITE, client=client, if_none_match=first.headers["ETag"])
if again.status_code == 304:
    print(f"{len(tags)} tags, which have not changed")
else:
    print(f"{len(answered(again).data)} tags, which have changed")

for slug in ["how-we-dye-our-canvas", "no-such-post"]:
    try:
        print(answered(get_post_by_slug.sync_detailed(SITE, slug, client=client)).data.title)
    except Refused as refused:
        if refused.code != "not_found":
            raise
        print(f"{slug}: {refused}")
