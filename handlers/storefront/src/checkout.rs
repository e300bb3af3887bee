//! The operations tagged `checkout`. domain/commerce places the order.

use std::sync::Arc;
use std::time::Duration;

use stoa_commerce::orders::{Checkout, CheckoutError, CheckoutRefusal};
use stoa_designs::DRAWING_IS_BUSY;
use stoa_runtime::{Error, Internal, Replayable};
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::checkout::{
    CheckoutApi, PlaceOrder, ValidateDiscount, ValidateGiftCertificate,
};
use stoa_storefront_types::{CheckoutResult, DiscountValidation, GiftCertificateValidation};
use stoa_telemetry::Chain;
use tracing::Instrument;

use crate::codes::{self, CheckoutTries, CodeKind};
use crate::{Shopper, Storefront, Visitor};

/// Seconds for `Retry-After` when a payment provider did not answer.
const CHECKOUT_RETRY_AFTER: u64 = 5;

/// Maximum number of legacy designs that a checkout draws. If the cart has more, the checkout is answered 503, and the
/// next one draws further designs.
const MAX_DRAWN_DESIGNS: usize = 12;

impl CheckoutApi for Storefront {
    async fn place_order(
        &self,
        shopper: Shopper,
        mut request: PlaceOrder,
    ) -> Result<Replayable<CheckoutResult>, Error<PlaceOrder>> {
        let store = self.store(request.site_id).await?;
        let tries = CheckoutTries::count(&self.rate_limits, &request.body, shopper.client).await?;
        request.body.customer_email = stoa_values::email::normalized(&request.body.customer_email);
        let session_id = &request.body.session_id;
        let idempotency = request.idempotency.map(|it| it.held_by(session_id));
        let replaced_at_most = self.rate_limits.replaced_orders.rate();
        let replaced_at_most =
            replaced_at_most.map(|rate| (rate.calls, Duration::from_secs(rate.seconds)));
        let (context, site_id, body) =
            (self.orders.clone(), request.site_id, Arc::new(request.body));
        // The order is placed in a task, because a customer may disconnect after the commit. Without the task, the
        // order would then have no payment, and its `Idempotency-Key` would seem to be in progress.
        let place = || {
            let (context, store) = (context.clone(), store.clone());
            let (body, idempotency) = (body.clone(), idempotency.clone());
            let placing = async move {
                let checkout = Checkout {
                    store: &store,
                    customer_id: shopper.customer.map(|customer| customer.id),
                    request: &body,
                    idempotency: idempotency.as_ref(),
                    replaced_at_most,
                };
                stoa_commerce::orders::place(&context, &checkout).await
            };
            stoa_fair_queue::spawn(placing.in_current_span())
        };
        let mut placed = place().await?;
        for _ in 0..MAX_DRAWN_DESIGNS {
            let Err(CheckoutError::DesignNotDrawn(uuid)) = &placed else { break };
            if let Err(error) = self.draw_for_cart(site_id, uuid, &shopper.into()).await {
                tries.settle(None).await;
                return Err(error);
            }
            placed = place().await?;
        }
        tries.settle(placed.as_ref().err().and_then(wrong_code)).await;
        placed.map_err(|error| self.refusal(error))
    }

    async fn validate_discount(
        &self,
        visitor: Visitor,
        request: ValidateDiscount,
    ) -> Result<DiscountValidation, Error<ValidateDiscount>> {
        codes::validate_discount(self, visitor, request).await
    }

    async fn validate_gift_certificate(
        &self,
        visitor: Visitor,
        request: ValidateGiftCertificate,
    ) -> Result<GiftCertificateValidation, Error<ValidateGiftCertificate>> {
        codes::validate_gift_certificate(self, visitor, request).await
    }
}

impl Storefront {
    fn refusal(&self, error: CheckoutError) -> Error<PlaceOrder> {
        match error {
            CheckoutError::Refused(refusal) => refusal.into(),
            CheckoutError::DesignNotDrawn(_) => DRAWING_IS_BUSY.into(),
            CheckoutError::ReplacedTooOften { retry_after } => {
                self.rate_limits.replaced_orders.refusal(retry_after).into()
            }
            CheckoutError::Contended => Internal("every attempt was overtaken".into()).into(),
            CheckoutError::Answer(error) => error.into(),
            CheckoutError::Payment(error) => {
                tracing::error!(error = %Chain(&error), "an order cannot be paid");
                reasons::PaymentsAreNotAvailable { retry_after: CHECKOUT_RETRY_AFTER }.into()
            }
            CheckoutError::Database(error) => error.into(),
        }
    }
}

fn wrong_code(error: &CheckoutError) -> Option<CodeKind> {
    match error {
        CheckoutError::Refused(CheckoutRefusal::InvalidDiscountCode) => Some(CodeKind::Discount),
        CheckoutError::Refused(CheckoutRefusal::InvalidGiftCertificateCode) => {
            Some(CodeKind::GiftCertificate)
        }
        _ => None,
    }
}
