//! Product categories, discount codes, shipping zones, gift certificates and taxes with both clients.

use serde_json::{Value, json};

use super::super::{both, read};
use super::Office;

/// The id of a new row.
fn id(created: &Value) -> i64 {
    created["data"]["id"].as_f64().unwrap() as i64
}

pub async fn catalog(office: &Office<'_>) {
    categories(office).await;
    discount_codes(office).await;
    shipping_zones(office).await;
    gift_certificates(office).await;
    both!(office.get_tax(1)).unwrap();
    let patch = json!({"taxRate": 800});
    both!(office.update_tax(1, &read("*"), &read(&patch)) as (1, "*", &read(&patch))).unwrap();
}

async fn categories(office: &Office<'_>) {
    both!(office.list_product_categories(1)).unwrap();
    let wish = json!({"name": "Totes", "slug": "totes", "order": 4});
    let id = id(&both!(office.create_product_category(1, &read(&wish))).unwrap());
    both!(office.get_product_category(1, id)).unwrap();
    let patch = json!({"name": "Bags", "parentId": 1});
    both!(office.update_product_category(1, id, &read("*"), &read(&patch))
        as (1, id, "*", &read(&patch)))
    .unwrap();
    let stale = both!(office.update_product_category(1, id, &read("\"1\""), &read(&patch))
        as (1, id, "\"1\"", &read(&patch)));
    assert_eq!(stale.unwrap_err(), "412: The product category has changed");
    both!(office.remove_product_category(1, id)).unwrap();
}

async fn discount_codes(office: &Office<'_>) {
    both!(office.list_discount_codes(1, None, None, Some(&read("wel"))) as (1).q("wel")).unwrap();
    let wish = json!({"code": "SUMMER", "discountType": "percent", "amount": 2000,
        "expiresAt": "2026-07-01T00:00:00.000Z"});
    let id = id(&both!(office.create_discount_code(1, &read(&wish))).unwrap());
    both!(office.get_discount_code(1, id)).unwrap();
    let patch = json!({"maxUses": 500, "active": false});
    both!(office.update_discount_code(1, id, &read("*"), &read(&patch))
        as (1, id, "*", &read(&patch)))
    .unwrap();
    both!(office.remove_discount_code(1, id)).unwrap();
}

async fn shipping_zones(office: &Office<'_>) {
    both!(office.list_shipping_zones(1)).unwrap();
    let wish = json!({"name": "Canada", "countries": ["CA"], "rates": [{"name": "Standard", "price": 1200}]});
    let id = id(&both!(office.create_shipping_zone(1, &read(&wish))).unwrap());
    both!(office.get_shipping_zone(1, id)).unwrap();
    let patch = json!({"rates": [{"name": "Express", "price": 2100, "minDeliveryDays": 1}]});
    both!(office.update_shipping_zone(1, id, &read("*"), &read(&patch))
        as (1, id, "*", &read(&patch)))
    .unwrap();
    both!(office.remove_shipping_zone(1, id)).unwrap();
}

async fn gift_certificates(office: &Office<'_>) {
    let code = "GIFT-7QHX-9KDM-2VWT";
    both!(office.list_gift_certificates(1, Some(&read(code)), None, None) as (1).code(code))
        .unwrap();
    let wish = json!({"amount": 2500});
    let id = id(&both!(office.issue_gift_certificate(1, &read(&wish))).unwrap());
    both!(office.get_gift_certificate(1, id)).unwrap();
    both!(office.disable_gift_certificate(1, id)).unwrap();
    both!(office.enable_gift_certificate(1, id)).unwrap();
}
