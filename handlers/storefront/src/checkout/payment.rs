//! The payment of an order that is stored.

use serde::Deserialize;
use stoa_idempotency::{Lease, answer, release};
use stoa_payments::{NewIntent, PaymentError, Provider};
use stoa_runtime::{Conflict, Error, ServiceUnavailable};
use stoa_storefront_server::op;
use stoa_storefront_types::CheckoutResult;
use tokio_postgres::types::Json;

use super::placing::Placed;
use crate::{Store, Storefront};

/// Seconds until a provider that did not answer may.
const RETRY_AFTER: u64 = 5;

/// An order, as far as its payment needs to know it. Without `Debug`: it holds an address and a secret.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Payable {
    pub(super) id: i64,
    pub(super) number: String,
    pub(super) total: i64,
    pub(super) currency: String,
    pub(super) customer_email: String,
    pub(super) payment_provider: String,
    pub(super) payment_intent_id: Option<String>,
    /// None until the payment has begun.
    pub(super) client_secret: Option<String>,
}

impl Storefront {
    /// Begins the order's payment, unless it has begun, and takes the replaced order's one back.
    pub(super) async fn begin_payment(
        &self,
        store: &Store,
        provider: &Provider,
        placed: Placed,
    ) -> Result<CheckoutResult, Error<op::PlaceOrder>> {
        let Placed { order, lease, replaced } = placed;
        let (begun, ()) = tokio::join!(
            self.have_intent(store, provider, order, lease.as_ref()),
            self.cancel_payment(store, replaced.as_ref()),
        );
        if begun.is_err() {
            self.give_lease_back(lease.as_ref()).await;
        }
        begun
    }

    /// The answer, which is stored where a key was claimed.
    async fn have_intent(
        &self,
        store: &Store,
        provider: &Provider,
        mut order: Payable,
        lease: Option<&Lease>,
    ) -> Result<CheckoutResult, Error<op::PlaceOrder>> {
        if order.client_secret.is_some() {
            let result = order.result(provider.publishable_key());
            // With an order of nothing its answer was stored.
            if let Some(lease) = lease.filter(|_| !order.is_paid()) {
                answer(&self.db, lease, &result).await?;
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
        let intent = provider.create(&new).await.map_err(unavailable)?;
        order.payment_intent_id = Some(intent.id);
        order.client_secret = Some(intent.client_secret);
        let result = order.result(provider.publishable_key());
        let (is_given_up,): (bool,) = self
            .db
            .one(
                include_str!("payment_begun.sql"),
                &[
                    &site_id,
                    &order.id,
                    &order.payment_intent_id,
                    &order.client_secret,
                    &self.now(),
                    &lease.map(|lease| lease.operation),
                    &lease.map(|lease| &lease.key),
                    &lease.map(|lease| lease.claimed_until),
                    &Json(&result),
                ],
            )
            .await?;
        if is_given_up {
            self.cancel_payment(store, Some(&order)).await;
            Err(Conflict("Another checkout of this cart was faster, try again"))?;
        }
        Ok(result)
    }

    /// Makes it impossible to pay an order that was given up. What fails here is done by the sweep.
    async fn cancel_payment(&self, store: &Store, order: Option<&Payable>) {
        let Some(order) = order else { return };
        let Some(intent_id) = &order.payment_intent_id else { return };
        let canceled = match self.provider_named(store, &order.payment_provider) {
            Ok(provider) => provider.cancel(intent_id).await,
            Err(error) => Err(error),
        };
        if let Err(error) = canceled {
            let (site_id, order_id) = (store.site_id, order.id);
            tracing::warn!(site_id, order_id, %error, "a payment is not yet canceled");
        }
    }

    /// Another try with the same key then need not wait. Without this it waits until the lease ends.
    async fn give_lease_back(&self, lease: Option<&Lease>) {
        let Some(lease) = lease else { return };
        if let Err(error) = release(&self.db, lease).await {
            tracing::warn!(%error, "the claim on an Idempotency-Key is not given back");
        }
    }
}

impl Payable {
    /// Nothing was left to pay.
    pub(super) fn is_paid(&self) -> bool {
        self.total == 0
    }

    /// What the caller is told.
    pub(super) fn result(&self, publishable_key: &str) -> CheckoutResult {
        CheckoutResult {
            client_secret: self.client_secret.clone().unwrap_or_default(),
            publishable_key: publishable_key.to_owned(),
            order_id: self.id,
            order_number: self.number.clone(),
            total: self.total,
            currency: self.currency.clone(),
        }
    }

    /// The same for each try. The number is in it because ids come again where a database is restored or made anew
    /// and the provider's account stays.
    fn intent_key(&self, site_id: i64) -> String {
        format!("stoa-order-{site_id}-{}-{}", self.id, self.number)
    }
}

/// Whatever the provider says: without it nothing can be paid. A database that fails is the server's own fault.
pub(super) fn unavailable(error: PaymentError) -> Error<op::PlaceOrder> {
    if let PaymentError::Database(error) = error {
        return error.into();
    }
    tracing::error!(%error, "an order cannot be paid");
    ServiceUnavailable {
        message: "Payments are not available, try again later",
        retry_after: RETRY_AFTER,
    }
    .into()
}
