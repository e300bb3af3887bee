//! Support messages, from the staff's side.

use super::customers::changes;
use super::*;
use crate::api::storefront::customers::registered;
use crate::api::storefront::support::SUPPORT;

const MESSAGES: &str = "/api/staff/sites/1/support-messages";

/// A server, the tokens of a person with the role `support` and of a customer, and the id of the customer's message.
async fn served_with_a_message() -> (Server, String, String, i64) {
    let (server, support) = served_to("support").await;
    let mara = registered(&server, "mara@example.com").await;
    let id = written(&server, &mara).await;
    (server, support, mara, id)
}

async fn written(server: &Server, customer: &str) -> i64 {
    let seam = json!({"subject": "A seam came loose", "body": "The left strap has come loose."});
    let written = server.post(SUPPORT, &seam).bearer(customer).await;
    written.json["data"]["id"].as_i64().unwrap()
}

fn reply<'a>(server: &'a Server, token: &str, id: i64, body: &str) -> Request<'a> {
    let path = format!("{MESSAGES}/{id}/replies");
    server.post(&path, &json!({"body": body})).bearer(token)
}

#[tokio::test]
async fn list_support_messages() {
    let (server, support, mara, first) = served_with_a_message().await;
    let mut ids = vec![first];
    for _ in 0..4 {
        server.pass(MINUTE);
        ids.push(written(&server, &mara).await);
    }
    assert_eq!(ids, [1, 2, 3, 4, 5]);
    reply(&server, &support, 2, "We will mend it.").await;
    server.sql("update support_messages set status = 'closed' where id in (1, 3)").await;
    let list = || server.get(MESSAGES).bearer(&support);
    let all = list().await.snapshot("list_support_messages__200").ids();
    assert_eq!(all, [5, 4, 2, 3, 1]);
    for (status, found) in [("open", vec![5, 4]), ("pending", vec![2]), ("closed", vec![3, 1])] {
        assert_eq!(list().query("status", status).await.ids(), found, "{status}");
        let page = || list().query("status", status).query("limit", "1");
        assert_eq!(all_ids(page).await, found, "{status}");
    }
    for limit in 1..=6 {
        let page = || list().query("limit", &limit.to_string());
        assert_eq!(all_ids(page).await, all, "{limit} a page");
    }
    list().query("status", "lost").await.snapshot("list_support_messages__400");
    for cursor in ["x", "open", "open.1", "lost.1.1", "open.-1.1", "open.1.1.1"] {
        assert_eq!(list().query("cursor", cursor).await.message(), "Invalid cursor", "{cursor}");
    }
    // The page before ended with a status that the filter leaves out.
    let closed = list().query("status", "open").query("cursor", "closed.1.1").await;
    assert_eq!(closed.ids(), [0; 0]);
}

#[tokio::test]
async fn get_support_message_reply_and_close() {
    let (server, support, mara, id) = served_with_a_message().await;
    let get = |id: &str| server.get(&format!("{MESSAGES}/{id}")).bearer(&support);
    get("1").await.snapshot("get_support_message__200");
    get("99").await.snapshot("get_support_message__404");
    get("x").await.snapshot("get_support_message__400");
    let replied = reply(&server, &support, id, " We will mend it. ").await;
    let replied = replied.snapshot("reply_to_support_message__201");
    assert_eq!(replied.json["data"]["status"], "pending");
    let close =
        |id: i64| server.request("POST", &format!("{MESSAGES}/{id}/close")).bearer(&support);
    close(id).await.snapshot("close_support_message__200");
    close(id).await.snapshot("close_support_message__409");
    close(99).await.snapshot("close_support_message__404");
    reply(&server, &support, 99, "Hello").await.snapshot("reply_to_support_message__404");
    reply(&server, &support, id, " ").await.snapshot("reply_to_support_message__400");
    let long = reply(&server, &support, id, &"a".repeat(10_001)).await;
    assert_eq!(long.message(), "body must be at most 10000 characters");
    assert_eq!(server.count("mails where kind = 'support_reply'").await, 1);
    let shown = server.get(&format!("{SUPPORT}/{id}")).bearer(&mara).await;
    assert_eq!(shown.json["data"]["replies"][0]["authorName"], "Ines Alvarez");
    let entries = changes(&server).await;
    let entries: Vec<_> = entries.iter().map(|entry| entry.rsplit_once(' ').unwrap().0).collect();
    assert_eq!(
        entries,
        [
            "1 person replyToSupportMessage support_message replies,status",
            "1 person closeSupportMessage support_message status",
        ]
    );
    for _ in 0..2 {
        let keyed = reply(&server, &support, id, "Once.").header("idempotency-key", "one").await;
        assert_eq!(keyed.status(), 201);
    }
    assert_eq!(changes(&server).await.len(), 3);
    assert_eq!(server.count("mails where kind = 'support_reply'").await, 2);
    for arguments in [["reply", "1", "--name", "Ines", "Ahoy"].as_slice(), &["close", "1"]] {
        stoa(&server, &[&["support"], arguments].concat(), "").await;
    }
    assert_eq!(
        changes(&server).await[3..],
        [
            "1 command_line stoa support reply support_message replies,status",
            "1 command_line stoa support close support_message status",
        ]
    );
    let other = hired(&server, Some(2), "odd@odds.example", &["owner"]).await;
    let elsewhere = server.get("/api/staff/sites/2/support-messages/1").bearer(&other).await;
    assert_eq!(elsewhere.outcome(), (404, "Support message not found"));
}
