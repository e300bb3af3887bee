//! The two sites of a siege: 1 takes test payments and has a chat, 2 is paid by a provider that we are ourselves.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use stoa_stores::{Seal, SecretName, set_secret};

/// The secret that the server runs with.
pub const SIEGE_SECRET: &str = "a secret of the siege, long enough to be one";

/// Pieces of each product: no siege sells them out.
pub const SIEGE_STOCK: i64 = 1_000_000;

/// Pieces of the product that everybody wants.
pub const SCARCE_STOCK: i64 = 200;

/// The product of which there are few.
pub const SCARCE_PRODUCT: i64 = 1;

/// Products, `SCARCE_PRODUCT` the first.
pub const SIEGE_PRODUCTS: i64 = 2_000;

/// What nobody buys makes searches dear.
const MORE_PRODUCTS: &str = "insert into products (site_id, id, name, slug, short_description, price)
    select 1, id, 'Washedcanvas number ' || id, 'more-' || id, 'Made by the harbor of strong canvas, waxed', 1000
    from generate_series(10001, 40000) id";

/// Gift certificates, each of 50.00.
pub const CERTIFICATES: usize = 500;

pub const CERTIFICATE_AMOUNT: i64 = 5_000;

/// The code of a gift certificate.
pub fn certificate(number: usize) -> String {
    format!("GIFT-SIEGE-{number:04}")
}

/// Fills the data directory that the server will start with, by its own program: it may be of another version.
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

/// What no bundle has, put beside the served sites.
pub async fn complete(database: &tokio_postgres::Config) -> anyhow::Result<()> {
    let client = stoa::database::connect(database).await?;
    client.batch_execute(MORE_PRODUCTS).await?;
    client.batch_execute("vacuum analyze").await?;
    let db = stoa_db::Db::connect(database.clone(), stoa_db::Settings::default());
    let seal = Seal::new(SIEGE_SECRET.as_bytes());
    let from = json!({"street": "1 Harbor Street", "city": "Portland", "state": "ME", "postalCode": "04101", "country": "US"});
    set_secret(&db, &seal, 2, SecretName::EasypostApiKey, "EZTK_siege").await?;
    set_secret(&db, &seal, 2, SecretName::ShipFrom, &from.to_string()).await?;
    Ok(())
}

/// The demo's site with more products, so that the demo's page pays for it.
fn shop() -> anyhow::Result<Value> {
    let mut shop: Value = serde_json::from_str(stoa::demo::BUNDLE)?;
    shop["products"] = (1..=SIEGE_PRODUCTS).map(product).collect();
    shop["giftCertificates"] = (0..CERTIFICATES)
        .map(|number| json!({"code": certificate(number), "initialAmount": CERTIFICATE_AMOUNT}))
        .collect();
    // Navigation and posts of the demo name what stays; its keys stay too.
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
