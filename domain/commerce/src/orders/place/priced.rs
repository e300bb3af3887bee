//! A cart's lines with their prices, and the digest by which a repeated checkout finds its order.

use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use stoa_payments::Provider;
use stoa_values::Currency;
use stoa_values::money::{Overflow, sum, times};

use super::{
    Checkout, CheckoutError,
    contents::{CartContents, Line},
};
use crate::stock::StockOf;

/// The items to order with their prices, and everything else that the digest covers.
pub(super) struct Priced<'a> {
    pub(super) checkout: &'a Checkout<'a>,
    pub(super) provider: &'a Provider,
    pub(super) contents: &'a CartContents,
    pub(super) items: Vec<Item<'a>>,
    pub(super) subtotal: i64,
    pub(super) sha256: [u8; 32],
}

/// An item of an order. `insert_items.sql` reads the fields by name, so each field is named after its column.
#[derive(Debug, Serialize)]
pub(super) struct Item<'a> {
    position: usize,
    product_id: i64,
    variant_id: Option<i64>,
    pub(super) design_id: Option<&'a str>,
    design_revision: Option<i64>,
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
        checkout: &'a Checkout<'a>,
        provider: &'a Provider,
        contents: &'a CartContents,
    ) -> Result<Self, CheckoutError> {
        let currency = Currency::of(&checkout.store.currency);
        let lines = contents.lines.iter().enumerate();
        let items = lines.map(|(index, line)| Item::new(index, line, currency));
        let items = items.collect::<Result<Vec<_>, Overflow>>()?;
        let subtotal = sum(items.iter().map(|item| item.total))?;
        let sha256 = digest(checkout, provider, contents, &items);
        Ok(Self { checkout, provider, contents, items, subtotal, sha256 })
    }
}

impl<'a> Item<'a> {
    fn new(index: usize, line: &'a Line, currency: Currency) -> Result<Self, Overflow> {
        let unit_price = line.unit_price(currency)?;
        Ok(Self {
            position: index + 1,
            product_id: line.product_id,
            variant_id: line.variant_id,
            design_id: line.design_id.as_deref(),
            design_revision: line.design_revision,
            product_name: &line.product_name,
            variant_name: line.variant_name.as_deref(),
            sku: line.sku.as_deref(),
            unit_price,
            quantity: line.quantity,
            total: times(unit_price, line.quantity)?,
            stock_of: line.stock_of.map(StockOf::as_str),
        })
    }
}

/// Returns the SHA-256 digest of the items, the prices, the payment account, the purchaser and the addresses. A
/// repeated checkout has the same digest.
///
/// The digest does not cover the stock, the remaining uses of the code and the balance of the certificate, because the
/// order itself changes them.
fn digest(
    checkout: &Checkout<'_>,
    provider: &Provider,
    contents: &CartContents,
    items: &[Item<'_>],
) -> [u8; 32] {
    let (request, store) = (checkout.request, checkout.store);
    let lines = items.iter().map(|item| {
        // Another revision of a design counts as another design.
        let design = item.design_id.map(|id| json!([id, item.design_revision]));
        json!([item.product_id, item.variant_id, design, item.quantity, item.unit_price])
    });
    let discount = contents.discount.as_ref();
    let rate = contents.rate.as_ref();
    let order = json!([
        lines.collect::<Vec<_>>(),
        rate.map(|rate| json!([rate.id, rate.price, rate.free_above])),
        discount.map(|code| json!([code.code, code.kind, code.amount])),
        contents.gift_certificate.as_ref().map(|certificate| &certificate.code),
        [json!(store.tax_rate), json!(store.tax_shipping)],
        [store.currency.as_str(), provider.name(), &provider.account()],
        checkout.customer_id,
        [&request.customer_email, &request.customer_name],
        [checkout.customer_phone(), request.customer_note.as_deref()],
        [&request.shipping_address, &request.billing_address],
    ]);
    Sha256::digest(order.to_string()).into()
}
