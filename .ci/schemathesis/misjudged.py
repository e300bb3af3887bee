"""Findings of schemathesis that are not bugs, by operation and response, with the reason."""

import unicodedata

# Requests that fit their schema, and are refused for a reason that no schema can express. The documents name each
# message.
REFUSED_RIGHTLY = {
    # Depends on stored data: which tokens were mailed, what is in a cart, which styles a product has.
    "acceptInvitation": ["Invitation is invalid or has expired"],
    "addCartItem": ["variantId is required"],
    "authenticateCustomer": ["Invalid or expired reset token", "Invalid or expired token"],
    "cloneDesign": ["Too many images"],
    "placeOrder": [
        "Cart is empty",
        "Invalid discount code",
        "Invalid gift certificate code",
        "Invalid shipping rate",
    ],
    "resetPassword": ["Reset link is invalid or has expired"],
    "updateDesign": ["styleId is not a style of the product"],
    "validateDiscount": ["Invalid discount code"],
    # Free-form JSON is limited by `x-max-…` of the dialect: JSON Schema cannot limit bytes and depth.
    "updateAccount": [" at most 16384 bytes and a depth of 20"],
}
REFUSED_RIGHTLY["placeOrder"] += REFUSED_RIGHTLY["updateAccount"]
# Depends on the content of the file, and on earlier uploads. schemathesis also sends control characters in the name of
# a part unescaped, which is not a valid header.
for upload in ("uploadDesignAsset", "uploadImage"):
    REFUSED_RIGHTLY[upload] = ["file must be ", "Too many images", "Invalid multipart body"]
REFUSED_RIGHTLY["uploadMedia"] = ["file must be ", "Invalid multipart body"]
# One of two optional properties is required, which the dialect can only describe in words.
REFUSED_RIGHTLY["listOrRegisterDesignAssets"] = ["ids or register is required", "Too many images"]
# The description, not the schema, says which texts are URLs.
REFUSED_RIGHTLY["updateDesign"] += ["thumbnailUrl must be a URL"]
# The description, not the schema, says which texts are numbers.
REFUSED_RIGHTLY["startConversation"] = ["widgetId is required"]
# Parameters have no `pattern` in the dialect. Their descriptions say which values are valid.
PAGED = [
    "getConversation",
    "listAbandonedCarts",
    "listApiKeys",
    "listChatWidgets",
    "listCategories",
    "listConversations",
    "listCustomers",
    "listDesignTemplates",
    "listGiftCertificates",
    "listMedia",
    "listSupportMessages",
    "listPeople",
    "listPosts",
    "listProducts",
    "listServerKeys",
    "listSites",
    "listStock",
    "listStockAdjustments",
    "listTags",
    "listWebhookDeliveries",
    "listWebhookEndpoints",
]
for paged in PAGED:
    REFUSED_RIGHTLY[paged] = ["Invalid cursor"]
for dated in ("listAuditEntries", "listOrders"):
    REFUSED_RIGHTLY[dated] = ["Invalid cursor", "from must be a time", "to must be a time"]
# Depends on the stored version, and on the stored metadata.
REFUSED_RIGHTLY["updateProduct"] = ["The product has changed", "metadata must be an object of at most"]
REFUSED_RIGHTLY["updateVariant"] = ["The variant has changed"]
REFUSED_RIGHTLY["createProduct"] = ["metadata must be an object of at most"]
# Depends on the stored pictures.
REFUSED_RIGHTLY["updateImage"] = ["The product has changed"]
REFUSED_RIGHTLY["orderImages"] = ["The product has changed", "imageIds must have the id of each image"]
# The dialect cannot describe that items differ.
REFUSED_RIGHTLY["addVariant"] = ["A variant has one value of each option"]
REFUSED_RIGHTLY["updateVariant"] += ["A variant has one value of each option"]
for replacing in ("createProduct", "updateProduct"):
    REFUSED_RIGHTLY[replacing] += ["is given twice", "The sides of a style need different slugs"]
    REFUSED_RIGHTLY[replacing] += ["A bulk price takes off at most", "The maxQuantity of a bulk price"]
# Depends on the stored version, and on rules of URLs that no pattern can express.
REFUSED_RIGHTLY["createWebhookEndpoint"] = ["url must be an https URL of a public host"]
REFUSED_RIGHTLY["updateWebhookEndpoint"] = ["The webhook endpoint has changed", "url must be an https URL of a public host"]
REFUSED_RIGHTLY["updateChatWidget"] = ["The chat widget has changed"]
# Depends on the stored version, and on the styles of the product.
REFUSED_RIGHTLY["createDesignTemplate"] = ["styleId is not a style of the product"]
REFUSED_RIGHTLY["updateDesignTemplate"] = ["The template has changed", "styleId is not a style of the product"]
# Depends on the stored version, on the merged JSON, and on rules of URLs that no pattern can express.
CHANGED = "The settings have changed"
REFUSED_RIGHTLY["updateBranding"] = [CHANGED, "The branding must have at most", "typography must have styles"]
REFUSED_RIGHTLY["updateSiteSettings"] = [CHANGED, "customLayout must be an object of at most", "domain must be"]
REFUSED_RIGHTLY["updateSiteSettings"] += ["timeZone must be"]
REFUSED_RIGHTLY["updateStoreSettings"] = [CHANGED, "baseUrl must be"]
# Depends on the stored version, on the time, and on the years of a bundle.
REFUSED_RIGHTLY["updateProductCategory"] = ["The product category has changed", "slug must have at most 255 characters in"]
REFUSED_RIGHTLY["createProductCategory"] = ["slug must have at most 255 characters in"]
REFUSED_RIGHTLY["updateDiscountCode"] = ["The discount code has changed", "startsAt must be ", "expiresAt must be "]
REFUSED_RIGHTLY["createDiscountCode"] = ["startsAt must be ", "expiresAt must be "]
for code in ("createDiscountCode", "updateDiscountCode"):
    REFUSED_RIGHTLY[code] += ["A discount takes off at most"]
REFUSED_RIGHTLY["issueGiftCertificate"] = ["expiresAt must be "]
REFUSED_RIGHTLY["updateShippingZone"] = ["The shipping zone has changed", "A rate is given twice"]
REFUSED_RIGHTLY["createShippingZone"] = ["A rate is given twice"]
REFUSED_RIGHTLY["updateTax"] = ["The store has changed"]
REFUSED_RIGHTLY["updateCategory"] = ["The category has changed"]
REFUSED_RIGHTLY["updateTag"] = ["The tag has changed"]
REFUSED_RIGHTLY["updateMedia"] = ["The file has changed"]
# Bundles limit the years, and free-form JSON is limited by `x-max-…`.
for written in ("createPost", "updatePost"):
    REFUSED_RIGHTLY[written] = ["publishedAt must be ", "blocks must be ", "content must be "]
REFUSED_RIGHTLY["updatePost"] += ["The post has changed"]
REFUSED_RIGHTLY["schedulePost"] = ["scheduledFor must be "]
# Depends on the stored items, and on the whole tree.
REFUSED_RIGHTLY["replaceNavigation"] = ["The navigation has changed", "An id of an item is given twice", "A navigation has at most "]
# The server refuses the few numbers next to the greatest float.
for measured in ("addVariant", "createProduct", "updateProduct", "updateVariant"):
    REFUSED_RIGHTLY[measured] += ["must be a number of at least 0, or null", "styles must be at most"]
# Depends on the time.
for expiring in ("createApiKey", "createServerKey"):
    REFUSED_RIGHTLY[expiring] = ["expiresAt must be "]
# The dialect can only describe in words that some roles require the password.
REFUSED_RIGHTLY["createServerKey"] += ["password is required"]
REFUSED_RIGHTLY["confirmTotp"] = ["Wrong code"]
REFUSED_RIGHTLY["adjustStock"] = ["delta must be "]
REFUSED_RIGHTLY["listShippingRates"] = ["country is required"]
REFUSED_RIGHTLY["streamEvents"] = ["must be the number of an event or earliest"]
REFUSED_RIGHTLY["streamInbox"] = ["must be the number of an event or earliest"]
# The schema of bundles describes them; the document says only that a bundle is an object.
REFUSED_RIGHTLY["applySite"] = ["body must "]
# Stripe defines its events. The document describes only what all of them have.
REFUSED_RIGHTLY["receivePaymentWebhook"] = ["Invalid JSON body"]
# For properties that allow null, schemathesis also tries texts that do not fit their `format`.
REFUSED_RIGHTLY["addCartItem"] += ["designId must be the UUID of a design"]

# The example of each operation has one key, which schemathesis sends with many bodies.
KEY_USED_OTHERWISE = "Idempotency-Key was used with a different request"


def is_misjudged(operation, failure, case, response):
    match type(failure).__name__:
        case "RejectedPositiveData":
            message = response.json()["message"]
            refused_rightly = REFUSED_RIGHTLY.get(operation, []) + [KEY_USED_OTHERWISE]
            is_refused_rightly = any(part in message for part in refused_rightly)
            return is_refused_rightly or followed_nothing(case) or has_blank_text(case)
        case "AcceptedNegativeData":
            return is_too_long_a_message(operation, response) or is_empty_filter(case) or has_blank_text(case)
        case "MissingHeaderNotRejected":
            # RFC 6585 has a status of its own for a missing `If-Match`, as the document says.
            return response.status_code == 428
        case "JsonSchemaError":
            return is_event(operation, response)


def followed_nothing(case):
    """A link to a null id, such as the design of an image without one, leads to the path `/designs/None`."""
    return None in case.path_parameters.values()


def has_blank_text(case):
    """The server trims text before it validates it (`x-trim`), and counts a blank text as absent where a default
    applies, which no schema can express."""
    texts = case.body.values() if isinstance(case.body, dict) else []
    return any(isinstance(text, str) and all(map(is_invisible, text)) for text in texts)


def is_invisible(letter):
    """Whether the character is white space, a control character or a format character, or another one without a
    glyph."""
    return unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp", "Zs") or letter in "\u034f\u115f\u1160\u2800\u3164\uffa0"


def is_too_long_a_message(operation, response):
    """The server refuses it with 413, as the document says. schemathesis expects another status."""
    return operation == "sendMessage" and response.status_code == 413


def is_empty_filter(case):
    """An empty filter or search such as `?search=` counts as absent, as the documents say."""
    values = (case.query or {}).values()
    return case.method == "GET" and any(isinstance(text, str) and all(map(is_invisible, text)) for text in values)


def is_event(operation, response):
    """`data` is a line of JSON; the schema describes the parsed value. tests/contract/events.rs checks each event."""
    return operation in ("streamEvents", "streamInbox") and response.status_code == 200
