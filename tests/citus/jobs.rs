//! The jobs, with due work of two sites on different workers.

use serde_json::json;

use super::{SHOPS, count, import_shops, is_citus, widget_id};
use crate::harness::database;
use crate::harness::eventually;
use crate::operations::operators::ask;
use crate::operations::start_up::{Process, run};

/// Rows that are due to be changed or deleted, and a query that counts those that are still due. `$site` and `$widget`
/// are ids.
const DUE: [(&str, &str); 10] = [
    (
        "insert into orders (site_id, number, status, customer_email, customer_name, currency, subtotal, total,
            payment_provider, holds, expires_at, created_at, updated_at)
        values ($site, 'overdue', 'pending', '', '', 'USD', 500, 500, 'test', false, now() - interval '1 hour',
            now() - interval '2 hours', now() - interval '2 hours')",
        "orders where status = 'pending'",
    ),
    (
        "insert into ai_usage (site_id, month, credits) values ($site, '2026-01-01', 10);
        insert into ai_reservations (site_id, month, credits, created_at)
        values ($site, '2026-01-01', 10, now() - interval '1 day')",
        "ai_reservations",
    ),
    (
        "insert into chat_conversations (site_id, widget_id, visitor_id, last_event_at, last_message_at, started_at)
        values ($site, $widget, 'idle', now() - interval '90 days', now() - interval '90 days', now() - interval '90 days')",
        "chat_conversations where status <> 'closed'",
    ),
    (
        "insert into chat_conversations
            (site_id, widget_id, visitor_id, status, last_event_at, last_message_at, started_at)
        values ($site, $widget, 'old', 'closed', '2020-01-01', '2020-01-01', '2020-01-01')",
        "chat_conversations where visitor_id = 'old'",
    ),
    (
        "insert into customers (site_id, id, email, password_hash, created_at, updated_at)
        values ($site, 1, 'mara@example.com', '', now(), now());
        insert into customer_networks (site_id, customer_id, network_sha256, last_login_at)
        values ($site, 1, sha256('a network'), '2020-01-01')",
        "customer_networks",
    ),
    (
        "insert into idempotency_keys (site_id, operation, key, fingerprint, claimed_until, created_at)
        values ($site, 'placeOrder', 'a key', sha256('a request'), '2020-01-01', '2020-01-01')",
        "idempotency_keys",
    ),
    (
        "insert into carts (site_id, session_id, expires_at, created_at, updated_at)
        values ($site, 'an old cart', '2020-01-01', '2020-01-01', '2020-01-01')",
        "carts",
    ),
    (
        "insert into design_sessions (site_id, token_sha256, created_at, last_visit_at)
        values ($site, sha256('a session'), '2020-01-01', '2020-01-01')",
        "design_sessions",
    ),
    (
        "insert into files (site_id, key, media_type, size, created_at)
        values ($site, repeat('0', 32) || '.png', 'image/png', 1, '2020-01-01')",
        "files",
    ),
    (
        "insert into mails (site_id, kind, sealed, created_at, due_at)
        values ($site, 'welcome', 'not sealed', now(), now())",
        "mails where note is null and failed_at is null",
    ),
];

#[tokio::test]
async fn every_job_works_for_sites_of_different_workers() {
    if !is_citus() {
        return;
    }
    let database = database::empty().await;
    let mut client = stoa::database::connect(&database.config).await.unwrap();
    import_shops(&mut client).await;
    for (insert, due) in DUE {
        for site_id in SHOPS {
            let insert = insert.replace("$site", &site_id.to_string());
            let insert = insert.replace("$widget", &widget_id(site_id).to_string());
            for statement in insert.split(';') {
                client.batch_execute(statement).await.unwrap();
            }
        }
        assert_eq!(count(&client, &format!("select count(*) from {due}")).await, 2, "{due}");
    }

    let url = database.url();
    let swept = run(&["order", "sweep", "--database-url", &url]);
    let printed = String::from_utf8(swept.stdout).unwrap();
    assert!(swept.status.success() && printed.contains("2 orders expired"), "{printed}");
    client.batch_execute("update orders set status = 'pending'").await.unwrap();

    let mail = ["--smtp-url", "smtp://127.0.0.1:1", "--mail-from", "mail@stoa.example"];
    let server = Process::start(&[&["--database-url", &*url], &mail[..]].concat());
    for (_, due) in DUE {
        let due = format!("select count(*) from {due}");
        eventually(&due, async || count(&client, &due).await == 0).await;
    }
    // A job without due work asks all workers too.
    let succeeded = "select count(*) from job_leases where succeeded_at is not null";
    eventually("each job has succeeded", async || count(&client, succeeded).await >= 10).await;
    let line = json!({"sessionId": "a session", "productId": 4, "quantity": 1});
    for site_id in SHOPS {
        let add = format!("POST /api/storefront/{site_id}/cart");
        assert_eq!(ask(&server.address, &add, Some(&line)).await.0, 200);
    }
    let logged = server.stop();
    assert!(!logged.contains("a job failed") && !logged.contains("could not be swept"), "{logged}");
}
