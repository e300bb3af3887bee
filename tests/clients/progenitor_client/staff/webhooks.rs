//! Webhook endpoints and deliveries with both clients.

use serde_json::json;

use super::super::{both, read};
use super::Office;

pub async fn webhooks(office: &Office<'_>) {
    both!(office.list_webhook_endpoints(1, None, None) as (1)).unwrap();
    let wish = json!({"url": "https://erp.example.com/hooks", "events": ["order.paid"]});
    let created = both!(office.create_webhook_endpoint(1, &read(&wish))).unwrap();
    let id = created["data"]["endpoint"]["id"].as_f64().unwrap() as i64;
    both!(office.get_webhook_endpoint(1, id)).unwrap();
    let patch = json!({"description": "ERP"});
    both!(office.update_webhook_endpoint(1, id, &read("*"), &read(&patch))
        as (1, id, "*", &read(&patch)))
    .unwrap();
    both!(office.rotate_webhook_secret(1, id)).unwrap();
    let sent = both!(office.send_test_webhook(1, id)).unwrap();
    let delivery = sent["data"]["id"].as_f64().unwrap() as i64;
    both!(office.list_webhook_deliveries(1, None, None, None, None, None) as (1)).unwrap();
    both!(office.get_webhook_delivery(1, delivery)).unwrap();
    both!(office.retry_webhook_delivery(1, delivery)).unwrap();
    let since = json!({"since": "2026-03-16T00:00:00.000Z"});
    both!(office.retry_failed_webhook_deliveries(1, id, &read(&since))).unwrap();
    both!(office.remove_webhook_endpoint(1, id)).unwrap();
}
