//! The measured site, imported from a bundle.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use serde_json::{Value, json};
use stoa_site_bundle::Existing;

/// Stock of each variant, more than a run can sell.
const VARIANT_STOCK: i64 = 1_000_000;

/// API key of the site.
pub const KEY: &str = "svc_live_bench000000000000000000000000000";

/// Number of products, unless a benchmark needs more. Each has 4 images, 2 options of 3 values and 2 bulk rules.
pub const PRODUCTS: i64 = 2_000;

/// Variants of each product, numbered from 1; [`variant_id`] returns their ids.
pub const VARIANTS: i64 = 6;

/// Makes the schema, and imports site 1 with [`PRODUCTS`] products.
pub async fn fill(config: &tokio_postgres::Config, folder: &Path) -> anyhow::Result<()> {
    let file = folder.join("site.json");
    write_bundle(&file, 1, PRODUCTS)?;
    let mut client = stoa::database::connect(config).await?;
    stoa_schema::migrations::migrate(&mut client).await?;
    println!("{}", stoa_site_bundle::import(&mut client, &file, Existing::Refuse).await?);
    client.batch_execute("vacuum analyze").await?;
    Ok(())
}

/// Writes a bundle with these many products and the demo's branding, categories and shipping zones. The products are
/// never in memory as a whole.
pub fn write_bundle(file: &Path, site_id: i64, products: i64) -> anyhow::Result<()> {
    let demo: Value = serde_json::from_str(stoa::demo::BUNDLE)?;
    let site = json!({"id": site_id, "name": "Bench"});
    let store = json!({"currency": "USD", "paymentProvider": "test"});
    let keys = json!([{"name": "bench", "secret": KEY}]);
    let mut out = BufWriter::new(File::create(file)?);
    write!(
        out,
        r#"{{"formatVersion": 1, "site": {site}, "branding": {}, "apiKeys": {}, "store": {store}"#,
        demo["branding"], keys
    )?;
    write!(out, r#", "productCategories": {}, "products": ["#, demo["productCategories"])?;
    for id in 1..=products {
        let separator = if id > 1 { ",\n" } else { "" };
        write!(out, "{separator}{}", product(id))?;
    }
    write!(out, r#"], "shippingZones": {}}}"#, demo["shippingZones"])?;
    Ok(out.flush()?)
}

pub fn variant_id(product_id: i64, n: i64) -> i64 {
    product_id * 10 + n
}

fn product(id: i64) -> Value {
    let day = id % 28 + 1;
    let images: Value = (1..=4)
        .map(|n| json!({"id": id * 10 + n, "url": format!("https://cdn.example/{id}-{n}.jpg"), "alt": format!("Side {n}"), "order": n}))
        .collect();
    let variants: Value = (1..=VARIANTS).map(|n| variant(id, n)).collect();
    json!({
        "id": id,
        "categoryId": id % 4 + 1,
        "name": format!("Product number {id}"),
        "slug": format!("product-{id}"),
        "description": "<p>A product with a description of a usual length, made for measuring.</p>",
        "shortDescription": "Made for measuring",
        "price": 1_000 + id,
        "trackInventory": true,
        "featured": id % 10 == 0,
        "tags": ["bench", "product"],
        "metadata": {"material": "canvas"},
        "createdAt": format!("2026-{:02}-{day:02}T09:00:00.000Z", id % 12 + 1),
        "images": images,
        "options": [option(id, 1, "Size"), option(id, 2, "Color")],
        "variants": variants,
        // A rule for the product, and a better one for its first variant.
        "bulkPricing": [
            {"id": id * 10 + 1, "minQuantity": 10, "priceType": "percent_off", "amount": 1_000},
            {"id": id * 10 + 2, "variantId": variant_id(id, 1), "minQuantity": 25, "priceType": "fixed", "amount": 800},
        ],
    })
}

/// Returns one of a product's two options, with three values.
fn option(product_id: i64, n: i64, name: &str) -> Value {
    let values: Value = (1..=3)
        .map(|place| json!({"id": value_id(product_id, n, place), "value": format!("v{place}"), "label": format!("Value {place}"), "order": place}))
        .collect();
    json!({"id": option_id(product_id, n), "name": name, "order": n, "values": values})
}

/// Returns variant `n`: variants 1 to 3 are the sizes in the first color, 4 to 6 in the second.
fn variant(product_id: i64, n: i64) -> Value {
    let (size, color) = ((n - 1) % 3 + 1, (n - 1) / 3 + 1);
    let option_values: Value = [(1, size), (2, color)]
        .map(|(option, place)| json!({"optionId": option_id(product_id, option), "valueId": value_id(product_id, option, place)}))
        .into();
    json!({
        "id": variant_id(product_id, n),
        "name": format!("Variant {n}"),
        "sku": format!("SKU-{product_id}-{n}"),
        "price": 1_000 + product_id + n,
        "quantity": VARIANT_STOCK,
        "optionValues": option_values,
    })
}

fn option_id(product_id: i64, n: i64) -> i64 {
    product_id * 10 + n
}

fn value_id(product_id: i64, option: i64, place: i64) -> i64 {
    product_id * 10 + (option - 1) * 3 + place
}
