//! One attempt to store the order of a cart. If the cart already has a pending order, the attempt returns that order or
//! replaces it.

use crate::carts::lock_cart;
use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError, Transaction};
use stoa_idempotency::{Claim, Lease, answer_within, claim_if_any, store_claim};
use stoa_outbox::OrderNews;
use stoa_payments::Provider;
use stoa_storefront_types::CheckoutResult;

use super::{
    Checkout, CheckoutError,
    contents::{CartContents, ReplaceableOrder},
    draft::Draft,
    error::{AttemptError, Overtaken},
    pending_order::PendingOrder,
    priced::Priced,
};
use crate::orders::{OrderEvent, OrderTransaction, status};

pub(super) enum Attempt {
    Placed(Box<Placed>),
    /// An earlier request with the same `Idempotency-Key` got this answer.
    Answered(CheckoutResult),
    /// A concurrent change invalidated the attempt. The next attempt reads the current state.
    Overtaken(Overtaken),
}

/// An order that waits for its payment, or needs none.
pub(super) struct Placed {
    pub(super) order: PendingOrder,
    /// The claim on the request's `Idempotency-Key`, if the request has one.
    pub(super) lease: Option<Lease>,
    /// The cancelled order that [`Placed::order`] replaces, if there was one.
    pub(super) replaced: Option<PendingOrder>,
}

/// Runs [`place`], and returns a concurrent change as [`Attempt::Overtaken`] instead of an error.
pub(super) async fn attempt(
    db: &Db,
    checkout: &Checkout<'_>,
    provider: &Provider,
    now: DateTime<Utc>,
) -> Result<Attempt, CheckoutError> {
    match place(db, checkout, provider, now).await {
        Ok(attempt) => Ok(attempt),
        Err(AttemptError::Overtaken(by)) => Ok(Attempt::Overtaken(by)),
        Err(AttemptError::Refused(error)) => Err(error),
    }
}

/// Stores the order in one transaction, or finds the cart's pending order. If the call fails or is dropped before the
/// commit, nothing is stored.
async fn place(
    db: &Db,
    checkout: &Checkout<'_>,
    provider: &Provider,
    now: DateTime<Utc>,
) -> Result<Attempt, AttemptError> {
    let site_id = checkout.site_id();
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let lease = match claim_if_any(&transaction, site_id, checkout.idempotency, now).await? {
        Claim::Answered(answer) => return Ok(Attempt::Answered(answer)),
        Claim::Fresh(lease) => lease,
    };
    if let Some(customer_id) = checkout.customer_id {
        let sql = include_str!("lock_customer.sql");
        let locked: Option<bool> = transaction.opt(sql, &[&site_id, &customer_id]).await?;
        // The customer was erased in the meantime.
        locked.ok_or(CheckoutError::CartNotFound)?;
    }
    let cart = lock_cart(&transaction, site_id, &checkout.request.session_id, now).await?;
    let cart = cart.filter(|cart| cart.is_current).ok_or(CheckoutError::CartNotFound)?;
    let cart_id = cart.id;
    transaction.execute(include_str!("lock_site.sql"), &[&site_id]).await?;
    let mut contents = CartContents::read(&transaction, cart_id, checkout, now).await?;
    contents.check(checkout)?;
    let mut replaced = None;
    if let Some(present) = contents.replaceable_order.take() {
        if present.is_processing {
            return Err(CheckoutError::PaymentIsProcessing.into());
        }
        if present.is_of(&Priced::new(checkout, provider, &contents)?) {
            checkout.expects(present.order.total)?;
            if lease.is_some() {
                store_claim(&transaction, lease.as_ref()).await?;
                transaction.commit().await?;
            }
            let placed = Placed { order: present.order, lease, replaced: None };
            return Ok(Attempt::Placed(Box::new(placed)));
        }
        contents.may_be_replaced(checkout)?;
        replaced = Some(give_up(&transaction, checkout, cart_id, present.order, now).await?);
        // The contents are read again, because the replaced order has given back its stock, discount use and gift
        // amount.
        contents = CartContents::read(&transaction, cart_id, checkout, now).await?;
        contents.check(checkout)?;
    }
    let draft = Draft::new(Priced::new(checkout, provider, &contents)?, cart_id, now)?;
    let order = draft.store(&transaction, site_id).await?;
    if order.is_paid() {
        let paid = OrderTransaction::new(&transaction, site_id, order.id, now);
        paid.tell_purchaser(OrderNews::Confirmed).await?;
        paid.tell_staff(OrderEvent::Paid).await?;
    }
    if order.is_paid() {
        // The statement that stored the order also emptied the cart, so a retry could not find the order. The answer is
        // therefore stored in the same transaction.
        let answer = order.result(provider.publishable_key());
        answer_within(&transaction, lease.as_ref(), &answer).await?;
    } else {
        store_claim(&transaction, lease.as_ref()).await?;
    }
    transaction.commit().await?;
    Ok(Attempt::Placed(Box::new(Placed { order, lease, replaced })))
}

/// Cancels the cart's pending order, so that another order can replace it. Returns the cancelled order with the intent
/// that it has now.
async fn give_up(
    transaction: &Transaction<'_>,
    checkout: &Checkout<'_>,
    cart_id: i64,
    order: PendingOrder,
    now: DateTime<Utc>,
) -> Result<PendingOrder, DbError> {
    let (site_id, code, certificate) =
        (checkout.site_id(), checkout.discount_code(), checkout.gift_certificate_code());
    let (payment_intent_id,): (Option<String>,) = transaction
        .one(
            include_str!("lock_replaced.sql"),
            &[&site_id, &order.id, &cart_id, &code, &certificate],
        )
        .await?;
    let given_up = OrderTransaction::new(transaction, site_id, order.id, now);
    status::cancel_pending(&given_up, "The cart was checked out again").await?;
    Ok(PendingOrder { payment_intent_id, ..order })
}

impl ReplaceableOrder {
    /// Whether the cart's pending order has exactly these contents and can still be paid.
    fn is_of(&self, priced: &Priced<'_>) -> bool {
        let sha256 = hex::encode(priced.sha256);
        self.is_current && self.cart_sha256.as_ref() == Some(&sha256)
    }
}
