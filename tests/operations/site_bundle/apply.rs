//! `stoa site apply`: a file changes what differs, and nothing of what customers did.

mod conflicts;
mod interrupted;
mod lacking_rows;
mod products;
mod refusals;
mod sections;
mod slugs;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use stoa::commands::keys;
use stoa_audit::Origin;
use stoa_site_bundle::{Applied, ApplyOptions, Prefer};
use stoa_stores::api_keys::NewKey;
use tokio_postgres::Client;

use super::{DEMO, database, export, export_with_time, file, import, site_with};
use crate::api::storefront::commands::stoa;
use crate::api::storefront::purchases::{Purchase, TAKEN, left};
use crate::harness::{Server, served};

const PLAIN: ApplyOptions = ApplyOptions { dry_run: false, prune: false, prefer: None };

/// Applies a bundle, and returns the result and the lines for people.
async fn apply_to(
    db: &mut Client,
    bundle: &Value,
    options: ApplyOptions,
) -> (anyhow::Result<Applied>, String) {
    let (file, mut out) = (file(bundle.to_string()), Vec::new());
    let origin = Origin::of_command("stoa site apply");
    let applied =
        stoa_site_bundle::apply(db, file.path(), options, &origin, &mut out, |_, _| {}).await;
    (applied, String::from_utf8(out).unwrap())
}

/// Applies a bundle that must be accepted, and returns the lines and the summary.
async fn apply(db: &mut Client, bundle: &Value, options: ApplyOptions) -> String {
    let (applied, said) = apply_to(db, bundle, options).await;
    format!("{said}{}", applied.unwrap_or_else(|error| panic!("{error:?}\n{said}")))
}

/// An export, as if nothing was written to the site in the last minute before it.
async fn exported(db: &mut Client) -> Value {
    let mut bundle: Value = serde_json::from_str(&export_with_time(db, 1).await).unwrap();
    let exported_at: DateTime<Utc> = bundle["exportedAt"].as_str().unwrap().parse().unwrap();
    bundle["exportedAt"] = json!(exported_at + TimeDelta::minutes(1));
    bundle
}

async fn demo() -> (Client, crate::harness::database::Database) {
    let (mut db, database) = database().await;
    import(&mut db, DEMO).await.unwrap();
    (db, database)
}

async fn number(db: &Client, sql: &str) -> i64 {
    db.query_one(sql, &[]).await.unwrap().get(0)
}

/// The row of a section with this id.
fn row<'a>(bundle: &'a mut Value, section: &str, id: i64) -> &'a mut Value {
    let rows = bundle[section].as_array_mut().unwrap();
    rows.iter_mut().find(|row| row["id"] == id).unwrap()
}

#[tokio::test]
async fn an_export__changes_nothing() {
    let (mut db, _database) = demo().await;
    let bundle = exported(&mut db).await;
    let versions = "select sum(version)::bigint from products where site_id = 1";
    let before = (export(&mut db, 1).await, number(&db, versions).await);
    for options in [
        PLAIN,
        ApplyOptions { dry_run: true, ..PLAIN },
        ApplyOptions { prune: true, ..PLAIN },
        ApplyOptions { prefer: Some(Prefer::File), prune: true, ..PLAIN },
        ApplyOptions { prefer: Some(Prefer::Site), ..PLAIN },
    ] {
        assert_eq!(
            apply(&mut db, &bundle, options).await,
            "site 1: 0 changed, 0 added, 0 pruned, 67 unchanged; never taken from a file for an existing site: api keys",
            "{options:?}"
        );
    }
    // The session's tables are the site's again.
    assert_eq!((export(&mut db, 1).await, number(&db, versions).await), before);
    assert_eq!(number(&db, "select count(*) from audit_entries").await, 0);
}

#[tokio::test]
async fn one_price__and_nothing_of_what_customers_did() {
    let server = served().await;
    let mut db = server.client().await;
    let mut bundle = exported(&mut db).await;
    let order = Purchase::new(&server, "a session").await;
    order.pay(&server).await;
    let new = NewKey { name: "new".into(), ..NewKey::default() };
    let key = keys::create(&server.db(), 1, new).await.unwrap();
    let tote = row(&mut bundle, "products", 1);
    tote["price"] = json!(3300);
    tote["quantity"] = json!(4000);
    tote["updatedAt"] = json!("2020-01-01T00:00:00.000Z");
    tote["variants"][0]["price"] = json!(3350);
    tote["variants"][0]["quantity"] = json!(1200);
    let version = "select version from products where site_id = 1 and id = ";
    let versions = async |db: &Client| {
        (number(db, &format!("{version}1")).await, number(db, &format!("{version}2")).await)
    };
    let before = versions(&db).await;
    let said = apply(&mut db, &bundle, PLAIN).await;
    assert!(
        said.starts_with("product 1 (harbor-tote): price 3200 → 3300, variant 1 price 3200 → 3350\nsite 1: 1 changed, 0 added, 0 pruned, 66 unchanged; "),
        "{said}"
    );
    assert_eq!(versions(&db).await, (before.0 + 1, before.1));
    assert_eq!(left(&server).await, TAKEN);
    assert_eq!(order.status(&server).await, "paid");
    assert_eq!(server.get("/api/v1/sites/1/tags").key(&key.secret).await.status(), 200);
    assert_eq!(number(&db, "select quantity from products where site_id = 1 and id = 1").await, 40);
    let entry = db
        .query_one(
            "select target_kind, target_id, fields from audit_entries where site_id = 1 and operation = 'stoa site apply'",
            &[],
        )
        .await
        .unwrap();
    assert_eq!((entry.get::<_, &str>(0), entry.get::<_, &str>(1)), ("product", "1"));
    assert_eq!(entry.get::<_, Vec<String>>(2), ["price", "variants"]);
    let shown = server.another().await.get("/api/storefront/1/products/harbor-tote").await;
    assert_eq!(shown.json["data"]["price"], 3300, "{}", shown.json);
}

#[tokio::test]
async fn command_line() {
    let server = served().await;
    let mut bundle = exported(&mut server.client().await).await;
    row(&mut bundle, "products", 1)["price"] = json!(3300);
    let file = file(bundle.to_string());
    let path = file.path().to_str().unwrap();
    let price = "select price from products where site_id = 1 and id = 1";
    let line = "product 1 (harbor-tote): price 3200 → 3300\nsite 1: 1 changed, ";
    let (said, complaint) = stoa(&server, &["site", "apply", path, "--dry-run"], "").await;
    assert!(said.starts_with(line), "{said}{complaint}");
    assert_eq!(server.number(price).await, 3200);
    let (said, complaint) = stoa(&server, &["site", "apply", path], "").await;
    assert!(said.starts_with(line), "{said}{complaint}");
    assert_eq!(server.number(price).await, 3300);
    server.sql("update products set price = 1 where site_id = 1 and id = 1").await;
    let (said, complaint) = stoa(&server, &["site", "apply", path], "").await;
    assert_eq!(
        said,
        "product 1 (harbor-tote): conflict: changed since the export: price 1 → 3300\n"
    );
    assert!(complaint.contains("nothing was applied: 1 row in conflict"), "{complaint}");
    stoa(&server, &["site", "apply", path, "--prefer", "file"], "").await;
    assert_eq!(server.number(price).await, 3300);
}

/// Asserts that the numbers of active products agree with the products.
async fn assert_counted(db: &Client) {
    let wrong = "
        select count(*)
        from (
            select category.active_products, (
                select count(*)
                from products product
                where product.site_id = 1 and product.category_id = category.id and product.status = 'active'
            ) as counted
            from product_categories category
            where category.site_id = 1
            union all
            select store.active_products, (
                select count(*) from products product where product.site_id = 1 and product.status = 'active'
            )
            from stores store
            where store.site_id = 1
        ) numbers
        where numbers.active_products <> numbers.counted";
    assert_eq!(number(db, wrong).await, 0);
}

/// Applies a bundle to a server's site.
async fn apply_at(server: &Server, bundle: &Value, options: ApplyOptions) -> String {
    apply(&mut server.client().await, bundle, options).await
}
