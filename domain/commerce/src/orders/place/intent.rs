//! Begins the payment of a stored order by creating an intent at the provider.

use stoa_db::{DbError, ToSql};
use stoa_idempotency::{Lease, answer, release};
use stoa_payments::{IntentStatus, NewIntent, PaymentError, Provider};
use stoa_storefront_types::CheckoutResult;
use stoa_stores::Store;
use stoa_telemetry::Chain;
use tokio_postgres::types::Json;

use super::{CheckoutError, CheckoutRefusal, attempt::Placed, pending_order::PendingOrder};
use crate::orders::{
    OrderContext, OrderTransaction, cancel_pending,
    payment_events::{apply_answer, end_order_of_intent},
    provider::provider_named,
};

/// Begins the order's payment, unless it has begun already, and returns the answer to the checkout. Also cancels the
/// payment of the replaced order.
pub(super) async fn begin_payment(
    context: &OrderContext,
    store: &Store,
    provider: &Provider,
    placed: Placed,
) -> Result<CheckoutResult, CheckoutError> {
    let Placed { order, lease, replaced } = placed;
    let (begun, ()) = tokio::join!(
        have_intent(context, store, provider, order, lease.as_ref()),
        cancel_intent(context, store, replaced.as_ref()),
    );
    // A retry with the same key need not wait until the lease ends.
    if let Some(lease) = lease.filter(|_| begun.is_err())
        && let Err(error) = release(&context.db, &lease).await
    {
        tracing::warn!(error = %Chain(&error), "the claim on an Idempotency-Key is not released");
    }
    begun
}

/// Creates the order's intent, unless the order already has one, and returns the answer to the checkout. Stores the
/// answer if an `Idempotency-Key` was claimed.
async fn have_intent(
    context: &OrderContext,
    store: &Store,
    provider: &Provider,
    mut order: PendingOrder,
    lease: Option<&Lease>,
) -> Result<CheckoutResult, CheckoutError> {
    if order.client_secret.is_some() {
        let result = order.result(provider.publishable_key());
        // If there is nothing to pay, the answer was stored together with the order.
        if let Some(lease) = lease.filter(|_| !order.is_paid()) {
            answer(&context.db, lease, &result).await?;
        }
        return Ok(result);
    }
    let site_id = store.site_id;
    let new = NewIntent {
        idempotency_key: &order.intent_key(site_id),
        amount: order.total,
        currency: &order.currency,
        site_id,
        order_id: order.id,
        order_number: &order.number,
        receipt_email: Some(&order.customer_email),
    };
    let intent = match provider.create(&new).await {
        Ok(intent) => intent,
        Err(error) => return Err(refused(context, site_id, &order, error).await?),
    };
    order.payment_intent_id = Some(intent.id);
    order.client_secret = Some(intent.client_secret);
    let result = order.result(provider.publishable_key());
    let params: [&(dyn ToSql + Sync); 9] = [
        &site_id,
        &order.id,
        &order.payment_intent_id,
        &order.client_secret,
        &context.now(),
        &lease.map(|lease| lease.operation),
        &lease.map(|lease| &lease.key),
        &lease.map(|lease| lease.claimed_until),
        &Json(&result),
    ];
    let stored = context.db.one(include_str!("store_intent.sql"), &params).await;
    let is_given_up: bool = stored.map_err(|error| match error.constraint() {
        // The intent belongs to another order, so paying it would pay that order.
        Some("orders_payment_intent_taken") => {
            PaymentError::Unavailable("an intent of another order".to_owned()).into()
        }
        _ => CheckoutError::from(error),
    })?;
    if is_given_up {
        cancel_intent(context, store, Some(&order)).await;
        return Err(CheckoutRefusal::AnotherCheckoutWasFaster.into());
    }
    Ok(result)
}

/// Turns the provider's error into the error of the checkout. If the provider refused the amount, cancels the order,
/// because a retry would be refused too.
async fn refused(
    context: &OrderContext,
    site_id: i64,
    order: &PendingOrder,
    error: PaymentError,
) -> Result<CheckoutError, DbError> {
    let Some(refusal) = error.amount_refusal() else { return Ok(error.into()) };
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let refused = OrderTransaction::new(&transaction, site_id, order.id, context.now());
    cancel_pending(&refused, "The payment provider does not take the total").await?;
    transaction.commit().await?;
    Ok(refusal.into())
}

/// Cancels the intent of a cancelled or expired order, and applies the provider's answer. If this fails, the sweep
/// cancels the intent later.
async fn cancel_intent(context: &OrderContext, store: &Store, order: Option<&PendingOrder>) {
    let Some(order) = order else { return };
    let Some(intent_id) = &order.payment_intent_id else { return };
    let (db, site_id, order_id) = (&context.db, store.site_id, order.id);
    let cancelled: Result<(), PaymentError> = async {
        let provider = provider_named(&context.payments, store, &order.payment_provider)?;
        let asked_at = context.now();
        let (intent, now) = (provider.cancel(intent_id).await?, context.now());
        if intent.status == IntentStatus::Canceled {
            end_order_of_intent(db, site_id, order_id, "The payment was canceled", now).await?;
        } else {
            // The customer paid before the intent could be cancelled, so the payment is refunded.
            apply_answer(db, site_id, &intent, None, asked_at, now).await?;
        }
        Ok(())
    }
    .await;
    if let Err(error) = cancelled {
        tracing::warn!(site_id, order_id, error = %Chain(&error), "a payment is not yet canceled");
    }
}
