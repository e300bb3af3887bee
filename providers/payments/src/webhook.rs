//! Webhooks of providers: signatures as Stripe makes them, and the events that concern payments.
//!
//! A signature is `t=…,v1=…`: the time in seconds, and HMAC-SHA256 in hex over time, a dot, and the body's exact bytes
//! (docs.stripe.com/webhooks, "Verify webhook signatures manually").
//!
//! This module reads only fields that every version of Stripe's API has. An account chooses the version for its
//! endpoint, and a genuine event must not be rejected because of its version.

mod event;
mod signature;

pub use event::{Event, EventKind, MalformedEvent, parse};
pub use signature::{InvalidSignature, TOLERANCE, sign, verify};
