//! Server keys with the role `owner`.

use super::keys::{SERVER_KEYS, made, made_owner, three_of_four_revoked, two_owners};
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
        assert_eq!(create(&owner, password).await.outcome(), (400, "password is required"));
    }
    let mut secret = String::new();
    for _ in 0..4 {
        let created = create(&owner, json!(PASSWORD)).await;
        assert_eq!(created.status(), 201, "right passwords do not count");
        secret = created.json["data"]["secret"].as_str().unwrap().to_owned();
    }
    let by_key = create(&secret, json!(PASSWORD)).await;
    assert_eq!(by_key.outcome(), (403, "Only a person can do this"));
    create(&owner, json!("wrong")).await.snapshot("create_server_key__403");
    for _ in 0..2 {
        assert_eq!(create(&owner, json!("wrong")).await.message(), "Wrong password");
    }
    let refused = create(&owner, json!(PASSWORD)).await;
    assert_eq!(refused.outcome(), (429, "Too many attempts, slow down"));
    assert_eq!(server.count("server_keys").await, 4);
}

/// A former owner loses the keys that only an owner can create, and the keys that those created.
#[tokio::test]
async fn update_person__of_an_owner_with_server_keys() {
    let server = served().await;
    let (ines, ben) = two_owners(&server).await;
    let made =
        async |by: &str, role: &str, sites: &[i64]| made(&server, by, role, role, sites).await;
    let (both, _) = made(&ben, "owner", &[2]).await;
    let (of_both, _) = made(&both, "shop", &[]).await;
    let (of_ben, _) = made(&ben, "shop", &[]).await;
    let (kept, kept_id) = made(&ben, "shop", &[]).await;
    let (of_ines, _) = made(&ines, "owner", &[]).await;
    let update = |roles: Value| {
        let request = server.request("PUT", &format!("{PEOPLE}/2")).bearer(&ines);
        request.query("retainServerKeys", &kept_id.to_string()).json(&json!({"roles": roles}))
    };
    let none = json!({"revoked": [], "retained": []});
    server.sql("update people set all_site_roles = '{owner}' where id = 2").await;
    assert_eq!(update(json!(["shop"])).await.json["serverKeys"], none, "an owner of all sites");
    server.sql("update people set all_site_roles = '{}' where id = 2").await;
    assert_eq!(update(json!(["owner", "shop"])).await.json["serverKeys"], none);
    update(json!(["shop"])).await.snapshot("update_person__200_server_keys");
    assert_eq!(update(json!(["support"])).await.json["serverKeys"], none);
    let status = async |key: &str, site: i64| {
        server.get(&format!("/api/staff/sites/{site}/orders")).bearer(key).await.status()
    };
    for (key, expected) in [
        (&both, [404, 200]),
        (&of_both, [401, 401]),
        (&of_ben, [401, 401]),
        (&kept, [200, 404]),
        (&of_ines, [200, 404]),
    ] {
        assert_eq!([status(key, 1).await, status(key, 2).await], expected);
    }
    three_of_four_revoked(&server, "updatePerson").await;
}

/// A key stays with the person who created the keys above it, even after one of those was revoked.
#[tokio::test]
async fn remove_person__after_a_key_was_retained() {
    let server = served().await;
    let (ines, ben) = two_owners(&server).await;
    let made =
        async |by: &str, name: &str, sites: &[i64]| made_owner(&server, by, name, sites).await;
    let (parent, parent_id) = made(&ben, "Parent", &[]).await;
    let (child, _) = made(&parent, "Child", &[]).await;
    let (grandchild, grandchild_id) = made(&child, "Grandchild", &[]).await;
    let (both, both_id) = made(&ben, "Both", &[2]).await;
    let (of_both, of_both_id) = made(&both, "Of both", &[]).await;
    for (id, retained) in [(&parent_id, &grandchild_id), (&both_id, &of_both_id)] {
        let revoked = server.request("DELETE", &format!("{SERVER_KEYS}/{id}")).bearer(&ines);
        let revoked = revoked.query("retainServerKeys", &retained.to_string()).await;
        assert_eq!(revoked.json["data"]["retained"][0]["id"], *retained);
    }
    let listed = server.get(SERVER_KEYS).bearer(&ines).await;
    assert_eq!(listed.each("name"), ["Of both", "Grandchild"]);
    let creators = listed.each("createdBy").into_iter().map(|creator| &creator["kind"]);
    assert_eq!(creators.collect::<Vec<_>>(), ["server_key", "person"]);
    let removed = server.request("DELETE", &format!("{PEOPLE}/2")).bearer(&ines).await;
    let revoked = removed.json["data"]["revoked"].as_array().unwrap();
    let names: Vec<&Value> = revoked.iter().map(|key| &key["name"]).collect();
    assert_eq!(names, ["Grandchild", "Of both"]);
    for (key, status) in [(&grandchild, 401), (&of_both, 401), (&both, 200)] {
        assert_eq!(me(&server, key).await, status);
    }
}
