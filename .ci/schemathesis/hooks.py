"""Gives schemathesis what it cannot know about the demo site: credentials, existing ids and signatures of providers."""

import hashlib
import hmac
import os
import subprocess
import time
import uuid
from pathlib import Path

import requests
import schemathesis

from misjudged import is_misjudged
from public_answers import PublicAnswers

SERVER = os.environ["STOA_URL"]
STORE = f"{SERVER}/api/storefront/1"
API_KEY = "svc_live_demo0000000000000000000000000000"
EMAIL = "mara@example.com"
STAFF_EMAIL = "ines@harborgoods.example"
MEMBER_EMAIL = "mia@harborgoods.example"
PASSWORD = "a lighthouse over a wave"
PICTURE = Path(__file__).parent.parent.parent / "demo/pictures/brand/icon.png"
CART = "0d0f2a2e-7f0c-4a57-8f5e-1f6f0d6f3b11"


def sent(path, body, headers=None):
    response = requests.post(path, json=body, headers=headers)
    response.raise_for_status()
    return response.json()


class Site:
    """Objects of the demo site. Each is created at its first use, and again after a call has used it up."""

    def __init__(self):
        self.made = {}

    def __getattr__(self, name):
        if name not in self.made:
            self.made[name] = getattr(self, f"make_{name}")()
        return self.made[name]

    def forget(self, *names):
        for name in names:
            self.made.pop(name, None)

    def post(self, path, body, headers=None):
        return sent(STORE + path, body, headers)["data"]

    def post_as_customer(self, path, body):
        return self.post(path, body, {"Authorization": f"Bearer {self.token}"})

    def make_token(self):
        login = {"action": "login", "email": EMAIL, "password": PASSWORD}
        try:
            return self.post("/auth", login)["token"]
        except requests.HTTPError:
            return self.post("/auth", {**login, "action": "register"})["token"]

    def make_customer(self):
        return self.post_as_customer("/auth", {"action": "me"})

    def make_session(self):
        return self.post("/designs", {"productId": 4})["sessionId"]

    def make_design(self):
        return self.post_as_customer("/designs", {"productId": 4})

    def make_shared_design(self):
        shared = f"{STORE}/designs/{self.design['id']}/share"
        return sent(shared, {"isPublic": True}, {"Authorization": f"Bearer {self.token}"})

    def make_image(self):
        image = {"url": "https://cdn.example/whale.png"}
        return self.post_as_customer("/designs/assets", {"register": [image]})[0]

    def make_line(self):
        requests.delete(f"{STORE}/cart", params={"sessionId": CART}).raise_for_status()
        # A product without a stock, which orders would use up.
        return self.post("/cart", {"sessionId": CART, "productId": 2})

    def make_recovery_token(self):
        cart = str(self.line["cartId"])
        command = [os.environ["STOA"], "cart", "recovery-link", "--site", "1", "--cart", cart, "--public-url", SERVER]
        link = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return link.strip().partition("token=")[2]

    def make_order(self):
        assert self.line
        return self.post_as_customer("/checkout", {"sessionId": CART, "customerEmail": EMAIL, "customerName": "Mara"})

    def make_paid_order(self):
        return self.pay_order({"productId": 2})

    def make_shipped_order(self):
        order = self.make_paid_order()
        parcel = {"carrier": "USPS", "trackingNumber": "94001118"}
        self.as_owner("POST", f"/orders/{order['orderNumber']}/ship", parcel)
        return order

    def make_printed_order(self):
        design = self.post_as_customer("/designs", {"productId": 4})
        self.post_as_customer(f"/designs/{design['id']}/finalize", {})
        order = self.pay_order({"productId": 4, "designId": design["uuid"]})
        return self.as_owner("GET", f"/orders/{order['orderNumber']}")

    def make_printed_item(self):
        return self.printed_order["items"][0]

    def pay_order(self, line):
        session = str(uuid.uuid4())
        self.post_as_customer("/cart", {**line, "sessionId": session})
        purchaser = {"sessionId": session, "customerEmail": EMAIL, "customerName": "Mara"}
        order = self.post("/checkout", purchaser)
        confirmed = {"clientSecret": order["clientSecret"], "outcome": "succeeded"}
        sent(f"{SERVER}/demo/store/payments", confirmed)
        return order

    def make_leaving_customer(self):
        leaving = {"email": f"{uuid.uuid4()}@example.com", "password": PASSWORD, "action": "register"}
        token = self.post("/auth", leaving)["token"]
        return self.post("/auth", {"action": "me"}, {"Authorization": f"Bearer {token}"})

    def make_support_message(self):
        return self.post_as_customer("/account/support", {"subject": "A seam", "body": "It came loose"})

    def make_chat(self):
        return sent(f"{SERVER}/api/public/chat/start", {"widgetId": 1, "visitorId": "Mara"})["data"]

    def make_person(self):
        line = [os.environ["STOA"], "staff", "create", "--site", "1", "--role", "owner", "--email", STAFF_EMAIL]
        said = subprocess.run(line, check=True, capture_output=True, text=True).stdout
        token = said.partition('"token":"')[2].partition('"')[0]
        # Until a person exists, the server looks for one at most every second.
        time.sleep(1.5)
        invited = {"token": token, "name": "Ines", "password": PASSWORD}
        return sent(f"{SERVER}/api/staff/invitations/accept", invited)["data"]["person"]

    def make_staff_token(self):
        login = {"email": self.person["email"], "password": PASSWORD}
        return sent(f"{SERVER}/api/staff/sessions", login)["data"]["token"]

    def as_owner(self, method, path, body=None):
        headers = {"Authorization": f"Bearer {self.staff_token}"}
        response = requests.request(method, f"{SERVER}/api/staff/sites/1{path}", json=body, headers=headers)
        response.raise_for_status()
        return response.json()["data"]

    def make_member(self):
        line = [os.environ["STOA"], "staff", "create", "--site", "1", "--role", "shop", "--email", MEMBER_EMAIL]
        subprocess.run(line, check=True, capture_output=True)
        return next(person for person in self.as_owner("GET", "/people") if person["email"] == MEMBER_EMAIL)

    def make_server_key(self):
        return self.as_owner("POST", "/server-keys", {"name": "Warehouse", "roles": ["shop"]})["key"]

    def make_api_key(self):
        return self.as_owner("POST", "/api-keys", {"name": "Website"})["key"]

    def make_picture(self):
        return self.as_owner("POST", "/products/1/images", {"url": "https://cdn.example/whale.png"})["images"][-1]

    def image_ids(self):
        assert self.picture
        return [image["id"] for image in self.as_owner("GET", "/products/1")["images"]]

    def make_spare_variant(self):
        return self.as_owner("POST", "/products/1/variants", {"name": "Spare", "price": 100})

    def make_template(self):
        return self.as_owner("POST", "/design-templates", {"productId": 4, "name": "Two whales"})

    def named(self, property):
        slug = str(uuid.uuid4())
        return {property: f"Glaze {slug}", "slug": slug}

    def make_draft(self):
        return self.as_owner("POST", "/posts", self.named("title"))

    def make_published_post(self):
        post = self.as_owner("POST", "/posts", self.named("title"))
        return self.as_owner("POST", f"/posts/{post['id']}/publish")

    def make_post_category(self):
        return self.as_owner("POST", "/categories", self.named("name"))

    def make_tag(self):
        return self.as_owner("POST", "/tags", self.named("name"))

    def make_product_category(self):
        return self.as_owner("POST", "/product-categories", self.named("name"))

    def open_store(self):
        """Undoes a change of the store that would refuse other operations."""
        usual = {"enabled": True, "customerAccounts": True, "requiresShippingRate": False, "paymentProvider": "test"}
        headers = {"Authorization": f"Bearer {self.staff_token}", "If-Match": "*"}
        requests.patch(f"{SERVER}/api/staff/sites/1/store", json=usual, headers=headers).raise_for_status()

    def make_medium(self):
        headers = {"Authorization": f"Bearer {self.staff_token}"}
        with open(PICTURE, "rb") as picture:
            response = requests.post(f"{SERVER}/api/staff/sites/1/media", files={"file": picture}, headers=headers)
        response.raise_for_status()
        return response.json()["data"]

    def make_widget(self):
        return self.as_owner("POST", "/chat-widgets", {"greetingMessage": "Ahoy!"})

    def make_webhook_endpoint(self):
        # Random calls may have created as many endpoints as a site may have.
        headers = {"Authorization": f"Bearer {self.staff_token}"}
        for endpoint in self.as_owner("GET", "/webhook-endpoints")[5:]:
            requests.delete(f"{SERVER}/api/staff/sites/1/webhook-endpoints/{endpoint['id']}", headers=headers)
        wish = {"url": "https://erp.example.com/webhooks", "events": ["stock.low"]}
        return self.as_owner("POST", "/webhook-endpoints", wish)["endpoint"]

    def make_webhook_delivery(self):
        return self.as_owner("POST", f"/webhook-endpoints/{self.webhook_endpoint['id']}/test")


SITE = Site()
PUBLIC = PublicAnswers({"x-api-key": API_KEY})

# Values in the documents' examples and in schemathesis.toml, by name, each with the value to send instead.
REAL = {
    "apiKeyId": (2, lambda: SITE.api_key["id"]),
    "categoryId": (2, lambda: SITE.post_category["id"]),
    "cartId": (41, lambda: SITE.line["cartId"]),
    "cartItemId": (6307812049918231, lambda: SITE.line["id"]),
    "conversationId": (12, lambda: SITE.chat["conversationId"]),
    "customerId": (8, lambda: SITE.customer["id"]),
    "designId": (5, lambda: SITE.design["id"]),
    "ephemeralToken": (
        "eyJzaXRlIjoxLCJjb252ZXJzYXRpb24iOjEyfQ.mB2l0m4vXn5s6Jm4rS8m0y7p1tq3K9cZ0w2uYfVx1aE",
        lambda: SITE.chat["ephemeralToken"],
    ),
    "imageId": (11, lambda: SITE.picture["id"]),
    "imageIds": ([12, 11], lambda: SITE.image_ids()),
    "ids": ([72, 73], lambda: [SITE.image["id"]]),
    "mediaId": (2, lambda: SITE.medium["id"]),
    "messageId": (21, lambda: SITE.support_message["id"]),
    # The person's password stays the same, for later logins.
    "newPassword": ("two lighthouses over a wave", lambda: PASSWORD),
    "orderId": (1001, lambda: SITE.order["orderId"]),
    "orderNumber": ("HG-7K2M9XQ4TB", lambda: SITE.order["orderNumber"]),
    "personId": (7, lambda: SITE.member["id"]),
    "position": (1, None),
    "postId": (7, lambda: SITE.draft["id"]),
    "productCategoryId": (2, lambda: SITE.product_category["id"]),
    "scheduledFor": ("2026-03-20T08:00:00.000Z", lambda: "2999-12-31T00:00:00.000Z"),
    "serverKeyId": (4, lambda: SITE.server_key["id"]),
    "sessionId": ("m8R2vX0aE2iO4pZk3n0qV8sT1wY5bC7dF9gH2jK4lM6", lambda: SITE.session),
    "side": ("front", None),
    # The demo has one site.
    "siteIds": ([1, 2], lambda: [1]),
    "supportMessageId": (21, lambda: SITE.support_message["id"]),
    "tagId": (2, lambda: SITE.tag["id"]),
    "templateId": (7, lambda: SITE.template["id"]),
    "token": ("2wq3mZ8n0oJc1rP5vX7yB9dF4hK6lT8uA0sE2gI4jQk", lambda: SITE.recovery_token),
    "uuid": ("3f0f8f5e-52c3-4a53-9d56-8a4b0f1c7d21", lambda: SITE.shared_design["uuid"]),
    "variantId": (1, None),
    "webhookDeliveryId": (21, lambda: SITE.webhook_delivery["id"]),
    "webhookEndpointId": (3, lambda: SITE.webhook_endpoint["id"]),
    "widgetId": (1, None),
}

# The version in the example of each change, which none of the rows has.
VERSION = '"1773655200001"'

# Values that only these operations need, as in REAL: an order whose status allows the operation, and a customer
# without orders.
REAL_OF_OPERATION = {
    "cancelOrder": {"orderNumber": lambda: SITE.paid_order["orderNumber"]},
    "deliverOrder": {"orderNumber": lambda: SITE.shipped_order["orderNumber"]},
    "downloadPrintFile": {
        "orderNumber": lambda: SITE.printed_order["orderNumber"],
        "position": lambda: SITE.printed_item["position"],
        "side": lambda: SITE.printed_item["printFiles"][0]["side"],
    },
    "eraseCustomer": {"customerId": lambda: SITE.leaving_customer["id"]},
    "processOrder": {"orderNumber": lambda: SITE.paid_order["orderNumber"]},
    "refundOrder": {"orderNumber": lambda: SITE.paid_order["orderNumber"]},
    "removeVariant": {"variantId": lambda: SITE.spare_variant["id"]},
    # Conversations need the demo's own widget.
    "removeChatWidget": {"widgetId": lambda: SITE.widget["id"]},
    "returnOrder": {"orderNumber": lambda: SITE.shipped_order["orderNumber"]},
    "shipOrder": {"orderNumber": lambda: SITE.paid_order["orderNumber"]},
    "updatePost": {"postId": lambda: SITE.published_post["id"]},
}

# The staff API is served once a person exists.
NEEDED_BY = {
    "acceptInvitation": "person",
    "createRecoveryLink": "line",
    "forgotPassword": "person",
    "logIn": "person",
    "placeOrder": "line",
    "resetPassword": "person",
}

# Objects that may no longer exist after these operations.
USED_UP_BY = {
    "authenticateCustomer": ["token"],
    "cancelOrder": ["paid_order"],
    "clearCart": ["line", "recovery_token"],
    "closeConversation": ["chat"],
    "deliverOrder": ["shipped_order"],
    "deleteDesign": ["design", "shared_design"],
    "endCustomerSessions": ["token"],
    "eraseCustomer": ["leaving_customer"],
    "logOut": ["staff_token"],
    "placeOrder": ["line", "recovery_token"],
    "processOrder": ["paid_order"],
    "recoverCart": ["recovery_token"],
    "refundOrder": ["paid_order"],
    "removeImage": ["picture"],
    "removeCategory": ["post_category"],
    "removeChatWidget": ["widget"],
    "removeDesignTemplate": ["template"],
    "removeMedia": ["medium"],
    "removePerson": ["member"],
    "removePost": ["draft"],
    "removeProductCategory": ["product_category"],
    "removeTag": ["tag"],
    "removeVariant": ["spare_variant"],
    "removeWebhookEndpoint": ["webhook_endpoint", "webhook_delivery"],
    "returnOrder": ["shipped_order"],
    "revokeApiKey": ["api_key"],
    "revokeServerKey": ["server_key"],
    "shareDesign": ["shared_design"],
    "shipOrder": ["paid_order"],
    "updateCartItem": ["line"],
}


def operation_id(case):
    return case.operation.definition.raw["operationId"]


@schemathesis.hook
def before_call(context, case, kwargs):
    if needed := NEEDED_BY.get(operation_id(case)):
        getattr(SITE, needed)
    for values in (case.path_parameters, case.query, case.body):
        if isinstance(values, dict):
            make_real(values, operation_id(case))
    if case.headers.get("If-Match") == VERSION:
        case.headers["If-Match"] = "*"
    sign = SIGNED.get(operation_id(case))
    if sign and case.meta.generation.mode.is_positive:
        kwargs["auth"] = Signature(sign)


def make_real(values, operation):
    for name, value in values.items():
        example, real = REAL.get(name, (None, None))
        real = REAL_OF_OPERATION.get(operation, {}).get(name, real)
        if real and str(value) == str(example):
            values[name] = str(real()) if isinstance(value, str) else real()


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code < 400:
        SITE.forget(*USED_UP_BY.get(operation_id(case), []))
        if operation_id(case) == "updateStoreSettings":
            SITE.open_store()
        if "staff" in response.request.url and case.method != "GET":
            check_public_answers(case, response)


def check_public_answers(case, response):
    changed = response.json().get("data") if response.content else None
    PUBLIC.check_after(case.operation.definition.raw["tags"][0], changed)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    return not is_misjudged(operation_id(case), failure, case, response)


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Fixes the site in the paths for stateful tests. Otherwise each would need a call that creates a site."""
    if "STOA_STORIES" in os.environ:
        paths = raw_schema["paths"].items()
        raw_schema["paths"] = {path.replace("{siteId}", "1"): of_one_site(item) for path, item in paths}


def of_one_site(item):
    of_any_site = {"$ref": "#/components/parameters/SiteId"}
    return {**item, "parameters": [one for one in item.get("parameters", []) if one != of_any_site]}


@schemathesis.auth(refresh_interval=None)
class Credentials:
    """Sends a credential for each scheme of the operation: a design may belong to a customer or to a session."""

    def get(self, case, context):
        requirements = context.operation.definition.raw["security"]
        return {scheme for requirement in requirements for scheme in requirement} or None

    def set(self, case, schemes, context):
        if "headerKey" in schemes:
            case.headers["x-api-key"] = API_KEY
        if "customer" in schemes:
            case.headers["Authorization"] = f"Bearer {SITE.token}"
        if "staff" in schemes:
            case.headers["Authorization"] = f"Bearer {SITE.staff_token}"
        if "designSession" in schemes:
            case.cookies["svc_design_session"] = SITE.session
        if "queryToken" in schemes:
            case.query["token"] = SITE.chat["ephemeralToken"]


class Signature(requests.auth.AuthBase):
    """Signs the exact bytes of a webhook."""

    def __init__(self, sign):
        self.sign = sign

    def __call__(self, request):
        request.headers.update(self.sign(request.body))
        return request


def digest(secret, message):
    return hmac.new(secret, message, hashlib.sha256)


def sign_payment(body):
    # As providers/payments/src/test_provider/keys.rs derives the secret of site 1.
    purpose = b"stoa test payments 1" + (1).to_bytes(8, "big")
    of_site = digest(os.environ["STOA_SECRET"].encode(), purpose).digest()
    secret = "whsec_test_" + digest(of_site, b"webhooks\0").hexdigest()
    now = str(int(time.time()))
    return {"Stripe-Signature": f"t={now},v1={digest(secret.encode(), f'{now}.'.encode() + body).hexdigest()}"}


def sign_tracking(body):
    return {"X-Hmac-Signature": digest(os.environ["STOA_TRACKING_WEBHOOK_SECRET"].encode(), body).hexdigest()}


SIGNED = {"receivePaymentWebhook": sign_payment, "receiveTrackingWebhook": sign_tracking}
