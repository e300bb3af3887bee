//! Mails to customers: which ones are queued, and how a reset's link works. `tests/operations/mails` tests sending.

use std::time::SystemTime;

use super::*;
use crate::api::storefront::commands::stoa;

/// The kinds of queued mails, oldest first.
async fn queued(server: &Server) -> Vec<String> {
    let kinds = "select kind from mails where site_id = 1 order by id";
    let rows = server.client().await.query(kinds, &[]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

async fn forget(server: &Server, email: &str) {
    let forgotten = act(server, "forgot-password", json!({"email": email})).await;
    assert_eq!((forgotten.status(), &forgotten.json), (200, &json!({"success": true})), "{email}");
}

#[tokio::test]
async fn queued_mails() {
    let server = served().await;
    registered(&server, EMAIL).await;
    assert_eq!(register(&server, EMAIL).await.status(), 409);
    assert_eq!(queued(&server).await, ["welcome"]);
    // Mails are queued for known and unknown addresses alike.
    forget(&server, EMAIL).await;
    forget(&server, "ida@example.com").await;
    assert_eq!(queued(&server).await, ["welcome", "reset", "reset"]);
    let token = reset_token(&server, EMAIL).await;
    assert_eq!(reset(&server, "no token", PASSWORD).await.status(), 400);
    assert_eq!(reset(&server, &token, PASSWORD).await.status(), 200);
    assert_eq!(queued(&server).await, ["welcome", "reset", "reset", "password_changed"]);
    // No mail is queued for an invalid address.
    forget(&server, "no address").await;
    assert_eq!(queued(&server).await.len(), 4);
}

#[tokio::test]
async fn five_an_hour_for_an_address() {
    let server = served_limited(&["all=off", "reset-mails=5/3600"]).await;
    registered(&server, EMAIL).await;
    for email in [EMAIL, "ida@example.com"] {
        let before = queued(&server).await.len();
        for _ in 0..7 {
            forget(&server, email).await;
        }
        forget(&server, &email.to_uppercase()).await;
        assert_eq!(queued(&server).await.len() - before, 5, "{email}");
    }
    server.pass(HOUR);
    forget(&server, EMAIL).await;
    assert_eq!(queued(&server).await.len(), 12);
}

#[tokio::test]
async fn twenty_a_day_for_an_address() {
    let limits = ["all=off", "reset-mails=5/3600", "reset-mails-a-day=20/86400"];
    let server = served_behind_proxies_limited(1, &limits).await;
    let body = json!({"action": "forgot-password", "email": EMAIL});
    for client in 1..=6 {
        for _ in 0..6 {
            let forgotten = server.post("/api/storefront/1/auth", &body);
            let address = format!("192.0.2.{client}");
            assert_eq!(forgotten.header("x-forwarded-for", &address).await.status(), 200);
        }
        assert_eq!(queued(&server).await.len(), 20.min(5 * client), "{client}");
    }
}

/// A customer who has forgotten the password sets a new one by the link in the mail.
#[tokio::test]
async fn the_link_of_a_reset() {
    let server = served().await;
    // The commands use the machine's clock.
    server.pass(SystemTime::now().duration_since(server.now().into()).unwrap());
    let session = registered(&server, EMAIL).await;
    forget(&server, EMAIL).await;
    let (mail, complaint) = stoa(&server, &["mail", "show", "--last"], "").await;
    let (_, rest) = mail.split_once("?token=").expect(&complaint);
    let token: String =
        rest.chars().take_while(|it| it.is_ascii_alphanumeric() || "-_".contains(*it)).collect();
    assert_eq!(reset(&server, &token, "two lighthouses over a wave").await.status(), 200);
    assert!(!is_logged_in(&server, &session).await);
    assert_eq!(log_in(&server, EMAIL, "two lighthouses over a wave").await.status(), 200);
    // A mail to an unknown address has no content.
    forget(&server, "ida@example.com").await;
    let (_, complaint) = stoa(&server, &["mail", "show", "--last"], "").await;
    assert!(complaint.contains("no recipient"), "{complaint}");
}
