//! The two sites of a siege: site 1 takes test payments and has a chat, site 2 uses the providers that the siege plays.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use stoa::commands::stores;
use stoa_stores::{Seal, SecretName};

/// The server's `STOA_SECRET`.
pub const SIEGE_SECRET: &str = "a secret of the siege, long enough to be one";

/// Stock of each product, more than a siege can sell.
pub const SIEGE_STOCK: i64 = 1_000_000;

/// Id of a product that customers can design, in addition to the others.
pub const DESIGNABLE_PRODUCT: i64 = SIEGE_PRODUCTS + 1;

pub const SCARCE_STOCK: i64 = 200;

/// Id of the product that sells out.
pub const SCARCE_PRODUCT: i64 = 1;

/// Products that customers buy, with the ids from 1; [`SCARCE_PRODUCT`] is one of them.
pub const SIEGE_PRODUCTS: i64 = 2_000;

/// Adds 30,000 products to each site that make searches expensive; customers never buy them.
const MORE_PRODUCTS: &str =
    "insert into products (site_id, id, name, slug, short_description, price)
    select site.id, more.id, 'Washedcanvas number ' || more.id, 'more-' || more.id,
        'Made by the harbor of strong canvas, waxed', 1000
    from sites site
    cross join generate_series(10001, 40000) more (id)";

/// Gift certificates, each of [`CERTIFICATE_AMOUNT`].
pub const CERTIFICATES: usize = 500;

/// In cents.
pub const CERTIFICATE_AMOUNT: i64 = 5_000;

pub fn certificate(number: usize) -> String {
    format!("GIFT-SIEGE-{number:04}")
}

/// Imports the sites into the server's data directory. Uses the server's own program, because it may be of another
/// version.
pub fn import(program: &Path, data_dir: &Path) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let files = [folder.path().join("1.json"), folder.path().join("2.json")];
    std::fs::write(&files[0], shop()?.to_string())?;
    std::fs::write(&files[1], other_shop().to_string())?;
    let mut import = Command::new(program);
    import.args(["site", "import"]).args(&files).arg("--data-dir").arg(data_dir);
    let output = import.output().with_context(|| format!("{} does not run", program.display()))?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "the sites cannot be imported: {complaint}");
    Ok(())
}

/// Adds the products for searches and the secrets of site 2, which no bundle can contain.
pub async fn complete(database: &tokio_postgres::Config) -> anyhow::Result<()> {
    let client = stoa::database::connect(database).await?;
    client.batch_execute(MORE_PRODUCTS).await?;
    client.batch_execute("vacuum analyze").await?;
    let db = stoa_db::Db::connect(database.clone(), stoa_db::Settings::default());
    let seal = Seal::new(SIEGE_SECRET.as_bytes());
    let from = json!({"street": "1 Harbor Street", "city": "Portland", "state": "ME", "postalCode": "04101", "country": "US"});
    stores::set(&db, &seal, 2, SecretName::EasypostApiKey, "EZTK_siege").await?;
    stores::set(&db, &seal, 2, SecretName::ShipFrom, &from.to_string()).await?;
    Ok(())
}

/// Returns the demo site with other products: customers pay through the demo's payment page.
fn shop() -> anyhow::Result<Value> {
    let mut shop: Value = serde_json::from_str(stoa::demo::BUNDLE)?;
    let designable = json!({
        "id": DESIGNABLE_PRODUCT,
        "name": "Designed mug",
        "slug": "designed-mug",
        "price": 1_800,
        "isDesignable": true,
    });
    shop["products"] = (1..=SIEGE_PRODUCTS).map(product).chain([designable]).collect();
    shop["giftCertificates"] = (0..CERTIFICATES)
        .map(|number| json!({"code": certificate(number), "initialAmount": CERTIFICATE_AMOUNT}))
        .collect();
    // Everything else is as in the demo, including its keys. Navigation and posts refer to nothing that was replaced.
    shop.as_object().context("the demo is an object")?;
    Ok(shop)
}

fn other_shop() -> Value {
    json!({
        "formatVersion": 1,
        "site": {"id": 2, "name": "Besieged too"},
        "store": {"currency": "USD", "paymentProvider": "stripe"},
        "products": [{"id": 1, "name": "Mug", "slug": "mug", "price": 1_800, "trackInventory": true, "quantity": SIEGE_STOCK}],
    })
}

fn product(id: i64) -> Value {
    json!({
        "id": id,
        "categoryId": id % 4 + 1,
        "name": format!("Salt and canvas number {id}"),
        "slug": format!("product-{id}"),
        "description": "<p>A product with a description of a usual length, made for a siege.</p>",
        "shortDescription": "Made by the harbor of strong canvas, washed and waxed",
        "price": 900 + id % 40 * 100,
        "trackInventory": true,
        "quantity": if id == SCARCE_PRODUCT { SCARCE_STOCK } else { SIEGE_STOCK },
        "featured": id % 10 == 0,
        "metadata": {"material": "canvas"},
        "images": [{"id": id, "url": format!("https://cdn.example/{id}.jpg"), "order": 1}],
    })
}
