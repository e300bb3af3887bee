//! The operations tagged `checkout`. domain/commerce places the order.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use stoa_commerce::orders::pricing::{self, Discount, DiscountKind};
use stoa_commerce::orders::{Checkout, CheckoutError, CheckoutRefusal};
use stoa_designs::DRAWING_IS_BUSY;
use stoa_runtime::{Error, Internal, RateLimit, Replayable, TooManyRequests};
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::RateLimits;
use stoa_storefront_server::checkout::{
    CheckoutApi, PlaceOrder, ValidateDiscount, ValidateGiftCertificate,
};
use stoa_storefront_types::{
    CheckoutRequest, CheckoutResult, DiscountValidation, GiftCertificateValidation,
};
use stoa_telemetry::Chain;
use stoa_values::Currency;
use tracing::Instrument;

use crate::{Designer, Shopper, Storefront, Visitor};

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
        let designer = Designer::from(shopper);
        let tries = CheckoutTries::count(&self.rate_limits, &request.body, designer.client).await?;
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
            let (context, store) = (context.clone(), designer.store.clone());
            let customer_id = designer.customer.map(|customer| customer.id);
            let (body, idempotency) = (body.clone(), idempotency.clone());
            let placing = async move {
                let checkout = Checkout {
                    store: &store,
                    customer_id,
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
            if let Err(error) = self.draw_for_cart(site_id, uuid, &designer).await {
                tries.settle(None).await;
                return Err(error);
            }
            placed = place().await?;
        }
        let refusal = match &placed {
            Err(CheckoutError::Refused(refusal)) => Some(*refusal),
            _ => None,
        };
        tries.settle(refusal).await;
        placed.map_err(|error| self.refusal(error))
    }

    async fn validate_discount(
        &self,
        visitor: Visitor,
        request: ValidateDiscount,
    ) -> Result<DiscountValidation, Error<ValidateDiscount>> {
        self.rate_limits.discount_codes.count(visitor.client).await?;
        let ValidateDiscount { site_id, body } = request;
        let subtotal = body.subtotal;
        let sql = include_str!("checkout/validate_discount.sql");
        let found: Option<(DiscountKind, DiscountValidation)> =
            self.db.opt(sql, &[&site_id, &body.code, &self.now(), &subtotal]).await?;
        let (kind, mut validation) = found.ok_or(reasons::InvalidDiscountCode)?;
        self.rate_limits.discount_codes.give_back(visitor.client).await;
        let discount = Discount { kind, amount: validation.amount };
        let currency = Currency::of(&visitor.store.currency);
        validation.discount_amount = subtotal
            .map(|subtotal| pricing::discount(discount, subtotal, currency))
            .transpose()
            .map_err(|_| Internal("a discount exceeds its subtotal".into()))?;
        Ok(validation)
    }

    async fn validate_gift_certificate(
        &self,
        visitor: Visitor,
        request: ValidateGiftCertificate,
    ) -> Result<GiftCertificateValidation, Error<ValidateGiftCertificate>> {
        self.rate_limits.gift_certificates.count(visitor.client).await?;
        let ValidateGiftCertificate { site_id, body } = request;
        let sql = include_str!("checkout/validate_gift_certificate.sql");
        let certificate = self.db.opt(sql, &[&site_id, &body.code, &self.now()]).await?;
        let certificate = certificate.ok_or(reasons::GiftCertificateNotFound)?;
        self.rate_limits.gift_certificates.give_back(visitor.client).await;
        Ok(certificate)
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
            CheckoutError::Overtaken(_) => Internal("every attempt was overtaken".into()).into(),
            CheckoutError::Answer(error) => error.into(),
            CheckoutError::Payment(error) => {
                tracing::error!(error = %Chain(&error), "an order cannot be paid");
                reasons::PaymentsAreNotAvailable { retry_after: CHECKOUT_RETRY_AFTER }.into()
            }
            CheckoutError::Database(error) => error.into(),
        }
    }
}

/// The codes in a checkout. Wrong codes are rate-limited, since knowing a code is enough to use it. A try is counted
/// before its code is looked up, so that concurrent tries cannot exceed the limit, and given back if the code is right.
struct CheckoutTries<'a> {
    /// The limit of each code, and the refusal of a wrong one.
    codes: Vec<(&'a RateLimit, CheckoutRefusal)>,
    client: IpAddr,
}

impl<'a> CheckoutTries<'a> {
    /// Counts a try for each code, or refuses the checkout.
    async fn count(
        limits: &'a RateLimits,
        request: &CheckoutRequest,
        client: IpAddr,
    ) -> Result<Self, TooManyRequests> {
        let (discounts, gifts) = (&limits.discount_codes, &limits.gift_certificates);
        let mut tries = Self { codes: Vec::new(), client };
        for (code, limit, refusal) in [
            (&request.discount_code, discounts, CheckoutRefusal::InvalidDiscountCode),
            (&request.gift_certificate_code, gifts, CheckoutRefusal::InvalidGiftCertificateCode),
        ] {
            if code.as_deref().unwrap_or_default().is_empty() {
                continue;
            }
            // A refused checkout gives its tries back, so that many concurrent checkouts with right codes do not use up
            // the limit.
            tries.codes.push((limit, refusal));
            if let Err(refusal) = limit.count(client).await {
                tries.settle(None).await;
                return Err(refusal);
            }
        }
        Ok(tries)
    }

    /// Gives back every try except that of a code that was refused.
    async fn settle(self, refusal: Option<CheckoutRefusal>) {
        for (limit, _) in self.codes.into_iter().filter(|(_, wrong)| Some(*wrong) != refusal) {
            limit.give_back(self.client).await;
        }
    }
}
