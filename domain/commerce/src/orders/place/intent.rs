//! The payment of an order that is stored begins with an intent of the provider.

use stoa_db::DbError;
use stoa_idempotency::{Lease, answer, release};
use stoa_payments::{IntentStatus, NewIntent, PaymentError, Provider};
use stoa_storefront_types::CheckoutResult;
use stoa_stores::Store;
use stoa_telemetry::Chain;
use tokio_postgres::types::Json;

use super::{CheckoutError, attempt::Placed, pending_order::PendingOrder};
use crate::orders::{
    OrderContext, OrderTransaction, cancel_pending,
    payment_events::{end_order_of_intent, take_note},
    provider::provider_named,
};

/// Begins the order's payment, unless it has begun, and takes the replaced order's one back.
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
    if begun.is_err() {
        give_lease_back(context, lease.as_ref()).await;
    }
    begun
}

/// The answer, which is stored where a key was claimed.
async fn have_intent(
    context: &OrderContext,
    store: &Store,
    provider: &Provider,
    mut order: PendingOrder,
    lease: Option<&Lease>,
) -> Result<CheckoutResult, CheckoutError> {
    if order.client_secret.is_some() {
        let result = order.result(provider.publishable_key());
        // With an order of nothing its answer was stored.
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
    let stored: Result<bool, DbError> = context
        .db
        .one(
            include_str!("store_intent.sql"),
            &[
                &site_id,
                &order.id,
                &order.payment_intent_id,
                &order.client_secret,
                &context.now(),
                &lease.map(|lease| lease.operation),
                &lease.map(|lease| &lease.key),
                &lease.map(|lease| lease.claimed_until),
                &Json(&result),
            ],
        )
        .await;
    let is_given_up = stored.map_err(|error| match error.constraint() {
        // Who pays it would pay that one.
        Some("orders_payment_intent_taken") => {
            PaymentError::Unavailable("an intent of another order".to_owned()).into()
        }
        _ => CheckoutError::from(error),
    })?;
    if is_given_up {
        cancel_intent(context, store, Some(&order)).await;
        return Err(CheckoutError::Replaced);
    }
    Ok(result)
}

/// What the provider did not do. An amount that it never takes is the order's fault, which is cancelled then.
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

/// Makes it impossible to pay an order that was given up, and notes what its provider says to that. What fails here is
/// done by the sweep.
async fn cancel_intent(context: &OrderContext, store: &Store, order: Option<&PendingOrder>) {
    let Some(order) = order else { return };
    let Some(intent_id) = &order.payment_intent_id else { return };
    if let Err(error) = end_intent(context, store, order, intent_id).await {
        let (site_id, order_id) = (store.site_id, order.id);
        tracing::warn!(site_id, order_id, error = %Chain(&error), "a payment is not yet canceled");
    }
}

async fn end_intent(
    context: &OrderContext,
    store: &Store,
    order: &PendingOrder,
    intent_id: &str,
) -> Result<(), PaymentError> {
    let provider = provider_named(&context.payments, store, &order.payment_provider)?;
    let intent = provider.cancel(intent_id).await?;
    let (db, site_id, now) = (&context.db, store.site_id, context.now());
    match intent.status {
        IntentStatus::Canceled => {
            end_order_of_intent(db, site_id, order.id, "The payment was canceled", now).await?;
        }
        // It was paid meanwhile: the money goes back.
        _ => take_note(db, site_id, &intent, now).await?,
    }
    Ok(())
}

/// Another try with the same key then need not wait. Without this it waits until the lease ends.
async fn give_lease_back(context: &OrderContext, lease: Option<&Lease>) {
    let Some(lease) = lease else { return };
    if let Err(error) = release(&context.db, lease).await {
        tracing::warn!(error = %Chain(&error), "the claim on an Idempotency-Key is not given back");
    }
}
