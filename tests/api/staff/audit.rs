//! The audit trail.

use std::path::Path;

use stoa::commands::sites::SiteCommand;
use stoa::commands::{carts, files, mail, sites, stores};
use stoa_outbox::Mail;
use stoa_stores::{Seal, SecretName};
use tempfile::TempDir;

use super::order_of_checks::operations_of_a_site;
use super::*;
use crate::api::storefront::call_with;
use crate::api::storefront::cart::CART;
use crate::api::storefront::customers;
use crate::contract::document::Operation;
use crate::operations::files::pictures;
use crate::operations::mails::{self, Customers};

const AUDIT: &str = "/api/staff/sites/1/audit-entries";

/// Three changes by Ines, one by a server key, and one by the command line.
async fn changed(server: &Server) -> (String, Value) {
    let owner = hired(server, Some(1), INES, &["owner"]).await;
    server.pass(SECOND);
    let keys = "/api/staff/sites/1/server-keys";
    let wish = json!({"name": "Warehouse", "roles": ["owner"], "password": PASSWORD});
    let created = server.request("POST", keys).bearer(&owner).json(&wish);
    let created = created.header("x-request-id", "one").await;
    let secret = created.json["data"]["secret"].as_str().unwrap();
    server.pass(SECOND);
    let api_keys = "/api/staff/sites/1/api-keys";
    for (token, name) in [(owner.as_str(), "one"), (secret, "two"), (&owner, "three")] {
        let created = server.request("POST", api_keys).bearer(token).json(&json!({"name": name}));
        assert_eq!(created.header("x-request-id", name).await.status(), 201);
    }
    // A change of another site.
    invited(server, Some(2), "lin@odds.example", &["shop"]).await;
    server.sql("update audit_entries set at = '2026-06-01T12:00:10Z' where actor_kind = 'command_line'").await;
    (owner, created.json["data"]["key"]["id"].clone())
}

#[tokio::test]
async fn list_audit_entries() {
    let server = served().await;
    let (owner, server_key) = changed(&server).await;
    let list = || server.get(AUDIT).bearer(&owner);
    let all = list().await.snapshot("list_audit_entries__200").ids();
    assert_eq!(all.len(), 5);
    assert_eq!(all_ids(|| list().query("limit", "2")).await, all);
    for (filters, expected) in [
        (vec![("actor", "person:1")], 3),
        (vec![("actor", &format!("server_key:{server_key}"))], 1),
        (vec![("actor", "person:2")], 0),
        (vec![("actor", "command_line")], 1),
        (vec![("actor", "")], 5),
        (vec![("target", "server_key:1")], 1),
        (vec![("target", "person:1")], 1),
        (vec![("target", "order:HG-1")], 0),
        (vec![("operation", "createApiKey")], 3),
        (vec![("operation", "stoa staff create")], 1),
        (vec![("operation", "createApiKey"), ("actor", "person:1")], 2),
        (vec![("from", "2026-06-01T12:00:11Z")], 4),
        (vec![("to", "2026-06-01T12:00:11Z")], 1),
        (vec![("from", "2026-06-01T12:00:11Z"), ("to", "2026-06-01T12:00:11.001Z")], 1),
        (vec![("from", "9999-12-31T23:59:59Z")], 0),
        (vec![("to", "0000-01-01T00:00:00Z")], 0),
    ] {
        let request =
            filters.iter().fold(list(), |request, (name, value)| request.query(name, value));
        let answer = request.await;
        assert_eq!(answer.status(), 200, "{filters:?}: {}", answer.message());
        assert_eq!(answer.ids().len(), expected, "{filters:?}");
    }
}

#[tokio::test]
async fn list_audit_entries__refusals() {
    let (server, owner) = served_to("owner").await;
    let list = |name: &str, value: &str| server.get(AUDIT).bearer(&owner).query(name, value);
    list("cursor", "1").await.snapshot("list_audit_entries__400");
    let actor = "actor must be like person:3, server_key:4 or command_line";
    let target = "target must be a kind and an id, like person:7";
    for (name, value, message) in [
        ("actor", "3", actor),
        ("actor", "person:", actor),
        ("actor", "person:-1", actor),
        ("actor", "person:1234567890123456789", actor),
        ("actor", "command_line:0", actor),
        ("target", "person", target),
        ("target", "person:", target),
        ("target", "person:\0", target),
        ("operation", &"a".repeat(129), "operation must be text of at most 128 characters"),
        ("from", "2026-06-01", "from must be a time such as 2026-03-16T09:00:00Z"),
        ("from", "2026-13-01T00:00:00Z", "from must be a time such as 2026-03-16T09:00:00Z"),
        ("to", "2026-02-30T00:00:00Z", "to must be a time such as 2026-03-16T09:00:00Z"),
    ] {
        assert_eq!(list(name, value).await.outcome(), (400, message), "{name} {value}");
    }
}

/// A command that changes something writes one row. A command that is refused writes none.
#[tokio::test]
async fn commands() {
    let server = served().await;
    let (db, seal) = (server.db(), Seal::new(SECRET));
    let name = SecretName::OpenaiApiKey;
    stores::set(&db, &seal, 1, name, "sk-1").await.unwrap();
    stores::set(&db, &seal, 5, name, "sk-1").await.unwrap_err();
    stores::unset(&db, 1, name).await.unwrap();
    stores::unset(&db, 1, name).await.unwrap_err();

    let line = json!({"sessionId": "a session", "productId": 2, "quantity": 1});
    let cart = server.post(CART, &line).await.json["data"]["cartId"].as_i64().unwrap();
    carts::recovery_link(&db, PUBLIC_URL, 1, cart, server.now()).await.unwrap();
    carts::recovery_link(&db, PUBLIC_URL, 1, cart + 1, server.now()).await.unwrap_err();

    let folder = TempDir::new().unwrap();
    let picture = folder.path().join("mug.png");
    std::fs::write(&picture, pictures::png(30, 20)).unwrap();
    let url = files::add(&server.files, 1, &picture).await.unwrap();
    files::add(&server.files, 999, &picture).await.unwrap_err();
    let key = server.files.key_of(1, &url).unwrap();
    files::remove(&server.files, 1, key, &mut Vec::new()).await.unwrap();
    files::remove(&server.files, 1, key, &mut Vec::new()).await.unwrap_err();

    let context = mails::context(&server, Customers::new(&[]));
    mails::queue(&context, &Mail::Welcome { email: "mara@example.com".into() }).await;
    let found = mail::find(&db, Some(1), None).await.unwrap();
    mail::retry(&db, found, server.now()).await.unwrap();
    server.sql("update mails set sent_at = now()").await;
    mail::retry(&db, found, server.now()).await.unwrap_err();

    let bundle = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites/5-bare.json");
    let mut client = server.client().await;
    for (replace, is_done) in [(false, false), (true, true)] {
        let files = vec![bundle.clone()];
        let import = SiteCommand::Import { files, replace, discard_live_state: true };
        assert_eq!(sites::run(import, &mut client).await.is_ok(), is_done);
    }
    let rows = audited(&server).await;
    let rows: Vec<&str> =
        rows.iter().map(|row| row.split_once(" command_line ").unwrap().1).collect();
    assert_eq!(
        rows,
        [
            "stoa site import site site,apiKeys",
            "stoa store set store_secret value",
            "stoa store unset store_secret value",
            "stoa cart recovery-link cart recoveryToken",
            "stoa file add file name,content",
            "stoa file remove file ",
            "stoa mail retry mail dueAt",
        ]
    );
}

/// A call or a command that changes nothing writes no row.
#[tokio::test]
async fn changes_of_nothing() {
    let server = served().await;
    let db = server.db();
    let owner = hired(&server, Some(1), INES, &["owner"]).await;
    let invite = json!({"email": "mia@harborgoods.example", "roles": ["shop", "owner"]});
    let invited = server.request("POST", PEOPLE).bearer(&owner).json(&invite).await;
    let mia = invited.json["data"]["id"].as_i64().unwrap();
    customers::registered(&server, "mara@example.com").await;
    let site = "/api/staff/sites/1";
    let ended = server.request("DELETE", &format!("{site}/customers/1/sessions")).bearer(&owner);
    assert_eq!(ended.await.status(), 200);
    let trail = audited(&server).await;
    for (method, path, body, status) in [
        ("PUT", format!("people/{mia}"), json!({"roles": ["owner", "shop", "owner"]}), 200),
        ("PUT", "totp-requirement".into(), json!({"required": false}), 200),
        ("DELETE", "customers/1/sessions".into(), Value::Null, 200),
        ("DELETE", "people/99".into(), Value::Null, 404),
        ("DELETE", "server-keys/99".into(), Value::Null, 404),
        ("DELETE", "api-keys/99".into(), Value::Null, 404),
    ] {
        let request = server.request(method, &format!("{site}/{path}")).bearer(&owner);
        let request = if body.is_null() { request } else { request.json(&body) };
        assert_eq!(request.await.status(), status, "{method} {path}");
    }
    for site_id in [Some(1), None] {
        let roles = ["owner".to_owned()];
        if site_id.is_none() {
            server.sql("update people set all_site_roles = '{owner,shop}'").await;
        }
        stoa::commands::people::create(&db, site_id, INES, &roles).await.unwrap();
    }
    stores::reseal(&db, &Seal::new(SECRET), None, &mut Vec::new()).await.unwrap();
    assert_eq!(audited(&server).await, trail);
}

/// Each change of a site writes one row, and a refused one or one of nothing writes none. The calls are the examples of the document.
#[tokio::test]
async fn every_change_of_a_site() {
    let server = served_without_limits().await;
    let owner = hired(&server, None, INES, &["owner"]).await;
    let methods = ["POST", "PUT", "PATCH", "DELETE"];
    let position = |operation: &Operation| methods.iter().position(|it| *it == operation.method);
    let mut operations: Vec<_> =
        operations_of_a_site().filter(|operation| position(operation).is_some()).collect();
    operations.sort_by_key(|operation| position(operation));
    let mut applied = 0;
    for operation in operations {
        let before = audited(&server).await.len();
        let values = [("siteId", b"1".as_slice()), ("If-Match", b"*")];
        let answer = call_with(&server, operation, &values).bearer(&owner).await;
        let rows = match (answer.status(), operation.id.as_str()) {
            (400.., _) => 0,
            // One for each of the two sites of the key.
            (_, "create_server_key") => 2,
            // The bundle of the example has one row, which does not differ.
            (_, "apply_site") => 0,
            _ => 1,
        };
        applied += usize::from(rows > 0);
        let written = audited(&server).await.len() - before;
        let outcome = answer.outcome();
        assert_eq!(written, rows, "{}: {} {}", operation.id, outcome.0, outcome.1);
    }
    assert!(applied > 40, "{applied}");
}
