//! The operations tagged `site`.

use serde_json::json;

use crate::harness::{BARE_KEY, DEMO_KEY, ODDS_KEY, served, served_read_only};

#[tokio::test]
async fn get_branding() {
    let server = served_read_only().await;
    let demo = server.get("/api/v1/sites/1/branding").await.snapshot("get_branding__200");
    // The branding's body font takes precedence over the typography of the body element.
    assert!(demo.json["cssVars"].get("--brand-body-font").is_some_and(|font| font == "Inter"));
    server
        .get("/api/v1/sites/5/branding")
        .key(BARE_KEY)
        .await
        .snapshot("get_branding__200_defaults");
}

#[tokio::test]
async fn get_branding__hostile() {
    let server = served_read_only().await;
    let branding =
        server.get("/api/v1/sites/2/branding").await.snapshot("get_branding__200_hostile");
    let variables = branding.json["cssVars"].as_object().unwrap();
    for (name, value) in variables {
        assert!(
            name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)),
            "{name}"
        );
        let value = value.as_str().unwrap().to_lowercase();
        assert!(
            ![";", "{", "}", "<", "url("].iter().any(|part| value.contains(part)),
            "{name}: {value}"
        );
    }
    assert_eq!(variables["--brand-secondary"], "#abc");
    assert_eq!(variables["--brand-radius"], "0");
    // The site's own value in `data` is unchanged.
    assert_eq!(branding.json["data"]["primaryColor"], "red; } body { display: none");
}

#[tokio::test]
async fn get_site_config() {
    let server = served_read_only().await;
    let demo = server.get("/api/v1/sites/1/config").await.snapshot("get_site_config__200");
    let branding = server.get("/api/v1/sites/1/branding").await;
    let navigation = server.get("/api/v1/sites/1/navigation").await;
    assert_eq!(demo.json["data"]["branding"], branding.json["data"]);
    assert_eq!(demo.json["data"]["cssVars"], branding.json["cssVars"]);
    assert_eq!(demo.json["data"]["navigation"], navigation.json["data"]);

    server.get("/api/v1/sites/5/config").await.snapshot("get_site_config__200_bare");
    let odd = server.get("/api/v1/sites/2/config").key(ODDS_KEY).await;
    assert_eq!(odd.json["data"]["customLayout"], json!({"columns": [1, 2.5, null], "dark": true}));
    for (site, enabled) in [(1, true), (2, true), (4, false), (5, false)] {
        let config = server.get(&format!("/api/v1/sites/{site}/config")).await;
        assert_eq!(config.json["data"]["storeEnabled"], enabled, "{site}");
    }
}

#[tokio::test]
async fn get_navigation() {
    let server = served().await;
    server.get("/api/v1/sites/1/navigation").key(DEMO_KEY).await.snapshot("get_navigation__200");
    server.get("/api/v1/sites/2/navigation").await.snapshot("get_navigation__200_four_levels");
    assert_eq!(server.get("/api/v1/sites/5/navigation").await.json["data"], json!([]));
    // Two items that are each other's parent have no root. The list omits both.
    server.sql("update navigation_items set parent_id = 1 where site_id = 2 and id = 2").await;
    assert_eq!(server.get("/api/v1/sites/2/navigation").await.ids(), [3, 5, 7, 9]);
}
