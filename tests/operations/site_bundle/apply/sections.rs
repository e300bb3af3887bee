//! All sections except products and product categories.

use serde_json::{Value, json};
use stoa_site_bundle::Prefer;

use super::*;

fn rows<'a>(bundle: &'a mut Value, section: &str) -> &'a mut Vec<Value> {
    bundle[section].as_array_mut().unwrap()
}

/// A bundle of the demo in which each section has a change, a new row, and a row less.
fn edit(bundle: &mut Value) {
    bundle["site"]["name"] = json!("Harbor");
    bundle["site"]["customLayout"] = json!({"a": [1, null]});
    bundle["branding"]["primaryColor"] = json!("#000000");
    bundle["branding"]["typography"] = json!({"h1": {"size": "1px"}});
    bundle["store"]["taxRate"] = json!(100);
    bundle["store"]["email"] = json!("new@example.com");

    row(bundle, "navigation", 2)["label"] = json!("Bags");
    row(bundle, "navigation", 2)["parentId"] = Value::Null;
    row(bundle, "navigation", 1)["parentId"] = json!(2);
    rows(bundle, "navigation").retain(|row| row["id"] != 9);
    rows(bundle, "navigation").push(json!({"id": 90, "label": "New", "parentId": 91}));
    rows(bundle, "navigation").push(json!({"id": 91, "parentId": 1}));

    row(bundle, "categories", 1)["slug"] = json!("making-of");
    row(bundle, "categories", 2)["slug"] = json!("news");
    rows(bundle, "categories").push(json!({"id": 90, "slug": "cafe\u{301}"}));
    row(bundle, "tags", 1)["name"] = json!("Cloth");
    rows(bundle, "tags").retain(|row| row["id"] != 6);

    row(bundle, "posts", 1)["title"] = json!("New");
    row(bundle, "posts", 1)["categoryIds"] = json!([90, 2]);
    row(bundle, "posts", 1)["publishedAt"] = json!("2026-01-02T03:04:05.678Z");
    row(bundle, "posts", 1)["updatedAt"] = json!("2020-01-01T00:00:00.000Z");
    row(bundle, "posts", 10)["parentPostId"] = Value::Null;
    row(bundle, "posts", 8)["parentPostId"] = json!(10);
    row(bundle, "posts", 2)["content"] = json!({"blocks": [{"type": "x"}], "version": "2"});
    for post in rows(bundle, "posts") {
        post["tagIds"].as_array_mut().unwrap().retain(|tag| *tag != 6);
    }
    rows(bundle, "posts").retain(|row| row["id"] != 11);
    rows(bundle, "posts").push(json!({"id": 90, "slug": "new", "parentPostId": 91, "tagIds": [1]}));
    rows(bundle, "posts").push(json!({"id": 91, "slug": "newer", "published": true}));

    row(bundle, "media", 1)["alt"] = json!("New");
    rows(bundle, "media")
        .push(json!({"id": 90, "url": "https://x.example/a.jpg", "filename": "a"}));

    let codes = rows(bundle, "discountCodes");
    codes[0]["amount"] = json!(500);
    codes[0]["used"] = json!(99);
    codes[1]["code"] = json!("fiveoff");
    codes.remove(2);
    codes.push(json!({"code": "NEW", "discountType": "percent", "amount": 1, "used": 3}));
    let certificates = rows(bundle, "giftCertificates");
    certificates[0]["initialAmount"] = json!(9);
    certificates[0]["remainingAmount"] = json!(8);
    certificates[0]["expiresAt"] = json!("2030-01-01T00:00:00.000Z");
    certificates.push(json!({"code": "NEW-GIFT", "initialAmount": 700, "remainingAmount": 300}));

    let zones = rows(bundle, "shippingZones");
    zones[0]["name"] = json!("Domestic");
    zones[0]["rates"][0]["price"] = json!(700);
    zones[0]["rates"][1]["id"] = json!(90);
    zones.remove(2);
    zones.push(json!({"name": "Canada", "countries": ["CA"], "rates": [{"id": 91, "price": 900}]}));
    let templates = rows(bundle, "designTemplates");
    templates.push(json!({"id": 90, "productId": 4, "name": "New", "layers": [{"type": "text"}]}));
    row(bundle, "chatWidgets", 1)["greetingMessage"] = json!("Hi");
    rows(bundle, "chatWidgets").retain(|row| row["id"] != 2);
    rows(bundle, "chatWidgets").push(json!({"id": 90}));
}

/// The site is then what an import of the file would make of it, except for its live state.
#[tokio::test]
async fn every_section() {
    let (mut db, _database) = demo().await;
    let mut bundle = exported(&mut db).await;
    edit(&mut bundle);
    let prune = ApplyOptions { prune: true, ..PLAIN };
    let versions = "select navigation_version from sites where id = 1";
    let before = number(&db, versions).await;
    let dry = apply(&mut db, &bundle, ApplyOptions { dry_run: true, ..prune }).await;
    insta::assert_snapshot!("every_section", dry);
    let said = apply(&mut db, &bundle, prune).await;
    let said = said.replace(" 4 (Canada)", " (Canada)");
    let dry = dry.replace(", if nothing belongs to it then", "");
    let (mut said, mut dry): (Vec<&str>, Vec<&str>) =
        (said.lines().collect(), dry.lines().collect());
    said.sort_unstable();
    dry.sort_unstable();
    assert_eq!(said, dry);
    assert_eq!(number(&db, versions).await, before + 2, "one change and one removal");

    let (mut other, _other) = database().await;
    import(&mut other, bundle.to_string()).await.unwrap();
    let (mut applied, mut imported) = (exported(&mut db).await, exported(&mut other).await);
    let of_first = |bundle: &Value, section: &str, member: &str| bundle[section][0][member].clone();
    assert_eq!(of_first(&applied, "discountCodes", "used"), 0);
    assert_eq!(of_first(&applied, "giftCertificates", "initialAmount"), 5000);
    assert_eq!(of_first(&applied, "giftCertificates", "remainingAmount"), 5000);
    for bundle in [&mut applied, &mut imported] {
        bundle.as_object_mut().unwrap().remove("exportedAt");
        for (section, member) in [
            ("discountCodes", "used"),
            ("giftCertificates", "initialAmount"),
            ("giftCertificates", "remainingAmount"),
        ] {
            bundle[section][0].as_object_mut().unwrap().remove(member);
        }
        bundle["shippingZones"][2].as_object_mut().unwrap().remove("id");
        for section in ["posts", "media"] {
            for row in rows(bundle, section) {
                for time in ["createdAt", "updatedAt"] {
                    row.as_object_mut().unwrap().remove(time);
                }
            }
        }
    }
    for (key, section) in imported.as_object().unwrap() {
        assert_eq!(&applied[key], section, "{key}");
    }
    let ledgers =
        "select count(*) from gift_certificates certificate where certificate.remaining_amount <> (
        select sum(movement.amount) from gift_certificate_movements movement
        where movement.site_id = 1 and movement.certificate_id = certificate.id
    )";
    assert_eq!(number(&db, ledgers).await, 0);
    assert_eq!(number(&db, "select count(*) from gift_certificate_movements").await, 4);
    assert_eq!(
        number(&db, "select count(*) from chat_widget_directory where id in (1, 90)").await,
        2
    );
    let stale = "select count(*) from posts where site_id = 1 and id = 1 and updated_at > created_at and updated_at > '2026-01-01'";
    assert_eq!(number(&db, stale).await, 1);
    for (table, next) in [("posts", 92), ("shipping_rates", 92), ("chat_widgets", 91)] {
        let sql = format!("select nextval(pg_get_serial_sequence('{table}', 'id'))");
        assert_eq!(number(&db, &sql).await, next, "{table}");
    }

    let bundle = exported(&mut db).await;
    let again = apply(&mut db, &bundle, prune).await;
    assert!(again.starts_with("site 1: 0 changed, 0 added, 0 pruned, "), "{again}");
}

/// Members that the file's site, branding and store lack stay as they are.
#[tokio::test]
async fn some_members_of_settings() {
    let (mut db, _database) = demo().await;
    let bundle = json!({
        "formatVersion": 1,
        "site": {"id": 1, "name": "New"},
        "branding": {"logoText": "New"},
        "store": {"orderPrefix": "N-"},
    });
    let mut before = exported(&mut db).await;
    let (refused, said) = apply_to(&mut db, &bundle, PLAIN).await;
    assert!(refused.is_err());
    assert!(said.starts_with("site: conflict: the file has no version of it: name "), "{said}");
    let said = apply(&mut db, &bundle, ApplyOptions { prefer: Some(Prefer::File), ..PLAIN }).await;
    assert_eq!(
        said,
        "site: name \"Harbor Goods\" → \"New\"\n\
         branding: logoText \"Harbor Goods\" → \"New\"\n\
         store: orderPrefix \"HG-\" → \"N-\"\n\
         site 1: 3 changed, 0 added, 0 pruned, 0 unchanged"
    );
    let mut after = exported(&mut db).await;
    before["site"]["name"] = json!("New");
    before["branding"]["logoText"] = json!("New");
    before["store"]["orderPrefix"] = json!("N-");
    for section in ["site", "branding", "store"] {
        for bundle in [&mut before, &mut after] {
            bundle[section].as_object_mut().unwrap().remove("version");
        }
        assert_eq!(after[section], before[section]);
    }
    // A store that the site lacks.
    let (mut db, _database) = database().await;
    let products = json!([{"id": 1}, {"id": 2, "slug": "b", "status": "draft"}]);
    import(&mut db, site_with(json!({"products": products}))).await.unwrap();
    let bundle: Value = serde_json::from_str(&site_with(json!({"store": {}}))).unwrap();
    let said = apply(&mut db, &bundle, PLAIN).await;
    assert!(said.starts_with("store: added\nsite 1: 0 changed, 1 added, "), "{said}");
    assert_counted(&db).await;
}

/// A shipping zone without an id is found by its name.
#[tokio::test]
async fn zones_without_ids() {
    let (mut db, _database) = demo().await;
    let mut bundle = exported(&mut db).await;
    for zone in rows(&mut bundle, "shippingZones") {
        zone.as_object_mut().unwrap().remove("id");
    }
    bundle["shippingZones"][1]["states"] = json!(["AK"]);
    let said = apply(&mut db, &bundle, ApplyOptions { prune: true, ..PLAIN }).await;
    assert!(
        said.starts_with("shipping zone 2 (Alaska and Hawaii): states [\"AK\",\"HI\"] → [\"AK\"]\nsite 1: 1 changed, 0 added, 0 pruned, 66 "),
        "{said}"
    );
    db.batch_execute("update shipping_zones set name = 'Rest of the world'").await.unwrap();
    let bundle: Value = json!({
        "formatVersion": 1,
        "site": {"id": 1, "name": "Harbor Goods"},
        "shippingZones": [{"name": "Rest of the world"}],
    });
    let (refused, said) = apply_to(&mut db, &bundle, PLAIN).await;
    assert!(refused.is_err());
    assert_eq!(
        said,
        "shipping zone (Rest of the world): refused: several have its name: give it the id that an export writes\n"
    );
}
