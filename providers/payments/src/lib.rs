//! Payments through a provider. This crate knows no API documents, orders or carts.
//!
//! A payment takes these steps:
//!
//! 1. Checkout asks the store's [`Provider`] for an [`Intent`] over the order's total. The idempotency key is derived
//!    from the order, so a retry after a crash finds the same intent.
//! 2. The browser confirms the intent with the provider directly, using the intent's client secret and the [publishable
//!    key](Provider::publishable_key). The server never sees a card.
//! 3. The provider reports the result by a [webhook]. [`webhook::verify`] checks the signature of the exact bytes, then
//!    [`webhook::parse`] reads them. If no webhook comes, [`Provider::find`] returns the result. Only the provider's
//!    report makes an order paid, and only if amount, currency and intent are the order's.
//! 4. When an order is abandoned, its intent is [canceled](Provider::cancel). A payment that can no longer be used is
//!    [refunded](Provider::refund), in whole or in part. The event `charge.refunded` then reports the total refunded.
//!
//! A process has one [`Payments`], and each store a [`Provider`]: Stripe with the store's keys or else with the
//! server's keys, or the built-in [`TestProvider`]. The test provider moves no money and otherwise behaves the same.

mod amount;
mod error;
mod intent;
mod provider;
mod settings;
mod stripe;
mod test_provider;
pub mod webhook;

pub use amount::AmountRefusal;
pub use error::{PaymentError, Refusal};
pub use intent::{Intent, IntentStatus, NewIntent, Refund, RefundStatus};
pub use provider::{Payments, Provider};
pub use settings::{Settings, StripeKeys};
pub use stripe::Stripe;
pub use test_provider::TestProvider;
