//! Products and variants with both clients.

use serde_json::json;

use super::super::{both, read};
use super::Office;

pub async fn products(office: &Office<'_>) {
    let q = read("tote");
    both!(office.list_products(1, None, None, None, Some(&q), Some(read("active")))
        as (1).q("tote").status(read("active")))
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
    both!(office.archive_product(1, 1)).unwrap();
    both!(office.restore_product(1, 1)).unwrap();
}
