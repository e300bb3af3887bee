//! Login and logout, invitations, and the caller.

use std::time::Duration;

use super::*;
use crate::api::storefront::auth::WEAK_HASH;

const HOUR: Duration = Duration::from_secs(60 * 60);

#[tokio::test]
async fn log_in__and_out() {
    let server = served().await;
    let first = hired(&server, Some(1), INES, &["shop", "support"]).await;
    let begun =
        log_in(&server, "INES@harborgoods.example ", PASSWORD).await.snapshot("log_in__201");
    let token = begun.json["data"]["token"].as_str().unwrap();
    server.get(ME).bearer(token).await.snapshot("get_me__200");
    let log_out = || server.request("DELETE", "/api/staff/sessions/current");
    log_out().bearer(token).await.snapshot("log_out__200");
    assert_eq!(log_out().bearer(token).await.status(), 401);
    assert_eq!(me(&server, token).await, 401);
    assert_eq!(me(&server, &first).await, 200, "the other session goes on");
}

/// A login with an outdated hash replaces it.
#[tokio::test]
async fn log_in__outdated_hash() {
    let server = served().await;
    hired(&server, Some(1), INES, &["shop"]).await;
    server.sql(&format!("update people set password_hash = '{WEAK_HASH}'")).await;
    assert_eq!(log_in(&server, INES, PASSWORD).await.status(), 201);
    let hash = "select password_hash from people";
    let hash: String = server.one(hash).await;
    assert_ne!(hash, WEAK_HASH);
}

#[tokio::test]
async fn log_in__refusals() {
    let server = served().await;
    hired(&server, Some(1), INES, &["shop"]).await;
    invited(&server, Some(1), "tomas@harborgoods.example", &["shop"]).await;
    log_in(&server, INES, "a lighthouse").await.snapshot("log_in__401");
    for email in ["nobody@harborgoods.example", "tomas@harborgoods.example", &"a".repeat(2000)] {
        let refused = log_in(&server, email, PASSWORD).await;
        assert_eq!(refused.outcome(), (401, "Wrong e-mail address or password"));
    }
    log_in(&server, "", PASSWORD).await.snapshot("log_in__400");
    log_in(&server, INES, PASSWORD).await.snapshot("log_in__429");
}

/// Wrong passwords count for an address and a client, also if the address is unknown. A login clears the count.
#[tokio::test]
async fn log_in__failed_logins() {
    let server = served_limited(&["staff-logins=off", "staff-failed-logins=3/900"]).await;
    hired(&server, Some(1), INES, &["shop"]).await;
    for email in [INES, "nobody@harborgoods.example"] {
        for _ in 0..3 {
            assert_eq!(log_in(&server, email, "wrong").await.status(), 401);
        }
        assert_eq!(log_in(&server, email, PASSWORD).await.status(), 429);
    }
    server.pass(15 * MINUTE);
    for _ in 0..4 {
        assert_eq!(log_in(&server, INES, "wrong").await.status(), 401);
        assert_eq!(log_in(&server, INES, PASSWORD).await.status(), 201);
    }
}

/// Strangers are clients that have not logged in with the address. 10,000 of them have 3 attempts together, and do not
/// lock the person out.
#[tokio::test]
async fn log_in__failed_logins_of_strangers() {
    let limits = &["staff-logins=off", "staff-strangers-failed-logins=3/86400"];
    let server = served_behind_proxies_limited(1, limits).await;
    let from = |client: &str, email: &str, password: &str| {
        log_in(&server, email, password).header("x-forwarded-for", client)
    };
    hired(&server, Some(1), INES, &["shop"]).await;
    assert_eq!(from("192.0.2.1", INES, PASSWORD).await.status(), 201);
    for email in [INES, "nobody@harborgoods.example"] {
        for client in ["198.51.100.1", "198.51.100.2", "198.51.100.3"] {
            assert_eq!(from(client, email, "wrong").await.status(), 401);
        }
        assert_eq!(from("198.51.100.4", email, PASSWORD).await.status(), 429, "{email}");
    }
    assert_eq!(from("192.0.2.1", INES, "wrong").await.status(), 401, "it is known");
    assert_eq!(from("192.0.2.1", INES, PASSWORD).await.status(), 201);
    assert_eq!(from("198.51.100.4", INES, PASSWORD).await.status(), 201, "the count is cleared");
    let sql = "update person_networks set last_login_at = last_login_at - interval '401 days'";
    server.sql(sql).await;
    assert_eq!(from("198.51.100.9", INES, PASSWORD).await.status(), 201);
    let known = server.count("person_networks").await;
    assert_eq!(known, 1, "the unused ones are deleted");
}

/// The answer is the one to a wrong password, and no session begins.
#[tokio::test]
async fn log_in__without_a_role() {
    let server = served().await;
    hired(&server, Some(1), INES, &["shop"]).await;
    server.sql("delete from person_roles; delete from person_sessions").await;
    let refused = log_in(&server, INES, PASSWORD).await;
    assert_eq!(refused.outcome(), (401, "Wrong e-mail address or password"));
    assert_eq!(server.count("person_sessions").await, 0);
    server.sql("update people set all_site_roles = '{content}'").await;
    assert_eq!(log_in(&server, INES, PASSWORD).await.status(), 201);
}

#[tokio::test]
async fn sessions_end() {
    let (server, token) = served_to("shop").await;
    server.pass(12 * HOUR);
    assert_eq!(me(&server, &token).await, 401, "12 hours without use");
    let token = log_in(&server, INES, PASSWORD).await.json["data"]["token"].clone();
    for _ in 0..16 {
        assert_eq!(me(&server, token.as_str().unwrap()).await, 200);
        server.pass(10 * HOUR + HOUR / 2);
    }
    assert_eq!(me(&server, token.as_str().unwrap()).await, 401, "7 days");
}

#[tokio::test]
async fn a_token_is_refused() {
    let (server, token) = served_to("shop").await;
    for wrong in ["", "a", &token[1..], &format!("{token}="), &token.to_uppercase(), DEMO_KEY] {
        assert_eq!(me(&server, wrong).await, 401, "{wrong}");
    }
    assert_eq!(server.get(ME).await.status(), 401);
    assert_eq!(
        server.get(ME).header("authorization", &format!("Basic {token}")).await.status(),
        401
    );
}

#[tokio::test]
async fn accept_invitation() {
    let server = served().await;
    let replaced = invited(&server, Some(1), INES, &["shop"]).await;
    let token = invited(&server, Some(1), INES, &["support"]).await;
    let accept = |body: serde_json::Value| server.post(ACCEPT, &body);
    let with = |name: &str, value: &str| {
        let mut body = acceptance(&token);
        body[name] = value.into();
        body
    };
    accept(acceptance(&replaced)).await.snapshot("accept_invitation__400");
    for (name, value, message) in [
        ("token", "", "token is required"),
        ("name", " ", "name is required"),
        ("name", &"a".repeat(256), INVALID_NAME),
        ("password", "1234567", "Password must be at least 8 characters"),
        ("password", "password", "Password is too common"),
        ("password", &"é".repeat(513), "Password must be at most 1024 bytes"),
    ] {
        assert_eq!(accept(with(name, value)).await.outcome(), (400, message));
    }
    let accepted = accept(acceptance(&token)).await.snapshot("accept_invitation__201");
    let request_id = accepted.header("x-request-id");
    for _ in 0..2 {
        assert_eq!(accept(acceptance(&token)).await.status(), 400, "it is used");
    }
    assert_eq!(
        audited(&server).await,
        [
            "1 command_line stoa staff create person roles".to_owned(),
            "1 command_line stoa staff create person roles".to_owned(),
            format!("0 person acceptInvitation person name,password {request_id}"),
        ]
    );
    accept(acceptance(&token)).await.snapshot("accept_invitation__429");
    server.pass(MINUTE);
    for name in ["Ines\r\n\r\nPay here: https://a.example", "Ines\u{202e}"] {
        assert_eq!(accept(with("name", name)).await.outcome(), (400, INVALID_NAME));
    }
}

#[tokio::test]
async fn accept_invitation__fifty_at_once() {
    let server = served_without_limits().await;
    let token = invited(&server, Some(1), INES, &["shop"]).await;
    let body = acceptance(&token);
    let answers = fifty(&server, async |server, _| server.post(ACCEPT, &body).await).await;
    assert_eq!((answered(&answers, 201), answered(&answers, 400)), (1, 49));
}
