//! The order of checks: path parameters, credential, site, role, rate limit, body, operation. Each test calls every served
//! operation, so that a new operation needs only its rows in the shared snapshots.

use super::*;
use crate::api::storefront::call_with;
use crate::contract::document::{self, Key, Operation};

/// The messages of the checks before the operation.
const REFUSALS: [&str; 3] = ["Unauthorized", "Site not found", "Your role does not allow this"];

/// Not the id of any object.
const UNKNOWN_ID: &[u8] = b"9007199254740991";

fn operations() -> impl Iterator<Item = &'static Operation> {
    document::of("staff").operations.iter()
}

pub fn operations_of_a_site() -> impl Iterator<Item = &'static Operation> {
    operations().filter(|operation| operation.path.contains("{siteId}"))
}

/// All roles of the document.
fn roles() -> impl Iterator<Item = &'static str> {
    let roles = document::of("staff").json["components"]["schemas"]["Role"]["enum"].as_array();
    roles.unwrap().iter().map(|role| role.as_str().unwrap())
}

/// Whether the operation is allowed to a caller with only this role.
fn allows(operation: &Operation, role: &str) -> bool {
    role == "owner" || operation.roles.iter().any(|needed| needed.iter().all(|it| it == role))
}

/// A call that changes nothing: its body is no JSON, and its numeric ids are unknown.
fn call<'a>(server: &'a Server, operation: &'static Operation, site: &str) -> Request<'a> {
    let path = operation.parameters.iter().filter(|parameter| parameter.place == "path");
    let numeric = path.filter(|parameter| {
        parameter.example.as_deref().is_some_and(|example| example.parse::<i64>().is_ok())
    });
    let unknown = numeric.map(|parameter| (parameter.name.as_str(), UNKNOWN_ID));
    let values: Vec<_> = [("siteId", site.as_bytes())].into_iter().chain(unknown).collect();
    let mut request = call_with(server, operation, &values);
    if !operation.body.is_null() {
        request.body = "{".into();
    }
    // A stream would not end, so it is asked for an invalid number.
    match operation.parameters.iter().any(|parameter| parameter.name == "lastEventId") {
        true => request.query("lastEventId", "x"),
        false => request,
    }
}

#[tokio::test]
async fn a_site_id_is_an_integer() {
    let server = served_read_only().await;
    let mut refusals = SharedResponses::default();
    for operation in operations_of_a_site() {
        for site in ["home", "1.0", " 1", "9223372036854775808", "\0"] {
            let invalid = call(&server, operation, site).bearer("wrong").await;
            let expected = (400, "Invalid site ID");
            assert_eq!(invalid.outcome(), expected, "{} {site}", operation.id);
        }
        refusals.add(&call(&server, operation, "home").await);
    }
    refusals.snapshot("staff__site_id");
}

#[tokio::test]
async fn the_credential_comes_before_the_site() {
    let server = served_read_only().await;
    let mut refusals = SharedResponses::default();
    for operation in operations().filter(|operation| operation.key == Key::Required) {
        for site in ["1", "999"] {
            let wrong = call(&server, operation, site).bearer("wrong").await;
            assert_eq!(wrong.outcome(), (401, "Unauthorized"));
        }
        refusals.add(&call(&server, operation, "1").await);
    }
    refusals.snapshot("staff__credential");
}

/// Calls every operation with every role: of a person for site 1 and for all sites, and of server keys for site 1 and
/// for sites 1 and 2. The sites are site 1, another site, an inactive site and sites that do not exist.
#[tokio::test]
async fn roles_and_sites() {
    let server = served_without_limits().await;
    let (mut other_sites, mut other_roles) = <(SharedResponses, SharedResponses)>::default();
    let owner = hired(&server, None, INES, &["owner"]).await;
    for role in roles() {
        let (server, owner) = (&server, &owner);
        let create = async |site_ids: &[i64]| {
            let wish =
                json!({"name": role, "roles": [role], "siteIds": site_ids, "password": PASSWORD});
            let keys = "/api/staff/sites/1/server-keys";
            let created = server.request("POST", keys).bearer(owner).json(&wish).await;
            created.json["data"]["secret"].as_str().unwrap().to_owned()
        };
        let (key, key_of_both) = (&create(&[]).await, &create(&[2]).await);
        let of_site_1 = hired(server, Some(1), &format!("{role}@staff.example"), &[role]).await;
        let of_all = hired(server, None, &format!("{role}@all.example"), &[role]).await;
        for operation in operations_of_a_site() {
            let is_allowed = allows(operation, role);
            for (site, token, is_theirs) in [
                ("1", of_site_1.as_str(), true),
                ("2", of_site_1.as_str(), false),
                ("3", of_site_1.as_str(), false),
                ("999", of_site_1.as_str(), false),
                ("1", key, true),
                ("2", key, false),
                ("999", key, false),
                ("1", key_of_both, true),
                ("2", key_of_both, true),
                ("3", key_of_both, false),
                ("999", key_of_both, false),
                ("1", of_all.as_str(), true),
                ("2", of_all.as_str(), true),
                ("3", of_all.as_str(), false),
                ("999", of_all.as_str(), false),
                ("0", of_all.as_str(), false),
                ("-1", of_all.as_str(), false),
            ] {
                let case = format!("{} by {role} on site {site}", operation.id);
                let answer = call(server, operation, site).bearer(token).await;
                let refusal = answer.outcome();
                match (is_theirs, is_allowed) {
                    (false, _) => assert_eq!(refusal, (404, "Site not found"), "{case}"),
                    (true, false) => {
                        assert_eq!(refusal, (403, "Your role does not allow this"), "{case}");
                    }
                    // The operation itself may refuse the call, with another message.
                    (true, true) => assert!(
                        !REFUSALS.contains(&refusal.1),
                        "{case}: {} {}",
                        refusal.0,
                        refusal.1
                    ),
                }
            }
            if role == "owner" {
                other_sites.add(&call(server, operation, "2").bearer(&of_site_1).await);
            }
            if roles().find(|role| !allows(operation, role)) == Some(role) {
                other_roles.add(&call(server, operation, "1").bearer(&of_site_1).await);
            }
        }
    }
    other_sites.snapshot("staff__site");
    other_roles.snapshot("staff__role");
}

/// Every `GET` counts toward `staff-reads`, and almost every other operation toward `staff-changes`. The call that is
/// refused has the token of another session, because the first call may have ended its own.
#[tokio::test]
async fn the_limit_comes_before_the_body() {
    let server = served_limited(&["staff-reads=1/60", "staff-changes=1/60"]).await;
    let owner = hired(&server, Some(1), INES, &["owner"]).await;
    let mut refusals = SharedResponses::default();
    for operation in operations().filter(|operation| operation.key == Key::Required) {
        server.pass(MINUTE);
        let first = another_session(&server, &owner).await;
        let first = call(&server, operation, "1").bearer(&first).await;
        assert!(![401, 403, 429].contains(&first.status()), "{}", operation.id);
        let refused = call(&server, operation, "1").bearer(&owner).await;
        assert_eq!(refused.message(), "Too many requests, slow down", "{}", operation.id);
        refusals.add(&refused);
    }
    refusals.snapshot("staff__limits");
}

#[tokio::test]
async fn the_body_is_read_last() {
    let (server, owner) = served_to("owner").await;
    let mut refusals = SharedResponses::default();
    // A bundle is read while it arrives, and has its own faults.
    let of_json =
        |operation: &&Operation| !operation.body.is_null() && operation.id != "apply_site";
    for operation in operations().filter(of_json) {
        let huge = format!("\"{}\"", "a".repeat(1 << 20));
        for (content_type, body, status, message) in [
            ("application/json", "{", 400, "Invalid JSON body"),
            ("application/json", "", 400, "Invalid JSON body"),
            ("application/json", &huge, 413, "Request body too large"),
            ("application/x-www-form-urlencoded", "{}", 415, "Expected application/json"),
        ] {
            if body.is_empty() && operation.is_body_optional {
                continue;
            }
            server.pass(MINUTE);
            let mut request = call(&server, operation, "1").bearer(&owner);
            request.headers.retain(|(name, _)| *name != "content-type");
            request.headers.push(("content-type", content_type.into()));
            request.body = body.into();
            let refused = request.await;
            let case = format!("{} {content_type} {body:.20}", operation.id);
            assert_eq!(refused.outcome(), (status, message), "{case}");
            if [413, 415].contains(&status) {
                refusals.add(&refused);
            }
        }
    }
    refusals.snapshot("staff__body");
}

/// Begins another session of the person whose session has this token, and returns its token.
async fn another_session(server: &Server, token: &str) -> String {
    let other = format!("{}-", &token[1..]);
    let sql = "insert into person_sessions (token_sha256, person_id, created_at, last_used_at)
        select $2, person_id, created_at, last_used_at from person_sessions where token_sha256 = $1
        on conflict do nothing";
    let [token, digest] = [token, &other].map(stoa_credentials::digest);
    server.client().await.execute(sql, &[&token.as_slice(), &digest.as_slice()]).await.unwrap();
    other
}
