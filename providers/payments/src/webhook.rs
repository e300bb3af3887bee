//! What a provider tells by itself: signatures as Stripe makes them, and the events that concern payments.
//!
//! A signature is `t=…,v1=…`: the time in seconds, and HMAC-SHA256 in hex over time, a dot, and the body's exact
//! bytes (docs.stripe.com/webhooks, "Verify webhook signatures manually").
//!
//! Of an event only what every version of the API has is read: an endpoint's version is its account's choice, and a
//! genuine event must not be taken for a forged one.

mod event;
mod signature;

pub use event::{Event, EventKind, MalformedEvent, parse};
pub use signature::{InvalidSignature, TOLERANCE, sign, verify};
