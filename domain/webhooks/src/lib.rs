//! Webhooks: the endpoints of a site, and the deliveries of its events to them, as Standard Webhooks.
//!
//! The job of [`stoa_events`] queues a delivery for each endpoint of an event. Every server runs a [`Sender`], which
//! claims due deliveries, sends them without an open transaction, and records the outcomes. So each event is delivered at
//! least once, and always with the same `webhook-id`.

mod backoff;
mod call;
mod client;
mod deliveries;
mod endpoints;
mod health;
mod reseal;
mod secret;
mod sender;
mod target;

pub use deliveries::{
    DeliveryFilter, RetryRefusal, TestRefusal, WaitingDeliveries, get_webhook_delivery,
    list_webhook_deliveries, retry_failed_webhook_deliveries, retry_webhook_delivery,
    send_test_webhook, waiting,
};
pub use endpoints::{
    ChangeEndpointRefusal, EndpointRefusal, NewEndpointRefusal, create_webhook_endpoint,
    get_webhook_endpoint, list_webhook_endpoints, remove_webhook_endpoint, rotate_webhook_secret,
    update_webhook_endpoint,
};
pub use reseal::{ResealedSecrets, reseal_webhook_secrets};
pub use sender::{DELIVERY_INTERVAL, Sender};
pub use target::Targets;
