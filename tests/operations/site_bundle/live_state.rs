//! Live state: a replacement that would undo live state is refused, unless the operator allows it to discard live
//! state.

use serde_json::{Value, json};
use stoa::commands::{keys, orders};
use stoa_site_bundle::{Existing, Imported, LiveState};
use stoa_stores::api_keys::NewKey;
use tempfile::NamedTempFile;

use super::{database, export, file, import, replace, site_with};
use crate::api::storefront::purchases::{ALL, Purchase, TAKEN, left, stored};
use crate::harness::{MINUTE, OWN_KEY, Server, checkout_body, served, until_waiting};

const NEW_API_KEY: &str = "svc_live_a0000000000000000000000000000000000";

async fn exported(server: &Server) -> NamedTempFile {
    file(export(&mut server.client().await, 1).await)
}

async fn load(
    server: &Server,
    file: &NamedTempFile,
    existing: Existing,
) -> anyhow::Result<Imported> {
    stoa_site_bundle::import(&mut server.client().await, file.path(), existing).await
}

/// The lines of a refusal that name live state.
fn live_state(result: anyhow::Result<Imported>) -> Vec<String> {
    let error = result.err().expect("a refusal");
    let refused = error.downcast_ref::<LiveState>().unwrap_or_else(|| panic!("{error:?}"));
    let said = refused.to_string();
    let lines: Vec<_> = said.lines().map(str::to_owned).collect();
    assert!(
        lines[0].ends_with("was not replaced: it has live state that the file lacks"),
        "{said}"
    );
    assert!(lines.last().unwrap().starts_with("--discard-live-state "), "{said}");
    lines[1..lines.len() - 1].to_vec()
}

async fn status_with(server: &Server, key: &str) -> u16 {
    server.get("/api/v1/sites/1/tags").key(key).await.status()
}

#[tokio::test]
async fn a_site_with_orders__is_not_replaced() {
    let server = served().await;
    let file = exported(&server).await;
    let order = Purchase::new(&server, "a session").await;
    order.pay(&server).await;
    let new = NewKey { name: "new".into(), ..NewKey::default() };
    let key = keys::create(&server.db(), 1, new).await.unwrap();
    let lines = live_state(load(&server, &file, Existing::Replace).await);
    let number = &order.number;
    assert_eq!(
        lines,
        [
            format!(
                "orders: 1 ({number}); the file would reset the stock, codes and certificates that they took"
            ),
            "discount codes with more uses than in the file: 1 (ONCE: 1, 0 in the file); set `used` in the file".into(),
            "gift certificates with more cents spent than in the file: 1 (GIFT-7QHX-9KDM-2VWT: 5000, 0 in the file); \
             set `remainingAmount` in the file".into(),
            format!(
                "API keys that are not in the file: 1 ({} new); revoke them, or add them to the file as \
                 `stoa site export 1` writes them",
                key.id
            ),
        ]
    );
    assert_eq!(left(&server).await, TAKEN);
    assert_eq!(status_with(&server, &key.secret).await, 200);

    load(&server, &file, Existing::ReplaceDiscardingLiveState).await.unwrap();
    assert_eq!(left(&server).await, ALL);
    server.pass(MINUTE);
    assert_eq!(status_with(&server, &key.secret).await, 401);
    assert_eq!(status_with(&server, OWN_KEY).await, 200);
    assert_eq!(order.status(&server).await, "paid");
    // The stock comes from the file, so the cancelled order adds nothing to it.
    let found = orders::find(&server.db(), Some(1), number).await.unwrap();
    orders::cancel(&server.orders, &found).await.unwrap();
    assert_eq!(order.status(&server).await, "cancelled");
    assert_eq!(left(&server).await, ALL);
}

#[tokio::test]
async fn a_pending_order__expires_and_is_paid_late() {
    let server = served().await;
    let file = exported(&server).await;
    let order = Purchase::new(&server, "a session").await;
    load(&server, &file, Existing::ReplaceDiscardingLiveState).await.unwrap();
    assert_eq!(order.history(&server).await, ["pending", "expired"]);
    assert_eq!(left(&server).await, ALL);
    order.pay(&server).await;
    assert_eq!(left(&server).await, TAKEN);
    let found = orders::find(&server.db(), Some(1), &order.number).await.unwrap();
    orders::cancel(&server.orders, &found).await.unwrap();
    assert_eq!(left(&server).await, ALL);
}

/// A file that lacks any one kind of live state is refused. A file that contains all of it is accepted.
#[tokio::test]
async fn live_state_in_the_file__allows_a_replacement() {
    let bundle = |used: i64, remaining: i64, keys: Value| {
        site_with(json!({
            "store": {},
            "apiKeys": keys,
            "discountCodes": [{"code": "Once", "discountType": "percent", "used": used}],
            "giftCertificates": [{"code": "Gift", "initialAmount": 500, "remainingAmount": remaining}],
        }))
    };
    let (mut db, _database) = database().await;
    import(&mut db, bundle(2, 300, json!([{"secret": NEW_API_KEY}]))).await.unwrap();
    for (file, kind) in [
        (bundle(1, 300, json!([{"secret": NEW_API_KEY}])), "discount codes"),
        (bundle(2, 301, json!([{"secret": NEW_API_KEY}])), "gift certificates"),
        (bundle(2, 300, json!([])), "API keys"),
        (site_with(json!({"apiKeys": [{"secret": NEW_API_KEY}]})), "discount codes"),
    ] {
        let lines = live_state(replace(&mut db, file).await);
        assert!(lines[0].starts_with(kind), "{lines:?}");
    }
    // This file is ahead of the database, such as the last export of a site that moves here.
    replace(&mut db, bundle(3, 100, json!([{"secret": NEW_API_KEY}]))).await.unwrap();
    // This certificate has a higher amount, of which at least as much is spent.
    let more = bundle(3, 100, json!([{"secret": NEW_API_KEY}]))
        .replace("500", "900")
        .replace("100", "500");
    replace(&mut db, more).await.unwrap();
    // A file may lack an expired key.
    db.batch_execute("update api_keys set expires_at = '2020-01-01'").await.unwrap();
    let text = export(&mut db, 1).await;
    replace(&mut db, &text).await.unwrap();
    assert_eq!(export(&mut db, 1).await, text);
    let mut without: Value = serde_json::from_str(&text).unwrap();
    without["apiKeys"] = json!([]);
    replace(&mut db, without.to_string()).await.unwrap();
}

#[tokio::test]
async fn a_revoked_key__stays_revoked() {
    let server = served().await;
    let db = server.db();
    let file = exported(&server).await;
    let id = format!("select id from api_keys where secret_sha256 = sha256('{OWN_KEY}')");
    let id = stored(&server, &id).await["id"].as_i64().unwrap();
    keys::revoke(&db, 1, id).await.unwrap();
    let revoked = "select count(*) from api_keys where site_id = 1 and revoked_at is not null";
    let before = stored(&server, revoked).await;
    for existing in [Existing::Replace, Existing::ReplaceDiscardingLiveState] {
        let imported = load(&server, &file, existing).await.unwrap();
        assert!(imported.to_string().ends_with("; keys that stay revoked: 1"), "{imported}");
        assert_eq!(status_with(&server, OWN_KEY).await, 401, "{existing:?}");
        assert_eq!(stored(&server, revoked).await, before);
    }
}

/// Puts a pouch, a product without stock, into the cart and returns the body of its checkout.
async fn pouch_in_cart(server: &Server) -> Value {
    let line = json!({"sessionId": "a session", "productId": 2});
    let added = server.request("POST", "/api/storefront/1/cart").json(&line).await;
    assert_eq!(added.status(), 200, "{}", added.message());
    let address = json!({"country": "US", "state": "ME"});
    checkout_body("a session", json!({"shippingAddress": address, "shippingRateId": 1}))
}

#[tokio::test]
async fn a_checkout_before_the_import__is_seen() {
    let server = served().await;
    let file = exported(&server).await;
    let checkout = pouch_in_cart(&server).await;
    let locks = server.client().await;
    // The checkout waits before it has committed anything.
    locks.batch_execute("begin; lock table orders in exclusive mode").await.unwrap();
    let placed = async {
        server.request("POST", "/api/storefront/1/checkout").json(&checkout).await.status()
    };
    let imported = async {
        until_waiting(&server, 1).await;
        let import = load(&server, &file, Existing::Replace);
        let release = async {
            until_waiting(&server, 2).await;
            locks.batch_execute("commit").await.unwrap();
        };
        tokio::join!(import, release).0
    };
    let (placed, imported) = tokio::join!(placed, imported);
    assert_eq!(placed, 200);
    let lines = live_state(imported);
    assert!(lines.len() == 1 && lines[0].starts_with("orders: 1 "), "{lines:?}");
}

#[tokio::test]
async fn a_checkout_and_a_key_during_the_import__come_after_it() {
    let server = served().await;
    let checkout = pouch_in_cart(&server).await;
    let file = exported(&server).await;
    let locks = server.client().await;
    // The import waits after its check for live state.
    let widgets = "begin; select from chat_widgets where site_id = 1 for update";
    locks.batch_execute(widgets).await.unwrap();
    let import = load(&server, &file, Existing::Replace);
    let after = async {
        until_waiting(&server, 1).await;
        let placed = async {
            server.request("POST", "/api/storefront/1/checkout").json(&checkout).await.status()
        };
        let db = server.db();
        let key = keys::create(&db, 1, NewKey::default());
        let release = async {
            until_waiting(&server, 3).await;
            locks.batch_execute("commit").await.unwrap();
        };
        tokio::join!(placed, key, release)
    };
    let (imported, (placed, key, ())) = tokio::join!(import, after);
    imported.unwrap();
    assert_eq!(placed, 200);
    assert_eq!(status_with(&server, &key.unwrap().secret).await, 200);
}
