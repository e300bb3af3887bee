//! One attempt to store the order of a cart. If the cart already has a pending order, the attempt returns that order or
//! replaces it.

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError, Transaction};
use stoa_idempotency::{Claim, Lease, answer_within, claim_if_any, store_claim};
use stoa_outbox::OrderNews;
use stoa_payments::Provider;
use stoa_storefront_types::CheckoutResult;
use stoa_stores::site::{find_currency, lock_site};

use super::{
    Checkout, CheckoutError, CheckoutRefusal,
    contents::{CartContents, ReplaceableOrder},
    draft::Draft,
    pending_order::PendingOrder,
    priced::Priced,
    replaced::give_up,
    store::store_order,
};
use crate::carts::{lock_cart, take_out_ordered};
use crate::orders::{OrderEvent, OrderTransaction};

pub(super) enum Attempt {
    Placed(Box<Placed>),
    /// An earlier request with the same `Idempotency-Key` got this answer.
    Answered(CheckoutResult),
}

pub(super) struct Placed {
    pub(super) order: PendingOrder,
    /// The claim on the request's `Idempotency-Key`, if the request has one.
    pub(super) lease: Option<Lease>,
    /// The cancelled order that [`Placed::order`] replaces, if there was one.
    pub(super) replaced: Option<PendingOrder>,
}

/// Stores the order in one transaction, or finds the cart's pending order. If the call fails or is dropped before the
/// commit, nothing is stored.
pub(super) async fn attempt(
    db: &Db,
    checkout: &Checkout<'_>,
    provider: &Provider,
    now: DateTime<Utc>,
) -> Result<Attempt, CheckoutError> {
    let site_id = checkout.site_id();
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let lease = match claim_if_any(&transaction, site_id, checkout.idempotency, now).await? {
        Claim::Answered(answer) => return Ok(Attempt::Answered(answer)),
        Claim::Fresh(lease) => lease,
    };
    // The currency and the contents are read after the site is locked, so neither changes before the commit.
    let (has_customer, cart, _, currency, contents) = tokio::try_join!(biased;
        lock_customer(&transaction, checkout),
        lock_cart(&transaction, site_id, &checkout.request.session_id, now),
        lock_site(&transaction, site_id),
        find_currency(&transaction, site_id),
        CartContents::read(&transaction, checkout, now),
    )?;
    let cart = cart.filter(|cart| cart.is_current && has_customer);
    let cart_id = cart.ok_or(CheckoutRefusal::CartNotFound)?.id;
    let mut contents = contents.ok_or(CheckoutRefusal::CartNotFound)?;
    checkout.expects_currency(currency.as_deref())?;
    contents.check(checkout)?;
    let mut replaced = None;
    if let Some(pending) = contents.replaceable_order.take() {
        if pending.is_processing {
            return Err(CheckoutRefusal::PaymentIsProcessing.into());
        }
        if pending.is_of(&Priced::new(checkout, provider, &contents)?) {
            checkout.expects(pending.order.total)?;
            if lease.is_some() {
                store_claim(&transaction, lease.as_ref()).await?;
                transaction.commit().await?;
            }
            let placed = Placed { order: pending.order, lease, replaced: None };
            return Ok(Attempt::Placed(Box::new(placed)));
        }
        contents.may_be_replaced(checkout)?;
        replaced =
            Some(give_up(&transaction, checkout, &contents.lines, pending.order, now).await?);
        // The contents are read again, because the replaced order has given back its stock, discount use and gift
        // amount.
        let current = CartContents::read(&transaction, checkout, now).await?;
        contents = current.ok_or(CheckoutRefusal::CartNotFound)?;
        contents.check(checkout)?;
    }
    let draft = Draft::new(Priced::new(checkout, provider, &contents)?, cart_id, now)?;
    let order = store_order(&transaction, site_id, &draft).await?;
    if order.is_paid() {
        take_out_ordered(&transaction, site_id, order.id, cart_id, now).await?;
        let paid = OrderTransaction::new(&transaction, site_id, order.id, now);
        paid.tell_purchaser(OrderNews::Confirmed).await?;
        paid.post_as(OrderEvent::Placed, order.webhook_order(site_id)).await?;
        paid.post(OrderEvent::Paid).await?;
        // The cart is empty now, so a retry could not find the order. The answer is therefore stored in the same
        // transaction.
        let answer = order.result(provider.publishable_key());
        answer_within(&transaction, lease.as_ref(), &answer).await?;
        transaction.commit().await?;
    } else {
        store_claim(&transaction, lease.as_ref()).await?;
        let placed = OrderTransaction::new(&transaction, site_id, order.id, now);
        tokio::try_join!(biased;
            placed.post_as(OrderEvent::Placed, order.webhook_order(site_id)),
            transaction.send_commit(),
        )?;
    }
    Ok(Attempt::Placed(Box::new(Placed { order, lease, replaced })))
}

/// Locks the customer, so that an erasure waits for the order and then sees it. Returns false if the customer was
/// erased.
async fn lock_customer(
    transaction: &Transaction<'_>,
    checkout: &Checkout<'_>,
) -> Result<bool, DbError> {
    let Some(customer_id) = checkout.customer_id else { return Ok(true) };
    let sql = include_str!("lock_customer.sql");
    Ok(transaction.execute(sql, &[&checkout.site_id(), &customer_id]).await? > 0)
}

impl ReplaceableOrder {
    /// Whether the cart's pending order has exactly these contents and can still be paid.
    fn is_of(&self, priced: &Priced<'_>) -> bool {
        self.is_current && self.cart_sha256 == Some(hex::encode(priced.sha256))
    }
}
