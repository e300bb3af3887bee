//! From a cart to a pending order with a payment.
//!
//! The order is stored in one transaction under the cart's row lock, which takes all that it needs. Then its payment
//! begins, outside of any transaction: a provider that is slow must not hold locks. A crash between the two leaves an
//! order without a payment, and the next try finds both again: the order by the digest of what was ordered, the
//! payment by its key, which comes from the order.

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

/// How often a checkout begins anew when somebody else was faster. Each time it reads what is left, so it ends with
/// an order or with the reason why there is none; only a cart that is always overtaken tries so often.
const PLACE_ORDER_ATTEMPTS: usize = 10;

/// Places the cart's order, or finds it, and begins its payment.
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
