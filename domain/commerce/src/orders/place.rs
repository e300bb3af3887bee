//! Turns a cart into a pending order with a payment.
//!
//! One transaction under the cart's row lock stores the order and takes everything that the order needs. The payment
//! begins after that transaction, because a slow provider must not hold locks. A crash between the transaction and the
//! payment leaves an order without a payment. The next attempt finds the order by the digest of its contents, and the
//! payment by its key, which is derived from the order.

mod attempt;
mod checkout;
mod contents;
mod draft;
mod error;
mod intent;
mod number;
mod pending_order;
mod priced;

pub use checkout::Checkout;
pub use error::CheckoutError;

use stoa_idempotency::Replayable;
use stoa_storefront_types::CheckoutResult;

use crate::orders::{OrderContext, provider_of};

use attempt::Attempt;

/// Maximum attempts of one checkout, which starts again if concurrent changes invalidate an attempt. Each attempt reads
/// the current state, and ends with an order or with the reason why there is none.
const PLACE_ORDER_ATTEMPTS: usize = 10;

/// Places the cart's order, or finds the order that an earlier checkout placed, and begins its payment.
pub async fn place(
    context: &OrderContext,
    checkout: &Checkout<'_>,
) -> Result<Replayable<CheckoutResult>, CheckoutError> {
    let provider = provider_of(&context.payments, checkout.store)?;
    let mut overtaken = None;
    for _ in 0..PLACE_ORDER_ATTEMPTS {
        match attempt::attempt(&context.db, checkout, &provider, context.now()).await? {
            Attempt::Answered(answer) => return Ok(Replayable::Replayed(answer)),
            Attempt::Placed(placed) => {
                let answer =
                    intent::begin_payment(context, checkout.store, &provider, *placed).await?;
                return Ok(Replayable::Fresh(answer));
            }
            Attempt::Overtaken(by) => overtaken = Some(by),
        }
    }
    Err(overtaken.map_or(CheckoutError::Contended, CheckoutError::from))
}
