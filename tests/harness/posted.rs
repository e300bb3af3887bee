//! The events that a server has stored for webhooks.

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::Server;
use crate::contract::document;

impl Server {
    /// The payloads of all events of site 1, oldest first. Each is checked against the document of its webhook.
    pub async fn posted(&self) -> Vec<Value> {
        let sql = "select kind, resource, payload::text, occurred_at from events where site_id = 1 order by id";
        let rows = self.client().await.query(sql, &[]).await.unwrap();
        let payloads = rows.iter().map(|row| {
            let payload: Value = serde_json::from_str(row.get("payload")).unwrap();
            check(&payload);
            assert_eq!(payload["type"], row.get::<_, &str>("kind"));
            assert_eq!(payload["data"]["path"], row.get::<_, &str>("resource"));
            // A payload cuts fractions of a millisecond off, and the column rounds them.
            let occurred_at: DateTime<Utc> = row.get("occurred_at");
            let timestamp: DateTime<Utc> = payload["timestamp"].as_str().unwrap().parse().unwrap();
            assert!((occurred_at - timestamp).num_milliseconds() <= 1, "{payload}");
            payload
        });
        payloads.collect()
    }

    /// The types of all events of site 1, oldest first.
    pub async fn posted_types(&self) -> Vec<String> {
        let events = self.posted().await;
        events.iter().map(|event| event["type"].as_str().unwrap().to_owned()).collect()
    }
}

/// Checks that a payload is as the document says, without further members, and that its path is one of a documented
/// operation.
fn check(payload: &Value) {
    let document = document::of("staff");
    let kind = payload["type"].as_str().unwrap();
    let webhook = &document.json["webhooks"][kind]["post"];
    let body = &webhook["requestBody"]["content"]["application/json"]["schema"];
    let mut schema = body.clone();
    schema["components"] = document.json["components"].clone();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let faults: Vec<String> = validator.iter_errors(payload).map(|it| it.to_string()).collect();
    assert!(faults.is_empty(), "{payload}: {faults:?}");
    for (value, schema) in [
        (payload, document.resolve(body)),
        (&payload["data"], document.resolve(&document.resolve(body)["properties"]["data"])),
    ] {
        let mut known = schema["properties"].as_object().unwrap().keys().collect::<Vec<_>>();
        let mut found = value.as_object().unwrap().keys().collect::<Vec<_>>();
        known.sort();
        found.sort();
        assert_eq!(found, known, "{payload}");
    }
    let path = payload["data"]["path"].as_str().unwrap();
    let (_, operations) = document.operations_at(path).unwrap();
    assert!(operations.iter().any(|operation| operation.method == "GET"), "{path}");
}
