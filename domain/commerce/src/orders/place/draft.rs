//! An order before it is stored, with its totals and with the stock, discount use and gift amount that it will take.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use serde_json::{Map, Value};
use stoa_db::Transaction;
use stoa_inbox::{LOW_STOCK_QUANTITY, announce_after_commit};
use stoa_storefront_types::Timestamp;
use stoa_values::Currency;
use tokio_postgres::types::Json;

use super::{
    CheckoutError,
    contents::{Stock, StockOf},
    error::{AttemptError, Overtaken},
    number::order_number,
    pending_order::PendingOrder,
    priced::{Item, Priced},
};
use crate::orders::pricing::{self, Discount, Purchase, Shipping, Tax};

/// Time for which an order waits for its payment; then it expires.
const PENDING_ORDER_TTL: TimeDelta = TimeDelta::minutes(30);

/// The order that `place_order.sql` stores.
pub(super) struct Draft<'a> {
    order: Order<'a>,
    items: Vec<Item<'a>>,
    discount_code_id: Option<i64>,
    /// `None` if the order takes no amount from a gift certificate.
    gift_certificate_id: Option<i64>,
    products: Stock,
    variants: Stock,
}

/// The row of the order. `place_order.sql` reads the fields by name, so each field is named after its column.
#[derive(Debug, Serialize)]
struct Order<'a> {
    number: String,
    status: &'a str,
    payment_status: &'a str,
    cart_id: i64,
    cart_sha256: String,
    customer_id: Option<i64>,
    customer_email: &'a str,
    customer_name: &'a str,
    customer_phone: Option<&'a str>,
    shipping_address: Option<&'a Map<String, Value>>,
    billing_address: Option<&'a Map<String, Value>>,
    customer_note: Option<&'a str>,
    currency: &'a str,
    subtotal: i64,
    discount_total: i64,
    shipping_total: i64,
    tax_total: i64,
    gift_certificate_total: i64,
    total: i64,
    discount_code: Option<&'a str>,
    gift_certificate_code: Option<&'a str>,
    shipping_rate_id: Option<&'a str>,
    shipping_method: Option<&'a str>,
    payment_provider: &'a str,
    payment_account: String,
    expires_at: Timestamp,
    created_at: Timestamp,
}

impl<'a> Draft<'a> {
    /// Computes the totals of the order. Returns an error in these cases:
    /// - The stock does not suffice.
    /// - The discount code or the gift certificate is not usable.
    /// - The total differs from the total that the customer was shown.
    /// - The payment provider does not accept the total.
    pub(super) fn new(
        priced: Priced<'a>,
        cart_id: i64,
        now: DateTime<Utc>,
    ) -> Result<Self, CheckoutError> {
        let Priced { checkout, provider, contents, items, subtotal, sha256 } = priced;
        let (request, store) = (checkout.request, checkout.store);
        let (products, variants) =
            (contents.stock(StockOf::Product), contents.stock(StockOf::Variant));
        if products.values().chain(variants.values()).any(|(wanted, there)| wanted > there) {
            return Err(CheckoutError::InsufficientStock);
        }
        let discount = contents.discount.as_ref();
        let reaches = |least: Option<i64>| least.is_none_or(|least| subtotal >= least);
        if discount.is_some_and(|code| !code.is_usable || !reaches(code.min_order_amount)) {
            return Err(CheckoutError::InvalidDiscountCode);
        }
        let certificate = contents.gift_certificate.as_ref();
        if certificate.is_some_and(|certificate| !certificate.is_usable) {
            return Err(CheckoutError::InvalidGiftCertificateCode);
        }
        let rate = contents.rate.as_ref();
        let totals = pricing::totals(&Purchase {
            subtotal,
            discount: discount.map(|code| Discount { kind: code.kind, amount: code.amount }),
            shipping: rate.map(|it| Shipping { price: it.price, free_above: it.free_above }),
            tax: Tax { rate: store.tax_rate, on_shipping: store.tax_shipping },
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
            products,
            variants,
        })
    }

    /// Takes the order's stock, discount use and gift amount, and stores the order. Fails if a concurrent request has
    /// taken some of these since the contents were read.
    pub(super) async fn store(
        self,
        transaction: &Transaction<'_>,
        site_id: i64,
    ) -> Result<PendingOrder, AttemptError> {
        let Self { order, items, discount_code_id, gift_certificate_id, .. } = &self;
        let (products, pieces) = columns(&self.products);
        let (variants, pieces_of_variants) = columns(&self.variants);
        transaction.invalidate_cache(site_id);
        let outcome: (bool, bool, bool, bool, Option<i64>, bool) = transaction
            .one(
                include_str!("place_order.sql"),
                &[
                    &site_id,
                    &Json(order),
                    &order.created_at.0,
                    &Json(items),
                    discount_code_id,
                    gift_certificate_id,
                    &order.gift_certificate_total,
                    &products,
                    &pieces,
                    &variants,
                    &pieces_of_variants,
                    &LOW_STOCK_QUANTITY,
                ],
            )
            .await?;
        let (has_code, has_certificate, has_stock, has_designs, order_id, is_stock_low) = outcome;
        if is_stock_low {
            announce_after_commit(transaction, site_id);
        }
        let id = match order_id {
            Some(id) => id,
            None if !has_code => return Err(Overtaken::DiscountCode.into()),
            None if !has_certificate => return Err(Overtaken::GiftCertificate.into()),
            None if !has_stock => return Err(Overtaken::Stock.into()),
            None if !has_designs => return Err(Overtaken::Design.into()),
            None => return Err(Overtaken::LockOrNumber.into()),
        };
        Ok(PendingOrder {
            id,
            number: order.number.clone(),
            total: order.total,
            currency: order.currency.to_owned(),
            customer_email: order.customer_email.to_owned(),
            payment_provider: order.payment_provider.to_owned(),
            payment_intent_id: None,
            client_secret: (order.total == 0).then(String::new),
        })
    }
}

fn columns(stock: &Stock) -> (Vec<i64>, Vec<i64>) {
    stock.iter().map(|(id, (wanted, _))| (*id, *wanted)).unzip()
}
