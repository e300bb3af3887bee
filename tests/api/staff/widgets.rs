//! The widgets of live chat, as staff list and change them.

use super::races::{begun, committed};
use super::settings::patch;
use super::*;
use crate::api::live_chat::Visitor;

const WIDGETS: &str = "/api/staff/sites/1/chat-widgets";
const WIDGET: &str = "/api/staff/sites/1/chat-widgets/1";

/// A server whose widgets have one version, and the token of a person with the role `support`.
async fn served_widgets() -> (Server, String) {
    let (server, token) = served_to("support").await;
    server.sql("update chat_widgets set version = 1700000000000").await;
    (server, token)
}

/// Starts a conversation with a widget.
fn start<'a>(server: &'a Server, widget_id: &Value) -> Request<'a> {
    let body = json!({"widgetId": widget_id, "visitorId": "olga"});
    server.post("/api/public/chat/start", &body)
}

#[tokio::test]
async fn list_chat_widgets() {
    let (server, token) = served_widgets().await;
    let list = || server.get(WIDGETS).bearer(&token);
    list().await.snapshot("list_chat_widgets__200");
    assert_eq!(all_ids(|| list().query("limit", "1")).await, [1, 2]);
    list().query("cursor", "x").await.snapshot("list_chat_widgets__400");
    server.get(WIDGET).bearer(&token).await.snapshot("get_chat_widget__200");
    server.get(&format!("{WIDGETS}/a")).bearer(&token).await.snapshot("get_chat_widget__400");
    server.get(&format!("{WIDGETS}/99")).bearer(&token).await.snapshot("get_chat_widget__404");
}

#[tokio::test]
async fn a_widget_is_created_changed_and_removed() {
    let (server, token) = served_widgets().await;
    let create = |body: Value| server.post(WIDGETS, &body).bearer(&token);
    let body = json!({"greetingMessage": "Ahoy!", "position": null, "id": 1, "version": 5});
    let created = create(body).await.snapshot("create_chat_widget__201");
    let id = &created.json["data"]["id"];
    let path = format!("{WIDGETS}/{id}");
    let started = start(&server, id).await.expect(200);
    assert_eq!(started.json["data"]["greetingMessage"], "Ahoy!");
    create(json!({"enabled": "yes"})).await.snapshot("create_chat_widget__400");
    let bare = server.request("POST", WIDGETS).bearer(&token).await.expect(201);
    assert_ne!(&bare.json["data"]["id"], id);

    let seen = created.header("etag");
    let body = json!({"enabled": false, "greetingMessage": null, "awayMessage": "Back at nine"});
    let changed = patch(&server, &token, &path, seen, &body).await;
    let changed = changed.snapshot("update_chat_widget__200");
    assert_eq!(changed.json["data"]["greetingMessage"], "");
    let late = patch(&server, &token, &path, seen, &body).await;
    assert_eq!(late.header("etag"), changed.header("etag"));
    late.snapshot("update_chat_widget__412");
    assert_eq!(start(&server, id).await.outcome(), (404, "Widget not available"));

    let remove = || server.request("DELETE", &path).bearer(&token);
    remove().await.snapshot("remove_chat_widget__409");
    let conversation = started.json["data"]["conversationId"].as_i64().unwrap();
    let close = format!("/api/staff/sites/1/conversations/{conversation}/close");
    assert_eq!(server.request("POST", &close).bearer(&token).await.status(), 200);
    remove().await.snapshot("remove_chat_widget__200");
    remove().await.snapshot("remove_chat_widget__404");
    assert_eq!(server.get(&path).bearer(&token).await.status(), 404);
    assert_eq!(start(&server, id).await.outcome(), (404, "Widget not available"));
    let closed = format!("/api/staff/sites/1/conversations/{conversation}");
    assert_eq!(server.get(&closed).bearer(&token).await.status(), 200, "it is retained");
    let named = format!("chat_widget_directory where id = {id}");
    assert_eq!(server.count(&named).await, 0);
    let rows = audited_with(&server, " chat_widget ").await;
    let rows: Vec<_> = rows.iter().map(|row| row.split(' ').nth(2).unwrap()).collect();
    let expected = ["createChatWidget", "createChatWidget", "updateChatWidget", "removeChatWidget"];
    assert_eq!(rows, expected);
}

#[tokio::test]
async fn refused_changes_of_widgets() {
    let (server, token) = served_widgets().await;
    let unseen = server.request("PATCH", WIDGET).bearer(&token).merge_patch(&json!({}));
    unseen.await.snapshot("update_chat_widget__428");
    let body = json!({"enabled": null});
    patch(&server, &token, WIDGET, "*", &body).await.snapshot("update_chat_widget__400");
    let none = format!("{WIDGETS}/99");
    patch(&server, &token, &none, "*", &json!({})).await.snapshot("update_chat_widget__404");
    for body in [
        json!({"greetingMessage": "x".repeat(2001)}),
        json!({"greetingMessage": "a\u{0}b"}),
        json!({"primaryColor": "a\nb"}),
        json!({"position": 1}),
        json!({"awayMessage": []}),
        json!([]),
    ] {
        let refused = patch(&server, &token, WIDGET, "*", &body).await;
        assert_eq!(refused.status(), 400, "{body}: {}", refused.message());
        let refused = server.post(WIDGETS, &body).bearer(&token).await;
        assert_eq!(refused.status(), 400, "{body}: {}", refused.message());
    }
    let removed = server.request("DELETE", &format!("{WIDGETS}/a")).bearer(&token).await;
    removed.snapshot("remove_chat_widget__400");
    assert_eq!(server.get(WIDGET).bearer(&token).await.header("etag"), "\"1700000000000\"");

    // The widgets of site 1 are unknown to site 2.
    let other = hired(&server, Some(2), "lin@odds.example", &["support"]).await;
    let theirs = "/api/staff/sites/2/chat-widgets/1";
    assert_eq!(server.get(theirs).bearer(&other).await.status(), 404);
    let body = json!({"enabled": false});
    assert_eq!(patch(&server, &other, theirs, "*", &body).await.status(), 404);
    assert_eq!(server.request("DELETE", theirs).bearer(&other).await.status(), 404);
    Visitor::new(&server, "mara").await;
}

#[tokio::test]
async fn concurrent_changes_of_widgets() {
    let server = served_without_limits().await;
    let token = hired(&server, Some(1), INES, &["support"]).await;
    let seen = server.get(WIDGET).bearer(&token).await.header("etag").to_owned();
    let answers = fifty(&server, async |server, number| {
        let body = json!({"awayMessage": number.to_string()});
        patch(server, &token, WIDGET, &seen, &body).await
    });
    let answers = answers.await;
    assert_eq!((answered(&answers, 200), answered(&answers, 412)), (1, 49));
    let created =
        fifty(&server, async |server, _| server.post(WIDGETS, &json!({})).bearer(&token).await);
    assert_eq!(answered(&created.await, 201), 50);
    assert_eq!(server.count("chat_widget_directory where site_id = 1").await, 52);
}

/// An import of another site numbers its widgets itself, with the next ids of the sequence.
#[tokio::test]
async fn create_chat_widget__during_an_import() {
    let (server, token) = served_widgets().await;
    let taken = "insert into chat_widget_directory (id, site_id) select newest.id + n, 2
        from (select max(id) as id from chat_widgets) newest, generate_series(1, 3) n";
    let import = begun(&server, taken).await;
    let create = server.post(WIDGETS, &json!({})).bearer(&token);
    let (created, ()) = tokio::join!(create.into_future(), committed(&server, &import, 1));
    let created = created.expect(201);
    let named =
        format!("chat_widget_directory where site_id = 1 and id = {}", created.json["data"]["id"]);
    assert_eq!(server.count(&named).await, 1);
}

/// A conversation that is being started is not left without its widget.
#[tokio::test]
async fn remove_chat_widget__during_a_start() {
    let (server, token) = served_widgets().await;
    let starting = "insert into chat_conversations (
            site_id, widget_id, visitor_id, last_event_at, last_message_at, started_at
        ) values (1, 1, 'mara', now(), now(), now());
        select from chat_widgets where site_id = 1 and id = 1 for key share";
    let starting = begun(&server, starting).await;
    let remove = server.request("DELETE", WIDGET).bearer(&token);
    let (removed, ()) = tokio::join!(remove.into_future(), committed(&server, &starting, 1));
    assert_eq!(removed.outcome(), (409, "Close the conversations of the chat widget first"));

    server.sql("update chat_widgets set enabled = true where id = 2").await;
    let removal = "delete from chat_widgets where id = 2";
    let removal = begun(&server, removal).await;
    let two = json!(2);
    let start = start(&server, &two);
    let (started, ()) = tokio::join!(start.into_future(), committed(&server, &removal, 1));
    assert_eq!(started.outcome(), (404, "Widget not available"));
    assert_eq!(server.count("chat_conversations where widget_id = 2").await, 0);
}
