//! A bundle of a site that already exists.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{DEMO, count, database, export, import, replace_with_live_state, site_with};

/// Tables that no bundle fills and a replacement leaves alone. Of `designs`, only the templates are filled and
/// replaced.
const OF_PEOPLE: [&str; 52] = [
    "ai_reservations",
    "ai_usage",
    "carts",
    "cart_items",
    "cart_recovery_tokens",
    "chat_conversations",
    "chat_events",
    "customer_networks",
    "customer_sessions",
    "customers",
    "design_assets",
    "design_drawings",
    "design_revisions",
    "design_sessions",
    "designs",
    "email_verifications",
    "files",
    "idempotency_keys",
    "inbox_counters",
    "inbox_events",
    "mails",
    "order_item_drawings",
    "order_items",
    "order_notes",
    "order_disputes",
    "order_refunds",
    "refund_reports",
    "failed_refunds",
    "order_status_changes",
    "order_tracking_events",
    "orders",
    "password_resets",
    "payment_events",
    "shipping_quotes",
    "stock_adjustments",
    "site_storage",
    "store_secrets",
    "support_messages",
    "support_replies",
    "test_payment_intents",
    "test_refunds",
    "wishlist_items",
    "wishlists",
    "audit_entries",
    "invitations",
    "people",
    "person_networks",
    "person_recovery_codes",
    "person_roles",
    "person_sessions",
    "server_keys",
    "site_invitations",
];

#[tokio::test]
async fn existing_site__is_refused() {
    let mut db = database().await;
    import(&mut db, DEMO).await.unwrap();
    let before = export(&mut db, 1).await;
    let error = import(&mut db, site_with(json!({}))).await.err().unwrap();
    assert!(error.root_cause().to_string().contains("site 1 exists: --replace"), "{error:?}");
    assert_eq!(export(&mut db, 1).await, before);
}

#[tokio::test]
async fn existing_site__is_replaced_and_keeps_its_row() {
    let mut db = database().await;
    import(&mut db, DEMO).await.unwrap();
    import(
        &mut db,
        r#"{"formatVersion": 1, "site": {"id": 2, "name": "Other"}, "tags": [{"id": 1}]}"#,
    )
    .await
    .unwrap();
    db.batch_execute(
        "create table pets (site_id bigint not null references sites (id) on delete cascade);
         insert into pets (site_id) values (1)",
    )
    .await
    .unwrap();
    let tables = db
        .query(
            "select tablename::text from pg_tables where schemaname = 'public'
             and tablename not in ('job_leases', 'public_urls', 'refinery_schema_history', 'stored_bytes')",
            &[],
        )
        .await
        .unwrap();
    let mut filled = HashMap::new();
    for table in tables.iter().map(|row| row.get::<_, String>(0)) {
        filled.insert(table.clone(), count(&db, &table).await);
    }
    filled.retain(|table, _| !OF_PEOPLE.contains(&table.as_str()));
    assert!(filled.values().all(|&rows| rows > 0), "the demo fills every table: {filled:?}");

    let new = r#"{"formatVersion": 1, "site": {"id": 1, "name": "New"}, "store": {}}"#;
    replace_with_live_state(&mut db, new).await;
    for table in filled.keys() {
        let left = match table.as_str() {
            "sites" => 2,
            "pets" | "stores" | "tags" => 1,
            _ => 0,
        };
        assert_eq!(count(&db, table).await, left, "{table}");
    }
    let exported: Value = serde_json::from_str(&export(&mut db, 1).await).unwrap();
    assert_eq!(exported["site"]["name"], "New");
    assert_eq!(exported["branding"], json!({}));
}
