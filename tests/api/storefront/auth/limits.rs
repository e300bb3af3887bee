//! Rate limits of authentication: each documented limit on its own.

use super::*;

const SLOW_DOWN: (u16, &str) = (429, "Too many attempts, slow down");

/// A server with only this limit, which has the documented value.
async fn limited_by(limit: &str) -> Server {
    served_limited(&["all=off", limit]).await
}

fn outcome(answer: &Exchange) -> (u16, &str) {
    (answer.status(), answer.message())
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
    assert_eq!((outcome(&refused), refused.header("retry-after")), (SLOW_DOWN, "50"));
    assert_eq!(server.hashes(), before, "looked at before hashing");
    // Other actions continue to work, and do not count as logins.
    for action in ["me", "logout", "forgot-password", "reset-password"] {
        let fields = json!({"email": EMAIL, "token": "a token", "password": PASSWORD});
        assert_ne!(act(&server, action, fields).await.status(), 429, "{action}");
    }
    server.pass(MINUTE);
    assert_eq!(log_in(&server, EMAIL, PASSWORD).await.status(), 200);
}

/// Ten failed logins of an address, known or not and from any client, block its logins, even with the right password.
#[tokio::test]
async fn failures_of_an_address() {
    let server = limited_by("failed-logins=10/900").await;
    registered(&server, EMAIL).await;
    for (email, same) in [(EMAIL, "MARA@example.com"), ("ida@example.com", "Ida@Example.com")] {
        for _ in 0..10 {
            let expected = (401, "Invalid email or password");
            assert_eq!(outcome(&log_in(&server, email, "another password").await), expected);
        }
        let before = server.hashes();
        for email in [email, same] {
            let refused = log_in(&server, email, PASSWORD).await;
            assert_eq!((outcome(&refused), refused.header("retry-after")), (SLOW_DOWN, "890"));
        }
        assert_eq!(server.hashes(), before, "looked at before hashing");
    }
    // A customer of another store with the same address is another customer.
    let there = json!({"action": "login", "email": EMAIL, "password": PASSWORD});
    let there = server.request("POST", "/api/storefront/2/auth").json(&there).await;
    assert_eq!(there.status(), 401);
    server.pass(15 * MINUTE);
    assert_eq!(log_in(&server, EMAIL, PASSWORD).await.status(), 200);
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
    let failed = super::super::cart::races::fifty([&server, &server], async |server, _| {
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
    assert_eq!((outcome(&refused), refused.header("retry-after")), (SLOW_DOWN, "50"));
    server.pass(MINUTE);
    assert_eq!(register(&server, "ida.lind@example.com").await.status(), 201);
}

#[tokio::test]
async fn forgotten_passwords_of_a_client() {
    let server = limited_by("forgotten-passwords=10/60").await;
    let forget = async || act(&server, "forgot-password", json!({"email": EMAIL})).await;
    for _ in 0..10 {
        assert_eq!(forget().await.status(), 200);
    }
    assert_eq!(outcome(&forget().await), SLOW_DOWN);
}
