//! The site bundle: an export equals its import, every fault is listed, and a bundle with faults is not imported.

mod active_products;
mod apply;
mod conversion;
mod faults;
mod keys;
mod live_state;
mod replacement;
mod templates;
mod tenant_first;

use serde_json::{Value, json};
use stoa_site_bundle::Existing;
use tempfile::NamedTempFile;
use tokio_postgres::Client;

use crate::api::storefront::commands::stoa;
use crate::harness::database::{self, Database};
use crate::harness::{eventually, served};

const DEMO: &str = stoa::demo::BUNDLE;

/// A connection to a fresh database with the schema, which is dropped with the second value.
async fn database() -> (Client, Database) {
    let database = database::empty().await;
    (database.client().await, database)
}

/// A bundle's file.
fn file(text: impl AsRef<[u8]>) -> NamedTempFile {
    let file = NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    file
}

async fn import(
    db: &mut Client,
    text: impl AsRef<[u8]>,
) -> anyhow::Result<stoa_site_bundle::Imported> {
    stoa_site_bundle::import(db, file(text).path(), Existing::Refuse).await
}

async fn replace(
    db: &mut Client,
    text: impl AsRef<[u8]>,
) -> anyhow::Result<stoa_site_bundle::Imported> {
    stoa_site_bundle::import(db, file(text).path(), Existing::Replace).await
}

async fn replace_with_live_state(db: &mut Client, text: impl AsRef<[u8]>) {
    stoa_site_bundle::import(db, file(text).path(), Existing::ReplaceDiscardingLiveState)
        .await
        .unwrap();
}

/// An export without its time, so that two of the same state are equal.
async fn export(db: &mut Client, site_id: i64) -> String {
    let text = export_with_time(db, site_id).await;
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("\"exportedAt\": "));
    lines.collect()
}

async fn export_with_time(db: &mut Client, site_id: i64) -> String {
    let mut out = Vec::new();
    stoa_site_bundle::export(db, site_id, &mut out).await.unwrap();
    String::from_utf8(out).unwrap()
}

async fn count(db: &Client, table: &str) -> i64 {
    db.query_one(&format!("select count(*) from {table}"), &[]).await.unwrap().get(0)
}

fn fault_lines(error: anyhow::Error) -> Vec<String> {
    let faults = error
        .downcast_ref::<stoa_site_bundle::Faults>()
        .unwrap_or_else(|| panic!("no faults: {error:?}"));
    faults.lines().map(str::to_owned).collect()
}

/// A bundle of site 1 with these sections.
fn site_with(sections: Value) -> String {
    let mut bundle = json!({"formatVersion": 1, "site": {"id": 1, "name": "Site"}});
    bundle.as_object_mut().unwrap().extend(sections.as_object().unwrap().clone());
    bundle.to_string()
}

/// Removes the versions that an export gives to the items of each section, except API keys.
fn remove_versions(bundle: &mut Value) {
    for (key, section) in bundle.as_object_mut().unwrap() {
        let items = match section {
            Value::Array(items) if key != "apiKeys" => items.iter_mut().collect(),
            Value::Object(_) => vec![section],
            _ => Vec::new(),
        };
        for item in items {
            let version = item.as_object_mut().unwrap().remove("version").unwrap();
            assert_eq!(version.as_str().unwrap().len(), 34, "{item}");
        }
    }
}

/// Gives every absent property the schema's default.
fn fill_defaults(value: &mut Value, schema: &Value, root: &Value) {
    let schema = match schema["$ref"].as_str() {
        Some(reference) => root.pointer(reference.trim_start_matches('#')).unwrap(),
        None => schema,
    };
    match value {
        Value::Object(members) => {
            for (key, property) in schema["properties"].as_object().into_iter().flatten() {
                if let (None, Some(default)) = (members.get(key), property.get("default")) {
                    members.insert(key.clone(), default.clone());
                }
                if let Some(member) = members.get_mut(key) {
                    fill_defaults(member, property, root);
                }
            }
        }
        Value::Array(items) => {
            items.iter_mut().for_each(|item| fill_defaults(item, &schema["items"], root))
        }
        _ => {}
    }
}

#[tokio::test]
async fn demo__round_trip() {
    let (mut db, _database) = database().await;
    let imported = import(&mut db, DEMO).await.unwrap();
    assert_eq!(
        imported.to_string(),
        "imported site 1 (Harbor Goods): 2 api keys, 9 navigation, 3 categories, 6 tags, 11 posts, \
         7 media, 5 product categories, 10 products, 5 discount codes, 3 gift certificates, \
         3 shipping zones, 2 chat widgets"
    );

    let schema: Value = serde_json::from_str(stoa_site_bundle::SCHEMA).unwrap();
    let mut expected: Value = serde_json::from_str(DEMO).unwrap();
    fill_defaults(&mut expected, &schema, &schema);
    for certificate in expected["giftCertificates"].as_array_mut().unwrap() {
        // The schema cannot express that a default is another field's value.
        if certificate.get("remainingAmount").is_none() {
            certificate["remainingAmount"] = certificate["initialAmount"].clone();
        }
    }
    let digests = [
        "a3685e25153debba6b8c5aa4f754929cb81810abd2940e1c477b9cfef47f2016",
        "35870aff67bb4a288b530ed374f791cb6512987ec69da8a470c61d45bc554c0b",
    ];
    for (key, digest) in expected["apiKeys"].as_array_mut().unwrap().iter_mut().zip(digests) {
        key.as_object_mut().unwrap().remove("secret");
        key["secretSha256"] = digest.into();
    }
    for post in expected["posts"].as_array_mut().unwrap() {
        // The order of a post's tags has no meaning; an export sorts them by id.
        post["tagIds"].as_array_mut().unwrap().sort_by_key(|id| id.as_i64());
    }

    let first = export(&mut db, 1).await;
    let mut exported: Value = serde_json::from_str(&first).unwrap();
    remove_versions(&mut exported);
    for (zone, id) in expected["shippingZones"].as_array_mut().unwrap().iter_mut().zip(1..) {
        zone["id"] = json!(id);
    }
    for (key, section) in expected.as_object().unwrap() {
        assert_eq!(&exported[key], section, "{key}");
    }
    assert_eq!(exported.as_object().unwrap().len(), expected.as_object().unwrap().len());

    replace(&mut db, &first).await.unwrap();
    assert_eq!(export(&mut db, 1).await, first, "a replacement by its own export changes nothing");
    let (mut other, _database) = database().await;
    import(&mut other, &first).await.unwrap();
    assert_eq!(export(&mut other, 1).await, first, "an export says all there is");

    // The keys of an object may have any order, so sections may refer to later ones.
    let members: Vec<_> = exported.as_object().unwrap().clone().into_iter().rev().collect();
    let exported = Value::Object(members.into_iter().collect());
    let (mut reversed, _database) = database().await;
    import(&mut reversed, exported.to_string()).await.unwrap();
    assert_eq!(export(&mut reversed, 1).await, first);
}

#[tokio::test]
async fn conversation_retention__is_a_setting() {
    let (mut db, _database) = database().await;
    let bundle = |site: Value| json!({"formatVersion": 1, "site": site}).to_string();
    let thirty = json!({"id": 1, "name": "", "conversationRetentionDays": 30});
    import(&mut db, bundle(thirty.clone())).await.unwrap();
    let exported: Value = serde_json::from_str(&export(&mut db, 1).await).unwrap();
    assert_eq!(exported["site"]["conversationRetentionDays"], 30);
    replace(&mut db, &bundle(json!({"id": 1, "name": ""}))).await.unwrap();
    let days = "select conversation_retention_days from sites";
    let days = async |db: &Client| db.query_one(days, &[]).await.unwrap().get::<_, i64>(0);
    assert_eq!(days(&db).await, 400);
    replace(&mut db, &bundle(thirty)).await.unwrap();
    assert_eq!(days(&db).await, 30);
}

#[tokio::test]
async fn time_zone__is_a_setting() {
    let (mut db, _database) = database().await;
    let bundle = |zone: &str| {
        json!({"formatVersion": 1, "site": {"id": 1, "name": "", "timeZone": zone}}).to_string()
    };
    import(&mut db, bundle("Europe/Berlin")).await.unwrap();
    let exported: Value = serde_json::from_str(&export(&mut db, 1).await).unwrap();
    assert_eq!(exported["site"]["timeZone"], "Europe/Berlin");
    for unknown in ["Berlin", "", "+02:00"] {
        let refused = replace(&mut db, &bundle(unknown)).await.err().unwrap();
        let refused = format!("{refused:#}");
        assert!(refused.contains("/site/timeZone"), "{refused}");
    }
}

#[tokio::test]
async fn smallest_bundle__has_the_defaults() {
    let (mut db, _database) = database().await;
    import(&mut db, r#"{"formatVersion": 1, "site": {"id": 9007199254740991, "name": ""}}"#)
        .await
        .unwrap();
    let exported = export(&mut db, 9007199254740991).await;
    let mut exported: Value = serde_json::from_str(&exported).unwrap();
    remove_versions(&mut exported);
    assert_eq!(
        exported,
        json!({
            "formatVersion": 1,
            "site": {"id": 9007199254740991_i64, "name": "", "domain": null, "subdomain": null, "description": null,
                "customLayout": null, "active": true,
                "conversationRetentionDays": stoa_conversations::CONVERSATION_RETENTION_DAYS,
                "timeZone": "UTC"},
            "apiKeys": [], "branding": {}, "navigation": [], "categories": [], "tags": [], "posts": [], "media": [],
            "store": null, "productCategories": [], "products": [], "discountCodes": [], "giftCertificates": [],
            "shippingZones": [], "designTemplates": [], "chatWidgets": [],
        })
    );
}

#[tokio::test]
async fn scheduled_posts__round_trip() {
    let (mut db, _database) = database().await;
    let at = "2030-01-01T09:00:00.500Z";
    let posts = json!([
        {"id": 1, "slug": "later", "scheduledFor": at},
        {"id": 2, "slug": "now", "scheduledFor": at, "published": true},
    ]);
    import(&mut db, site_with(json!({"posts": posts}))).await.unwrap();
    let text = export(&mut db, 1).await;
    let exported: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(exported["posts"][0]["scheduledFor"], at);
    assert_eq!(exported["posts"][1]["scheduledFor"], Value::Null);
    let version = "select navigation_version from sites";
    let version = async |db: &Client| db.query_one(version, &[]).await.unwrap().get::<_, i64>(0);
    let before = version(&db).await;
    replace(&mut db, &text).await.unwrap();
    assert_eq!(export(&mut db, 1).await, text);
    assert!(version(&db).await > before, "staff have not seen the replacement");
}

/// Slugs are stored in NFC.
#[tokio::test]
async fn slugs__normalized() {
    const SECTIONS: [&str; 5] = ["posts", "categories", "tags", "productCategories", "products"];
    let (mut db, _database) = database().await;
    let items = json!([{"id": 1, "slug": "cafe\u{301}"}]);
    let sections = SECTIONS.map(|section| (section.to_owned(), items.clone()));
    import(&mut db, site_with(Value::Object(sections.into_iter().collect()))).await.unwrap();
    let site_id = db.query_one("select id from sites", &[]).await.unwrap().get(0);
    let exported: Value = serde_json::from_str(&export(&mut db, site_id).await).unwrap();
    for section in SECTIONS {
        assert_eq!(exported[section][0]["slug"], "caf\u{e9}", "{section}");
    }
}

#[tokio::test]
async fn free_json__round_trip() {
    let (mut db, _database) = database().await;
    let metadata =
        r#"{"n": 12345678901234567890.1230, "deep": [[[{"é": "\u0007 \\ \" 😀"}]]], "zero": 0.0}"#;
    let bundle = format!(
        r#"{{"formatVersion": 1, "site": {{"id": 1, "name": "S", "customLayout": "text"}},
            "products": [{{"id": 1, "metadata": {metadata}, "lengthIn": 0.1, "widthIn": 3.0, "heightIn": 1e22}}]}}"#
    );
    import(&mut db, bundle).await.unwrap();
    let text = export(&mut db, 1).await;
    assert!(text.contains("12345678901234567890.1230"), "{text}");
    assert!(text.contains(r#""lengthIn":0.1,"widthIn":3,"heightIn":1e+22"#), "{text}");
    assert!(text.contains(r#""zero": 0.0"#), "{text}");
    assert!(text.contains(r#""customLayout":"text""#), "{text}");
    replace(&mut db, &text).await.unwrap();
    assert_eq!(export(&mut db, 1).await, text);
}

/// Only the tables with new rows are analyzed, and only once for any number of files.
#[tokio::test]
async fn several_files__are_analyzed_once() {
    let server = served().await;
    let analyzed = async |table: &str| {
        let count = "select analyze_count from pg_stat_user_tables where relname = $1";
        let row = server.client().await.query_one(count, &[&table]).await.unwrap();
        row.get::<_, i64>(0)
    };
    let (tags, posts) = (analyzed("tags").await, analyzed("posts").await);
    let site =
        |id: i64| json!({"formatVersion": 1, "site": {"id": id, "name": "S"}, "tags": [{"id": 1}]});
    let files = [81, 82, 83].map(|id| file(site(id).to_string()));
    // The last file is refused, but the others are imported.
    let paths = files.iter().chain(&files[..1]).map(|file| file.path().to_str().unwrap());
    let command: Vec<&str> = ["site", "import"].into_iter().chain(paths).collect();
    let (said, complaint) = stoa(&server, &command, "").await;
    assert_eq!(said.lines().count(), 3, "{said}");
    assert!(complaint.contains("site 81 exists: --replace"), "{complaint}");
    eventually("the tables were analyzed", async || analyzed("tags").await > tags).await;
    assert_eq!((analyzed("tags").await, analyzed("posts").await), (tags + 1, posts));
}

#[test]
fn schema__is_valid_and_accepts_the_demo() {
    let schema: Value = serde_json::from_str(stoa_site_bundle::SCHEMA).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    let demo: Value = serde_json::from_str(DEMO).unwrap();
    let violations: Vec<_> = validator.iter_errors(&demo).map(|error| error.to_string()).collect();
    assert!(violations.is_empty(), "{violations:?}");
}

#[tokio::test]
async fn imported_ids__do_not_collide_with_later_ones() {
    let (mut db, _database) = database().await;
    import(&mut db, DEMO).await.unwrap();
    for insert in [
        "insert into posts (site_id, slug) values (1, 'new') returning id",
        "insert into products (site_id, slug) values (1, 'new') returning id",
        "insert into product_variants (site_id, product_id) values (1, 1) returning id",
        "insert into chat_widgets (site_id) values (1) returning id",
        "insert into shipping_zones (site_id) values (1) returning id",
        "insert into sites (name) values ('new') returning id",
    ] {
        db.query_one(insert, &[]).await.unwrap();
    }
    // Importing a site with smaller ids does not reset a sequence.
    import(
        &mut db,
        r#"{"formatVersion": 1, "site": {"id": 70, "name": "S"}, "posts": [{"id": 1}]}"#,
    )
    .await
    .unwrap();
    let row = db
        .query_one("insert into posts (site_id, slug) values (1, 'newer') returning id", &[])
        .await
        .unwrap();
    assert_eq!(row.get::<_, i64>(0), 13);
}

#[tokio::test]
async fn large_bundle__streams_in_batches() {
    let product = |id: i64| {
        json!({"id": id, "slug": format!("p{id}"), "name": "Ü".repeat(300), "categoryId": id % 7 + 1, "createdAt": "2026-01-01T00:00:00Z",
            "updatedAt": "2026-01-01T00:00:00Z", "images": [{"id": id * 2}, {"id": id * 2 + 1}],
            "options": [{"id": id, "values": [{"id": id}]}],
            "variants": [{"id": id, "createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:00:00Z",
                "optionValues": [{"optionId": id, "valueId": id}]}]})
    };
    let posts: Vec<Value> = (1..=2500)
        .map(|id| {
            json!({"id": id, "slug": format!("p{id}"), "parentPostId": if id < 2500 { Some(id + 1) } else { None },
                "createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:00:00Z"})
        })
        .collect();
    let categories: Vec<Value> =
        (1..=7).map(|id| json!({"id": id, "slug": format!("c{id}")})).collect();
    let text = json!({"products": (1..=2500).map(product).collect::<Vec<_>>(), "posts": posts,
        "productCategories": categories, "site": {"id": 1, "name": "Large"}, "formatVersion": 1})
    .to_string();
    let (mut db, _database) = database().await;
    import(&mut db, text).await.unwrap();
    for (table, rows) in [
        ("products", 2500),
        ("product_images", 5000),
        ("variant_option_values", 2500),
        ("posts", 2500),
    ] {
        assert_eq!(count(&db, table).await, rows, "{table}");
    }
    assert_eq!(count(&db, "posts where parent_post_id = id + 1").await, 2499);
    let first = export(&mut db, 1).await;
    replace(&mut db, &first).await.unwrap();
    assert_eq!(export(&mut db, 1).await, first);
}
