//! Registered customers and their calls, for the tests of customers.

use std::sync::atomic::{AtomicI64, Ordering};

use serde_json::{Value, json};
use stoa_outbox::{ResetToken, VerificationToken};

use crate::harness::*;

pub const AUTH: &str = "/api/storefront/1/auth";
pub const ACCOUNT: &str = "/api/storefront/1/account";

pub const EMAIL: &str = "mara@example.com";
pub const PASSWORD: &str = "a lighthouse over a wave";

/// Calls an action with these fields.
pub fn act<'a>(server: &'a Server, action: &str, fields: Value) -> Request<'a> {
    let mut body = fields;
    body["action"] = action.into();
    server.post(AUTH, &body)
}

pub fn register<'a>(server: &'a Server, email: &str) -> Request<'a> {
    act(server, "register", json!({"email": email, "password": PASSWORD}))
}

pub fn log_in<'a>(server: &'a Server, email: &str, password: &str) -> Request<'a> {
    act(server, "login", json!({"email": email, "password": password}))
}

pub fn reset<'a>(server: &'a Server, token: &str, password: &str) -> Request<'a> {
    act(server, "reset-password", json!({"token": token, "password": password}))
}

/// Registers a customer with this address and returns the session's token.
pub async fn registered(server: &Server, email: &str) -> String {
    token(&register(server, email).await)
}

/// Registers Mara, and returns the server and the session's token.
pub async fn with_customer(server: Server) -> (Server, String) {
    let token = registered(&server, EMAIL).await;
    (server, token)
}

/// The token of a new session.
pub fn token(begun: &Exchange) -> String {
    assert!(begun.status() < 300, "{}", begun.message());
    begun.json["data"]["token"].as_str().unwrap().to_owned()
}

/// A reset token for this address, valid for an hour by the app's clock.
pub async fn reset_token(server: &Server, email: &str) -> String {
    let token = format!("{:043}", rand::random::<u64>());
    let given = give_token(server, email, &token, NEXT_MAIL.fetch_add(1, Ordering::Relaxed)).await;
    assert!(given.is_some(), "{email} is nobody's, or there is a newer token");
    token
}

/// Ids of mails with reset tokens.
static NEXT_MAIL: AtomicI64 = AtomicI64::new(1_000);

/// Issues a reset token for the mail with this id, queued now.
pub async fn give_token(server: &Server, email: &str, token: &str, mail_id: i64) -> Option<String> {
    let asked_at = server.now();
    let expires_at = asked_at + chrono::TimeDelta::hours(1);
    let reset = ResetToken { email, token, asked_at, mail_id, expires_at };
    stoa_customers::give_reset_token(&server.db(), 1, reset).await.unwrap()
}

/// A verification token for this address, valid for 30 days by the app's clock.
pub async fn verification_token(server: &Server, email: &str) -> String {
    let token = format!("1.{:043}", rand::random::<u64>());
    let given = give_verification(server, email, &token).await;
    assert!(given.is_some(), "{email} is nobody's");
    token
}

/// Issues a verification token, valid for 30 days by the app's clock.
pub async fn give_verification(server: &Server, email: &str, token: &str) -> Option<String> {
    let expires_at = server.now() + chrono::TimeDelta::days(30);
    let verification = VerificationToken { email, token, expires_at };
    stoa_customers::give_verification_token(&server.db(), 1, verification).await.unwrap()
}

pub async fn verify(server: &Server, email: &str) {
    let verified = format!("update customers set verified_at = now() where email = '{email}'");
    server.sql(&verified).await;
}

/// Whether the token belongs to a valid session.
pub async fn is_logged_in(server: &Server, token: &str) -> bool {
    let profile = server.get(ACCOUNT).bearer(token).await;
    assert!([200, 401].contains(&profile.status()), "{}", profile.message());
    profile.status() == 200
}
