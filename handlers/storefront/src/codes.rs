//! What discount codes and gift certificates are worth, before anything is bought with them. How often one may
//! ask is limited, since a code is all that it takes to use one.

use std::net::IpAddr;

use stoa_db::Sql;
use stoa_orders::codes::{CERTIFICATE_STATUS, CODE_IS_USABLE};
use stoa_orders::pricing::{self, Discount, DiscountKind};
use stoa_rate_limit::{RateLimit, network};
use stoa_runtime::{BadRequest, Error, NotFound, TooManyRequests};
use stoa_storefront_server::{
    checkout::{ValidateDiscount, ValidateGiftCertificate},
    op,
};
use stoa_storefront_types::{DiscountValidation, GiftCertificateValidation};

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

/// The trait's `validate_discount`.
pub(crate) async fn validate_discount(
    storefront: &Storefront,
    visitor: Visitor,
    request: ValidateDiscount,
) -> Result<DiscountValidation, Error<op::ValidateDiscount>> {
    count_try(storefront, CodeKind::Discount, visitor)?;
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

/// The trait's `validate_gift_certificate`.
pub(crate) async fn validate_gift_certificate(
    storefront: &Storefront,
    visitor: Visitor,
    request: ValidateGiftCertificate,
) -> Result<GiftCertificateValidation, Error<op::ValidateGiftCertificate>> {
    count_try(storefront, CodeKind::GiftCertificate, visitor)?;
    let certificate = storefront
        .db
        .opt(
            VALIDATE_GIFT_CERTIFICATE.with(&[]),
            &[&request.site_id, &request.body.code, &storefront.now()],
        )
        .await?;
    Ok(certificate.ok_or(NotFound("Gift certificate not found"))?)
}

fn count_try(
    storefront: &Storefront,
    kind: CodeKind,
    visitor: Visitor,
) -> Result<(), TooManyRequests> {
    let caller = (kind, network(visitor.address));
    let now = storefront.clock.system_time();
    match storefront.code_tries.count(caller, TRIES_PER_MINUTE, now).retry_after {
        None => Ok(()),
        Some(retry_after) => {
            Err(TooManyRequests { message: "Too many attempts, slow down", retry_after })
        }
    }
}
