//! Registration, login, logout, and passwords.

mod addresses;
mod hostile;
mod limits;
mod mails;
mod races;
mod verification;

use std::time::Duration;

use serde_json::json;
use stoa_outbox::ResetToken;

use super::customers::*;
use super::designers::{DESIGNS, begun};
use crate::harness::*;

#[tokio::test]
async fn authenticate_customer() {
    let server = served().await;
    let fields = json!({
        "email": " Mara@Example.com ", "password": PASSWORD, "firstName": " Mara ", "lastName": " ",
    });
    let registered = act(&server, "register", fields).await;
    let registered = registered.snapshot("authenticate_customer__201_register");
    let logged_in = log_in(&server, "mara@EXAMPLE.com", PASSWORD).await;
    let logged_in = logged_in.snapshot("authenticate_customer__200_login");
    assert_ne!(token(&registered), token(&logged_in));
    let me = act(&server, "me", json!({})).bearer(&token(&logged_in)).await;
    me.snapshot("authenticate_customer__200_me");
    let logout = act(&server, "logout", json!({})).bearer(&token(&logged_in)).await;
    logout.snapshot("authenticate_customer__200_logout");
    assert!(!is_logged_in(&server, &token(&logged_in)).await);
    assert!(is_logged_in(&server, &token(&registered)).await, "another session goes on");
    let forgotten = act(&server, "forgot-password", json!({"email": EMAIL})).await;
    forgotten.snapshot("authenticate_customer__200_forgot_password");
    let token = reset_token(&server, EMAIL).await;
    let done = reset(&server, &token, "two lighthouses over a wave").await;
    done.snapshot("authenticate_customer__200_reset_password");
}

#[tokio::test]
async fn authenticate_customer__refusals() {
    let server = served().await;
    server.sql("update stores set refuse_common_passwords = true").await;
    let missing = json!({"password": PASSWORD});
    let missing = act(&server, "register", missing).await;
    missing.snapshot("authenticate_customer__400_email_missing");
    let common = json!({"email": EMAIL, "password": "Password1"});
    act(&server, "register", common).await.snapshot("authenticate_customer__400_common");
    let unknown = reset(&server, "no token", PASSWORD).await;
    unknown.snapshot("authenticate_customer__400_reset_token");
    act(&server, "become", json!({})).await.snapshot("authenticate_customer__400_action");
    register(&server, EMAIL).await;
    server.pass(MINUTE);
    let wrong = log_in(&server, EMAIL, "another password").await;
    let wrong = wrong.snapshot("authenticate_customer__401_login");
    let unknown = log_in(&server, "ida@example.com", PASSWORD).await;
    assert_eq!(unknown.json, wrong.json);
    act(&server, "logout", json!({})).await.snapshot("authenticate_customer__401_logout");
    let me = act(&server, "me", json!({})).bearer(&"a".repeat(43)).await;
    assert_eq!(me.outcome(), (401, "Unauthorized"));
    register(&server, "MARA@example.com").await.snapshot("authenticate_customer__409");

    server.sql("update stores set customer_accounts = false where site_id = 1").await;
    server.pass(stoa_stores::STORE_TTL);
    register(&server, "ida@example.com").await.snapshot("authenticate_customer__403");
    // Customers who registered earlier can still log in.
    server.pass(MINUTE);
    assert_eq!(log_in(&server, EMAIL, PASSWORD).await.status(), 200);
}

/// An invalid `Authorization` header prevents only `me` and `logout`.
#[tokio::test]
async fn authenticate_customer__ignores_an_invalid_token() {
    let server = served().await;
    registered(&server, EMAIL).await;
    for (name, value) in [
        ("authorization", "Bearer old"),
        ("authorization", "Basic bWFyYTpsaWdodGhvdXNl"),
        ("authorization", ""),
    ] {
        server.pass(MINUTE);
        let login = log_in(&server, EMAIL, PASSWORD).header(name, value).await;
        assert_eq!(login.status(), 200, "{value}");
        let forgotten = act(&server, "forgot-password", json!({"email": EMAIL}));
        assert_eq!(forgotten.header(name, value).await.status(), 200, "{value}");
        let token = reset_token(&server, EMAIL).await;
        assert_eq!(reset(&server, &token, PASSWORD).header(name, value).await.status(), 200);
        for action in ["me", "logout"] {
            let refused = act(&server, action, json!({})).header(name, value).await;
            assert_eq!(refused.outcome(), (401, "Unauthorized"), "{value}");
        }
    }
}

#[tokio::test]
async fn a_session_expires() {
    let (server, token) = with_customer(served().await).await;
    let noted = "customer_sessions where last_used_at = created_at";
    server.pass(HOUR - MINUTE);
    assert!(is_logged_in(&server, &token).await);
    assert_eq!(server.count(noted).await, 1, "not written again within an hour");
    server.pass(MINUTE);
    assert!(is_logged_in(&server, &token).await);
    assert_eq!(server.count(noted).await, 0);
    // A session ends 30 days after its last use.
    server.pass(30 * DAY - Duration::from_secs(1));
    assert!(is_logged_in(&server, &token).await);
    server.pass(30 * DAY);
    assert!(!is_logged_in(&server, &token).await);
    // A session ends 90 days after its start, however often it is used.
    let token = super::customers::token(&log_in(&server, EMAIL, PASSWORD).await);
    for _ in 0..3 {
        server.pass(29 * DAY);
        assert!(is_logged_in(&server, &token).await);
    }
    server.pass(3 * DAY - Duration::from_secs(1));
    assert!(is_logged_in(&server, &token).await);
    server.pass(Duration::from_secs(1));
    assert!(!is_logged_in(&server, &token).await);

    assert_eq!(server.count("customer_sessions").await, 2);
    stoa_customers::delete_ended(&server.db(), server.now()).await.unwrap();
    assert_eq!(server.count("customer_sessions").await, 1, "what was used lately is kept");
    server.pass(30 * DAY);
    stoa_customers::delete_ended(&server.db(), server.now()).await.unwrap();
    assert_eq!(server.count("customer_sessions").await, 0);
}

/// When Postgres is read-only, for example on a full disk, a session can still read.
#[tokio::test]
async fn a_session_is_valid_on_a_read_only_database() {
    let (server, token) = with_customer(served().await).await;
    let designer = begun(&server).await.designer;
    server.pass(2 * DAY);
    let database: String =
        server.client().await.query_one("select current_database()", &[]).await.unwrap().get(0);
    let sql = format!(
        "alter database \"{database}\" set default_transaction_read_only = on;
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()"
    );
    server.sql(&sql).await;
    let profile = || server.get(ACCOUNT).bearer(&token);
    // The first requests may find that their pooled connection was closed.
    for _ in 0..5 {
        profile().unchecked().await;
    }
    assert_eq!(profile().await.status(), 200);
    assert_eq!(designer.call(&server, "GET", DESIGNS).await.status(), 200);
    let change = server.request("PATCH", ACCOUNT).json(&json!({"phone": "1"})).bearer(&token);
    assert_eq!(change.await.status(), 503);
}

#[tokio::test]
async fn the_oldest_of_fifty_sessions_ends() {
    let (server, first) = with_customer(served().await).await;
    let sql = "insert into customer_sessions (site_id, token_sha256, customer_id, created_at, last_used_at)
        select session.site_id, sha256(n::text::bytea), session.customer_id,
           session.created_at + n * interval '1 second', session.last_used_at
        from customer_sessions session, generate_series(1, 49) n";
    server.sql(sql).await;
    assert!(is_logged_in(&server, &first).await);
    server.pass(HOUR);
    let newest = token(&log_in(&server, EMAIL, PASSWORD).await);
    assert_eq!(server.count("customer_sessions").await, 50);
    assert!(is_logged_in(&server, &newest).await);
    assert!(!is_logged_in(&server, &first).await);
}

#[tokio::test]
async fn a_session_is_valid_only_for_its_site() {
    let (server, token) = with_customer(served().await).await;
    let elsewhere = server.get("/api/storefront/2/account").bearer(&token).await;
    assert_eq!(elsewhere.outcome(), (401, "Unauthorized"));
    let login = json!({"action": "login", "email": EMAIL, "password": PASSWORD});
    let login = server.post("/api/storefront/2/auth", &login).await;
    assert_eq!(login.outcome(), (401, "Invalid email or password"));
    // A reset token of one site's customer cannot reset the password of another site's.
    let mut there = json!({"action": "register", "email": EMAIL, "password": PASSWORD});
    let register = server.post("/api/storefront/2/auth", &there).await;
    assert_eq!(register.status(), 201);
    there["action"] = "reset-password".into();
    there["token"] = reset_token(&server, EMAIL).await.into();
    let reset = server.post("/api/storefront/2/auth", &there).await;
    assert_eq!(reset.outcome(), (400, "Invalid or expired reset token"));
}

#[tokio::test]
async fn a_reset_ends_all_sessions_and_verifies_the_address() {
    let server = served().await;
    server.sql("update stores set refuse_common_passwords = true").await;
    let sessions =
        [registered(&server, EMAIL).await, token(&log_in(&server, EMAIL, PASSWORD).await)];
    let other = registered(&server, "ida@example.com").await;
    let older = reset_token(&server, EMAIL).await;
    let token = reset_token(&server, "MARA@example.com").await;
    for (token, password, message) in [
        (&older, PASSWORD, "Invalid or expired reset token"),
        (&token, "short", "Password must be at least 8 characters"),
        (&token, "QwertyUiop", "Password is too common"),
    ] {
        assert_eq!(reset(&server, token, password).await.outcome(), (400, message));
    }
    assert_eq!(server.count("customers where verified_at is null").await, 2);
    let done = reset(&server, &token, "two lighthouses over a wave").await;
    assert_eq!((done.status(), &done.json), (200, &json!({"success": true})));
    assert_eq!(server.count("customers where verified_at is null").await, 1);
    for session in &sessions {
        assert!(!is_logged_in(&server, session).await);
    }
    assert!(is_logged_in(&server, &other).await);
    let again = reset(&server, &token, PASSWORD).await;
    assert_eq!(again.outcome(), (400, "Invalid or expired reset token"));
    assert_eq!(log_in(&server, EMAIL, PASSWORD).await.status(), 401);
    server.pass(MINUTE);
    assert_eq!(log_in(&server, EMAIL, "two lighthouses over a wave").await.status(), 200);
}

#[tokio::test]
async fn a_reset_token_expires() {
    let server = served().await;
    registered(&server, EMAIL).await;
    let token = reset_token(&server, EMAIL).await;
    server.pass(HOUR);
    let late = reset(&server, &token, PASSWORD).await;
    assert_eq!(late.outcome(), (400, "Invalid or expired reset token"));
    server.pass(MINUTE);
    let give = async |token: &str, mail_id| give_token(&server, EMAIL, token, mail_id).await;
    // The mail may be sent again until its token is used.
    for _ in 0..2 {
        assert_eq!(give("a token", 2).await.as_deref(), Some(EMAIL));
    }
    // The token of an older mail is refused.
    assert_eq!(give("an older token", 1).await, None);
    assert_eq!(reset(&server, "an older token", PASSWORD).await.status(), 400);
    // A token that was requested before the last change of the password is refused.
    let queued = server.now();
    server.pass(MINUTE);
    assert_eq!(reset(&server, "a token", PASSWORD).await.status(), 200);
    assert_eq!(give("a token", 2).await, None, "it was used");
    let late = ResetToken {
        email: EMAIL,
        token: "a token of before",
        asked_at: queued,
        mail_id: 3,
        expires_at: server.now() + chrono::TimeDelta::hours(1),
    };
    assert_eq!(stoa_customers::give_reset_token(&server.db(), 1, late).await.unwrap(), None);
    server.pass(MINUTE);
    give("a newer token", 4).await;
    assert_eq!(reset(&server, "a newer token", PASSWORD).await.status(), 200);
    assert_eq!(reset(&server, "a newer token", PASSWORD).await.status(), 400);
    assert_eq!(give_token(&server, "ida@example.com", "a token", 5).await, None);
}

/// Each failed login computes one hash, whether the address is known and however long the password is. The duration of
/// a login therefore reveals nothing.
#[tokio::test]
async fn every_failed_login_computes_one_hash() {
    let server = served().await;
    registered(&server, EMAIL).await;
    for (email, password) in [
        (EMAIL, "another password"),
        ("ida@example.com", "another password"),
        ("no address", "another password"),
        (EMAIL, &"a".repeat(1025)),
        ("ida@example.com", &"é".repeat(100_000)),
    ] {
        server.pass(MINUTE);
        let before = server.hashes();
        let refused = log_in(&server, email, password).await;
        let expected = (401, "Invalid email or password");
        assert_eq!(refused.outcome(), expected, "{email}");
        assert_eq!(server.hashes() - before, 1, "{email}");
    }
    let before = server.hashes();
    assert_eq!(log_in(&server, EMAIL, PASSWORD).await.status(), 200);
    assert_eq!(server.hashes() - before, 1);
}

#[tokio::test]
async fn an_outdated_hash_is_replaced() {
    let server = served().await;
    registered(&server, EMAIL).await;
    server.sql(&weak_hash()).await;
    server.pass(MINUTE);
    assert_eq!(log_in(&server, EMAIL, "another password").await.status(), 401);
    assert_eq!(log_in(&server, EMAIL, PASSWORD).await.status(), 200);
    let current = format!("customers where password_hash like '{CURRENT}%'");
    assert_eq!(server.count(&current).await, 1);
    assert_eq!(log_in(&server, EMAIL, PASSWORD).await.status(), 200);
}

/// Prefix of hashes with the current parameters.
const CURRENT: &str = "$argon2id$v=19$m=19456,t=2,p=1$";

/// A hash of [`PASSWORD`] with weaker parameters, such as another release may have used.
pub const WEAK_HASH: &str = "$argon2id$v=19$m=64,t=1,p=1$c29tZSBzYWx0IGhlcmU$\
                             Wx1wbYNCTSjuiSwIvUyxwWZ9oacbFf/TZ5JIQ/eckVA";

/// A statement that gives every customer the weak hash.
pub fn weak_hash() -> String {
    format!("update customers set password_hash = '{WEAK_HASH}'")
}
