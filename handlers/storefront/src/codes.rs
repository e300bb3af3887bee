//! Validation of discount codes and gift certificates before checkout. Wrong codes are rate-limited, since knowing a code
//! is enough to use it. A try is counted before its code is looked up, so that concurrent tries cannot exceed the limit,
//! and given back if the code is right.

use std::net::IpAddr;

use stoa_commerce::orders::pricing::{self, Discount, DiscountKind};
use stoa_runtime::{Error, Internal, RateLimit, TooManyRequests};
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::RateLimits;
use stoa_storefront_server::checkout::{ValidateDiscount, ValidateGiftCertificate};
use stoa_storefront_types::{CheckoutRequest, DiscountValidation, GiftCertificateValidation};

use crate::{Storefront, Visitor};

/// Kinds of codes. Each has its own limit of tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodeKind {
    Discount,
    GiftCertificate,
}

pub(crate) async fn validate_discount(
    storefront: &Storefront,
    visitor: Visitor,
    request: ValidateDiscount,
) -> Result<DiscountValidation, Error<ValidateDiscount>> {
    storefront.rate_limits.discount_codes.count(visitor.client).await?;
    let subtotal = request.body.subtotal;
    let currency = storefront.currency(request.site_id).await?;
    let found: Option<(DiscountKind, DiscountValidation)> = storefront
        .db
        .opt(
            include_str!("codes/validate_discount.sql"),
            &[&request.site_id, &request.body.code, &storefront.now(), &subtotal],
        )
        .await?;
    let (kind, mut validation) = found.ok_or(reasons::InvalidDiscountCode)?;
    storefront.rate_limits.discount_codes.give_back(visitor.client).await;
    let discount = Discount { kind, amount: validation.amount };
    validation.discount_amount = subtotal
        .map(|subtotal| pricing::discount(discount, subtotal, currency))
        .transpose()
        .map_err(|_| Internal("a discount exceeds its subtotal".into()))?;
    Ok(validation)
}

pub(crate) async fn validate_gift_certificate(
    storefront: &Storefront,
    visitor: Visitor,
    request: ValidateGiftCertificate,
) -> Result<GiftCertificateValidation, Error<ValidateGiftCertificate>> {
    storefront.rate_limits.gift_certificates.count(visitor.client).await?;
    let certificate = storefront
        .db
        .opt(
            include_str!("codes/validate_gift_certificate.sql"),
            &[&request.site_id, &request.body.code, &storefront.now()],
        )
        .await?;
    let certificate = certificate.ok_or(reasons::GiftCertificateNotFound)?;
    storefront.rate_limits.gift_certificates.give_back(visitor.client).await;
    Ok(certificate)
}

impl CodeKind {
    /// Returns the limit of tries of this kind.
    fn limit(self, limits: &RateLimits) -> &RateLimit {
        match self {
            Self::Discount => &limits.discount_codes,
            Self::GiftCertificate => &limits.gift_certificates,
        }
    }
}

/// The codes in a checkout. Each code counts as a try until it is known to be right.
pub(crate) struct CheckoutTries<'a> {
    limits: &'a RateLimits,
    kinds: Vec<CodeKind>,
    client: IpAddr,
}

impl<'a> CheckoutTries<'a> {
    /// Counts a try for each code, or refuses the checkout.
    pub(crate) async fn count(
        limits: &'a RateLimits,
        request: &CheckoutRequest,
        client: IpAddr,
    ) -> Result<Self, TooManyRequests> {
        let is_named = |code: &Option<String>| code.as_ref().is_some_and(|code| !code.is_empty());
        let mut tries = Self { limits, kinds: Vec::new(), client };
        for (kind, code) in [
            (CodeKind::Discount, &request.discount_code),
            (CodeKind::GiftCertificate, &request.gift_certificate_code),
        ] {
            if !is_named(code) {
                continue;
            }
            // A refused checkout gives its tries back, so that many concurrent checkouts with right codes do not use up
            // the limit.
            tries.kinds.push(kind);
            if let Err(refusal) = kind.limit(limits).count(client).await {
                tries.settle(None).await;
                return Err(refusal);
            }
        }
        Ok(tries)
    }

    /// Gives back every try except the one of the wrong code.
    pub(crate) async fn settle(self, wrong: Option<CodeKind>) {
        for kind in self.kinds.into_iter().filter(|kind| Some(*kind) != wrong) {
            kind.limit(self.limits).give_back(self.client).await;
        }
    }
}
