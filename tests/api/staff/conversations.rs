//! Live chat, from the staff's side.

use futures_util::future::join_all;

use super::customers::changes;
use super::*;
use crate::api::live_chat::{Visitor, reader::Reader};

const CONVERSATIONS: &str = "/api/staff/sites/1/conversations";
const LIN: &str = "lin@harborgoods.example";

/// A server with a conversation, and the token of a person with the role `support`.
async fn served_with_a_conversation() -> (Server, String, Visitor) {
    let (server, support) = served_to("support").await;
    let visitor = Visitor::new(&server, "mara").await;
    visitor.message(&server, "Does the tote come in green?").await;
    (server, support, visitor)
}

fn act<'a>(server: &'a Server, token: &str, action: &str) -> Request<'a> {
    let request = server.request("POST", &format!("{CONVERSATIONS}/{action}")).bearer(token);
    if action.ends_with("assign") { request.json(&json!({})) } else { request }
}

fn reply<'a>(server: &'a Server, token: &str, id: i64, body: &str) -> Request<'a> {
    let path = format!("{CONVERSATIONS}/{id}/messages");
    server.post(&path, &json!({"body": body})).bearer(token)
}

#[tokio::test]
async fn list_conversations() {
    let (server, support, _) = served_with_a_conversation().await;
    let lin = hired(&server, Some(1), LIN, &["owner"]).await;
    for visitor in ["ida", "olga"] {
        server.pass(MINUTE);
        Visitor::new(&server, visitor).await;
    }
    assert_eq!(act(&server, &support, "2/assign").await.status(), 200);
    assert_eq!(act(&server, &lin, "3/assign").await.status(), 200);
    let list = |token: &str| server.get(CONVERSATIONS).bearer(token);
    list(&support).await.snapshot("list_conversations__200");
    for (name, value, found) in [
        ("status", "open", vec![1]),
        ("status", "assigned", vec![3, 2]),
        ("status", "closed", vec![]),
        ("mine", "true", vec![2]),
        ("mine", "false", vec![3, 2, 1]),
    ] {
        assert_eq!(list(&support).query(name, value).await.ids(), found, "{name}={value}");
    }
    assert_eq!(list(&support).query("mine", "true").query("status", "open").await.ids(), [0; 0]);
    assert_eq!(all_ids(|| list(&support).query("limit", "1")).await, [3, 2, 1]);
    list(&support).query("status", "lost").await.snapshot("list_conversations__400");
    assert_eq!(list(&support).query("mine", "x").await.message(), "mine must be true or false");
    assert_eq!(list(&support).query("cursor", "1").await.message(), "Invalid cursor");
    assert_eq!(act(&server, &support, "2/release").await.status(), 200);
    assert_eq!(list(&support).query("mine", "true").await.ids(), [0; 0]);
}

#[tokio::test]
async fn get_conversation() {
    let (server, support, visitor) = served_with_a_conversation().await;
    reply(&server, &support, 1, "It does.").await;
    visitor.message(&server, "Thank you.").await;
    let get = |id: &str| server.get(&format!("{CONVERSATIONS}/{id}")).bearer(&support);
    let shown = get("1").query("limit", "2").await.snapshot("get_conversation__200");
    let bodies = |page: &Exchange| {
        let messages = page.json["data"]["messages"].as_array().unwrap().clone();
        messages.iter().map(|it| it["body"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(bodies(&shown), ["Thank you.", "It does."]);
    let next = shown.json["nextCursor"].as_str().unwrap();
    let last = get("1").query("limit", "2").query("cursor", next).await;
    assert_eq!(bodies(&last), ["Does the tote come in green?"]);
    assert_eq!(last.json["nextCursor"], Value::Null);
    get("99").await.snapshot("get_conversation__404");
    get("x").await.snapshot("get_conversation__400");
    assert_eq!(get("1").query("cursor", "x").await.message(), "Invalid cursor");
    let other = hired(&server, Some(2), "odd@odds.example", &["owner"]).await;
    for (method, action) in [("GET", ""), ("POST", "/release"), ("POST", "/close")] {
        let path = format!("/api/staff/sites/2/conversations/1{action}");
        let refused = server.request(method, &path).bearer(&other).await;
        assert_eq!(refused.outcome(), (404, "Conversation not found"));
    }
}

/// Visitors' streams get the events of the staff's calls.
#[tokio::test]
async fn assign_release_reply_and_close() {
    let (server, support, visitor) = served_with_a_conversation().await;
    let mut stream: Reader = visitor.reads_after(&server, 1).await;
    let assign = || act(&server, &support, "1/assign");
    let assigned = assign().await.snapshot("assign_conversation__200");
    assert_eq!(assigned.json["data"]["agentName"], "Ines Alvarez");
    assign().await.snapshot("assign_conversation__409");
    act(&server, &support, "1/release").await.snapshot("release_conversation__200");
    act(&server, &support, "1/release").await.snapshot("release_conversation__409");
    let replied = reply(&server, &support, 1, " It does. ").await;
    replied.snapshot("reply_to_conversation__201");
    act(&server, &support, "1/close").await.snapshot("close_conversation__200");
    act(&server, &support, "1/close").await.snapshot("close_conversation__409");
    reply(&server, &support, 1, "Hello?").await.snapshot("reply_to_conversation__409");
    for action in ["1/assign", "1/release"] {
        assert_eq!(act(&server, &support, action).await.outcome(), (409, "Conversation is closed"));
    }
    let mut events = Vec::new();
    for number in 2..=6 {
        let event = stream.next().await.unwrap();
        assert_eq!(event.number, number);
        events.push(event.name.clone());
    }
    assert_eq!(events, ["status", "status", "status", "message", "status"]);
    let entries = changes(&server).await;
    let entries: Vec<_> = entries.iter().map(|entry| entry.rsplit_once(' ').unwrap().0).collect();
    assert_eq!(
        entries,
        [
            "1 person assignConversation conversation status,agent",
            "1 person releaseConversation conversation status,agent",
            "1 person replyToConversation conversation status,agent,messages",
            "1 person closeConversation conversation status",
        ]
    );
    act(&server, &support, "99/assign").await.snapshot("assign_conversation__404");
    act(&server, &support, "99/release").await.snapshot("release_conversation__404");
    act(&server, &support, "99/close").await.snapshot("close_conversation__404");
    reply(&server, &support, 99, "Hello?").await.snapshot("reply_to_conversation__404");
    assert_eq!(changes(&server).await.len(), 4);
}

#[tokio::test]
async fn assign_conversation__to_another_person() {
    let (server, support, _) = served_with_a_conversation().await;
    let lin = hired(&server, Some(1), LIN, &["owner"]).await;
    hired(&server, Some(1), "shop@harborgoods.example", &["shop"]).await;
    hired(&server, Some(2), "odd@odds.example", &["support"]).await;
    hired(&server, None, "all@stoa.example", &["support"]).await;
    invited(&server, Some(1), "invited@harborgoods.example", &["support"]).await;
    let assign = |body: Value| {
        let path = format!("{CONVERSATIONS}/1/assign");
        server.post(&path, &body).bearer(&support)
    };
    for person in [3, 4, 6, 0, -1, i64::MAX] {
        let refused = assign(json!({"personId": person})).await;
        assert_eq!(refused.outcome(), (404, "Person not found"), "{person}");
    }
    assign(json!({"personId": "x"})).await.snapshot("assign_conversation__400");
    for (person, name) in [(json!(2), 2), (json!(5), 5), (json!(1), 1), (Value::Null, 1)] {
        let assigned = assign(json!({"personId": person})).await;
        assert_eq!(assigned.json["data"]["agentId"], name);
        assert_eq!(act(&server, &lin, "1/release").await.status(), 200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn assign_conversation__fifty_at_once() {
    let server = served_without_limits().await;
    let another = server.another().await;
    let mut agents = Vec::new();
    for number in 0..50 {
        agents
            .push(hired(&server, Some(1), &format!("{number}@staff.example"), &["support"]).await);
    }
    let visitor = Visitor::new(&server, "mara").await;
    let path = format!("{}/assign", visitor.conversation);
    let calls = agents.iter().enumerate().map(|(number, token)| {
        let server = if number % 2 == 0 { &server } else { &another };
        let path = path.clone();
        async move { act(server, token, &path).await }
    });
    let answers = join_all(calls).await;
    let winners: Vec<&Exchange> = answers.iter().filter(|it| it.status() == 200).collect();
    assert_eq!(winners.len(), 1);
    let lost = answers.iter().filter(|it| it.message() == "Conversation is assigned");
    assert_eq!(lost.count(), 49);
    let id = winners[0].header("x-request-id");
    let expected = format!("1 person assignConversation conversation status,agent {id}");
    assert_eq!(changes(&server).await, [expected]);
    let mine = join_all(agents.iter().map(|token| async {
        server.get(CONVERSATIONS).query("mine", "true").bearer(token).await.ids().len()
    }));
    assert_eq!(mine.await.iter().sum::<usize>(), 1);
}

/// A command has no request id.
#[tokio::test]
async fn commands_record_their_changes() {
    let (server, _, _) = served_with_a_conversation().await;
    for arguments in [
        ["assign", "1", "--name", "Ines"].as_slice(),
        &["release", "1"],
        &["reply", "1", "--name", "Ines", "Ahoy"],
        &["close", "1"],
        &["close", "1"],
        &["assign", "1"],
    ] {
        stoa(&server, &[&["chat"], arguments].concat(), "").await;
    }
    assert_eq!(
        changes(&server).await,
        [
            "1 command_line stoa chat assign conversation status,agent",
            "1 command_line stoa chat release conversation status,agent",
            "1 command_line stoa chat reply conversation status,agent,messages",
            "1 command_line stoa chat close conversation status",
        ]
    );
}

#[tokio::test]
async fn reply_to_conversation() {
    let (server, support, visitor) = served_with_a_conversation().await;
    for (body, message) in [
        (json!({}), "body is required"),
        (json!({"body": " "}), "body is required"),
        (json!({"body": "a".repeat(4001)}), "body must be at most 4000 characters"),
    ] {
        let path = format!("{CONVERSATIONS}/1/messages");
        assert_eq!(server.post(&path, &body).bearer(&support).await.outcome(), (400, message));
    }
    reply(&server, &support, 1, "").await.snapshot("reply_to_conversation__400");
    assert_eq!(reply(&server, &support, 1, &"🦀".repeat(4000)).await.status(), 201);
    let lin = hired(&server, Some(1), LIN, &["support"]).await;
    assert_eq!(reply(&server, &lin, 1, "I can help too.").await.status(), 201);
    let shown = server.get(&format!("{CONVERSATIONS}/1")).bearer(&lin).await;
    assert_eq!(shown.json["data"]["agentId"], 1, "the first agent keeps the conversation");
    let keyed = || reply(&server, &support, 1, "Once.").header("idempotency-key", "one");
    for _ in 0..3 {
        assert_eq!(keyed().await.status(), 201);
    }
    // Each person has their own keys.
    let other = reply(&server, &lin, 1, "Once.").header("idempotency-key", "one").await;
    assert_eq!((other.status(), other.header("idempotent-replayed")), (201, ""));
    assert_eq!(changes(&server).await.len(), 4);
    let mut stream = visitor.reads_after(&server, 2).await;
    for text in ["🦀", "I can", "Once.", "Once."] {
        let event = stream.next().await.unwrap();
        assert!(event.data["data"]["body"].as_str().unwrap().starts_with(text));
    }
}
