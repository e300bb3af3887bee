//! An order before it is stored: priced, checked, and what it takes.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use stoa_db::{DbError, Transaction};
use stoa_runtime::{BadRequest, Error};
use stoa_storefront_server::op;
use stoa_storefront_types::Timestamp;
use tokio_postgres::types::Json;

use super::{
    basket::{
        Basket, INSUFFICIENT_STOCK, INVALID_DISCOUNT_CODE, INVALID_GIFT_CERTIFICATE_CODE, Line,
        Stock, StockOf,
    },
    number::order_number,
    payment::Payable,
    placing::{Lost, Wish},
};
use crate::pricing::{self, Discount, Overflow, Purchase, Shipping, Tax};

/// How long an order waits for its payment.
const EXPIRES_AFTER: TimeDelta = TimeDelta::minutes(30);

/// A cart's lines with their prices, and the digest of all that makes the order.
pub(super) struct Priced<'a> {
    wish: &'a Wish<'a>,
    basket: &'a Basket,
    items: Vec<Item<'a>>,
    subtotal: i64,
    pub(super) sha256: [u8; 32],
}

/// What `place_order.sql` stores, its names those of the columns.
pub(super) struct Draft<'a> {
    order: Order<'a>,
    items: Vec<Item<'a>>,
    discount_code_id: Option<i64>,
    /// None when nothing of it is needed.
    gift_certificate_id: Option<i64>,
    products: Stock,
    variants: Stock,
}

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
    expires_at: Timestamp,
    created_at: Timestamp,
}

#[derive(Debug, Serialize)]
struct Item<'a> {
    position: usize,
    product_id: i64,
    variant_id: Option<i64>,
    design_id: Option<&'a str>,
    product_name: &'a str,
    variant_name: Option<&'a str>,
    sku: Option<&'a str>,
    unit_price: i64,
    quantity: i64,
    total: i64,
    stock_of: Option<&'a str>,
}

impl<'a> Priced<'a> {
    pub(super) fn new(
        wish: &'a Wish<'a>,
        basket: &'a Basket,
    ) -> Result<Self, Error<op::PlaceOrder>> {
        let items: Result<Vec<_>, Overflow> =
            basket.lines.iter().enumerate().map(|(index, line)| Item::new(index, line)).collect();
        let items = items.map_err(too_large)?;
        let subtotal = pricing::sum(items.iter().map(|item| item.total)).map_err(too_large)?;
        let sha256 = digest(wish, basket, &items);
        Ok(Self { wish, basket, items, subtotal, sha256 })
    }

    /// The order, if stock and codes suffice for it and its total is the expected one.
    pub(super) fn draft(
        self,
        cart_id: i64,
        now: DateTime<Utc>,
    ) -> Result<Draft<'a>, Error<op::PlaceOrder>> {
        let Self { wish, basket, items, subtotal, sha256 } = self;
        let (body, store) = (&wish.request.body, wish.store);
        let (products, variants) = (basket.stock(StockOf::Product), basket.stock(StockOf::Variant));
        if products.values().chain(variants.values()).any(|(wanted, there)| wanted > there) {
            Err(INSUFFICIENT_STOCK)?;
        }
        let discount = basket.discount.as_ref();
        let reaches = |least: Option<i64>| least.is_none_or(|least| subtotal >= least);
        if discount.is_some_and(|code| !code.is_usable || !reaches(code.min_order_amount)) {
            Err(INVALID_DISCOUNT_CODE)?;
        }
        let certificate = basket.gift_certificate.as_ref();
        if certificate.is_some_and(|certificate| !certificate.is_usable) {
            Err(INVALID_GIFT_CERTIFICATE_CODE)?;
        }
        let rate = basket.rate.as_ref();
        let totals = pricing::totals(&Purchase {
            subtotal,
            discount: discount.map(|code| Discount { kind: code.kind, amount: code.amount }),
            shipping: rate.map(|it| Shipping { price: it.price, free_above: it.free_above }),
            tax: Tax { rate: store.tax_rate, on_shipping: store.tax_shipping },
            gift_balance: certificate.map_or(0, |certificate| certificate.remaining_amount),
        });
        let totals = totals.map_err(too_large)?;
        wish.expects(totals.total)?;
        let is_paid = totals.total == 0;
        let order = Order {
            number: order_number(&store.order_prefix),
            status: if is_paid { "paid" } else { "pending" },
            payment_status: if is_paid { "paid" } else { "unpaid" },
            cart_id,
            cart_sha256: format!("\\x{}", hex::encode(sha256)),
            customer_id: wish.customer.map(|customer| customer.id),
            customer_email: &body.customer_email,
            customer_name: &body.customer_name,
            customer_phone: wish.customer_phone(),
            shipping_address: body.shipping_address.as_ref(),
            billing_address: body.billing_address.as_ref(),
            customer_note: body.customer_note.as_deref(),
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
            payment_provider: &store.payment_provider,
            expires_at: Timestamp(now + EXPIRES_AFTER),
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
}

impl Draft<'_> {
    /// Takes what the order needs and stores it, or tells what somebody else has taken since it was read.
    pub(super) async fn store(
        self,
        transaction: &Transaction<'_>,
        site_id: i64,
    ) -> Result<Result<Payable, Lost>, DbError> {
        let Self { order, items, discount_code_id, gift_certificate_id, .. } = &self;
        let (products, pieces) = columns(&self.products);
        let (variants, pieces_of_variants) = columns(&self.variants);
        let (has_code, has_certificate, has_stock, order_id): (bool, bool, bool, Option<i64>) =
            transaction
                .one(
                    include_str!("place_order.sql"),
                    &[
                        &site_id,
                        &Json(order),
                        &Json(items),
                        discount_code_id,
                        gift_certificate_id,
                        &order.gift_certificate_total,
                        &products,
                        &pieces,
                        &variants,
                        &pieces_of_variants,
                    ],
                )
                .await?;
        Ok(match order_id {
            Some(id) => Ok(Payable {
                id,
                number: order.number.clone(),
                total: order.total,
                currency: order.currency.to_owned(),
                customer_email: order.customer_email.to_owned(),
                payment_provider: order.payment_provider.to_owned(),
                payment_intent_id: None,
                client_secret: (order.total == 0).then(String::new),
            }),
            None if !has_code => Err(Lost::DiscountCode),
            None if !has_certificate => Err(Lost::GiftCertificate),
            None if !has_stock => Err(Lost::Stock),
            None => Err(Lost::Race),
        })
    }
}

impl<'a> Item<'a> {
    fn new(index: usize, line: &'a Line) -> Result<Self, Overflow> {
        let unit_price = line.unit_price()?;
        Ok(Self {
            position: index + 1,
            product_id: line.product_id,
            variant_id: line.variant_id,
            design_id: line.design_id.as_deref(),
            product_name: &line.product_name,
            variant_name: line.variant_name.as_deref(),
            sku: line.sku.as_deref(),
            unit_price,
            quantity: line.quantity,
            total: pricing::line_total(unit_price, line.quantity)?,
            stock_of: line.stock_of.map(StockOf::as_str),
        })
    }
}

/// SHA-256 of what is ordered, by whom, where to and at which prices: the same checkout has the same. What is left
/// of stock, code and certificate is no part of it, since the order itself takes of these.
fn digest(wish: &Wish<'_>, basket: &Basket, items: &[Item<'_>]) -> [u8; 32] {
    let (body, store) = (&wish.request.body, wish.store);
    let lines = items.iter().map(|item| {
        json!([item.product_id, item.variant_id, item.design_id, item.quantity, item.unit_price])
    });
    let discount = basket.discount.as_ref();
    let rate = basket.rate.as_ref();
    let order = json!([
        lines.collect::<Vec<_>>(),
        rate.map(|rate| json!([rate.id, rate.price, rate.free_above])),
        discount.map(|code| json!([code.code, code.kind, code.amount])),
        basket.gift_certificate.as_ref().map(|certificate| &certificate.code),
        [json!(store.tax_rate), json!(store.tax_shipping)],
        [&store.currency, &store.payment_provider],
        wish.customer.map(|customer| customer.id),
        [&body.customer_email, &body.customer_name],
        [wish.customer_phone(), body.customer_note.as_deref()],
        [&body.shipping_address, &body.billing_address],
    ]);
    Sha256::digest(order.to_string()).into()
}

/// Ids and wanted pieces, as two arrays.
fn columns(stock: &Stock) -> (Vec<i64>, Vec<i64>) {
    stock.iter().map(|(id, (wanted, _))| (*id, *wanted)).unzip()
}

fn too_large(_: Overflow) -> BadRequest {
    BadRequest("The total is too large")
}
