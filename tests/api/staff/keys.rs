//! Server keys and API keys.

use super::*;
use crate::api::rest_v1::TAGS;

pub const SERVER_KEYS: &str = "/api/staff/sites/1/server-keys";
pub const API_KEYS: &str = "/api/staff/sites/1/api-keys";
const BEN: &str = "ben@harborgoods.example";

fn create<'a>(server: &'a Server, path: &str, token: &str, body: &Value) -> Request<'a> {
    server.request("POST", path).bearer(token).json(body)
}

/// Creates a key with this role, and returns its secret and id.
pub async fn made(
    server: &Server,
    by: &str,
    name: &str,
    role: &str,
    site_ids: &[i64],
) -> (String, Value) {
    let wish = json!({"name": name, "roles": [role], "siteIds": site_ids, "password": PASSWORD});
    let created = create(server, SERVER_KEYS, by, &wish).await;
    (secret(&created), created.json["data"]["key"]["id"].clone())
}

/// Creates a key with the role `owner`. A server key can no longer create one, but older ones have.
pub async fn made_owner(
    server: &Server,
    by: &str,
    name: &str,
    site_ids: &[i64],
) -> (String, Value) {
    let role = if by.starts_with("stk_") { "shop" } else { "owner" };
    let made = made(server, by, name, role, site_ids).await;
    server.sql("update server_keys set roles = '{owner}'").await;
    made
}

/// The sessions of an owner of site 1 and of an owner of the sites 1 and 2.
pub async fn two_owners(server: &Server) -> (String, String) {
    let ines = hired(server, Some(1), INES, &["owner"]).await;
    let ben = hired(server, Some(1), BEN, &["owner"]).await;
    grant(server, Some(2), BEN, &["owner"]).await;
    (ines, ben)
}

/// Asserts that the operation has revoked three keys and retained one.
pub async fn three_of_four_revoked(server: &Server, operation: &str) {
    let rows = audited_with(server, &format!("{operation} server_key")).await;
    assert_eq!(rows.iter().filter(|row| row.contains(" retained ")).count(), 1);
    assert_eq!(rows.len(), 4);
}

fn revoke<'a>(server: &'a Server, path: &str, token: &str, id: &Value) -> Request<'a> {
    server.request("DELETE", &format!("{path}/{id}")).bearer(token)
}

fn secret(created: &Exchange) -> String {
    assert_eq!(created.status(), 201, "{}", created.message());
    created.json["data"]["secret"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn server_keys() {
    let (server, owner) = served_to("owner").await;
    let wish = json!({"name": " Warehouse ", "roles": ["shop", "owner"], "expiresAt": "2026-07-01T00:00:00Z",
        "password": PASSWORD});
    let created =
        create(&server, SERVER_KEYS, &owner, &wish).await.snapshot("create_server_key__201");
    let key = secret(&created);
    assert!(key.starts_with("stk_") && key.len() == 47, "{}", key.len());
    let stored =
        "select true from server_keys where secret_sha256 = sha256(convert_to($1, 'UTF8'))";
    server.client().await.query_one(stored, &[&key]).await.unwrap();
    server.get(ME).bearer(&key).await.snapshot("get_me__200_server_key");
    let log_out = || server.request("DELETE", "/api/staff/sessions/current").bearer(&key);
    log_out().await.snapshot("log_out__403");
    server.get("/api/staff/sites").bearer(&key).await.snapshot("list_sites__403");
    let code = json!({"code": "000000"});
    let confirm = server.request("POST", "/api/staff/me/totp/confirm").bearer(&key).json(&code);
    confirm.await.snapshot("confirm_totp__403");
    let required = json!({"required": true});
    let require = server.request("PUT", "/api/staff/sites/1/totp-requirement").json(&required);
    assert_eq!(require.bearer(&key).await.message(), "Only a person can do this");

    // A key may do what its roles allow, for its site.
    let other =
        create(&server, SERVER_KEYS, &key, &json!({"name": "Other", "roles": ["shop"]})).await;
    let creator =
        json!({"kind": "server_key", "id": created.json["data"]["key"]["id"], "name": "Warehouse"});
    assert_eq!(other.json["data"]["key"]["createdBy"], creator);
    assert_eq!(other.json["data"]["key"]["expiresAt"], "2026-07-01T00:00:00.000Z");
    let of_shop = secret(&other);
    let list = |token: &str| server.get(SERVER_KEYS).bearer(token);
    assert_eq!(list(&of_shop).await.message(), "Your role does not allow this");
    for path in ["/api/staff/sites/2/server-keys", "/api/staff/sites/999/server-keys"] {
        assert_eq!(server.get(path).bearer(&key).await.message(), "Site not found");
    }
    list(&owner).await.snapshot("list_server_keys__200");
    assert_eq!(all_ids(|| list(&owner).query("limit", "1")).await, [2, 1]);

    let id = &other.json["data"]["key"]["id"];
    let of_other_site = hired(&server, Some(2), "lin@odds.example", &["owner"]).await;
    let theirs = revoke(&server, "/api/staff/sites/2/server-keys", &of_other_site, id).await;
    assert_eq!(theirs.message(), "Server key not found");
    revoke(&server, SERVER_KEYS, &owner, id).await.snapshot("revoke_server_key__200");
    revoke(&server, SERVER_KEYS, &owner, id).await.snapshot("revoke_server_key__404");
    assert_eq!(me(&server, &of_shop).await, 401);
    assert_eq!(list(&of_shop).await.status(), 401);
    server.pass(30 * DAY);
    assert_eq!(me(&server, &key).await, 401, "it has expired");
    let rows = audited(&server).await;
    let rows = rows.iter().filter_map(|row| Some(row.rsplit_once(" server_key ")?.0));
    assert_eq!(
        rows.collect::<Vec<_>>(),
        ["1 person createServerKey", "1 server_key createServerKey", "1 person revokeServerKey"]
            .map(|row| row.to_owned())
    );
}

/// A removed owner cannot come back by a key that the owner created, nor by a key of such a key.
#[tokio::test]
async fn server_keys__of_a_removed_person() {
    let server = served().await;
    let (ines, ben) = two_owners(&server).await;
    let made =
        async |by: &str, name: &str, sites: &[i64]| made_owner(&server, by, name, sites).await;
    let (both, _) = made(&ben, "Both", &[2]).await;
    let (child, _) = made(&both, "Child", &[]).await;
    let (grandchild, _) = made(&child, "Grandchild", &[]).await;
    let (kept, kept_id) = made(&ben, "Kept", &[]).await;
    let (of_kept, _) = made(&kept, "Of the kept one", &[]).await;
    let (of_ines, _) = made(&ines, "Of Ines", &[]).await;
    let person = "/api/staff/sites/1/people/2";
    let removed = server.request("DELETE", person).bearer(&ines);
    let removed = removed.query("retainServerKeys", &format!("{kept_id},999")).await;
    removed.snapshot("remove_person__200_server_keys");
    let status = async |key: &str, site: i64| {
        server.get(&format!("/api/staff/sites/{site}/server-keys")).bearer(key).await.status()
    };
    for (key, expected) in [
        (&both, [404, 200]),
        (&child, [401, 401]),
        (&grandchild, [401, 401]),
        (&kept, [200, 404]),
        (&of_kept, [200, 404]),
        (&of_ines, [200, 404]),
    ] {
        assert_eq!([status(key, 1).await, status(key, 2).await], expected);
    }
    three_of_four_revoked(&server, "removePerson").await;

    // The command line takes the remaining sites.
    stoa::commands::people::remove(&server.db(), None, BEN, true, &[]).await.unwrap();
    for key in [&both, &kept, &of_kept] {
        assert_eq!(me(&server, key).await, 401);
    }
}

#[tokio::test]
async fn server_keys__of_a_revoked_key() {
    let (server, owner) = served_to("owner").await;
    let made = async |by: &str| made_owner(&server, by, "x", &[]).await;
    let (parent, parent_id) = made(&owner).await;
    let (first, first_id) = made(&parent).await;
    let (second, second_id) = made(&first).await;
    let (kept, kept_id) = made(&first).await;
    let revoked = revoke(&server, SERVER_KEYS, &owner, &parent_id);
    let revoked = revoked.query("retainServerKeys", &kept_id.to_string()).await;
    let ids = |of: &str| -> Vec<Value> {
        revoked.json["data"][of].as_array().unwrap().iter().map(|key| key["id"].clone()).collect()
    };
    assert_eq!(ids("revoked"), [first_id, second_id]);
    assert_eq!(ids("retained"), std::slice::from_ref(&kept_id));
    for (key, status) in [(&parent, 401), (&first, 401), (&second, 401), (&kept, 200)] {
        assert_eq!(me(&server, key).await, status);
    }
    for ids in ["x", "1.5"] {
        let refused =
            revoke(&server, SERVER_KEYS, &owner, &kept_id).query("retainServerKeys", ids).await;
        assert_eq!(refused.message(), "retainServerKeys must be at most 200 integers");
    }
}

/// A key of two sites, whose owners are Ines for both, Lin for the second and Ben for the first.
#[tokio::test]
async fn server_keys__of_two_sites() {
    let (server, ines) = served_to("owner").await;
    grant(&server, Some(2), INES, &["owner"]).await;
    let ben = hired(&server, Some(1), BEN, &["owner"]).await;
    let lin = hired(&server, Some(2), "lin@odds.example", &["owner"]).await;
    grant(&server, Some(2), BEN, &["shop"]).await;
    let [first, second] = [1, 2].map(|site| format!("/api/staff/sites/{site}/server-keys"));
    let wish = |name: &str, site_ids: &[i64]| json!({"name": name, "roles": ["owner"], "siteIds": site_ids, "password": PASSWORD});

    // The caller must be an owner of each site. The answer is the same for a foreign site and an unknown one.
    for site_id in [2, 5, 999, 0, -1, i64::MAX] {
        let refused = create(&server, &first, &ben, &wish("x", &[1, site_id])).await;
        assert_eq!(refused.outcome(), (404, "Site not found"), "{site_id}");
    }
    let many: Vec<i64> = (0..101).collect();
    let refused = create(&server, &first, &ines, &wish("x", &many)).await;
    assert_eq!(refused.message(), "siteIds must be a list of at most 100 ids");
    let both = create(&server, &first, &ines, &wish("Both", &[2, 1, 2])).await;
    let both = both.snapshot("create_server_key__201_two_sites");
    let key = secret(&both);
    let id = &both.json["data"]["key"]["id"];
    let shown = server.get(ME).bearer(&key).await;
    assert_eq!(shown.json["data"]["sites"][0]["siteId"], 1);
    assert_eq!(shown.json["data"]["sites"][1]["siteId"], 2);
    let of_second = json!({"name": "Of the second", "roles": ["shop"]});
    let of_second = create(&server, &second, &key, &of_second).await;
    assert_eq!(of_second.json["data"]["key"]["siteIds"], json!([2]));

    // Each site lists the key, with the sites of which the caller is an owner.
    let sites_of = async |path: &str, token: &str| {
        let listed = server.get(path).bearer(token).await;
        let keys = listed.json["data"].as_array().unwrap();
        let found = keys.iter().find(|found| found["id"] == *id);
        found.map_or(Value::Null, |found| found["siteIds"].clone())
    };
    for (path, token, expected) in [
        (&first, &ines, json!([1, 2])),
        (&second, &ines, json!([1, 2])),
        (&first, &key, json!([1, 2])),
        (&first, &ben, json!([1])),
        (&second, &lin, json!([2])),
    ] {
        assert_eq!(sites_of(path, token).await, expected, "{path}");
    }
    let page = || server.get(&second).bearer(&lin).query("limit", "1");
    assert_eq!(all_ids(page).await, [2, 1]);

    // An owner of one site takes the key away from that site only.
    assert_eq!(revoke(&server, &first, &ben, id).await.status(), 200);
    let gone = revoke(&server, &first, &ben, id).await;
    assert_eq!(gone.message(), "Server key not found");
    assert_eq!(server.get(&first).bearer(&key).await.message(), "Site not found");
    assert_eq!(server.get(&second).bearer(&key).await.status(), 200);
    assert_eq!(sites_of(&first, &ines).await, Value::Null);
    assert_eq!(sites_of(&second, &ines).await, json!([2]));
    assert_eq!(revoke(&server, &second, &lin, id).await.status(), 200);
    assert_eq!(me(&server, &key).await, 401);

    // An owner of both sites stops the key everywhere at once, through either of them.
    for path in [&first, &second] {
        let both = create(&server, &first, &ines, &wish("Leaked", &[2])).await;
        assert_eq!(
            revoke(&server, path, &ines, &both.json["data"]["key"]["id"]).await.status(),
            200
        );
        assert_eq!(server.get(ME).bearer(&secret(&both)).await.status(), 401);
    }
    let rows = audited(&server).await;
    let keys = rows.iter().filter_map(|row| row.split_once("erverKey server_key").map(|row| row.0));
    let counted = |site: &str, operation: &str| {
        keys.clone().filter(|row| row.starts_with(site) && row.ends_with(operation)).count()
    };
    assert_eq!((counted("1 ", "createS"), counted("1 ", "revokeS")), (3, 3));
    assert_eq!(
        (counted("2 ", "createS"), counted("2 ", "revokeS")),
        (4, 4),
        "with a key that the key created"
    );
}

/// Fifty revocations of one key through both of its sites: each site records one.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn revoke_server_key__fifty_at_once() {
    let server = served_without_limits().await;
    let ines = hired(&server, Some(1), INES, &["owner"]).await;
    grant(&server, Some(2), INES, &["owner"]).await;
    let ben = hired(&server, Some(1), BEN, &["owner"]).await;
    let both = json!({"name": "Both", "roles": ["owner"], "siteIds": [2], "password": PASSWORD});
    let created = create(&server, SERVER_KEYS, &ines, &both).await;
    let id = &created.json["data"]["key"]["id"];
    let second = "/api/staff/sites/2/server-keys";
    let callers = [(SERVER_KEYS, &ben), (second, &ines), (SERVER_KEYS, &ines)];
    let revocations = (0..50).map(|number| {
        let (path, token) = callers[number % 3];
        revoke(&server, path, token, id).into_future()
    });
    let answers = futures_util::future::join_all(revocations).await;
    assert!(answers.iter().all(|answer| [200, 404].contains(&answer.status())));
    assert!((1..=2).contains(&answers.iter().filter(|answer| answer.status() == 200).count()));
    assert_eq!(server.get(ME).bearer(&secret(&created)).await.status(), 401);
    let rows = audited_with(&server, "revokeServerKey").await;
    let sites: Vec<&str> = rows.iter().map(|row| &row[..1]).collect();
    assert_eq!(sites, ["2", "1"]);
}

/// The roles for a site that requires TOTP do not apply to a person without TOTP. A server key does not circumvent this.
#[tokio::test]
async fn server_keys__of_a_site_that_requires_totp() {
    let (server, ines) = served_to("owner").await;
    grant(&server, Some(2), INES, &["owner"]).await;
    let both = json!({"name": "Both", "roles": ["owner"], "siteIds": [2], "password": PASSWORD});
    let created = create(&server, SERVER_KEYS, &ines, &both).await;
    server.sql("update sites set requires_totp = true where id = 2").await;
    assert_eq!(create(&server, SERVER_KEYS, &ines, &both).await.outcome(), (404, "Site not found"));
    let id = &created.json["data"]["key"]["id"];
    assert_eq!(revoke(&server, SERVER_KEYS, &ines, id).await.status(), 200);
    let (key, second) = (secret(&created), "/api/staff/sites/2/server-keys");
    assert_eq!(server.get(second).bearer(&key).await.status(), 200);
    totp::turn_on(&server, &ines).await;
    assert_eq!(create(&server, SERVER_KEYS, &ines, &both).await.status(), 201);
    assert_eq!(revoke(&server, second, &ines, id).await.status(), 200);
    assert_eq!(me(&server, &key).await, 401);
}

/// A key that a server key creates does not outlive it.
#[tokio::test]
async fn create_server_key__by_a_key_that_expires() {
    let (server, owner) = served_to("owner").await;
    let parent = json!({"name": "Parent", "roles": ["owner"], "expiresAt": "2026-08-01T00:00:00.000Z",
        "password": PASSWORD});
    let parent = secret(&create(&server, SERVER_KEYS, &owner, &parent).await);
    for (asked, expected) in [
        (Value::Null, "2026-08-01T00:00:00.000Z"),
        (json!("2026-09-01T00:00:00.000Z"), "2026-08-01T00:00:00.000Z"),
        (json!("2026-07-01T00:00:00.000Z"), "2026-07-01T00:00:00.000Z"),
    ] {
        let child = json!({"name": "Child", "roles": ["shop"], "expiresAt": asked});
        let created = create(&server, SERVER_KEYS, &parent, &child).await;
        assert_eq!(created.json["data"]["key"]["expiresAt"], expected);
    }
}

/// A key that a server of the previous commit created has no further sites.
#[tokio::test]
async fn server_keys__of_the_previous_commit() {
    let (server, owner) = served_to("owner").await;
    let insert = "insert into server_keys (secret_sha256, for_site, name, roles, created_at, expires_at)
        values (sha256(convert_to('stk_' || repeat('a', 43), 'UTF8')), 1, 'Old', '{owner}', now(), '2027-01-01')";
    server.sql(insert).await;
    let key = format!("stk_{}", "a".repeat(43));
    let listed = server.get(SERVER_KEYS).bearer(&key).await;
    assert_eq!(listed.json["data"][0]["siteIds"], json!([1]));
    let id = &listed.json["data"][0]["id"];
    assert_eq!(revoke(&server, SERVER_KEYS, &owner, id).await.status(), 200);
    assert_eq!(me(&server, &key).await, 401);
}

#[tokio::test]
async fn create_server_key__refusals() {
    let (server, owner) = served_to("owner").await;
    let with = |name: &str, value: Value| {
        let mut body = json!({"name": "Warehouse", "roles": ["shop"]});
        body[name] = value;
        create(&server, SERVER_KEYS, &owner, &body)
    };
    with("name", json!(" ")).await.snapshot("create_server_key__400");
    for (name, value, message) in [
        ("name", json!("a".repeat(256)), INVALID_NAME),
        ("name", json!("a\u{2028}b"), INVALID_NAME),
        ("roles", json!([]), "roles must be a list of 1 to 4 roles"),
        ("roles", json!(["signed_in"]), "roles must be a list of 1 to 4 roles"),
        ("siteIds", json!(["2"]), "siteIds must be a list of at most 100 ids"),
        ("siteIds", json!([1.5]), "siteIds must be a list of at most 100 ids"),
        ("siteIds", json!(2), "siteIds must be a list of at most 100 ids"),
        ("expiresAt", json!("tomorrow"), "expiresAt must be a time"),
        ("expiresAt", json!("2026-06-01T12:00:10Z"), "expiresAt must be in the future"),
        ("expiresAt", json!("0000-01-01T00:00:00Z"), "expiresAt must be in the future"),
        ("expiresAt", json!("2028-06-01T12:00:11Z"), "expiresAt must be within 2 years"),
        ("expiresAt", json!("9999-12-31T23:59:59Z"), "expiresAt must be within 2 years"),
    ] {
        assert_eq!(with(name, value).await.outcome(), (400, message));
    }
    assert_eq!(with("expiresAt", Value::Null).await.status(), 201);
    assert_eq!(with("expiresAt", json!("2028-06-01T12:00:10Z")).await.status(), 201);
    for cursor in
        ["x", "1", "1.", "-99999999999999.1", "9999999999999999.1", "1.9223372036854775808"]
    {
        let refused = server.get(SERVER_KEYS).bearer(&owner).query("cursor", cursor).await;
        assert_eq!(refused.outcome(), (400, "Invalid cursor"), "{cursor}");
    }
    server
        .get(SERVER_KEYS)
        .bearer(&owner)
        .query("limit", "0")
        .await
        .snapshot("list_server_keys__400");
    let id = server.request("DELETE", &format!("{SERVER_KEYS}/x")).bearer(&owner).await;
    assert_eq!(id.message(), "Invalid server key ID");
}

#[tokio::test]
async fn api_keys() {
    let (server, owner) = served_to("owner").await;
    let wish = json!({"name": "Website", "ratePerMinute": 60, "expiresAt": "2026-07-01T00:00:00Z"});
    let created = create(&server, API_KEYS, &owner, &wish).await.snapshot("create_api_key__201");
    let key = secret(&created);
    let read = server.get(TAGS).key(&key).await;
    assert_eq!((read.status(), read.header("x-ratelimit-limit")), (200, "60"));
    let list = || server.get(API_KEYS).bearer(&owner);
    list().await.snapshot("list_api_keys__200");
    assert_eq!(all_ids(|| list().query("limit", "2")).await, list().await.ids());
    let id = &created.json["data"]["key"]["id"];
    let of_other_site = hired(&server, Some(2), "lin@odds.example", &["owner"]).await;
    let theirs = revoke(&server, "/api/staff/sites/2/api-keys", &of_other_site, id).await;
    assert_eq!(theirs.message(), "API key not found");
    revoke(&server, API_KEYS, &owner, id).await.snapshot("revoke_api_key__200");
    revoke(&server, API_KEYS, &owner, id).await.snapshot("revoke_api_key__404");
    assert_eq!(list().await.json["data"][4]["revokedAt"], "2026-06-01T12:00:10.000Z");
    server.pass(5 * SECOND);
    assert_eq!(server.get(TAGS).key(&key).await.status(), 401);
    let defaults = create(&server, API_KEYS, &owner, &json!({"name": "App"})).await;
    assert_eq!(defaults.json["data"]["key"]["ratePerMinute"], 300);
    assert_eq!(defaults.json["data"]["key"]["expiresAt"], Value::Null);
    let rows = audited(&server).await;
    let rows: Vec<&str> =
        rows.iter().filter_map(|row| Some(row.split_once(" api_key ")?.0)).collect();
    assert_eq!(rows, ["1 person createApiKey", "1 person revokeApiKey", "1 person createApiKey"]);
}

#[tokio::test]
async fn create_api_key__refusals() {
    let (server, owner) = served_to("owner").await;
    let with = |name: &str, value: Value| {
        let mut body = json!({"name": "Website"});
        body[name] = value;
        create(&server, API_KEYS, &owner, &body)
    };
    with("name", json!("")).await.snapshot("create_api_key__400");
    let rate = "ratePerMinute must be an integer from 1 to 1000000000";
    for (name, value, message) in [
        ("name", json!("a".repeat(256)), INVALID_NAME),
        ("name", json!("a\u{2028}b"), INVALID_NAME),
        ("ratePerMinute", json!(0), rate),
        ("ratePerMinute", json!(1_000_000_001), rate),
        ("ratePerMinute", json!("1"), rate),
        ("expiresAt", json!("tomorrow"), "expiresAt must be a time"),
        ("expiresAt", json!("2026-06-01T12:00:10Z"), "expiresAt must be in the future"),
    ] {
        assert_eq!(with(name, value).await.outcome(), (400, message));
    }
    assert_eq!(with("expiresAt", json!("9999-12-31T23:59:59Z")).await.status(), 201);
    server.get(API_KEYS).bearer(&owner).query("cursor", "x").await.snapshot("list_api_keys__400");
    let id = server.request("DELETE", &format!("{API_KEYS}/x")).bearer(&owner).await;
    assert_eq!(id.message(), "Invalid API key ID");
}

/// The answer shows the time as it is stored: a leap second is the next second, and digits after the milliseconds are
/// dropped.
#[tokio::test]
async fn expires_at_as_stored() {
    let (server, owner) = served_to("owner").await;
    for (given, shown) in [
        ("2026-12-31T23:59:60Z", "2027-01-01T00:00:00.000Z"),
        ("2026-12-31T23:59:60.5Z", "2027-01-01T00:00:00.500Z"),
        ("2026-07-01T00:00:00.1239Z", "2026-07-01T00:00:00.123Z"),
    ] {
        for path in [SERVER_KEYS, API_KEYS] {
            let mut wish = json!({"name": given, "expiresAt": given});
            if path == SERVER_KEYS {
                wish["roles"] = json!(["shop"]);
            }
            let created = create(&server, path, &owner, &wish).await;
            let key = &created.json["data"]["key"];
            assert_eq!(key["expiresAt"], shown, "{path}");
            let listed = server.get(path).bearer(&owner).await;
            assert!(listed.json["data"].as_array().unwrap().contains(key), "{path} {given}");
        }
    }
}

/// The keys that `stoa key` creates and revokes are in the same list, and its changes are in the audit trail.
#[tokio::test]
async fn api_keys__of_the_command_line() {
    let server = served().await;
    let new = stoa_stores::api_keys::NewKey { name: "App".into(), ..Default::default() };
    let key = stoa::commands::keys::create(&server.db(), 1, new).await.unwrap();
    stoa::commands::keys::revoke(&server.db(), 1, key.id).await.unwrap();
    stoa::commands::keys::revoke(&server.db(), 1, key.id).await.unwrap_err();
    assert_eq!(
        audited(&server).await,
        [
            "1 command_line stoa key create api_key name,ratePerMinute,expiresAt",
            "1 command_line stoa key revoke api_key revokedAt",
        ]
    );
}
