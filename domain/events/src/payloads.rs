//! The payloads of events. Those of orders and carts are built where these are read.

use chrono::{DateTime, Utc};
use stoa_staff_types::{
    CatalogChangedWebhook, ConversationMessageWebhook, ConversationStartedWebhook,
    CustomerRegisteredWebhook, PostPublishedWebhook, ProductChangedWebhook, StockLowWebhook,
    SupportCreatedWebhook, Timestamp, WebhookCatalog, WebhookConversation, WebhookCustomer,
    WebhookEvent, WebhookMessage, WebhookMessageAuthor, WebhookPost, WebhookProduct, WebhookStock,
    WebhookSupportMessage,
};

/// Returns the path of an object of the site in the staff API.
pub fn path(site_id: i64, rest: &str) -> String {
    format!("/api/staff/sites/{site_id}/{rest}")
}

pub fn customer_registered(site_id: i64, customer_id: i64, now: DateTime<Utc>) -> WebhookEvent {
    let path = path(site_id, &format!("customers/{customer_id}"));
    WebhookEvent::CustomerRegistered(CustomerRegisteredWebhook {
        timestamp: Timestamp(now),
        data: WebhookCustomer { site_id, customer_id, path },
    })
}

pub fn conversation_started(
    site_id: i64,
    conversation_id: i64,
    now: DateTime<Utc>,
) -> WebhookEvent {
    let path = path(site_id, &format!("conversations/{conversation_id}"));
    WebhookEvent::ConversationStarted(ConversationStartedWebhook {
        timestamp: Timestamp(now),
        data: WebhookConversation { site_id, conversation_id, path },
    })
}

/// A message in a conversation. A message that is not stored yet has the id 0.
pub fn conversation_message(
    site_id: i64,
    conversation_id: i64,
    message_id: i64,
    author_kind: WebhookMessageAuthor,
    now: DateTime<Utc>,
) -> WebhookEvent {
    let path = path(site_id, &format!("conversations/{conversation_id}"));
    WebhookEvent::ConversationMessage(ConversationMessageWebhook {
        timestamp: Timestamp(now),
        data: WebhookMessage { site_id, conversation_id, message_id, author_kind, path },
    })
}

pub fn support_created(site_id: i64, support_message_id: i64, now: DateTime<Utc>) -> WebhookEvent {
    let path = path(site_id, &format!("support-messages/{support_message_id}"));
    WebhookEvent::SupportCreated(SupportCreatedWebhook {
        timestamp: Timestamp(now),
        data: WebhookSupportMessage { site_id, support_message_id, path },
    })
}

pub fn product_changed(site_id: i64, product_id: i64, now: DateTime<Utc>) -> WebhookEvent {
    WebhookEvent::ProductChanged(ProductChangedWebhook {
        timestamp: Timestamp(now),
        data: WebhookProduct { site_id, product_id, path: product(site_id, product_id) },
    })
}

pub(crate) fn catalog_changed(site_id: i64, now: DateTime<Utc>) -> WebhookEvent {
    WebhookEvent::CatalogChanged(CatalogChangedWebhook {
        timestamp: Timestamp(now),
        data: WebhookCatalog { site_id, path: path(site_id, "products") },
    })
}

pub fn post_published(site_id: i64, post_id: i64, now: DateTime<Utc>) -> WebhookEvent {
    let path = path(site_id, &format!("posts/{post_id}"));
    WebhookEvent::PostPublished(PostPublishedWebhook {
        timestamp: Timestamp(now),
        data: WebhookPost { site_id, post_id, path },
    })
}

/// `variant_id` is `None` if the stock is that of the product itself. `quantity` is the number of pieces that are left.
pub fn stock_low(
    site_id: i64,
    product_id: i64,
    variant_id: Option<i64>,
    quantity: i64,
    now: DateTime<Utc>,
) -> WebhookEvent {
    let path = product(site_id, product_id);
    WebhookEvent::StockLow(StockLowWebhook {
        timestamp: Timestamp(now),
        data: WebhookStock { site_id, product_id, variant_id, quantity, path },
    })
}

fn product(site_id: i64, product_id: i64) -> String {
    path(site_id, &format!("products/{product_id}"))
}
