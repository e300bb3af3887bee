//! An order before it is stored, with its totals and with the stock, discount use and gift amount that it will take.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use serde_json::{Map, Value};
use stoa_storefront_types::Timestamp;
use stoa_values::Currency;

use super::{
    CheckoutError, CheckoutRefusal,
    number::order_number,
    priced::{Item, Priced},
};
use crate::orders::pricing::{self, Discount, Purchase, Shipping};
use crate::stock::StockKey;

/// Time for which an order waits for its payment; then it expires.
const PENDING_ORDER_TTL: TimeDelta = TimeDelta::minutes(30);

pub(super) struct Draft<'a> {
    pub(super) order: Order<'a>,
    pub(super) items: Vec<Item<'a>>,
    pub(super) discount_code_id: Option<i64>,
    /// `None` if the order takes no amount from a gift certificate.
    pub(super) gift_certificate_id: Option<i64>,
    /// The pieces that the order takes from each stock.
    pub(super) taken: BTreeMap<StockKey, i64>,
}

/// The row of the order. `insert_order.sql` reads the fields by name, so each field is named after its column.
#[derive(Debug, Serialize)]
pub(super) struct Order<'a> {
    pub(super) number: String,
    status: &'a str,
    payment_status: &'a str,
    cart_id: i64,
    cart_sha256: String,
    customer_id: Option<i64>,
    pub(super) customer_email: &'a str,
    customer_name: &'a str,
    customer_phone: Option<&'a str>,
    shipping_address: Option<&'a Map<String, Value>>,
    billing_address: Option<&'a Map<String, Value>>,
    customer_note: Option<&'a str>,
    pub(super) currency: &'a str,
    subtotal: i64,
    discount_total: i64,
    shipping_total: i64,
    tax_total: i64,
    pub(super) gift_certificate_total: i64,
    pub(super) total: i64,
    pub(super) discount_code: Option<&'a str>,
    gift_certificate_code: Option<&'a str>,
    shipping_rate_id: Option<&'a str>,
    shipping_method: Option<&'a str>,
    pub(super) payment_provider: &'a str,
    payment_account: String,
    expires_at: Timestamp,
    pub(super) created_at: Timestamp,
}

impl<'a> Draft<'a> {
    /// Computes the totals of the order, and refuses an order that cannot be placed.
    pub(super) fn new(
        priced: Priced<'a>,
        cart_id: i64,
        now: DateTime<Utc>,
    ) -> Result<Self, CheckoutError> {
        let Priced { checkout, provider, contents, items, subtotal, sha256 } = priced;
        let (request, store) = (checkout.request, checkout.store);
        let taken = contents.taken()?;
        let discount = contents.discount.as_ref();
        let reaches = |least: Option<i64>| least.is_none_or(|least| subtotal >= least);
        if discount.is_some_and(|code| !code.is_usable || !reaches(code.min_order_amount)) {
            return Err(CheckoutRefusal::InvalidDiscountCode.into());
        }
        let certificate = contents.gift_certificate.as_ref();
        if certificate.is_some_and(|certificate| !certificate.is_usable) {
            return Err(CheckoutRefusal::InvalidGiftCertificateCode.into());
        }
        let rate = contents.rate.as_ref();
        let totals = pricing::totals(&Purchase {
            subtotal,
            discount: discount.map(|code| Discount { kind: code.kind, amount: code.amount }),
            shipping: rate.map(|it| Shipping { price: it.price, free_above: it.free_above }),
            tax_rate: store.tax_rate,
            taxes_shipping: store.tax_shipping,
            gift_balance: certificate.map_or(0, |certificate| certificate.remaining_amount),
            currency: Currency::of(&store.currency),
        })?;
        checkout.expects(totals.total)?;
        let is_paid = totals.total == 0;
        if !is_paid {
            provider.takes(totals.total, &store.currency)?;
        }
        let order = Order {
            number: order_number(&store.order_prefix),
            status: if is_paid { "paid" } else { "pending" },
            payment_status: if is_paid { "paid" } else { "unpaid" },
            cart_id,
            cart_sha256: format!("\\x{}", hex::encode(sha256)),
            customer_id: checkout.customer_id,
            customer_email: &request.customer_email,
            customer_name: &request.customer_name,
            customer_phone: checkout.customer_phone(),
            shipping_address: request.shipping_address.as_ref(),
            billing_address: request.billing_address.as_ref(),
            customer_note: request.customer_note.as_deref(),
            currency: &store.currency,
            subtotal,
            discount_total: totals.discount,
            shipping_total: totals.shipping,
            tax_total: totals.tax,
            gift_certificate_total: totals.gift_certificate,
            total: totals.total,
            discount_code: discount.map(|code| code.code.as_str()),
            gift_certificate_code: certificate.map(|certificate| certificate.code.as_str()),
            shipping_rate_id: rate.map(|rate| rate.id.as_str()),
            shipping_method: rate.map(|rate| rate.name.as_str()),
            payment_provider: provider.name(),
            payment_account: provider.account(),
            expires_at: Timestamp(now + PENDING_ORDER_TTL),
            created_at: Timestamp(now),
        };
        Ok(Draft {
            order,
            items,
            discount_code_id: discount.map(|code| code.id),
            gift_certificate_id: certificate
                .filter(|_| totals.gift_certificate > 0)
                .map(|certificate| certificate.id),
            taken,
        })
    }
}
