//! Settings and the branding with both clients.

use serde_json::json;

use super::super::{both, read};
use super::Office;

pub async fn settings(office: &Office<'_>) {
    both!(office.get_branding(1)).unwrap();
    // progenitor leaves null out.
    let patch = json!({"primaryColor": "#123456", "typography": {"h1": {"size": "48px"}}});
    both!(office.update_branding(1, &read("*"), &read(&patch)) as (1, "*", &read(&patch))).unwrap();
    both!(office.get_site_settings(1)).unwrap();
    let patch = json!({"description": "Printed canvas", "customLayout": {"columns": 2}});
    both!(office.update_site_settings(1, &read("*"), &read(&patch)) as (1, "*", &read(&patch)))
        .unwrap();
    let tag = "\"1\"";
    let stale =
        both!(office.update_site_settings(1, &read(tag), &read(&patch)) as (1, tag, &read(&patch)));
    assert_eq!(stale.unwrap_err(), "412: The settings have changed");
    both!(office.get_alert_settings(1)).unwrap();
    let patch = json!({"orderPaid": "atOnce", "stockLow": "off"});
    both!(office.update_alert_settings(1, &read(&patch))).unwrap();
    both!(office.get_store_settings(1)).unwrap();
    let patch = json!({"cartReminderHours": 24, "keys": {"stripeSecretKey": "sk_test_1"}});
    both!(office.update_store_settings(1, &read("*"), &read(&patch)) as (1, "*", &read(&patch)))
        .unwrap();
}
