"""Begins with the orders that are paid, and lists the products that run low. Start the server with `cargo run` first,
and create a person: `cargo run -- staff create --site 1 --role shop --email tomas@example.com`. The command prints a
curl command. This program takes the `token` in its JSON as STOA_INVITATION."""

import os

import httpx

from answered import answered
from api.staff import AuthenticatedClient, Client
from api.staff.api.orders import list_orders, process_order
from api.staff.api.sessions import accept_invitation
from api.staff.api.stock import list_stock
from api.staff.models import AcceptInvitationRequest, OrderStatus

SITE = 1
URL = os.environ.get("STOA_URL", "http://127.0.0.1:8080") + "/api/staff"
TIMEOUT = httpx.Timeout(30)

acceptance = AcceptInvitationRequest(
    token=os.environ["STOA_INVITATION"], name="Tomas Lind", password="two lighthouses over a wave"
)
session = answered(accept_invitation.sync_detailed(client=Client(URL, timeout=TIMEOUT), body=acceptance)).data
staff = AuthenticatedClient(URL, session.token, timeout=TIMEOUT)

for item in answered(list_stock.sync_detailed(SITE, client=staff, limit=3)).data:
    print(f"{item.quantity} × {item.product_name}")

cursor = ""
while cursor is not None:
    orders = answered(list_orders.sync_detailed(SITE, client=staff, status=OrderStatus.PAID, cursor=cursor))
    for listed in orders.data:
        order = answered(process_order.sync_detailed(SITE, listed.order_number, client=staff)).data
        print(f"order {order.order_number} is {order.status}")
    cursor = orders.next_cursor
