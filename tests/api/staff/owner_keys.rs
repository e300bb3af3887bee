//! Server keys with the role `owner`.

use super::keys::SERVER_KEYS;
use super::*;

/// Only a person creates one, with the password. A thief of a session cannot guess the password.
#[tokio::test]
async fn create_server_key__of_an_owner() {
    let server = served_limited(&["staff-failed-logins=3/900"]).await;
    let owner = hired(&server, Some(1), INES, &["owner"]).await;
    let create = |token: &str, password: Value| {
        let wish = json!({"name": "Deployment", "roles": ["shop", "owner"], "password": password});
        server.request("POST", SERVER_KEYS).bearer(token).json(&wish)
    };
    for password in [Value::Null, json!("")] {
        let refused = create(&owner, password).await;
        assert_eq!((refused.status(), refused.message()), (400, "password is required"));
    }
    let mut secret = String::new();
    for _ in 0..4 {
        let created = create(&owner, json!(PASSWORD)).await;
        assert_eq!(created.status(), 201, "right passwords do not count");
        secret = created.json["data"]["secret"].as_str().unwrap().to_owned();
    }
    let by_key = create(&secret, json!(PASSWORD)).await;
    assert_eq!((by_key.status(), by_key.message()), (403, "Only a person can do this"));
    create(&owner, json!("wrong")).await.snapshot("create_server_key__403");
    for _ in 0..2 {
        assert_eq!(create(&owner, json!("wrong")).await.message(), "Wrong password");
    }
    let refused = create(&owner, json!(PASSWORD)).await;
    assert_eq!((refused.status(), refused.message()), (429, "Too many attempts, slow down"));
    let keys = "select count(*) from server_keys";
    assert_eq!(server.db().one::<i64>(keys, &[]).await.unwrap(), 4);
}
