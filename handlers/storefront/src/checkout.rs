//! From a cart to a pending order with a payment.
//!
//! The order is stored in one transaction under the cart's row lock, which takes all that it needs. Then its payment
//! begins, outside of any transaction: a provider that is slow must not hold locks. A crash between the two leaves an
//! order without a payment, and the next try finds both again: the order by the digest of what was ordered, the
//! payment by its key, which comes from the order.

mod basket;
mod draft;
mod number;
mod payment;
mod placing;

use stoa_runtime::{Error, Replayable};
use stoa_storefront_server::{
    Checkout,
    checkout::{PlaceOrder, ValidateDiscount, ValidateGiftCertificate},
    op,
};
use stoa_storefront_types::{CheckoutResult, DiscountValidation, GiftCertificateValidation};

use crate::{Customer, Storefront, Visitor};

use payment::unavailable;
use placing::{Outcome, Wish};

impl Checkout for Storefront {
    async fn place_order(
        &self,
        customer: Option<Customer>,
        request: PlaceOrder,
    ) -> Result<Replayable<CheckoutResult>, Error<op::PlaceOrder>> {
        let storefront = self.clone();
        // A task, so that a customer who hangs up after the commit leaves no order without a payment, and no
        // `Idempotency-Key` that seems to be in progress.
        tokio::spawn(async move { storefront.check_out(customer, &request).await }).await?
    }

    async fn validate_discount(
        &self,
        visitor: Visitor,
        request: ValidateDiscount,
    ) -> Result<DiscountValidation, Error<op::ValidateDiscount>> {
        Self::validate_discount(self, visitor, request).await
    }

    async fn validate_gift_certificate(
        &self,
        visitor: Visitor,
        request: ValidateGiftCertificate,
    ) -> Result<GiftCertificateValidation, Error<op::ValidateGiftCertificate>> {
        Self::validate_gift_certificate(self, visitor, request).await
    }
}

impl Storefront {
    async fn check_out(
        &self,
        customer: Option<Customer>,
        request: &PlaceOrder,
    ) -> Result<Replayable<CheckoutResult>, Error<op::PlaceOrder>> {
        let store = self.store(request.site_id).await?;
        let provider = self.provider(&store).map_err(unavailable)?;
        let publishable_key = provider.publishable_key();
        let wish = Wish { store: &store, customer, request, publishable_key };
        Ok(match self.place(&wish).await? {
            Outcome::Answered(answer) => Replayable::Replayed(answer),
            Outcome::Placed(placed) => {
                Replayable::Fresh(self.begin_payment(&store, &provider, *placed).await?)
            }
        })
    }
}
