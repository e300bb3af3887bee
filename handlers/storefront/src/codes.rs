//! What discount codes and gift certificates are worth, before anything is bought with them. How often one may
//! ask is limited, since a code is all that it takes to use one.

use std::net::IpAddr;

use stoa_db::Sql;
use stoa_orders::codes::{CERTIFICATE_STATUS, CODE_IS_USABLE};
use stoa_orders::pricing::{self, Discount, DiscountKind};
use stoa_rate_limit::{RateLimit, network};
use stoa_runtime::{BadRequest, Error, NotFound, TooManyRequests};
use stoa_storefront_server::checkout::{ValidateDiscount, ValidateGiftCertificate};
use stoa_storefront_types::{CheckoutRequest, DiscountValidation, GiftCertificateValidation};

use crate::{Storefront, Visitor};

static VALIDATE_DISCOUNT: Sql =
    Sql::of_parts(include_str!("codes/validate_discount.sql"), &[CODE_IS_USABLE]);
static VALIDATE_GIFT_CERTIFICATE: Sql =
    Sql::of_parts(include_str!("codes/validate_gift_certificate.sql"), &[CERTIFICATE_STATUS]);

/// Tries a minute for each client address and each kind of code.
const TRIES_PER_MINUTE: i64 = 10;

/// Who has tried which kind of code.
pub(crate) type CodeTries = RateLimit<(CodeKind, IpAddr)>;

/// What is counted by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum CodeKind {
    Discount,
    GiftCertificate,
}

/// `CheckoutApi::validate_discount`.
pub(crate) async fn validate_discount(
    storefront: &Storefront,
    visitor: Visitor,
    request: ValidateDiscount,
) -> Result<DiscountValidation, Error<ValidateDiscount>> {
    count_try(storefront, CodeKind::Discount, visitor.address)?;
    let subtotal = request.body.subtotal;
    let found: Option<(DiscountKind, DiscountValidation)> = storefront
        .db
        .opt(
            VALIDATE_DISCOUNT.with(&[]),
            &[&request.site_id, &request.body.code, &storefront.now(), &subtotal],
        )
        .await?;
    let (kind, mut validation) = found.ok_or(BadRequest("Invalid discount code"))?;
    let discount = Discount { kind, amount: validation.amount };
    validation.discount_amount =
        subtotal.map(|subtotal| pricing::discount(discount, subtotal)).transpose()?;
    Ok(validation)
}

/// `CheckoutApi::validate_gift_certificate`.
pub(crate) async fn validate_gift_certificate(
    storefront: &Storefront,
    visitor: Visitor,
    request: ValidateGiftCertificate,
) -> Result<GiftCertificateValidation, Error<ValidateGiftCertificate>> {
    count_try(storefront, CodeKind::GiftCertificate, visitor.address)?;
    let certificate = storefront
        .db
        .opt(
            VALIDATE_GIFT_CERTIFICATE.with(&[]),
            &[&request.site_id, &request.body.code, &storefront.now()],
        )
        .await?;
    Ok(certificate.ok_or(NotFound("Gift certificate not found"))?)
}

/// Counts a try of a kind of code, or refuses it. Each try counts before it is known whether the code is right, so
/// that many at once are no more tries than one after the other.
fn count_try(
    storefront: &Storefront,
    kind: CodeKind,
    address: IpAddr,
) -> Result<(), TooManyRequests> {
    let now = storefront.clock.system_time();
    let standing = storefront.code_tries.count((kind, network(address)), TRIES_PER_MINUTE, now);
    match standing.retry_after {
        None => Ok(()),
        Some(retry_after) => {
            Err(TooManyRequests { message: "Too many attempts, slow down", retry_after })
        }
    }
}

/// Codes that a checkout names, which are tries as long as they are not known to be right.
pub(crate) struct CheckoutTries<'a> {
    storefront: &'a Storefront,
    kinds: Vec<CodeKind>,
    address: IpAddr,
}

impl<'a> CheckoutTries<'a> {
    /// Counts a try for each code, or refuses the checkout.
    pub(crate) fn count(
        storefront: &'a Storefront,
        request: &CheckoutRequest,
        address: IpAddr,
    ) -> Result<Self, TooManyRequests> {
        let is_named = |code: &Option<String>| code.as_ref().is_some_and(|code| !code.is_empty());
        let mut tries = Self { storefront, kinds: Vec::new(), address };
        for (kind, code) in [
            (CodeKind::Discount, &request.discount_code),
            (CodeKind::GiftCertificate, &request.gift_certificate_code),
        ] {
            if !is_named(code) {
                continue;
            }
            if let Err(refusal) = count_try(storefront, kind, address) {
                tries.settle(None);
                return Err(refusal);
            }
            tries.kinds.push(kind);
        }
        Ok(tries)
    }

    /// Leaves only the wrong code counted, if there was one.
    pub(crate) fn settle(self, wrong: Option<CodeKind>) {
        let now = self.storefront.clock.system_time();
        for kind in self.kinds.into_iter().filter(|kind| Some(*kind) != wrong) {
            self.storefront.code_tries.give_back(&(kind, network(self.address)), now);
        }
    }
}
