//! The settings of sites and stores, and the branding, as staff read and change them.

use futures_util::future::join_all;

use super::*;
use crate::api::storefront::purchases::{fill, stored};

const BRANDING: &str = "/api/staff/sites/1/branding";
const SETTINGS: &str = "/api/staff/sites/1/settings";
const STORE: &str = "/api/staff/sites/1/store";

/// A change at `path` by a caller who has seen this tag.
pub fn patch<'a>(
    server: &'a Server,
    token: &str,
    path: &str,
    seen: &str,
    body: &Value,
) -> Request<'a> {
    let request = server.request("PATCH", path).bearer(token).header("if-match", seen);
    request.merge_patch(body)
}

/// A server whose settings have one version, and the token of a person with this role.
async fn served_settings(role: &str) -> (Server, String) {
    let (server, token) = served_to(role).await;
    server.sql("update sites set version = 1700000000000, branding_version = 1700000000001").await;
    server.sql("update stores set version = 1700000000002").await;
    (server, token)
}

/// Asserts that each of these patches is refused with 400, and changes nothing.
async fn assert_refused(server: &Server, token: &str, path: &str, patches: Vec<Value>) {
    let before = server.get(path).bearer(token).await;
    for body in patches {
        let refused = patch(server, token, path, "*", &body).await;
        assert_eq!(refused.status(), 400, "{:.200}: {}", body.to_string(), refused.message());
    }
    let after = server.get(path).bearer(token).await;
    assert_eq!((after.header("etag"), &after.json), (before.header("etag"), &before.json));
}

#[tokio::test]
async fn update_branding() {
    let (server, token) = served_settings("content").await;
    let shown = async || server.get("/api/v1/sites/1/branding").await;
    let before = server.get(BRANDING).bearer(&token).await.snapshot("get_branding__200");
    let seen = before.header("etag");
    assert_eq!(shown().await.json["data"]["primaryColor"], "#0f4c5c");

    let body = json!({
        "primaryColor": "#123456", "logoText": null, "buttonStyle": {"variant": "outline", "primaryBg": null},
        "typography": {"h1": {"size": "48px", "font": null}, "body": null, "h2": {"size": "30px", "more": "x"}},
        "darkMode": null,
    });
    let more = json!({"typography": {"h2": {"more": "x"}}});
    assert_eq!(patch(&server, &token, BRANDING, seen, &body).await.status(), 200);
    let body = json!({"headingFont": "Source Serif 4"});
    patch(&server, &token, BRANDING, seen, &body).await.snapshot("update_branding__412");
    let changed = patch(&server, &token, BRANDING, "*", &body).await;
    let changed = changed.snapshot("update_branding__200");
    let branding = &changed.json["data"];
    assert_eq!(branding["typography"]["h1"]["size"], "48px");
    assert_eq!(branding["typography"]["h1"]["font"], Value::Null);
    assert_eq!(branding["typography"]["h2"], json!({"size": "30px"}));
    assert_eq!(branding["typography"].get("body"), None);
    assert_eq!(branding["buttonStyle"]["variant"], "outline");
    assert_eq!(branding.get("darkMode"), None);
    let public = shown().await;
    assert_eq!(public.json["data"]["typography"], branding["typography"]);
    assert_eq!(public.json["data"]["primaryColor"], "#123456");
    assert_eq!(public.json["cssVars"]["--brand-primary"], "#123456");
    assert_eq!(public.json["cssVars"].get("--brand-dark-primary"), None);

    let unset = patch(&server, &token, BRANDING, "*", &json!({"primaryColor": null})).await;
    assert_eq!(unset.json["data"].get("primaryColor"), None);
    assert_eq!(shown().await.json["data"]["primaryColor"], "#2563eb", "the default");
    let nothing = patch(&server, &token, BRANDING, "*", &json!({"version": 1, "x": 1})).await;
    assert_eq!((nothing.status(), nothing.header("etag")), (200, unset.header("etag")));
    assert_eq!(patch(&server, &token, BRANDING, "*", &more).await.status(), 200);
    let rows = audited_with(&server, "updateBranding").await;
    assert_eq!(rows.len(), 4, "{rows:?}");
    let fields =
        "1 person updateBranding site primaryColor,logoText,buttonStyle,typography,darkMode ";
    assert!(rows[0].starts_with(fields), "{rows:?}");
}

#[tokio::test]
async fn update_branding__refusals() {
    let (server, token) = served_settings("content").await;
    let unseen = server.request("PATCH", BRANDING).bearer(&token).merge_patch(&json!({}));
    unseen.await.snapshot("update_branding__428");
    let red = json!({"primaryColor": "red; } body { display: none"});
    patch(&server, &token, BRANDING, "*", &red).await.snapshot("update_branding__400");
    let long = "x".repeat(256);
    let styles: serde_json::Map<_, _> =
        (0..300).map(|number| (format!("h{number}"), json!({"font": "x".repeat(250)}))).collect();
    let presets = vec![json!({"name": "x"}); 101];
    let bodies = vec![
        json!({"primaryColor": 1}),
        json!({"primaryColor": "#12345"}),
        json!({"headingFont": long}),
        json!({"headingFont": "a\u{0}b"}),
        json!({"logoUrl": "a\nb"}),
        json!({"buttonStyle": {"variant": long}}),
        json!({"buttonStyle": []}),
        json!({"buttonPresets": [{"id": "7"}]}),
        json!({"buttonPresets": [{"name": null}]}),
        json!({"buttonPresets": presets}),
        json!({"darkMode": {"textColor": 1}}),
        json!({"typography": {"h1": "large"}}),
        json!({"typography": {"h1": {"size": 48}}}),
        json!({"typography": {"h1": {"size": "a\u{202e}"}}}),
        json!({"typography": {"h1": {"size": {"a": "b"}}}}),
        json!({"typography": {"a\nb": {}}}),
        json!({"typography": styles}),
        json!([]),
    ];
    assert_refused(&server, &token, BRANDING, bodies).await;
    let half: serde_json::Map<_, _> =
        (0..150).map(|number| (format!("h{number}"), json!({"font": "x".repeat(250)}))).collect();
    let half = json!({"typography": half});
    assert_eq!(patch(&server, &token, BRANDING, "*", &half).await.status(), 200);
    let other: serde_json::Map<_, _> =
        (0..150).map(|number| (format!("p{number}"), json!({"font": "x".repeat(250)}))).collect();
    let refused = patch(&server, &token, BRANDING, "*", &json!({"typography": other})).await;
    let expected = (400, "The branding must have at most 65536 bytes");
    assert_eq!(refused.outcome(), expected);
}

#[tokio::test]
async fn update_site_settings() {
    let (server, owner) = served_settings("owner").await;
    let shown = async || server.get("/api/v1/sites/1/config").await.json["data"].clone();
    let before = server.get(SETTINGS).bearer(&owner).await.snapshot("get_site_settings__200");
    assert_eq!(shown().await["name"], "Harbor Goods");
    let body = json!({
        "name": " Harbor & Sons ", "domain": "häfen.example", "subdomain": null, "description": null,
        "customLayout": {"columns": [1, 2.5, null], "dark": {"on": true}}, "conversationRetentionDays": 30,
        "timeZone": "Europe/Berlin", "id": 7, "active": false,
    });
    let changed = patch(&server, &owner, SETTINGS, before.header("etag"), &body).await;
    let changed = changed.snapshot("update_site_settings__200");
    let late = patch(&server, &owner, SETTINGS, before.header("etag"), &body).await;
    assert_eq!(late.header("etag"), changed.header("etag"));
    late.snapshot("update_site_settings__412");
    let config = shown().await;
    assert_eq!(config["name"], "Harbor & Sons");
    assert_eq!(config["domain"], "häfen.example");
    assert_eq!((&config["subdomain"], &config["description"]), (&Value::Null, &Value::Null));
    assert_eq!(config["customLayout"], changed.json["data"]["customLayout"]);

    let merging = json!({"customLayout": {"dark": {"on": null, "hue": 7}, "columns": []}});
    let merged = patch(&server, &owner, SETTINGS, "*", &merging).await;
    let layout = &merged.json["data"]["customLayout"];
    assert_eq!(layout, &json!({"columns": [], "dark": {"hue": 7}}));
    let unset = patch(&server, &owner, SETTINGS, "*", &json!({"customLayout": null})).await;
    assert_eq!(unset.json["data"]["customLayout"], Value::Null);
    assert_eq!(shown().await["customLayout"], Value::Null);
    // The branding has a separate version.
    assert_eq!(server.get(BRANDING).bearer(&owner).await.header("etag"), "\"1700000000001\"");
    assert_eq!(audited_with(&server, "updateSiteSettings site").await.len(), 3);
}

#[tokio::test]
async fn update_site_settings__refusals() {
    let (server, owner) = served_settings("owner").await;
    let unseen = server.request("PATCH", SETTINGS).bearer(&owner).merge_patch(&json!({}));
    unseen.await.snapshot("update_site_settings__428");
    let name = json!({"name": "a\nb"});
    patch(&server, &owner, SETTINGS, "*", &name).await.snapshot("update_site_settings__400");
    let domains = [
        "",
        "https://a.example",
        "a.example/b",
        "mara@a.example",
        "a b",
        "a?b",
        "a:x",
        "[::1",
        "a..",
        ":80",
    ];
    let mut bodies: Vec<Value> =
        domains.iter().skip(1).map(|domain| json!({"domain": domain})).collect();
    bodies.retain(|body| body["domain"] != "a..");
    bodies.extend([
        json!({"name": null}),
        json!({"name": " "}),
        json!({"name": "x".repeat(256)}),
        json!({"domain": "x".repeat(254)}),
        json!({"subdomain": "-a"}),
        json!({"subdomain": "A"}),
        json!({"subdomain": "a.b"}),
        json!({"description": "x".repeat(2001)}),
        json!({"customLayout": "text"}),
        json!({"customLayout": {"a": "x".repeat(65_536)}}),
        json!({"conversationRetentionDays": 0}),
        json!({"conversationRetentionDays": null}),
        json!({"conversationRetentionDays": 36_501}),
        json!({"timeZone": null}),
        json!({"timeZone": ""}),
        json!({"timeZone": "Berlin"}),
        json!({"timeZone": "+02:00"}),
        json!({"timeZone": "x".repeat(65)}),
    ]);
    assert_refused(&server, &owner, SETTINGS, bodies).await;
    // The database writes each number without an exponent.
    let numbers = |count| json!({"customLayout": {"a": vec![1e308; count]}});
    assert_refused(&server, &owner, SETTINGS, vec![numbers(220)]).await;
    assert_eq!(patch(&server, &owner, SETTINGS, "*", &numbers(200)).await.status(), 200);
    let unset = json!({"customLayout": null});
    assert_eq!(patch(&server, &owner, SETTINGS, "*", &unset).await.status(), 200);
    let large = |key: &str| json!({"customLayout": {key: "x".repeat(40_000)}});
    assert_eq!(patch(&server, &owner, SETTINGS, "*", &large("a")).await.status(), 200);
    let merged = patch(&server, &owner, SETTINGS, "*", &large("b")).await;
    assert_eq!(merged.status(), 400, "the merged layout is too large");
}

#[tokio::test]
async fn update_store_settings() {
    let (server, owner) = served_settings("owner").await;
    let before = server.get(STORE).bearer(&owner).await.snapshot("get_store_settings__200");
    let cart = || server.get("/api/storefront/1/products/harbor-tote");
    assert_eq!(cart().await.status(), 200);
    let body = json!({
        "enabled": false, "customerAccounts": false, "refuseCommonPasswords": true, "requiresShippingRate": true,
        "orderPrefix": "", "baseUrl": "https://shop.example/de/", "email": "u\u{308}@shop.example",
        "publicMetadata": ["care"], "cartReminderHours": 24, "paymentProvider": null, "aiProvider": "test",
        "aiCreditsPerMonth": 0,
        "keys": {"stripeSecretKey": "sk_test_1", "openaiApiKey": null, "shipFrom": {"city": "Kiel", "country": "DE"}},
        "taxRate": 7, "maxStoredBytes": 1,
    });
    let changed = patch(&server, &owner, STORE, before.header("etag"), &body).await;
    let changed = changed.snapshot("update_store_settings__200");
    let late = patch(&server, &owner, STORE, before.header("etag"), &body).await;
    assert_eq!(late.header("etag"), changed.header("etag"));
    late.snapshot("update_store_settings__412");
    assert_eq!(changed.json["data"]["email"], "ü@shop.example", "normalized");
    assert_eq!(cart().await.status(), 404, "the store is closed at once");
    let row = "select tax_rate, max_stored_bytes from stores where site_id = 1";
    assert_eq!(stored(&server, row).await, json!({"tax_rate": 725, "max_stored_bytes": null}));
    let open = patch(&server, &owner, STORE, "*", &json!({"enabled": true})).await;
    assert_eq!((open.status(), cart().await.status()), (200, 200));

    // Servers of the site can open the keys. No response contains them.
    let sealed = "select encode(sealed, 'hex') from store_secrets where name = $1";
    let sealed = server.client().await.query_one(sealed, &[&"stripe-secret-key"]).await.unwrap();
    assert!(!sealed.get::<_, String>(0).contains(&hex::encode("sk_test_1")));
    let unset = json!({"keys": {"stripeSecretKey": null}});
    let unset = patch(&server, &owner, STORE, "*", &unset).await;
    assert_eq!(unset.json["data"]["setKeys"], json!(["ship-from"]));
    let rows = audited_with(&server, "updateStoreSettings store").await;
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert!(rows[0].contains("keys.stripeSecretKey,keys.openaiApiKey,keys.shipFrom"), "{rows:?}");
    assert!(rows[2].contains(" keys.stripeSecretKey "), "{rows:?}");
    let nothing = patch(&server, &owner, STORE, "*", &json!({"keys": {}})).await;
    assert_eq!((nothing.status(), nothing.header("etag")), (200, unset.header("etag")));
}

#[tokio::test]
async fn update_store_settings__currency() {
    let (server, owner) = served_settings("owner").await;
    let currency = |code: &str| patch(&server, &owner, STORE, "*", &json!({"currency": code}));
    server.sql("update discount_codes set amount = 550 where site_id = 1 and discount_type = 'fixed_amount'").await;
    let refused = currency("ISK").await;
    let expected = (409, "The store has prices that cannot be charged in this currency");
    assert_eq!(refused.outcome(), expected);
    assert_eq!(currency("EUR").await.json["data"]["currency"], "EUR");
    server.post("/api/storefront/1/cart", &json!({"sessionId": "a session", "productId": 2})).await;
    let order = json!({"sessionId": "a session", "customerEmail": INES, "customerName": "Ines"});
    let placed = server.post("/api/storefront/1/checkout", &order).await.expect(200);
    assert_eq!(placed.json["data"]["currency"].as_str().unwrap_or("EUR").to_uppercase(), "EUR");
    assert_eq!(currency("EUR").await.status(), 200, "it does not change");
    currency("USD").await.snapshot("update_store_settings__409");
}

/// A server that has cached the store places no order in its old currency. After a second, it has the new one.
#[tokio::test]
async fn update_store_settings__currency_of_another_server() {
    let server = served_without_limits().await;
    let owner = hired(&server, Some(1), INES, &["owner"]).await;
    let other = server.another().await;
    fill(&other, "a session", &[(1, 1, 1)]).await;
    patch(&server, &owner, STORE, "*", &json!({"currency": "EUR"})).await.expect(200);
    let check_out = || {
        let body = checkout_body("a session", json!({}));
        other.post("/api/storefront/1/checkout", &body)
    };
    assert_eq!(check_out().await.outcome(), (409, "Prices have changed"));
    assert_eq!(server.count("orders").await, 0);
    other.pass(SECOND);
    check_out().await.expect(200);
    assert_eq!(stored(&server, "select currency from orders").await["currency"], "EUR");
}

/// Another server shows a product as the current settings of the store have it, although it has cached the store.
#[tokio::test]
async fn update_store_settings__metadata_of_another_server() {
    let (server, owner) = served_settings("owner").await;
    let other = server.another().await;
    other.get("/api/storefront/1/cart?sessionId=x").await.expect(200);
    patch(&server, &owner, STORE, "*", &json!({"publicMetadata": []})).await.expect(200);
    let product = other.get("/api/storefront/1/products/harbor-tote").await.expect(200);
    assert_eq!(product.json["data"]["metadata"], Value::Null);
}

/// A command that sets or deletes a key changes the version, so no change overwrites the key unseen.
#[tokio::test]
async fn update_store_settings__after_a_command() {
    let (server, owner) = served_settings("owner").await;
    let (db, seal) = (server.db(), stoa_stores::Seal::new(SECRET));
    let name: stoa_stores::SecretName = "openai-api-key".parse().unwrap();
    let etag = async || server.get(STORE).bearer(&owner).await.header("etag").to_owned();
    let change = |seen: &str| {
        let body = json!({"keys": {"openaiApiKey": null}});
        patch(&server, &owner, STORE, seen, &body)
    };
    let seen = etag().await;
    stoa::commands::stores::set(&db, &seal, 1, name, "sk-of-the-command").await.unwrap();
    assert_eq!(change(&seen).await.status(), 412);
    let seen = etag().await;
    stoa::commands::stores::unset(&db, 1, name).await.unwrap();
    assert_eq!(change(&seen).await.status(), 412);
    let seen = etag().await;
    stoa::commands::stores::unset(&db, 1, name).await.unwrap_err();
    assert_eq!(etag().await, seen, "nothing was deleted");
    assert_eq!(change(&seen).await.status(), 200);
}

#[tokio::test]
async fn update_store_settings__refusals() {
    let (server, owner) = served_settings("owner").await;
    let unseen = server.request("PATCH", STORE).bearer(&owner).merge_patch(&json!({}));
    unseen.await.snapshot("update_store_settings__428");
    let currency = json!({"currency": "usd"});
    patch(&server, &owner, STORE, "*", &currency).await.snapshot("update_store_settings__400");
    let bodies = vec![
        json!({"enabled": null}),
        json!({"orderPrefix": "x".repeat(33)}),
        json!({"orderPrefix": "a\nb"}),
        json!({"baseUrl": "javascript:alert(1)"}),
        json!({"baseUrl": "https://"}),
        json!({"baseUrl": "https://a.example/?b"}),
        json!({"baseUrl": "https://mara@a.example/"}),
        json!({"baseUrl": "https://["}),
        json!({"email": "mara"}),
        json!({"publicMetadata": null}),
        json!({"publicMetadata": [1]}),
        json!({"cartReminderHours": 161}),
        json!({"paymentProvider": "paypal"}),
        json!({"aiProvider": 1}),
        json!({"aiCreditsPerMonth": -1}),
        json!({"keys": null}),
        json!({"keys": {"stripeSecretKey": ""}}),
        json!({"keys": {"stripeSecretKey": "a b"}}),
        json!({"keys": {"stripeSecretKey": "x".repeat(2501)}}),
        json!({"keys": {"shipFrom": {"city": "Kiel"}}}),
        json!({"keys": {"shipFrom": "Kiel"}}),
        json!({"currency": "EURO"}),
    ];
    assert_refused(&server, &owner, STORE, bodies).await;

    let other = hired(&server, Some(5), "lin@bare.example", &["owner"]).await;
    let bare = "/api/staff/sites/5/store";
    server.get(bare).bearer(&other).await.snapshot("get_store_settings__404");
    let body = json!({"enabled": true});
    patch(&server, &other, bare, "*", &body).await.snapshot("update_store_settings__404");
    for path in [BRANDING, SETTINGS, STORE] {
        assert_eq!(server.get(path).bearer(&other).await.status(), 404);
        assert_eq!(patch(&server, &other, path, "*", &json!({})).await.status(), 404);
    }
}

/// A change by a caller who has seen the settings before an import replaced them is refused.
#[tokio::test]
async fn an_import_changes_the_versions() {
    let server = served().await;
    let owner = hired(&server, Some(4), INES, &["owner"]).await;
    let paths = ["branding", "settings", "store"].map(|name| format!("/api/staff/sites/4/{name}"));
    let mut seen = Vec::new();
    for path in &paths {
        seen.push(server.get(path).bearer(&owner).await.expect(200).header("etag").to_owned());
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sites/4-shuttered.json");
    replace_site(&server, file.as_ref()).await;
    for (path, seen) in paths.iter().zip(&seen) {
        let late = patch(&server, &owner, path, seen, &json!({})).await;
        assert_eq!(late.outcome(), (412, "The settings have changed"), "{path}");
    }
}

#[tokio::test]
async fn one_of_50_concurrent_changes_of_settings_is_applied() {
    let server = served_without_limits().await;
    let owner = hired(&server, Some(1), INES, &["owner"]).await;
    for (path, property) in
        [(BRANDING, "logoText"), (SETTINGS, "description"), (STORE, "orderPrefix")]
    {
        let seen = server.get(path).bearer(&owner).await.header("etag").to_owned();
        let changes = (0..50).map(|number| {
            let (server, owner, seen) = (&server, &owner, &seen);
            let body = json!({property: number.to_string()});
            async move { patch(server, owner, path, seen, &body).await.status() }
        });
        let statuses = join_all(changes).await;
        let count = |wanted| statuses.iter().filter(|status| **status == wanted).count();
        assert_eq!((count(200), count(412)), (1, 49), "{path} {statuses:?}");
    }
    assert_eq!(audited_with(&server, " update").await.len(), 3);
}
