//! Taking money from a payment provider. This crate knows no API document, no order and no cart.
//!
//! How money flows:
//!
//! 1. Checkout asks the store's [`Provider`] for an [`Intent`] over the order's total, under an idempotency key
//!    that is derived from the order, so that a retry after a crash finds the same intent.
//! 2. The browser confirms the intent with the provider itself, by the intent's client secret and the
//!    [publishable key](Provider::publishable_key). The server never sees a card.
//! 3. The provider says what became of it by a [webhook]: [`webhook::verify`] over the exact bytes, then
//!    [`webhook::parse`]. Only this makes an order paid, and only if amount, currency and intent are the order's.
//! 4. An order that is given up [cancels](Provider::cancel) its intent. A payment that cannot be used any more is
//!    [refunded](Provider::refund), in whole or in part; `charge.refunded` then says what was given back in all.
//!
//! [`Payments`] is one for the process, a [`Provider`] is one store's: Stripe by the store's keys, else by the
//! server's, else the built-in [`TestProvider`], which moves no money and is otherwise the same.

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
