//! Widgets of live chat with both clients.

use serde_json::json;

use super::super::{both, read};
use super::Office;

pub async fn widgets(office: &Office<'_>) {
    both!(office.list_chat_widgets(1, None, None) as (1)).unwrap();
    let wish = json!({"greetingMessage": "Ahoy!"});
    let created = both!(office.create_chat_widget(1, &read(&wish))).unwrap();
    let id = created["data"]["id"].as_f64().unwrap() as i64;
    both!(office.get_chat_widget(1, id)).unwrap();
    let patch = json!({"enabled": false, "position": "top-left"});
    both!(office.update_chat_widget(1, id, &read("*"), &read(&patch))
        as (1, id, "*", &read(&patch)))
    .unwrap();
    both!(office.remove_chat_widget(1, id)).unwrap();
}
