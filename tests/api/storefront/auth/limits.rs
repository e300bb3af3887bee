//! Rate limits of authentication: each documented limit on its own.

use super::*;
use crate::api::fifty_on;

const SLOW_DOWN: (u16, &str) = (429, "Too many attempts, slow down");

/// A server with only this limit, which has the documented value.
async fn limited_by(limit: &str) -> Server {
    served_limited(&["all=off", limit]).await
}

#[tokio::test]
async fn logins_of_a_client() {
    let server = limited_by("logins=5/60").await;
    registered(&server, EMAIL).await;
    for number in 0..5 {
        let email = if number % 2 == 0 { EMAIL } else { "ida@example.com" };
        assert_ne!(log_in(&server, email, PASSWORD).await.status(), 429);
    }
    let before = server.hashes();
    let refused = log_in(&server, EMAIL, PASSWORD).await;
    let refused = refused.snapshot("authenticate_customer__429");
    assert_eq!((refused.outcome(), refused.header("retry-after")), (SLOW_DOWN, "50"));
    assert_eq!(server.hashes(), before, "looked at before hashing");
    // Other actions continue to work, and do not count as logins.
    for action in ["me", "logout", "forgot-password", "reset-password"] {
        let fields = json!({"email": EMAIL, "token": "a token", "password": PASSWORD});
        assert_ne!(act(&server, action, fields).await.status(), 429, "{action}");
    }
    server.pass(MINUTE);
    assert_eq!(log_in(&server, EMAIL, PASSWORD).await.status(), 200);
}

/// After ten failed logins of a client with an address, known or not, the client is locked out, even with the right
/// password.
#[tokio::test]
async fn failures_of_an_address() {
    let server = limited_by("failed-logins=10/900").await;
    registered(&server, EMAIL).await;
    for (email, same) in [(EMAIL, "MARA@example.com"), ("ida@example.com", "Ida@Example.com")] {
        for _ in 0..10 {
            let expected = (401, "Invalid email or password");
            assert_eq!(log_in(&server, email, "another password").await.outcome(), expected);
        }
        let before = server.hashes();
        for email in [email, same] {
            let refused = log_in(&server, email, PASSWORD).await;
            assert_eq!((refused.outcome(), refused.header("retry-after")), (SLOW_DOWN, "890"));
        }
        assert_eq!(server.hashes(), before, "looked at before hashing");
    }
    // A customer of another store with the same address is another customer.
    let there = json!({"action": "login", "email": EMAIL, "password": PASSWORD});
    let there = server.post("/api/storefront/2/auth", &there).await;
    assert_eq!(there.status(), 401);
    server.pass(15 * MINUTE);
    assert_eq!(log_in(&server, EMAIL, PASSWORD).await.status(), 200);
}

/// The status of a login from this address.
async fn log_in_from(server: &Server, client: &str, password: &str) -> u16 {
    let body = json!({"action": "login", "email": EMAIL, "password": password});
    let login = server.post("/api/storefront/1/auth", &body);
    login.header("x-forwarded-for", client).await.status()
}

#[tokio::test]
async fn strangers_do_not_lock_out_a_client_that_has_logged_in() {
    let limits = ["all=off", "failed-logins=10/900", "strangers-failed-logins=100/86400"];
    let server = served_behind_proxies_limited(1, &limits).await;
    registered(&server, EMAIL).await;
    assert_eq!(log_in_from(&server, "192.0.2.1", PASSWORD).await, 200);
    for client in 1..=10 {
        let stranger = format!("198.51.100.{client}");
        for _ in 0..10 {
            assert_eq!(log_in_from(&server, &stranger, "another password").await, 401);
        }
        assert_eq!(log_in_from(&server, &stranger, PASSWORD).await, 429, "ten failures");
    }
    let hashes = server.hashes();
    for client in 0..1000 {
        let stranger = format!("203.0.{}.{}", client / 250, client % 250);
        assert_eq!(log_in_from(&server, &stranger, PASSWORD).await, 429);
    }
    assert_eq!(server.hashes(), hashes, "the limit is checked before hashing");
    // The customer fails from a known client, and then succeeds.
    assert_eq!(log_in_from(&server, "192.0.2.1", "another password").await, 401);
    assert_eq!(log_in_from(&server, "192.0.2.1", PASSWORD).await, 200);
    // The success has cleared the count of strangers.
    assert_eq!(log_in_from(&server, "192.0.2.9", PASSWORD).await, 200);
    let networks = server.count("customer_networks").await;
    assert_eq!(networks, 3, "of the registration and the two clients");
}

#[tokio::test]
async fn a_login_or_a_reset_clears_failures() {
    let server = limited_by("failed-logins=2/900").await;
    registered(&server, EMAIL).await;
    let fails = async || log_in(&server, EMAIL, "another password").await.status();
    for _ in 0..5 {
        assert_eq!(fails().await, 401);
        assert_eq!(log_in(&server, EMAIL, PASSWORD).await.status(), 200);
    }
    assert_eq!([fails().await, fails().await, fails().await], [401, 401, 429]);
    let token = reset_token(&server, EMAIL).await;
    assert_eq!(reset(&server, &token, PASSWORD).await.status(), 200);
    assert_eq!(log_in(&server, EMAIL, PASSWORD).await.status(), 200);
}

#[tokio::test]
async fn fifty_failures_at_once() {
    let server = limited_by("failed-logins=10/900").await;
    registered(&server, EMAIL).await;
    let before = server.hashes();
    let failed = fifty_on([&server, &server], async |server, _| {
        log_in(server, EMAIL, "another password").await.status()
    })
    .await;
    assert_eq!(failed.iter().filter(|status| **status == 401).count(), 10);
    assert_eq!(server.hashes() - before, 10);
}

#[tokio::test]
async fn registrations_of_a_client() {
    let server = limited_by("registrations=3/60").await;
    for (email, status) in [("no address", 400), (EMAIL, 201), (EMAIL, 409), ("a@b.c", 201)] {
        assert_eq!(register(&server, email).await.status(), status, "{email}");
    }
    let refused = register(&server, "ida.lind@example.com").await;
    assert_eq!((refused.outcome(), refused.header("retry-after")), (SLOW_DOWN, "50"));
    server.pass(MINUTE);
    assert_eq!(register(&server, "ida.lind@example.com").await.status(), 201);
}

#[tokio::test]
async fn registrations_of_a_client_in_a_day() {
    let server = limited_by("registrations-a-day=2/86400").await;
    for (email, status) in [(EMAIL, 201), (EMAIL, 409), ("ida.lind@example.com", 429)] {
        assert_eq!(register(&server, email).await.status(), status, "{email}");
    }
    server.pass(Duration::from_secs(86_400));
    assert_eq!(register(&server, "ida.lind@example.com").await.status(), 201);
}

#[tokio::test]
async fn forgotten_passwords_of_a_client() {
    let server = limited_by("forgotten-passwords=10/60").await;
    let forget = async || act(&server, "forgot-password", json!({"email": EMAIL})).await;
    for _ in 0..10 {
        assert_eq!(forget().await.status(), 200);
    }
    assert_eq!(forget().await.outcome(), SLOW_DOWN);
}
