//! An order as `stoa order show` prints it.

use anyhow::Result;
use chrono::SecondsFormat;
use stoa_db::Cells;
use stoa_staff_types::{Order, OrderItem, Timestamp};

use crate::listing::{self, Output};

/// Writes an order's fields and its tables. Leaves out fields without a value and tables without a row.
pub fn write(site_id: i64, order: &Order, out: &mut Output) -> Result<()> {
    listing::write_fields(18, fields(site_id, order), out)?;
    for (headings, rows) in tables(order) {
        if !rows.is_empty() {
            writeln!(out)?;
            listing::write(headings, rows, out)?;
        }
    }
    Ok(())
}

fn fields(site_id: i64, order: &Order) -> [(&'static str, Option<String>); 20] {
    let (discount, shipping) = (order.discount_total, order.shipping_total);
    [
        ("Order", Some(order.order_number.clone())),
        ("Site", Some(site_id.to_string())),
        ("Status", Some(order.status.to_string())),
        ("Payment", Some(format!("{} ({})", order.payment_status, order.payment_provider))),
        ("Intent", order.payment_intent_id.clone()),
        ("Customer", Some(order.customer_name.clone())),
        ("E-mail", Some(order.customer_email.clone())),
        ("Phone", order.customer_phone.clone()),
        ("Ships to", order.shipping_address.as_ref().and_then(json)),
        ("Billed to", order.billing_address.as_ref().and_then(json)),
        ("Customer's note", order.customer_note.clone()),
        ("Subtotal", Some(order.subtotal.to_string())),
        ("Discount", nonzero(discount).map(|cents| cents + &in_brackets(&order.discount_code))),
        ("Shipping", Some(shipping.to_string() + &in_brackets(&order.shipping_method))),
        ("Tax", nonzero(order.tax_total)),
        ("Gift certificate", nonzero(order.gift_certificate_total)),
        ("Total", Some(format!("{} {}", order.total, order.currency))),
        ("Refunded", nonzero(order.refunded_total)),
        ("Parcel", parcel(order)),
        ("Tracker says", order.latest_tracking_status.clone()),
    ]
}

/// Headings and rows of the items, their print files, the status changes, the tracking events, the refunds and the
/// notes.
fn tables(order: &Order) -> [(&'static [&'static str], Vec<Cells>); 6] {
    let items = order.items.iter().map(|item| {
        let OrderItem { unit_price, quantity, total, .. } = item;
        let [price, quantity, total] =
            [unit_price, quantity, total].map(|number| Some(number.to_string()));
        vec![Some(name(item)), item.sku.clone(), price, quantity, total]
    });
    let print_files = order.items.iter().flat_map(|item| {
        item.print_files.iter().map(move |file| {
            let [line, quantity] =
                [item.position, item.quantity].map(|number| Some(number.to_string()));
            vec![line, Some(name(item)), quantity, Some(file.side.clone()), file.url.clone()]
        })
    });
    let history = order.status_history.iter().map(|change| {
        let from = change.from.as_ref().map(ToString::to_string);
        vec![Some(time(&change.created_at)), from, Some(change.to.to_string()), change.note.clone()]
    });
    let tracking = order.tracking_events.iter().map(|event| {
        vec![Some(time(&event.created_at)), Some(event.event_type.clone()), event.status.clone()]
    });
    let refunds = order.refunds.iter().map(|refund| {
        let amount = refund.amount.map_or("all".to_owned(), |cents| cents.to_string());
        vec![Some(time(&refund.requested_at)), Some(amount), refund.paid_at.as_ref().map(time)]
    });
    let notes = order.notes.iter().map(|note| {
        vec![Some(time(&note.created_at)), Some(note.author.name.clone()), Some(note.body.clone())]
    });
    [
        (&["ITEM", "SKU", "PRICE", "QUANTITY", "TOTAL"], items.collect()),
        (&["LINE", "PRINTED ON", "QUANTITY", "SIDE", "PRINT FILE"], print_files.collect()),
        (&["AT", "FROM", "TO", "NOTE"], history.collect()),
        (&["AT", "EVENT", "STATUS"], tracking.collect()),
        (&["REFUND ASKED", "AMOUNT", "PAID"], refunds.collect()),
        (&["AT", "BY", "INTERNAL NOTE"], notes.collect()),
    ]
}

/// The name of the item's product, and of its variant.
fn name(item: &OrderItem) -> String {
    match &item.variant_name {
        Some(variant) => format!("{} / {variant}", item.product_name),
        None => item.product_name.clone(),
    }
}

fn parcel(order: &Order) -> Option<String> {
    let (carrier, number) = (order.carrier.as_ref()?, order.tracking_number.as_ref()?);
    let url = order.tracking_url.as_ref().map_or(String::new(), |url| format!(" {url}"));
    Some(format!("{carrier} {number}{url}"))
}

fn nonzero(cents: i64) -> Option<String> {
    (cents != 0).then(|| cents.to_string())
}

fn in_brackets(text: &Option<String>) -> String {
    text.as_ref().map_or(String::new(), |text| format!(" ({text})"))
}

fn json(address: &serde_json::Map<String, serde_json::Value>) -> Option<String> {
    serde_json::to_string(address).ok()
}

fn time(at: &Timestamp) -> String {
    at.0.to_rfc3339_opts(SecondsFormat::Secs, true)
}
