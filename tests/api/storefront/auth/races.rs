//! Fifty concurrent calls, on two servers with one database.

use super::*;
use crate::api::{answered, fifty, fifty_on};

#[tokio::test]
async fn fifty_register_one_address() {
    let server = served_without_limits().await;
    let registered = fifty(&server, async |server, number| {
        let email = if number % 2 == 0 { EMAIL } else { "MARA@Example.com" };
        register(server, email).await
    })
    .await;
    assert_eq!((answered(&registered, 201), answered(&registered, 409)), (1, 49));
    assert_eq!(server.count("customers").await, 1);
    assert_eq!(server.count("customer_sessions").await, 1);
}

#[tokio::test]
async fn fifty_use_one_reset_token() {
    let server = served_without_limits().await;
    registered(&server, EMAIL).await;
    let token = reset_token(&server, EMAIL).await;
    let done = fifty(&server, async |server, number| {
        reset(server, &token, &format!("password number {number}")).await
    })
    .await;
    assert_eq!((answered(&done, 200), answered(&done, 400)), (1, 49));
    let winner = done.iter().position(|done| done.status() == 200).unwrap();
    let password = format!("password number {winner}");
    assert_eq!(log_in(&server, EMAIL, &password).await.status(), 200);
}

#[tokio::test]
async fn fifty_use_one_verification_token() {
    let server = served_without_limits().await;
    registered(&server, EMAIL).await;
    let token = verification_token(&server, EMAIL).await;
    let done = fifty(&server, async |server, _| {
        act(server, "verify-email", json!({"token": token})).await
    })
    .await;
    assert_eq!((answered(&done, 200), answered(&done, 400)), (1, 49));
    assert_eq!(server.count("customers where verified_at is not null").await, 1);
}

/// Both lock the customer before the tokens, which prevents a deadlock.
#[tokio::test]
async fn verifications_during_a_reset() {
    let server = served_without_limits().await;
    registered(&server, EMAIL).await;
    let mut tokens = Vec::new();
    for _ in 0..50 {
        tokens.push(verification_token(&server, EMAIL).await);
    }
    let reset_token = reset_token(&server, EMAIL).await;
    let done = fifty(&server, async |server, number| match number {
        25 => reset(server, &reset_token, PASSWORD).await,
        _ => act(server, "verify-email", json!({"token": tokens[number]})).await,
    })
    .await;
    assert_eq!(done[25].status(), 200);
    assert!(answered(&done, 200) <= 2, "one token voids the others");
    assert_eq!(answered(&done, 200) + answered(&done, 400), 50);
}

#[tokio::test]
async fn the_newest_of_fifty_reset_tokens_is_valid() {
    let server = served_without_limits().await;
    registered(&server, EMAIL).await;
    fifty_on([&server, &server], async |server, number| {
        give_token(server, EMAIL, &format!("token {number}"), number as i64).await
    })
    .await;
    // The token of the last request is valid, in whatever order the tokens were stored.
    for number in 0..49 {
        let old = reset(&server, &format!("token {number}"), PASSWORD).await;
        assert_eq!(old.status(), 400, "{number}");
    }
    assert_eq!(reset(&server, "token 49", PASSWORD).await.status(), 200);
}

/// Only sessions that began with the new password survive. Sessions of the old password end, and later logins with the
/// old password are refused.
#[tokio::test]
async fn logins_during_a_reset() {
    let server = served_without_limits().await;
    registered(&server, EMAIL).await;
    let token = reset_token(&server, EMAIL).await;
    let answers = fifty(&server, async |server, number| match number {
        25 => reset(server, &token, "two lighthouses over a wave").await,
        _ => log_in(server, EMAIL, PASSWORD).await,
    })
    .await;
    assert_eq!(answers[25].status(), 200);
    for (number, answer) in answers.iter().enumerate().filter(|(number, _)| *number != 25) {
        if answer.status() == 200 {
            assert!(!is_logged_in(&server, &super::token(answer)).await, "{number}");
        } else {
            assert_eq!(answer.message(), "Invalid email or password", "{number}");
        }
    }
    assert_eq!(server.count("customer_sessions").await, 0);
}

#[tokio::test]
async fn fifty_logins_leave_fifty_sessions() {
    let server = served_without_limits().await;
    let another = server.another().await;
    let first = registered(&server, EMAIL).await;
    server.pass(HOUR);
    another.pass(HOUR);
    let begun =
        fifty_on([&server, &another], async |server, _| log_in(server, EMAIL, PASSWORD).await)
            .await;
    assert_eq!(answered(&begun, 200), 50);
    assert_eq!(server.count("customer_sessions").await, 50);
    assert!(!is_logged_in(&server, &first).await, "the oldest has ended");
}

/// All logins use a password whose hash is outdated. All but the first find a new hash instead of the hash that they
/// verified.
#[tokio::test]
async fn fifty_logins_replace_an_outdated_hash() {
    let server = served_without_limits().await;
    registered(&server, EMAIL).await;
    server.sql(&weak_hash()).await;
    let begun = fifty(&server, async |server, _| log_in(server, EMAIL, PASSWORD).await).await;
    assert_eq!(answered(&begun, 200), 50);
    assert_eq!(server.count(&format!("customers where password_hash like '{CURRENT}%'")).await, 1);
}
