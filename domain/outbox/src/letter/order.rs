//! Mails about a paid order, with the order's current content.

use serde::Deserialize;
use serde_json::Value;
use stoa_db::{Db, DbError};
use stoa_smtp::Letter;
use stoa_values::Currency;
use stoa_values::text::{is_control, one_line};

use super::StoredMail;
use super::pages::{self, ItemLine, Line, OrderPage};
use crate::{OrderNews, store::WritingStore};

/// The fields of a shipping address that a mail contains, in this order and in any letter case. All other fields are
/// visible only to the store.
const LINES_OF_ADDRESS: [&str; 19] = [
    "name",
    "company",
    "line1",
    "line2",
    "street",
    "address1",
    "address2",
    "postalCode",
    "postal_code",
    "zip",
    "city",
    "state",
    "province",
    "region",
    "administrativeArea",
    "administrative_area",
    "country",
    "countryCode",
    "country_code",
];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Order {
    number: String,
    customer_email: String,
    customer_name: String,
    currency: String,
    subtotal: i64,
    discount_total: i64,
    shipping_total: i64,
    tax_total: i64,
    gift_certificate_total: i64,
    total: i64,
    refunded_total: i64,
    gift_refunded_total: i64,
    shipping_address: Option<Value>,
    carrier: Option<String>,
    tracking_number: Option<String>,
    tracking_url: Option<String>,
    items: Vec<Item>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    product_name: String,
    variant_name: Option<String>,
    quantity: i64,
    total: i64,
    /// Picture of the item's design.
    thumbnail_url: Option<String>,
}

impl Order {
    /// Returns an order, or `None` if the order no longer exists or has no e-mail address.
    pub(super) async fn find(
        db: &Db,
        site_id: i64,
        id: i64,
        files_prefix: &str,
    ) -> Result<Option<Self>, DbError> {
        let sql = include_str!("order/find.sql");
        let order: Option<Self> = db.opt(sql, &[&site_id, &id, &files_prefix]).await?;
        Ok(order.filter(|order| !order.customer_email.is_empty()))
    }

    pub(super) fn letter(self, news: OrderNews, store: &WritingStore, mail: &StoredMail) -> Letter {
        let to = self.customer_email.clone();
        let order = self.page(news);
        let page = match news {
            OrderNews::Confirmed => pages::order_confirmed(store, &order),
            OrderNews::Shipped => pages::order_shipped(store, &order),
            OrderNews::Cancelled => pages::order_cancelled(store, &order),
            OrderNews::Refunded => pages::order_refunded(store, &order),
        };
        page.to(to).letter(store, mail)
    }

    fn page(self, news: OrderNews) -> OrderPage {
        let currency = Currency::of(&self.currency);
        let money = |cents| format!("{} {}", currency.decimal(cents), self.currency);
        let items = self.items.iter().map(|item| {
            let variant = item.variant_name.as_deref().map(|name| format!(" ({name})"));
            let name = format!("{}{}", item.product_name, variant.unwrap_or_default());
            let what = format!("{} \u{d7} {}", item.quantity, one_line(&name));
            let thumbnail_url = item.thumbnail_url.clone();
            ItemLine { what, amount: money(item.total), thumbnail_url }
        });
        let sums = [
            ("Subtotal", self.subtotal),
            ("Discount", -self.discount_total),
            ("Shipping", self.shipping_total),
            ("Tax", self.tax_total),
            ("Gift certificate", -self.gift_certificate_total),
        ];
        let sums = sums.into_iter().filter(|(_, cents)| *cents != 0);
        let refund = match news {
            OrderNews::Refunded => self.refunded_total,
            _ => self.total,
        };
        OrderPage {
            number: self.number.clone(),
            customer_name: one_line(&self.customer_name),
            items: items.collect(),
            sums: sums
                .map(|(what, cents)| Line { what: what.into(), amount: money(cents) })
                .collect(),
            total: money(self.total),
            refund: (refund > 0).then(|| money(refund)),
            gift_refund: (self.gift_refunded_total > 0).then(|| money(self.gift_refunded_total)),
            ships_to: lines_of(self.shipping_address.as_ref()),
            carrier: self.carrier.as_deref().map(one_line),
            tracking_number: self.tracking_number.as_deref().map(one_line),
            tracking_url: self.tracking_url.filter(|url| {
                (url.starts_with("https://") || url.starts_with("http://"))
                    && !url.contains(|c: char| is_control(c) || c.is_whitespace())
            }),
        }
    }
}

fn lines_of(address: Option<&Value>) -> Vec<String> {
    let fields = address.and_then(Value::as_object);
    let line = |name: &&str| {
        let (_, text) = fields?.iter().find(|(key, _)| key.eq_ignore_ascii_case(name))?;
        text.as_str().map(one_line)
    };
    LINES_OF_ADDRESS.iter().filter_map(line).filter(|line| !line.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn addresses() {
        let address = json!({"Line1": "1 Aloha Street", "city": "Hilo", "administrativeArea": "Hawaii",
            "postal_code": "96720", "country_code": "US", "phone": "+1", "region": " "});
        let lines = ["1 Aloha Street", "96720", "Hilo", "Hawaii", "US"];
        assert_eq!(lines_of(Some(&address)), lines);
        assert!(lines_of(Some(&json!("1 Aloha Street"))).is_empty());
        assert!(lines_of(None).is_empty());
    }
}
