"""What schemathesis calls a failure and is none: by operation and answer, with the reason."""

# Requests that fit their schema and are refused for what a schema cannot say. The documents have each message.
REFUSED_RIGHTLY = {
    # What is stored decides: which tokens were mailed, what is in a cart, which styles a product has.
    "addCartItem": ["variantId is required"],
    "authenticateCustomer": ["Invalid or expired reset token"],
    "cloneDesign": ["Too many images"],
    "placeOrder": [
        "Cart is empty",
        "Invalid discount code",
        "Invalid gift certificate code",
        "Invalid shipping rate",
    ],
    "updateDesign": ["styleId is not a style of the product"],
    "validateDiscount": ["Invalid discount code"],
    # The bounds of free-form JSON are `x-max-…` of the dialect: JSON Schema has none for bytes, depth and values.
    "updateAccount": [" at most 4096 bytes, a depth of 3, 20 keys and 100 values"],
}
REFUSED_RIGHTLY["placeOrder"] += REFUSED_RIGHTLY["updateAccount"]
# What is in the file decides, and how much was uploaded before. A part's name with control characters, which are sent
# raw, is no header.
for upload in ("uploadDesignAsset", "uploadImage"):
    REFUSED_RIGHTLY[upload] = ["file must be ", "Too many images", "Invalid multipart body"]
# One of two optional properties must be there, which the dialect leaves to words.
REFUSED_RIGHTLY["listOrRegisterDesignAssets"] = ["ids or register is required", "Too many images"]
# `http` is right for a file of this very server alone.
REFUSED_RIGHTLY["updateDesign"] += ["thumbnailUrl must be an https address of at most 2048 characters"]
# Parameters have no `pattern` in the dialect: their descriptions say what is taken.
REFUSED_RIGHTLY["listShippingRates"] = ["country is required"]
REFUSED_RIGHTLY["streamEvents"] = ["must be the number of an event or earliest"]
# An event is Stripe's to describe: the document names what every event has.
REFUSED_RIGHTLY["receivePaymentWebhook"] = ["Invalid JSON body"]
# Where null is allowed too, it tries texts that are not of their `format`.
REFUSED_RIGHTLY["addCartItem"] += ["designId must be the UUID of a design"]

# The documents show one key for each operation, and it is tried with many bodies.
KEY_USED_OTHERWISE = "Idempotency-Key was used with a different request"


def is_misjudged(operation, failure, case, response):
    match type(failure).__name__:
        case "RejectedPositiveData":
            message = response.json()["message"]
            refused_rightly = REFUSED_RIGHTLY.get(operation, []) + [KEY_USED_OTHERWISE]
            is_refused_rightly = any(part in message for part in refused_rightly)
            return is_refused_rightly or followed_nothing(case) or has_blank_text(case)
        case "AcceptedNegativeData":
            return is_too_long_a_message(operation, response) or is_empty_filter(case)
        case "JsonSchemaError":
            return is_event(operation, response)


def followed_nothing(case):
    """A link to what is null, such as the design of an image that has none, goes to the path `/designs/None`."""
    return None in case.path_parameters.values()


def has_blank_text(case):
    """White space is cut off before a text is judged (`x-trim`), which no schema can say."""
    texts = case.body.values() if isinstance(case.body, dict) else []
    return any(isinstance(text, str) and text and not text.strip() for text in texts)


def is_too_long_a_message(operation, response):
    """It is refused: by 413, as the document says, and not by one of the statuses that are expected."""
    return operation == "sendMessage" and response.status_code == 413


def is_empty_filter(case):
    """`?search=` is as if it were absent: the documents say so of every filter and search."""
    return case.method == "GET" and "" in (case.query or {}).values()


def is_event(operation, response):
    """`data` is a line of JSON, which the schema describes as parsed; tests/contract/events.rs holds each event to it."""
    return operation == "streamEvents" and response.status_code == 200
