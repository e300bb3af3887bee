//! Whole sites as files: exported, changed and applied by the owners of the sites.

mod refusals;

use serde_json::json;
use stoa_staff_client::{Client, types};

use super::*;

const BUNDLE: &str = "/api/staff/sites/1/bundle";

/// The body of a bundle that the server exports, without the time of the export.
async fn exported(server: &Server, token: &str) -> (String, Value) {
    let exported = server.get(BUNDLE).bearer(token).await.expect(200);
    let text = String::from_utf8(exported.response.body.clone()).unwrap();
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("\"exportedAt\": "));
    (lines.collect(), exported.json.clone())
}

fn apply<'a>(server: &'a Server, token: &str, bundle: &Value) -> Request<'a> {
    server.request("POST", BUNDLE).bearer(token).json(bundle)
}

/// A bundle with one product of another one.
fn with_product(mut bundle: Value, id: i64) -> Value {
    let product = product(&mut bundle, id).clone();
    let (exported_at, site) = (&bundle["exportedAt"], &bundle["site"]);
    json!({"formatVersion": 1, "exportedAt": exported_at, "site": site, "products": [product]})
}

/// The product of a bundle with this id.
fn product(bundle: &mut Value, id: i64) -> &mut Value {
    let products = bundle["products"].as_array_mut().unwrap();
    products.iter_mut().find(|product| product["id"] == id).unwrap()
}

fn bell() -> Value {
    json!({"id": 900, "name": "Bell", "slug": "bell", "price": 900, "status": "active"})
}

/// The price of the enamel mug in the storefront.
async fn shown_price(server: &Server) -> i64 {
    let shown = server.get("/api/storefront/1/products/enamel-mug").await.expect(200);
    shown.json["data"]["price"].as_i64().unwrap()
}

/// The numbers of rows in an answer: changed, added, pruned, conflicts, lacking.
fn counts(answer: &Exchange) -> [i64; 5] {
    ["changed", "added", "pruned", "conflicts", "lacking"]
        .map(|name| answer.json["data"][name].as_i64().unwrap())
}

#[tokio::test]
async fn export_site() {
    let server = served().await;
    let owner = hired(&server, None, INES, &["owner"]).await;
    server.get("/api/staff/sites/5/bundle").bearer(&owner).await.snapshot("export_site__200");
    let (text, bundle) = exported(&server, &owner).await;
    assert!(bundle.get("apiKeys").is_none());
    // Otherwise it is the file of the command.
    let mut of_command = Vec::new();
    let mut client = server.client().await;
    stoa_site_bundle::export(&mut client, 1, &mut of_command).await.unwrap();
    let mut of_command: Value = serde_json::from_slice(&of_command).unwrap();
    of_command.as_object_mut().unwrap().remove("apiKeys").unwrap();
    of_command["exportedAt"] = bundle["exportedAt"].clone();
    assert_eq!(bundle, of_command);
    assert_eq!(exported(&server, &owner).await.0, text);
    assert!(audited_with(&server, "exportSite").await.is_empty());
}

/// With the generated client: export, change, compare, apply.
#[tokio::test]
async fn apply_site() {
    let server = served_with_cache(&[]).await;
    let token = hired(&server, Some(1), INES, &["owner"]).await;
    let client = Client::with_staff(&server.url(), &token).unwrap();
    let old = shown_price(&server).await;
    let mut bundle = Value::Object(client.export_site(1).await.unwrap().into_body());
    let mug = bundle["products"].as_array_mut().unwrap();
    let mug = mug.iter_mut().find(|product| product["slug"] == "enamel-mug").unwrap();
    mug["price"] = json!(old + 100);
    let body = bundle.to_string();

    let dry = client.apply_site(1, body.clone()).dry_run(true).data().await.unwrap();
    assert!(dry.applied && dry.changed == 1 && dry.conflicts == 0 && !dry.has_more, "{dry:?}");
    let [types::BundleChange { section, label, action, differences, .. }] = &dry.changes[..] else {
        panic!("{dry:?}");
    };
    assert_eq!((section.as_str(), label.as_str()), ("products", "enamel-mug"));
    assert_eq!(*action, types::BundleAction::Changed);
    let [price] = &differences[..] else { panic!("{differences:?}") };
    let seen = (price.name.as_str(), price.old.as_deref(), price.new.as_deref());
    let (before, after) = (old.to_string(), (old + 100).to_string());
    assert_eq!(seen, ("price", Some(&*before), Some(&*after)));
    assert_eq!(shown_price(&server).await, old);
    assert!(audited_with(&server, "applySite").await.is_empty());

    let applied = client.apply_site(1, body.clone()).data().await.unwrap();
    assert_eq!((applied.changed, &applied.changes), (1, &dry.changes));
    // The cached responses of the site are dropped.
    assert_eq!(shown_price(&server).await, old + 100);
    let rows = audited_with(&server, "applySite").await;
    assert!(rows.len() == 1 && rows[0].contains(" person applySite product price "), "{rows:?}");

    let again = client.apply_site(1, body).data().await.unwrap();
    assert!(again.applied && again.changed == 0 && again.changes.is_empty(), "{again:?}");
    assert_eq!(audited_with(&server, "applySite").await.len(), 1);
}

#[tokio::test]
async fn apply_site__changes() {
    let (server, owner) = served_to("owner").await;
    let all = exported(&server, &owner).await.1;
    let mut bundle = with_product(all.clone(), 9);
    product(&mut bundle, 9)["name"] = json!("Tin Whistle");
    bundle["products"].as_array_mut().unwrap().push(bell());
    let applied = apply(&server, &owner, &bundle).await.snapshot("apply_site__200");
    assert_eq!(counts(&applied), [1, 1, 0, 0, 9]);
    assert_eq!(audited_with(&server, "applySite").await.len(), 2);

    // Without product 2.
    let mut bundle = exported(&server, &owner).await.1;
    bundle["products"].as_array_mut().unwrap().retain(|product| product["id"] != 2);
    // As if the product was added long before the export.
    bundle["exportedAt"] = json!("2099-01-01T00:00:00Z");
    let call = || apply(&server, &owner, &bundle).query("prune", "true");
    let pruned = call().await.expect(200);
    assert_eq!(counts(&pruned), [0, 0, 1, 0, 0]);
    let change = &pruned.json["data"]["changes"][0];
    assert_eq!([&change["id"], &change["detail"]], [&json!(2), &json!("archived")]);
    let again = call().await.expect(200);
    assert_eq!((counts(&again), &again.json["data"]["changes"]), ([0; 5], &json!([])));
    assert_eq!(audited_with(&server, "applySite").await.len(), 3);
    // A new product gets an id after that of the file.
    let new = json!({"name": "Buoy", "slug": "buoy", "price": 100});
    let path = "/api/staff/sites/1/products";
    let new = server.request("POST", path).bearer(&owner).json(&new).await.expect(201);
    assert_eq!(new.json["data"]["id"], 901);
}

/// Conflicts are listed, and decided for one of the sides.
#[tokio::test]
async fn apply_site__conflict() {
    let (server, owner) = served_to("owner").await;
    let mut bundle = with_product(exported(&server, &owner).await.1, 9);
    product(&mut bundle, 9)["price"] = json!(7700);
    let product_9 = "where site_id = 1 and id = 9";
    server
        .sql(&format!("update products set price = 8800, version = version + 1 {product_9}"))
        .await;
    let price =
        async || server.one::<i64>(&format!("select price from products {product_9}")).await;
    bundle["products"].as_array_mut().unwrap().push(bell());
    let call = || apply(&server, &owner, &bundle);
    // Nothing is applied, not the new product either.
    let refused = call().await.snapshot("apply_site__200_conflict");
    assert_eq!((counts(&refused), price().await), ([0, 0, 0, 1, 9], 8800));
    assert!(audited_with(&server, "applySite").await.is_empty());
    let theirs = call().query("prefer", "site").await.expect(200);
    assert_eq!((counts(&theirs), price().await), ([0, 1, 0, 1, 9], 8800));
    assert_eq!(theirs.json["data"]["applied"], true);
    let ours = call().query("prefer", "file").await.expect(200);
    assert_eq!((counts(&ours), price().await), ([1, 0, 0, 0, 9], 7700));
    assert_eq!(audited_with(&server, "applySite").await.len(), 2);
}

/// An owner's bundle changes none of the settings that only the operator sets.
#[tokio::test]
async fn apply_site__settings_of_the_operator() {
    let (server, owner) = served_to("owner").await;
    let mut bundle = exported(&server, &owner).await.1;
    bundle["site"]["active"] = json!(false);
    bundle["store"]["maxStoredBytes"] = json!(9_007_199_254_740_991_i64);
    bundle["store"]["orderPrefix"] = json!("N-");
    let applied = apply(&server, &owner, &bundle).query("prefer", "file").await.expect(200);
    assert_eq!(counts(&applied), [1, 0, 0, 0, 0]);
    let settings = "select count(*) from sites site join stores store on store.site_id = site.id
        where site.id = 1 and site.active and store.max_stored_bytes is null and store.order_prefix = 'N-'";
    assert_eq!(server.one::<i64>(settings).await, 1);
    // A new store has the default.
    server.sql("delete from stores where site_id = 1").await;
    bundle["store"].as_object_mut().unwrap().remove("version");
    let added = apply(&server, &owner, &bundle).query("prefer", "file").await.expect(200);
    assert_eq!(counts(&added), [0, 1, 0, 0, 0]);
    assert_eq!(server.one::<i64>(settings).await, 1);
}
