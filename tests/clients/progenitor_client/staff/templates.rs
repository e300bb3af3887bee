//! Templates of designs with both clients.

use serde_json::json;

use super::super::{both, read};
use super::Office;

pub async fn templates(office: &Office<'_>) {
    let layer = json!({"type": "text", "text": "Two whales"});
    let wish = json!({"productId": 4, "name": "Two whales", "layers": [layer]});
    let created = both!(office.create_design_template(1, &read(&wish))).unwrap();
    both!(office.list_design_templates(1, None, None) as (1)).unwrap();
    let id = created["data"]["id"].as_f64().unwrap() as i64;
    both!(office.get_design_template(1, id)).unwrap();
    let patch = json!({"name": "Three whales", "styleOverrides": {"color": "blue"}});
    both!(office.update_design_template(1, id, &read("*"), &read(&patch))
        as (1, id, "*", &read(&patch)))
    .unwrap();
    both!(office.remove_design_template(1, id)).unwrap();
}
