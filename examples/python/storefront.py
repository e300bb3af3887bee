"""Buys two mugs in the demo's store: cart, checkout, payment, order. Start the server with `cargo run` first."""

import os
import uuid

import httpx

from answered import Refused, answered
from api.storefront import Client
from api.storefront.api.cart import add_cart_item, get_cart
from api.storefront.api.checkout import place_order
from api.storefront.api.orders import get_order
from api.storefront.api.shipping import list_shipping_rates
from api.storefront.models import AddCartItemRequest, CheckoutRequest
from api.storefront.models import CheckoutRequestShippingAddressType0 as Address

SITE = 1
URL = os.environ.get("STOA_URL", "http://127.0.0.1:8080")
client = Client(f"{URL}/api/storefront", timeout=httpx.Timeout(30))

session_id = str(uuid.uuid4())
item = AddCartItemRequest(session_id=session_id, product_id=4, quantity=2)
answered(add_cart_item.sync_detailed(SITE, client=client, body=item))
cart = answered(get_cart.sync_detailed(SITE, client=client, session_id=session_id)).data
for line in cart.items:
    print(f"{line.quantity} × {line.product_name}: {line.line_total}")

rates = answered(list_shipping_rates.sync_detailed(SITE, client=client, country="US", state="ME")).data
checkout = CheckoutRequest(
    session_id=session_id,
    customer_email="mara@example.com",
    customer_name="Mara Lindqvist",
    shipping_address=Address.from_dict({"country": "US", "state": "ME"}),
    shipping_rate_id=rates[0].id,
)
# A call that is repeated with the same key places no second order.
key = str(uuid.uuid4())
try:
    placed = answered(place_order.sync_detailed(SITE, client=client, body=checkout, idempotency_key=key)).data
except Refused as refused:
    if refused.code == "insufficient_stock":
        raise SystemExit("somebody else was faster") from refused
    raise
print(f"order {placed.order_number}: {placed.total} {placed.currency} to pay")

# The payment provider's library does this in a browser. The demo's store has the built-in test provider.
payment = {"clientSecret": placed.client_secret, "outcome": "succeeded"}
httpx.post(f"{URL}/demo/store/payments", json=payment).raise_for_status()

order = answered(get_order.sync_detailed(SITE, placed.order_number, client=client, email="mara@example.com")).data
print(f"order {order.order_number} is {order.status}, payment {order.payment_status}")
