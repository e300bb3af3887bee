//! API keys from the command line.

use serde_json::{Value, json};
use stoa::commands::keys;
use stoa_stores::api_keys::NewKey;

use super::{database, export, import, site_with};

#[tokio::test]
async fn keys__made_listed_revoked() {
    let (mut client, database) = database().await;
    let db = database.pool(stoa_db::Settings::default());
    import(&mut client, site_with(json!({}))).await.unwrap();
    let expires_at = "2030-01-01T00:00:00Z".parse().ok();
    let new = NewKey { name: "app".to_owned(), expires_at, rate_per_minute: Some(50) };
    let key = keys::create(&db, 1, new).await.unwrap();
    let plain = keys::create(&db, 1, NewKey::default()).await.unwrap();
    assert!(key.secret.starts_with("svc_live_") && key.secret.len() == 49, "{}", key.secret);
    assert_ne!(key.secret, plain.secret);
    let found =
        "select id from api_keys where site_id = 1 and secret_sha256 = sha256($1::text::bytea)";
    assert_eq!(db.one::<i64>(found, &[&key.secret]).await.unwrap(), key.id);

    keys::revoke(&db, 1, key.id).await.unwrap();
    assert!(keys::revoke(&db, 1, key.id).await.is_err(), "revoked once");
    assert!(keys::revoke(&db, 2, plain.id).await.is_err(), "of another site");
    let error = keys::create(&db, 9, NewKey::default()).await.err().unwrap();
    assert_eq!(error.to_string(), "site 9 does not exist: `stoa site list` lists the sites");

    let mut listed = Vec::new();
    keys::list(&db, Some(1), &mut listed).await.unwrap();
    let listed = String::from_utf8(listed).unwrap();
    let lines: Vec<Vec<&str>> =
        listed.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[1][..4], ["1", "1", "app", "50"]);
    assert!(lines[1][5] == "2030-01-01T00:00:00Z" && lines[1][6] != "-", "{listed}");
    assert!(!listed.contains("svc_live_"));

    // An export omits revoked keys, because an import would make them valid again.
    let exported: Value = serde_json::from_str(&export(&mut client, 1).await).unwrap();
    assert_eq!(exported["apiKeys"].as_array().unwrap().len(), 1);
    let mut sites = Vec::new();
    stoa::commands::sites::list(&client, &mut sites).await.unwrap();
    assert_eq!(
        String::from_utf8(sites).unwrap(),
        "ID  NAME  DOMAIN  SUBDOMAIN  STATE\n1   Site  -       -          active\n"
    );
}
