//! Webhooks of providers: signatures as Stripe makes them, and the events that concern payments.
//!
//! A signature is `t=…,v1=…`: the time in seconds, and HMAC-SHA256 in hex over time, a dot, and the body's exact bytes
//! (docs.stripe.com/webhooks, "Verify webhook signatures manually").
//!
//! Only fields that every version of Stripe's API has are read. An account chooses the version of its endpoint, and a
//! genuine event must not be rejected because of that version.

mod event;
mod signature;

pub use event::{Event, EventKind, MalformedEvent, parse};
pub use signature::{InvalidSignature, TOLERANCE, sign, verify};
