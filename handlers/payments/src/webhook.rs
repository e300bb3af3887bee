//! What a provider tells by itself: signatures as Stripe makes them, and the events that concern payments.
//!
//! A signature is `t=…,v1=…`: the time in seconds, and HMAC-SHA256 in hex over time, a dot, and the body's exact
//! bytes (docs.stripe.com/webhooks, "Verify webhook signatures manually").

mod event;
mod signature;

pub use event::{Event, EventKind, MalformedEvent, parse};
pub use signature::{InvalidSignature, TOLERANCE, sign, verify};
