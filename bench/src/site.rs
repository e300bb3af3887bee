//! The site that is measured: 2,000 products and 5,000 posts, imported as any bundle is.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use serde_json::{Value, json};

/// Pieces of each variant: no run of checkouts sells them out.
const PLENTY: i64 = 1_000_000;

/// A key with a limit that no run reaches.
pub const KEY: &str = "svc_live_bench000000000000000000000000000";

/// Products, each of three variants: the variant `n` of a product has the id [`variant_id`].
pub const PRODUCTS: i64 = 2_000;

pub async fn fill(config: &tokio_postgres::Config, folder: &Path) -> anyhow::Result<()> {
    let file = folder.join("site.json");
    let mut out = BufWriter::new(File::create(&file)?);
    serde_json::to_writer(&mut out, &bundle())?;
    out.flush()?;
    let mut client = stoa::database::connect(config).await?;
    stoa::database::migrate(&mut client).await?;
    println!("{}", stoa::bundle::import(&mut client, &file).await?);
    client.batch_execute("vacuum analyze").await?;
    Ok(())
}

/// The demo's settings and categories, with many more products and posts.
#[expect(clippy::expect_used, reason = "the suite imports the demo bundle")]
fn bundle() -> Value {
    let demo: Value = serde_json::from_str(stoa::demo::BUNDLE).expect("the demo bundle is JSON");
    let mut bundle = json!({
        "formatVersion": 1,
        "site": {"id": 1, "name": "Bench"},
        "apiKeys": [{"name": "bench", "secret": KEY, "ratePerMinute": 1_000_000_000}],
        "store": {"currency": "USD"},
    });
    for key in
        ["branding", "navigation", "categories", "tags", "productCategories", "shippingZones"]
    {
        bundle[key] = demo[key].clone();
    }
    bundle["products"] = (1..=PRODUCTS).map(product).collect();
    bundle["posts"] = (1..=5_000).map(post).collect();
    bundle
}

pub fn variant_id(product_id: i64, n: i64) -> i64 {
    product_id * 10 + n
}

fn product(id: i64) -> Value {
    let day = id % 28 + 1;
    let images: Value = (1..=3).map(|n| json!({"id": id * 10 + n, "url": format!("https://cdn.example/{id}-{n}.jpg"), "order": n})).collect();
    let values: Value = (1..=3).map(|n| json!({"id": id * 10 + n, "value": format!("v{n}"), "label": format!("Value {n}"), "order": n})).collect();
    let variants: Value = (1..=3)
        .map(|n| {
            let option_values = json!([{"optionId": id, "valueId": id * 10 + n}]);
            json!({"id": variant_id(id, n), "name": format!("Variant {n}"), "price": 1_000 + id + n, "quantity": PLENTY, "optionValues": option_values})
        })
        .collect();
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
        "options": [{"id": id, "name": "Size", "order": 1, "values": values}],
        "variants": variants,
        "bulkPricing": [{"id": id, "minQuantity": 10, "priceType": "percent_off", "amount": 1_000}],
    })
}

fn post(id: i64) -> Value {
    let day = id % 28 + 1;
    let time = format!("2026-{:02}-{day:02}T09:00:00.000Z", id % 12 + 1);
    json!({
        "id": id,
        "title": format!("Post number {id}"),
        "slug": format!("post-{id}"),
        "excerpt": "A few words on what this post is about.",
        "content": {"version": "1.0", "blocks": [{"type": "text", "text": "Words, words, words."}]},
        "published": true,
        "publishedAt": time,
        "categoryIds": [id % 3 + 1],
        "tagIds": [id % 6 + 1],
    })
}
