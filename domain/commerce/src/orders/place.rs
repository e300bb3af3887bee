//! Turns a cart into a pending order with a payment.
//!
//! One transaction under the cart's row lock stores the order and takes everything that the order needs. The payment
//! begins after that transaction, because a slow provider must not hold locks.
//!
//! A crash between the transaction and the payment leaves an order without a payment. The customer's next checkout
//! finds this order by the digest of its contents. The provider's idempotency key is derived from the order, so the
//! checkout also finds the payment if the provider had created it.

mod attempt;
mod checkout;
mod contents;
mod draft;
mod error;
mod intent;
mod number;
mod pending_order;
mod priced;
mod replaced;
mod store;

pub use checkout::Checkout;
pub use error::{CheckoutError, CheckoutRefusal};

use stoa_idempotency::Replayable;
use stoa_storefront_types::CheckoutResult;

use crate::orders::{OrderContext, provider_of};

use attempt::Attempt;

/// Maximum number of attempts of one checkout. The checkout starts a new attempt when a concurrent change has
/// invalidated the previous one.
const PLACE_ORDER_ATTEMPTS: usize = 10;

/// Places an order of the cart's contents, and begins its payment. If an earlier checkout has placed the same order,
/// begins the payment of that order.
pub async fn place(
    context: &OrderContext,
    checkout: &Checkout<'_>,
) -> Result<Replayable<CheckoutResult>, CheckoutError> {
    let provider = provider_of(&context.payments, checkout.store)?;
    let mut overtaken_by = None;
    for _ in 0..PLACE_ORDER_ATTEMPTS {
        let attempt = attempt::attempt(&context.db, checkout, &provider, context.now()).await;
        match attempt.map_err(CheckoutError::of_attempt) {
            Ok(Attempt::Answered(answer)) => return Ok(Replayable::Replayed(answer)),
            Ok(Attempt::Placed(placed)) => {
                let answer =
                    intent::begin_payment(context, checkout.store, &provider, *placed).await?;
                return Ok(Replayable::Fresh(answer));
            }
            Err(CheckoutError::Overtaken(by)) => overtaken_by = by,
            Err(error) => return Err(error),
        }
    }
    Err(overtaken_by.map_or(CheckoutError::Overtaken(None), CheckoutError::Refused))
}
