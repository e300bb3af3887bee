//! A widget that is temporarily unavailable: the server refuses all calls of its visitors, whose conversations continue
//! later.

use super::*;

/// Statements that make a widget unavailable, and that make it available again.
const WAYS: [(&str, &str); 3] = [
    (
        "update chat_widgets set enabled = false where site_id = 1 and id = 1",
        "update chat_widgets set enabled = true where site_id = 1 and id = 1",
    ),
    ("update sites set active = false where id = 1", "update sites set active = true where id = 1"),
    (
        "delete from chat_widgets where site_id = 1 and id = 1",
        "insert into chat_widgets (site_id, id) values (1, 1)",
    ),
];

/// Ends the connections of the servers' listeners.
pub const KILL_LISTENER: &str = "select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'stoa event listener'";

/// Makes the server poll the database at once instead of within a minute, by ending the connection of its listener.
pub async fn poll_now(server: &Server) {
    let client = server.client().await;
    // The listener may not be connected yet.
    while client.query(KILL_LISTENER, &[]).await.unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn calls_are_refused() {
    let (server, visitor) = served_with_visitor().await;
    assert_eq!(visitor.message(&server, "One").await.status(), 200);
    for (taken, given_back) in WAYS {
        server.sql(taken).await;
        let refused = visitor.message(&server, "Hi").await;
        assert_eq!(refused.outcome(), (404, "Conversation not found"), "{taken}");
        let refused = visitor.stream(&server).header("last-event-id", "0").await;
        assert_eq!(refused.outcome(), (404, "Not found"), "{taken}");
        let refused = start(&server, "mara").await;
        assert_eq!(refused.outcome(), (404, "Widget not available"), "{taken}");
        server.sql(given_back).await;
        assert_eq!(visitor.message(&server, "Back").await.status(), 200, "{taken}");
    }
    let stored: Vec<_> = table(&server, &visitor).await.into_iter().map(|(_, text)| text).collect();
    assert_eq!(stored, ["One", "Back", "Back", "Back"]);
}

#[tokio::test]
async fn order_of_checks() {
    let (server, visitor) = served_with_visitor().await;
    for _ in 0..10 {
        assert_eq!(visitor.message(&server, "Hi").await.status(), 200);
    }
    let (taken, given_back) = WAYS[0];
    server.sql(taken).await;
    let nonsense = Visitor { token: "nonsense".into(), ..visitor.clone() };
    assert_eq!(nonsense.message(&server, "Hi").await.status(), 401);
    assert_eq!(visitor.message(&server, "Hi").await.status(), 404, "before the rate");
    staff::close(&server.db(), visitor.of_demo(), server.now()).await.unwrap();
    assert_eq!(visitor.message(&server, "Hi").await.status(), 404, "before the state");
    server.sql(given_back).await;
    assert_eq!(visitor.message(&server, "Hi").await.status(), 409);
}

#[tokio::test]
async fn open_streams_end() {
    let (server, visitor) = served_with_visitor().await;
    let sql = "insert into chat_widgets (site_id, id) values (1, 11);
        insert into chat_widget_directory (site_id, id) values (1, 11)";
    server.sql(sql).await;
    let other = json!({"widgetId": 11, "visitorId": "mara"});
    let other = Visitor::started(&server.post(START, &other).await.expect(200));
    let mut untouched = other.reads(&server).await;
    for (taken, given_back) in [WAYS[0], WAYS[2]] {
        let mut readers = Vec::new();
        for _ in 0..3 {
            readers.push(visitor.reads(&server).await);
        }
        server.sql(taken).await;
        // Agents can reply while the widget is unavailable.
        let last = table(&server, &visitor).await.len() as i64;
        replies(&server, &visitor, 0..1).await;
        poll_now(&server).await;
        for reader in &mut readers {
            while reader.next().await.is_some() {}
        }
        server.sql(given_back).await;
        let mut resumed = visitor.reads_after(&server, last).await;
        let stored = table(&server, &visitor).await;
        let missed = resumed.take(stored.len() - last as usize).await;
        assert_eq!(missed.iter().map(shown).collect::<Vec<_>>(), stored[last as usize..]);
    }
    replies(&server, &other, 0..1).await;
    untouched.take(2).await;
}

#[tokio::test]
async fn a_widget_that_an_import_disables() {
    let (server, visitor) = served_with_visitor().await;
    let mut reader = visitor.reads(&server).await;
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/demo/harbor-goods.json");
    let mut bundle: Value = serde_json::from_slice(&std::fs::read(demo).unwrap()).unwrap();
    for widget in bundle["chatWidgets"].as_array_mut().unwrap() {
        widget["enabled"] = false.into();
    }
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bundle.to_string()).unwrap();
    replace_site(&server, file.path()).await;
    assert_eq!(visitor.message(&server, "Hi").await.status(), 404);
    poll_now(&server).await;
    assert!(reader.next().await.is_none());
    assert_eq!(visitor.stream(&server).await.status(), 404);
}
