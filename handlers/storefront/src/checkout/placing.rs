//! Storing the order of a cart: found again, or made anew in place of the one before.

use stoa_db::{DbError, SqlState, Transaction};
use stoa_idempotency::{Claim, Lease, answer_within, claim};
use stoa_runtime::{Conflict, Error, Internal, NotFound};
use stoa_storefront_server::{checkout::PlaceOrder, op};
use stoa_storefront_types::CheckoutResult;

use super::{
    basket::{
        Basket, INSUFFICIENT_STOCK, INVALID_DISCOUNT_CODE, INVALID_GIFT_CERTIFICATE_CODE, Pending,
    },
    draft::Priced,
    payment::Payable,
};
use crate::{Customer, Store, Storefront, lifecycle};

/// How often a checkout begins anew when somebody else was faster. Each time it reads what is left, so it ends with
/// an order or with the reason why there is none; only a cart that is always overtaken tries so often.
const ATTEMPTS: usize = 10;

/// What somebody wants to order.
pub(super) struct Wish<'a> {
    pub(super) store: &'a Store,
    pub(super) customer: Option<Customer>,
    pub(super) request: &'a PlaceOrder,
    pub(super) publishable_key: &'a str,
}

/// An order that waits for its payment, or needs none.
pub(super) struct Placed {
    pub(super) order: Payable,
    /// The claim on the request's `Idempotency-Key`.
    pub(super) lease: Option<Lease>,
    /// The order in whose place it came.
    pub(super) replaced: Option<Payable>,
}

/// What comes of a checkout, up to its payment.
pub(super) enum Outcome {
    Placed(Box<Placed>),
    /// The request was answered before.
    Answered(CheckoutResult),
}

/// What somebody else has taken between reading and storing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lost {
    DiscountCode,
    GiftCertificate,
    Stock,
    /// A lock or a number.
    Race,
}

impl Storefront {
    /// Stores the order, or finds it.
    pub(super) async fn place(&self, wish: &Wish<'_>) -> Result<Outcome, Error<op::PlaceOrder>> {
        let mut lost = Lost::Race;
        for _ in 0..ATTEMPTS {
            match self.try_to_place(wish).await? {
                Ok(outcome) => return Ok(outcome),
                Err(now_lost) => lost = now_lost,
            }
        }
        Err(lost.into())
    }

    /// One transaction. Dropped without a commit, it has changed nothing.
    async fn try_to_place(
        &self,
        wish: &Wish<'_>,
    ) -> Result<Result<Outcome, Lost>, Error<op::PlaceOrder>> {
        let (site_id, now) = (wish.site_id(), self.now());
        let mut connection = self.db.connection().await?;
        let transaction = connection.transaction();
        let lease = match &wish.request.idempotency {
            None => None,
            Some(idempotency) => match claim(&transaction, site_id, idempotency, now).await? {
                Claim::Answered(answer) => return Ok(Ok(Outcome::Answered(answer))),
                Claim::Fresh(lease) => Some(lease),
            },
        };
        let session_id = &wish.request.body.session_id;
        let cart: Option<(i64,)> =
            transaction.opt(include_str!("lock_cart.sql"), &[&site_id, session_id, &now]).await?;
        let (cart_id,) = cart.ok_or(NotFound("Cart not found"))?;
        let mut basket = Basket::read(&transaction, cart_id, wish, now).await?;
        basket.check(wish)?;
        let mut replaced = None;
        if let Some(pending) = basket.pending.take() {
            if pending.is_for(&Priced::new(wish, &basket)?) {
                wish.expects(pending.order.total)?;
                if lease.is_some() {
                    transaction.commit().await?;
                }
                let placed = Placed { order: pending.order, lease, replaced: None };
                return Ok(Ok(Outcome::Placed(Box::new(placed))));
            }
            let order = match self.give_up(&transaction, wish, cart_id, pending.order).await {
                Ok(order) => order,
                Err(error) => return lost_race(error),
            };
            // What the order before gave back is there again.
            basket = Basket::read(&transaction, cart_id, wish, now).await?;
            basket.check(wish)?;
            replaced = Some(order);
        }
        let draft = Priced::new(wish, &basket)?.draft(cart_id, now)?;
        let order = match draft.store(&transaction, site_id).await {
            Ok(Ok(order)) => order,
            Ok(Err(lost)) => return Ok(Err(lost)),
            Err(error) => return lost_race(error),
        };
        if let (Some(lease), true) = (&lease, order.is_paid()) {
            // The cart is empty from here on, so a crash before the answer is stored could not be made good.
            let answer = order.result(wish.publishable_key);
            answer_within(&transaction, lease, &answer).await?;
        }
        transaction.commit().await?;
        Ok(Ok(Outcome::Placed(Box::new(Placed { order, lease, replaced }))))
    }

    /// Cancels the cart's order so that another can come in its place, and returns it with its payment.
    async fn give_up(
        &self,
        transaction: &Transaction<'_>,
        wish: &Wish<'_>,
        cart_id: i64,
        order: Payable,
    ) -> Result<Payable, DbError> {
        let (site_id, code, certificate) =
            (wish.site_id(), wish.discount_code(), wish.gift_certificate_code());
        let (payment_intent_id,): (Option<String>,) = transaction
            .one(
                include_str!("lock_replaced.sql"),
                &[&site_id, &order.id, &cart_id, &code, &certificate],
            )
            .await?;
        let note = "The cart was checked out anew";
        lifecycle::cancel_pending(transaction, site_id, order.id, note, self.now()).await?;
        Ok(Payable { payment_intent_id, ..order })
    }
}

impl<'a> Wish<'a> {
    pub(super) fn site_id(&self) -> i64 {
        self.store.site_id
    }

    pub(super) fn discount_code(&self) -> Option<&'a str> {
        filled(&self.request.body.discount_code)
    }

    pub(super) fn gift_certificate_code(&self) -> Option<&'a str> {
        filled(&self.request.body.gift_certificate_code)
    }

    pub(super) fn customer_phone(&self) -> Option<&'a str> {
        filled(&self.request.body.customer_phone)
    }

    /// Refuses a total other than the one that the customer was shown.
    pub(super) fn expects(&self, total: i64) -> Result<(), Conflict> {
        let is_expected = self.request.body.expected_total.is_none_or(|shown| shown == total);
        is_expected.then_some(()).ok_or(Conflict("Prices have changed"))
    }
}

impl Pending {
    /// Whether it is the order of just this, and can still be paid.
    fn is_for(&self, priced: &Priced<'_>) -> bool {
        let sha256 = hex::encode(priced.sha256);
        self.is_current && self.cart_sha256.as_ref() == Some(&sha256)
    }
}

impl From<Lost> for Error<op::PlaceOrder> {
    fn from(lost: Lost) -> Self {
        match lost {
            Lost::DiscountCode => INVALID_DISCOUNT_CODE.into(),
            Lost::GiftCertificate => INVALID_GIFT_CERTIFICATE_CODE.into(),
            Lost::Stock => INSUFFICIENT_STOCK.into(),
            Lost::Race => Internal("a checkout lost every race".into()).into(),
        }
    }
}

/// A number that is taken, or a lock that was waited for in a circle, is worth another attempt.
fn lost_race<T>(error: DbError) -> Result<Result<T, Lost>, Error<op::PlaceOrder>> {
    let is_taken = error.constraint() == Some("orders_number_taken");
    match is_taken || error.code() == Some(&SqlState::T_R_DEADLOCK_DETECTED) {
        true => Ok(Err(Lost::Race)),
        false => Err(error.into()),
    }
}

fn filled(text: &Option<String>) -> Option<&str> {
    text.as_deref().filter(|text| !text.is_empty())
}
