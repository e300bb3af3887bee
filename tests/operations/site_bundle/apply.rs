//! `stoa site apply`: a file changes what differs, and nothing of what customers did.

mod interrupted;

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

async fn exported(db: &mut Client) -> Value {
    serde_json::from_str(&export_with_time(db, 1).await).unwrap()
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

/// Removes the times of changes and the time of the export.
fn without_times(mut bundle: Value) -> Value {
    bundle.as_object_mut().unwrap().remove("exportedAt");
    for product in bundle["products"].as_array_mut().unwrap() {
        product["updatedAt"] = Value::Null;
        for variant in product["variants"].as_array_mut().unwrap() {
            variant["updatedAt"] = Value::Null;
        }
    }
    bundle
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
            "site 1: 0 changed, 0 added, 0 pruned, 15 unchanged; not compared: site, api keys, branding, navigation, \
             categories, tags, posts, media, store, discount codes, gift certificates, shipping zones, chat widgets",
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
        said.starts_with("product 1 (harbor-tote): price 3200 → 3300, variant 1 price 3200 → 3350\nsite 1: 1 changed, 0 added, 0 pruned, 14 unchanged; "),
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

/// A row that the file and somebody else have changed is named, and nothing is applied before one side is chosen.
#[tokio::test]
async fn conflicts() {
    let (mut db, _database) = demo().await;
    let original = exported(&mut db).await;
    let change = "update products set price = 1, version = version + 1 where site_id = 1 and id = ";
    // The file does not change product 2, so its change stays.
    db.batch_execute(&format!("{change}2; {change}4; {change}5; {change}6")).await.unwrap();
    // A change and its reversal are no conflict.
    db.batch_execute("update products set price = 1600 where site_id = 1 and id = 5")
        .await
        .unwrap();
    db.batch_execute("delete from products where site_id = 1 and id = 8").await.unwrap();
    let mut bundle = original.clone();
    for id in [1, 4, 5, 8] {
        row(&mut bundle, "products", id)["name"] = json!("New");
    }
    // Both sides say the same.
    row(&mut bundle, "products", 6)["price"] = json!(1);
    row(&mut bundle, "products", 7)["name"] = json!("New");
    row(&mut bundle, "products", 7).as_object_mut().unwrap().remove("version");

    let before = export(&mut db, 1).await;
    let (refused, said) = apply_to(&mut db, &bundle, PLAIN).await;
    let refused = refused.unwrap_err();
    let cause = refused.root_cause().to_string();
    assert_eq!(
        cause,
        "nothing was applied: 3 rows have changed since the export: --ours writes the file's rows, --theirs leaves the \
         site's"
    );
    assert_eq!(
        said,
        "product 4 (anchor-mug): conflict: changed since the export: name \"Anchor Mug\" → \"New\", price 1 → 1800\n\
         product 7 (postcard-set): conflict: the file has no version of it: name \"Postcard Set\" → \"New\"\n\
         product 8 (logbook): conflict: removed since the export\n"
    );
    assert_eq!(export(&mut db, 1).await, before);

    let theirs = ApplyOptions { prefer: Some(Prefer::Site), ..PLAIN };
    let said = apply(&mut db, &bundle, theirs).await;
    assert!(
        said.contains("\nsite 1: 2 changed, 0 added, 0 pruned, 10 unchanged, 3 conflicts; "),
        "{said}"
    );
    let state = "select id, price, name = 'New' from products where site_id = 1 and id in (1, 2, 4, 5, 6, 7, 8) order by id";
    let state = async |db: &Client| -> Vec<(i64, i64, bool)> {
        let rows = db.query(state, &[]).await.unwrap();
        rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect()
    };
    let six = [
        (1, 3200, true),
        (2, 1, false),
        (4, 1, false),
        (5, 1600, true),
        (6, 1, false),
        (7, 900, false),
    ];
    assert_eq!(state(&db).await, six);

    let ours = ApplyOptions { prefer: Some(Prefer::File), ..PLAIN };
    let said = apply(&mut db, &bundle, ours).await;
    assert!(said.contains("\nsite 1: 2 changed, 1 added, 0 pruned, 12 unchanged; "), "{said}");
    let seven = [
        (1, 3200, true),
        (2, 1, false),
        (4, 1800, true),
        (5, 1600, true),
        (6, 1, false),
        (7, 900, true),
        (8, 1900, true),
    ];
    assert_eq!(state(&db).await, seven);
    assert_counted(&db).await;
}

/// A product whose parts change in every way, new rows, and slugs that are swapped: the site is then what an import of
/// the file would make of it.
#[tokio::test]
async fn everything_that_a_product_says() {
    let (mut db, _database) = demo().await;
    let mut bundle = exported(&mut db).await;
    let tote = row(&mut bundle, "products", 1);
    tote["description"] = json!("New\u{1b}[31m");
    tote["metadata"] = json!({"a": [1, {"b": null}]});
    tote["tags"] = json!(["x"]);
    tote["categoryId"] = json!(50);
    tote["images"][0]["alt"] = json!("Alt");
    tote["images"].as_array_mut().unwrap().remove(1);
    tote["images"]
        .as_array_mut()
        .unwrap()
        .push(json!({"id": 90, "url": "https://x.example/a.jpg"}));
    tote["options"][0]["values"].as_array_mut().unwrap().push(json!({"id": 90, "value": "Ochre"}));
    tote["options"]
        .as_array_mut()
        .unwrap()
        .push(json!({"id": 90, "name": "Strap", "values": [{"id": 91, "value": "Long"}]}));
    tote["variants"].as_array_mut().unwrap().push(json!({
        "id": 90, "name": "Long", "price": 100, "quantity": 7, "sku": "L",
        "optionValues": [{"optionId": 90, "valueId": 91}],
    }));
    tote["variants"][1]["optionValues"][1] = json!({"optionId": 90, "valueId": 91});
    tote["variants"].as_array_mut().unwrap().remove(2);
    tote["bulkPricing"].as_array_mut().unwrap().retain(|rule| rule["variantId"].is_null());
    tote["bulkPricing"]
        .as_array_mut()
        .unwrap()
        .push(json!({"id": 90, "priceType": "fixed", "amount": 5}));
    let sides = tote["styles"][0]["sides"].as_array_mut().unwrap();
    sides.push(json!({"id": 90, "slug": "inside", "name": "Inside", "printAreaX": 0.25}));
    if let [first, second, ..] = &mut sides[..] {
        std::mem::swap(&mut first["slug"], &mut second["slug"]);
    }
    let styles = tote["styles"].as_array_mut().unwrap();
    styles.push(json!({"id": 90, "name": "New", "sides": [{"id": 91, "slug": "front"}]}));
    let slugs = [4, 5].map(|id| row(&mut bundle, "products", id)["slug"].clone());
    row(&mut bundle, "products", 4)["slug"] = slugs[1].clone();
    row(&mut bundle, "products", 5)["slug"] = slugs[0].clone();
    row(&mut bundle, "products", 8)["status"] = json!("active");
    row(&mut bundle, "products", 9)["status"] = json!("draft");
    row(&mut bundle, "productCategories", 3)["parentId"] = json!(51);
    row(&mut bundle, "productCategories", 2)["name"] = json!("Cups");
    for (id, parent) in [(50, json!(51)), (51, Value::Null)] {
        let new = json!({"id": id, "slug": format!("new-{id}"), "name": "New", "parentId": parent});
        bundle["productCategories"].as_array_mut().unwrap().push(new);
    }
    bundle["products"].as_array_mut().unwrap().push(json!({
        "id": 90, "slug": "cafe\u{301}", "name": "New", "price": 5, "quantity": 3, "trackInventory": true, "categoryId": 50,
        "createdAt": "2026-01-01T00:00:00.000Z", "updatedAt": "2026-01-01T00:00:00.000Z",
        "variants": [{"id": 91, "createdAt": "2026-01-01T00:00:00.000Z", "quantity": 4}],
    }));

    let dry = apply(&mut db, &bundle, ApplyOptions { dry_run: true, prune: true, ..PLAIN }).await;
    insta::assert_snapshot!("apply__dry_run", dry);
    let said = apply(&mut db, &bundle, ApplyOptions { prune: true, ..PLAIN }).await;
    assert_eq!(said, dry, "a dry run says what will be done");
    assert_counted(&db).await;

    let (mut other, _other) = database().await;
    import(&mut other, bundle.to_string()).await.unwrap();
    let (mut applied, mut imported) =
        (without_times(exported(&mut db).await), without_times(exported(&mut other).await));
    for bundle in [&mut applied, &mut imported] {
        for variant in row(bundle, "products", 1)["variants"].as_array_mut().unwrap() {
            variant["createdAt"] = Value::Null;
        }
    }
    for (key, section) in imported.as_object().unwrap() {
        assert_eq!(&applied[key], section, "{key}");
    }
    let again = apply(&mut db, &bundle, ApplyOptions { prune: true, ..PLAIN }).await;
    assert!(again.starts_with("site 1: 0 changed, 0 added, 0 pruned, 18 unchanged; "), "{again}");
    let next = "insert into product_variants (site_id, product_id) values (1, 1) returning id";
    assert_eq!(number(&db, next).await, 92);
}

/// Without `--prune`, everything that the file lacks stays.
#[tokio::test]
async fn rows_that_the_file_lacks() {
    let (mut db, _database) = demo().await;
    let mut bundle = exported(&mut db).await;
    bundle["products"].as_array_mut().unwrap().retain(|row| row["id"] != 6 && row["id"] != 4);
    row(&mut bundle, "products", 1)["images"].as_array_mut().unwrap().remove(0);
    row(&mut bundle, "products", 1)["variants"].as_array_mut().unwrap().remove(0);
    row(&mut bundle, "products", 1)["bulkPricing"] = json!([]);
    bundle["productCategories"]
        .as_array_mut()
        .unwrap()
        .retain(|row| row["id"] == 1 || row["id"] == 4);
    for product in bundle["products"].as_array_mut().unwrap() {
        if ![json!(1), json!(4)].contains(&product["categoryId"]) {
            product["categoryId"] = json!(1);
        }
    }
    for id in [5, 9, 10] {
        assert_eq!(row(&mut bundle, "products", id)["categoryId"], 1);
    }
    let said = apply(&mut db, &bundle, PLAIN).await;
    assert!(
        said.contains("\nsite 1: 3 changed, 0 added, 0 pruned, 7 unchanged; not in the file, but left (see --prune): 5; "),
        "{said}"
    );
    assert_eq!(number(&db, "select count(*) from product_images where product_id = 1").await, 3);
    assert_eq!(number(&db, "select count(*) from product_variants where product_id = 1").await, 4);

    // Mug 4 is still in category 2. An edit after the export is a conflict.
    let mut bundle = exported(&mut db).await;
    bundle["products"].as_array_mut().unwrap().retain(|row| row["id"] != 6);
    bundle["productCategories"]
        .as_array_mut()
        .unwrap()
        .retain(|row| row["id"] == 1 || row["id"] == 4);
    bundle["products"].as_array_mut().unwrap().retain(|row| row["id"] != 4);
    row(&mut bundle, "products", 1)["images"].as_array_mut().unwrap().remove(0);
    let prune = ApplyOptions { prune: true, ..PLAIN };
    let edit =
        "update products set updated_at = now() + interval '1 second' where site_id = 1 and id = 6";
    db.batch_execute(edit).await.unwrap();
    let (refused, said) = apply_to(&mut db, &bundle, prune).await;
    assert!(refused.is_err());
    assert_eq!(
        said,
        "product 6 (tide-table-print): conflict: the file lacks it, and it has changed since the export\n"
    );
    db.batch_execute("update products set updated_at = '2026-01-01' where site_id = 1 and id = 6")
        .await
        .unwrap();
    let (left, said) = apply_to(&mut db, &bundle, prune).await;
    assert!(
        left.unwrap_err()
            .root_cause()
            .to_string()
            .starts_with("1 rows were left as they were (site 1: 1 changed, 0 added, 4 pruned, ")
    );
    assert_eq!(
        said,
        "product 1 (harbor-tote): image 1 is not in the file\n\
         product 4 (anchor-mug): archived\n\
         product 6 (tide-table-print): archived\n\
         product category 3 (enamel): removed\n\
         product category 5 (archive): removed\n\
         product category 2 (mugs): refused: other rows belong to it, so it is not removed\n"
    );
    assert_eq!(number(&db, "select count(*) from product_images where product_id = 1").await, 2);
    assert_eq!(number(&db, "select count(*) from products where status = 'archived'").await, 2);
    assert_counted(&db).await;
}

#[tokio::test]
async fn refusals() {
    let (mut db, _database) = demo().await;
    let original = exported(&mut db).await;
    let before = export(&mut db, 1).await;
    let cause = async |db: &mut Client, bundle: &Value| {
        let (refused, said) = apply_to(db, bundle, PLAIN).await;
        format!("{said}{}", refused.unwrap_err().root_cause())
    };
    let mut other_currency = original.clone();
    other_currency["store"]["currency"] = json!("EUR");
    let said = cause(&mut db, &other_currency).await;
    assert!(said.ends_with("the store's currency is USD, and EUR in the file"), "{said}");
    let mut other_site = original.clone();
    other_site["site"]["id"] = json!(77);
    let said = cause(&mut db, &other_site).await;
    assert_eq!(said, "site 77 does not exist: `stoa site import` loads it");
    let mut faulty = original.clone();
    row(&mut faulty, "products", 1)["price"] = json!(-1);
    row(&mut faulty, "products", 2)["slug"] = json!("harbor-tote");
    let said = cause(&mut db, &faulty).await;
    assert!(
        said.contains("/products/0/price: ")
            && said.contains("slug \"harbor-tote\" is given twice"),
        "{said}"
    );
    let mut moved = original.clone();
    let image = row(&mut moved, "products", 1)["images"].as_array_mut().unwrap().remove(0);
    row(&mut moved, "products", 2)["images"].as_array_mut().unwrap().push(image);
    let said = cause(&mut db, &moved).await;
    assert_eq!(
        said,
        "product 2 (salt-pouch): refused: image 1 belongs to another row\nnothing was applied: 1 rows cannot be stored"
    );
    assert_eq!(export(&mut db, 1).await, before);

    // The slug of a product that the file lacks.
    let mut taken = original.clone();
    taken["products"].as_array_mut().unwrap().retain(|row| row["id"] != 9);
    row(&mut taken, "products", 2)["slug"] = json!("brass-whistle");
    row(&mut taken, "products", 3)["name"] = json!("New");
    let said = cause(&mut db, &taken).await;
    assert!(
        said.contains("product 2 (brass-whistle): refused: the slug is that of product 9\n1 rows were left as they were"),
        "{said}"
    );
    assert_eq!(number(&db, "select count(*) from products where name = 'New'").await, 1);
    // A price that yen could not show.
    let (mut db, _database) = database().await;
    let bundle = |price: i64| {
        let text = site_with(json!({"products": [{"id": 1, "price": price}]}));
        serde_json::from_str::<Value>(&text).unwrap()
    };
    import(&mut db, site_with(json!({"store": {"currency": "ISK"}}))).await.unwrap();
    let said = cause(&mut db, &bundle(150)).await;
    assert!(said.contains("/products/0/price: must be a multiple of 100"), "{said}");
    apply(&mut db, &bundle(200), PLAIN).await;
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
    assert!(
        complaint.contains("nothing was applied: 1 rows have changed since the export"),
        "{complaint}"
    );
    let (_, complaint) = stoa(&server, &["site", "apply", path, "--ours", "--theirs"], "").await;
    assert!(complaint.contains("cannot be used with"), "{complaint}");
    stoa(&server, &["site", "apply", path, "--ours"], "").await;
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
