//! Forgotten passwords of the staff.

use std::time::Duration;

use stoa_outbox::{MailContext, Outbox, SendReport};

use super::totp::code;
use super::*;
use crate::operations::mails::mail_server::mailer;

const FORGOT: &str = "/api/staff/forgot-password";
const RESET: &str = "/api/staff/reset-password";
const NEW: &str = "two lighthouses over a wave";

fn forgot<'a>(server: &'a Server, email: &str) -> Request<'a> {
    server.post(FORGOT, &json!({"email": email}))
}

fn reset<'a>(server: &'a Server, token: &str, password: &str) -> Request<'a> {
    server.post(RESET, &json!({"token": token, "password": password}))
}

fn mail_context(server: &Server) -> MailContext {
    let context = stoa::serve::mail_context(
        &server.db(),
        Outbox::new(SECRET),
        server.files.clone(),
        PUBLIC_URL.to_owned(),
    );
    MailContext { clock: server.orders.clock.clone(), ..context }
}

/// The newest mail of site 1, as `stoa mail show` writes it: its recipient, its subject and its text. `None` if it has no
/// recipient.
async fn newest_mail(server: &Server) -> Option<(String, String, String)> {
    let context = mail_context(server);
    let mail = stoa::commands::mail::find(&context.db, Some(1), None).await.unwrap();
    let letter = stoa_outbox::staff::show(&context, mail).await.unwrap().ok()?;
    Some((letter.to, letter.subject, letter.text))
}

/// Mails a token to the address, and returns it.
pub async fn mailed_token(server: &Server, email: &str) -> String {
    forgot(server, email).await.expect(200);
    let (_, _, text) = newest_mail(server).await.unwrap();
    let token = text.lines().find_map(|line| line.strip_prefix(STAFF_RESET_URL));
    token.unwrap().to_owned()
}

#[tokio::test]
async fn a_forgotten_password_is_reset() {
    let (server, session) = served_to("shop").await;
    let asked = forgot(&server, " INES@harborgoods.example").await;
    let asked = asked.snapshot("forgot_password__200");
    let (to, subject, text) = newest_mail(&server).await.unwrap();
    let expected = (INES, "Set a new password for your staff account");
    assert_eq!((to.as_str(), subject.as_str()), expected);
    assert!(text.contains("a new password for your staff account"), "{text}");
    let token = text.lines().find_map(|line| line.strip_prefix(STAFF_RESET_URL)).unwrap();

    let weak = reset(&server, token, "password").await;
    assert_eq!(weak.outcome(), (400, "Password is too common"));
    let done = reset(&server, token, NEW).await.snapshot("reset_password__200");
    assert_eq!(me(&server, &session).await, 401, "all sessions end");
    assert_eq!(log_in(&server, INES, PASSWORD).await.status(), 401);
    assert_eq!(log_in(&server, INES, NEW).await.status(), 201);
    reset(&server, token, NEW).await.snapshot("reset_password__400");
    let (to, subject, text) = newest_mail(&server).await.unwrap();
    let expected = (INES, "The password of your staff account was changed");
    assert_eq!((to.as_str(), subject.as_str()), expected);
    assert!(text.contains("at the server of Harbor Goods"), "{text}");
    let row = format!("0 person resetPassword person password {}", done.header("x-request-id"));
    assert_eq!(audited_with(&server, "Password").await, [row]);
    assert_eq!(asked.json, forgot(&server, "nobody@harborgoods.example").await.json);
}

/// The answer is the same for every address, and so are the statements that run. Only people with a password get a mail.
#[tokio::test]
async fn forgot_password__without_an_account() {
    let server = served().await;
    hired(&server, Some(2), INES, &["owner"]).await;
    invited(&server, Some(1), "tomas@harborgoods.example", &["shop"]).await;
    for email in ["nobody@harborgoods.example", "tomas@harborgoods.example"] {
        assert_eq!(forgot(&server, email).await.status(), 200);
        assert_eq!(newest_mail(&server).await, None, "{email}");
    }
    for email in ["ines", "a@b", &"a".repeat(2000)] {
        assert_eq!(forgot(&server, email).await.status(), 200, "{email}");
    }
    assert_eq!(server.count("mails").await, 2, "no mail for what is no address");
    assert_eq!(forgot(&server, INES).await.status(), 200);
    assert_eq!(server.count("mails where site_id = 2").await, 1, "her site mails it");
    server.sql("update sites set active = false where id = 2").await;
    assert_eq!(forgot(&server, INES).await.status(), 200);
    assert_eq!(server.count("mails where site_id = 1").await, 3, "her site is closed");
    forgot(&server, "").await.snapshot("forgot_password__400");
    server.pass(MINUTE);
    server.sql("delete from stores").await;
    for email in [INES, "olga@harborgoods.example"] {
        let refused = forgot(&server, email).await;
        assert_eq!(refused.message(), "This server cannot mail password resets");
    }
    forgot(&server, "mia@harborgoods.example").await.snapshot("forgot_password__409");
}

/// The body may have anything in it.
#[tokio::test]
async fn hostile_bodies() {
    let server = served_without_limits().await;
    hired(&server, Some(1), INES, &["shop"]).await;
    let huge = "a".repeat(1 << 19);
    let values =
        [json!(null), json!(5), json!(["a"]), json!({}), json!("\0"), json!("a\0"), json!(huge)];
    for value in values {
        let case = format!("{value:.20}");
        let forgotten = server.post(FORGOT, &json!({"email": value})).await.status();
        assert!(forgotten == 400 || value.as_str() == Some(&huge), "{case}: {forgotten}");
        let wish = json!({"token": value, "password": NEW});
        assert_eq!(server.post(RESET, &wish).await.status(), 400, "{case}");
        let wish = json!({"token": "a", "password": value});
        assert_eq!(server.post(RESET, &wish).await.status(), 400, "{case}");
    }
    for body in [json!({}), json!([]), json!(null)] {
        assert_eq!(server.post(FORGOT, &body).await.status(), 400, "{body}");
        assert_eq!(server.post(RESET, &body).await.status(), 400, "{body}");
    }
    assert_eq!(server.count("mails").await, 0);
}

#[tokio::test]
async fn forgot_password__limits() {
    let limits = ["staff-forgotten-passwords=6/60", "staff-reset-mails=2/3600"];
    let server = served_limited(&limits).await;
    hired(&server, Some(1), INES, &["shop"]).await;
    for _ in 0..3 {
        assert_eq!(forgot(&server, INES).await.status(), 200);
        assert_eq!(forgot(&server, "nobody@harborgoods.example").await.status(), 200);
    }
    assert_eq!(server.count("mails").await, 4, "beyond the limit, no mail is sent");
    forgot(&server, INES).await.snapshot("forgot_password__429");
    let server = served_limited(&["staff-resets=1/60"]).await;
    hired(&server, Some(1), INES, &["shop"]).await;
    assert_eq!(reset(&server, "a", NEW).await.status(), 400);
    reset(&server, "a", NEW).await.snapshot("reset_password__429");
}

#[tokio::test]
async fn tokens_of_resets() {
    let (server, session) = served_to("shop").await;
    let earlier = mailed_token(&server, INES).await;
    let token = mailed_token(&server, INES).await;
    for wrong in [&earlier, &token[1..], &format!("{token}="), "a", "a\u{1}"] {
        let refused = reset(&server, wrong, NEW).await;
        assert_eq!(refused.outcome(), (400, "Reset link is invalid or has expired"), "{wrong}");
    }
    assert_eq!(reset(&server, "", NEW).await.message(), "token is required");
    assert_eq!(
        reset(&server, &token, "").await.message(),
        "Password must be at least 8 characters"
    );
    let plain =
        "select true from person_password_resets where token_sha256 = convert_to($1, 'UTF8')";
    assert!(server.client().await.query_opt(plain, &[&token]).await.unwrap().is_none());
    server.pass(Duration::from_secs(60 * 60));
    assert_eq!(reset(&server, &token, NEW).await.status(), 400, "it has expired");
    assert_eq!(me(&server, &session).await, 200, "a refused reset ends no session");

    // A change of the password ends an open reset.
    let token = mailed_token(&server, INES).await;
    let passwords = json!({"currentPassword": PASSWORD, "newPassword": NEW});
    let change = server.request("PUT", "/api/staff/me/password").bearer(&session).json(&passwords);
    assert_eq!(change.await.status(), 200);
    assert_eq!(reset(&server, &token, PASSWORD).await.status(), 400);
}

/// A mail that was requested before a change of the password is not sent after it.
#[tokio::test]
async fn a_change_of_the_password_ends_a_reset_that_is_not_mailed() {
    let (server, session) = served_to("shop").await;
    let (context, away) = (mail_context(&server), mailer("smtp://127.0.0.1:1", None));
    let send = async || stoa_outbox::send_due(&context, &away).await.unwrap();
    forgot(&server, INES).await.expect(200);
    server.pass(Duration::from_secs(1));
    let passwords = json!({"currentPassword": PASSWORD, "newPassword": NEW});
    let change = server.request("PUT", "/api/staff/me/password").bearer(&session).json(&passwords);
    change.await.expect(200);
    assert_eq!(send().await, SendReport { given_up: 1, ..SendReport::default() });
    server.pass(Duration::from_secs(1));
    forgot(&server, INES).await.expect(200);
    let tried = SendReport { put_off: 1, server_is_away: true, ..SendReport::default() };
    assert_eq!(send().await, tried, "a later request");
}

#[tokio::test]
async fn reset_password__with_totp() {
    let (server, session) = served_to("shop").await;
    let body = json!({"password": PASSWORD});
    let set_up = server.post("/api/staff/me/totp", &body).bearer(&session).await.expect(201);
    let secret = set_up.json["data"]["secret"].as_str().unwrap();
    let body = json!({"code": code(&server, secret, 0)});
    server.post("/api/staff/me/totp/confirm", &body).bearer(&session).await.expect(200);
    let token = mailed_token(&server, INES).await;
    assert_eq!(reset(&server, &token, NEW).await.status(), 200);
    assert_eq!(log_in(&server, INES, NEW).await.message(), "A code is needed");
    server.pass(MINUTE);
    let body = json!({"email": INES, "password": NEW, "code": code(&server, secret, 0)});
    assert_eq!(server.post(SESSIONS, &body).await.status(), 201);
}

#[tokio::test]
async fn reset_password__fifty_at_once() {
    let server = served_without_limits().await;
    hired(&server, Some(1), INES, &["shop"]).await;
    let token = mailed_token(&server, INES).await;
    let answers = fifty(&server, async |server, _| reset(server, &token, NEW).await).await;
    assert_eq!((answered(&answers, 200), answered(&answers, 400)), (1, 49));
}
