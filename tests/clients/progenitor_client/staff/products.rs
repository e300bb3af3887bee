//! Products and variants with both clients.

use serde_json::json;

use super::super::{both, read};
use super::Office;

pub async fn products(office: &Office<'_>) {
    let q = read("tote");
    both!(office.list_products(1, None, None, None, Some(false), Some(&q), Some(read("active")))
        as (1).low_stock(false).q("tote").status(read("active")))
    .unwrap();
    both!(office.get_product(1, 1)).unwrap();
    // progenitor leaves null out.
    let patch = json!({"price": 2600, "tags": ["canvas"]});
    both!(office.update_product(1, 1, &read("*"), &read(&patch)) as (1, 1, "*", &read(&patch)))
        .unwrap();
    let tag = "\"1\"";
    let stale =
        both!(office.update_product(1, 1, &read(tag), &read(&patch)) as (1, 1, tag, &read(&patch)));
    let stale = stale.unwrap_err();
    assert_eq!(stale, "412: The product has changed");
    let patch = json!({"price": 2700});
    both!(office.update_variant(1, 1, 1, &read("*"), &read(&patch))
        as (1, 1, 1, "*", &read(&patch)))
    .unwrap();
    let scarf = json!({"name": "Scarf", "slug": "scarf", "price": 4800, "stockQuantity": 3});
    both!(office.create_product(1, &read(&scarf))).unwrap();
    let variant =
        json!({"name": "Rust", "price": 3300, "optionValues": [{"optionId": 1, "valueId": 3}]});
    let variant = both!(office.add_variant(1, 1, &read(&variant))).unwrap();
    let id = variant["data"]["id"].as_f64().unwrap() as i64;
    both!(office.remove_variant(1, 1, id)).unwrap();
    let copy = json!({"slug": "scarf-2"});
    both!(office.duplicate_product(1, 1, &read(&copy))).unwrap();
    let parts = json!({
        "bulkPricing": [{"minQuantity": 10, "priceType": "percent_off", "amount": 1000}],
        "options": [{"name": "Size", "values": [{"value": "s", "label": "Small"}]}],
    });
    both!(office.update_product(1, 9, &read("*"), &read(&parts)) as (1, 9, "*", &read(&parts)))
        .unwrap();
    images(office).await;
    both!(office.archive_product(1, 1)).unwrap();
    both!(office.restore_product(1, 1)).unwrap();
}

async fn images(office: &Office<'_>) {
    let image = json!({"url": "https://harborgoods.example/sea.jpg", "alt": "The sea"});
    both!(office.add_image(1, 9, &read(&image))).unwrap();
    // The pictures of product 2.
    let ids = json!({"imageIds": [5, 4]});
    both!(office.order_images(1, 2, &read("*"), &read(&ids)) as (1, 2, "*", &read(&ids))).unwrap();
    let patch = json!({"alt": "A pouch"});
    both!(office.update_image(1, 2, 4, &read("*"), &read(&patch))
        as (1, 2, 4, "*", &read(&patch)))
    .unwrap();
    both!(office.remove_image(1, 2, 4)).unwrap();
}
