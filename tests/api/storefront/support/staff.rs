//! `stoa support`.

use std::time::SystemTime;

use super::*;
use crate::api::storefront::commands::stoa;

/// Runs `stoa support` and returns its output and errors.
async fn support(server: &Server, arguments: &[&str]) -> (String, String) {
    stoa(server, &[&["support"], arguments].concat(), "").await
}

/// A server with a message about an order. Its clock is set to the machine's, which the commands use.
async fn served_with_a_message() -> (Server, String, i64) {
    let server = served().await;
    server.pass(SystemTime::now().duration_since(server.now().into()).unwrap());
    let token = registered(&server, EMAIL).await;
    let named = json!({"firstName": "Mara", "lastName": "Lind\u{1b}[31m"});
    server.request("PATCH", ACCOUNT).json(&named).bearer(&token).await;
    order(&server, 1001, Some(1), EMAIL).await;
    let message = json!({
        "subject": "A seam\u{1b}[2J", "body": "It has come loose.\nBoth have.\u{7}", "orderId": 1001,
    });
    let written = write(&server, &token, message).await;
    let id = written.json["data"]["id"].as_i64().unwrap();
    (server, token, id)
}

#[tokio::test]
async fn list_and_show() {
    let (server, token, id) = served_with_a_message().await;
    let id = &id.to_string();
    for arguments in [["list"].as_slice(), &["list", "--site", "1", "--state", "open"]] {
        let (list, complaint) = support(&server, arguments).await;
        let mut lines = list.lines();
        let heads = lines.next().unwrap_or_default().split_whitespace().take(3);
        assert_eq!(heads.collect::<Vec<_>>(), ["SITE", "MESSAGE", "STATE"], "{list}{complaint}");
        let line = lines.next().unwrap();
        for cell in ["open", "general", EMAIL, "A seam [2J", " 0 "] {
            assert!(line.contains(cell), "{line}");
        }
    }
    for arguments in [["list", "--site", "2"], ["list", "--state", "closed"]] {
        assert_eq!(support(&server, &arguments).await.0.lines().count(), 1);
    }
    reply(&server, &token, id.parse().unwrap(), "See\nthere").await;
    let (shown, complaint) = support(&server, &["show", id]).await;
    for text in [
        "State     open",
        "Customer  Mara Lind [31m <mara@example.com>",
        "Category  general",
        "Order     HG-1001",
        "Subject   A seam [2J",
        "It has come loose.\n    Both have. ",
        "(customer): See\n    there",
    ] {
        assert!(shown.contains(text), "{text} in {shown}{complaint}");
    }
    assert!(!shown.contains(['\u{1b}', '\u{7}']), "{shown:?}");
}

#[tokio::test]
async fn reply_and_close() {
    let (server, token, number) = served_with_a_message().await;
    let id = &number.to_string();
    let nothing = (String::new(), String::new());
    let answer = ["reply", id, "--name", " Ines ", " We will\nmend it. "];
    assert_eq!(support(&server, &answer).await, nothing);
    let message = shown(&server, &token, number).await;
    assert_eq!(message["status"], "pending");
    let reply_of_staff = &message["replies"][0];
    assert_eq!(reply_of_staff["author"], "staff");
    assert_eq!(reply_of_staff["authorName"], "Ines");
    assert_eq!(reply_of_staff["body"], "We will\nmend it.");
    assert_eq!(message["lastActivityAt"], reply_of_staff["createdAt"]);

    assert_eq!(support(&server, &["close", id]).await, nothing);
    let closed = shown(&server, &token, number).await;
    assert_eq!(closed["status"], "closed");
    assert_eq!(closed["lastActivityAt"], message["lastActivityAt"], "nothing was written");
    let again = support(&server, &["close", id]).await.1;
    assert_eq!(again, format!("stoa: message {id}: Support message is closed\n"));
    // A reply reopens the message. It is pending after a reply by staff, and open after a reply by the customer.
    assert_eq!(support(&server, &answer).await, nothing);
    assert_eq!(shown(&server, &token, number).await["status"], "pending");
    support(&server, &["close", id]).await;
    server.pass(MINUTE);
    assert_eq!(reply(&server, &token, number, "Thanks!").await.json["data"]["status"], "open");
}

#[tokio::test]
async fn refusals() {
    let (server, token, id) = served_with_a_message().await;
    let id = &id.to_string();
    let long = "a".repeat(10_001);
    for (arguments, complaint) in [
        (["show", "99"].as_slice(), "there is no message 99: `stoa support list` lists them"),
        (&["show", id, "--site", "2"], "there is no message"),
        (&["close", "99"], "there is no message 99"),
        (&["reply", "99", "--name", "Ines", "Hi"], "there is no message 99"),
        (&["reply", id, "--name", " ", "Hi"], "the name must not be empty"),
        (&["reply", id, "--name", "Ines", "\n"], "the text must not be empty"),
        (&["reply", id, "--name", "Ines", &long], "the text must have at most 10000 characters"),
        (&["list", "--state", "new"], "invalid value 'new'"),
    ] {
        let (said, complained) = support(&server, arguments).await;
        assert!(said.is_empty() && complained.contains(complaint), "{said}{complained}");
    }
    assert_eq!(shown(&server, &token, id.parse().unwrap()).await["replies"], json!([]));
    // A customer of another site has a message with this number too.
    let sql = format!(
        "insert into customers (site_id, id, email, password_hash, created_at, updated_at) overriding system value
        values (2, 1, 'ida@example.com', '', now(), now());
        insert into support_messages (site_id, id, customer_id, subject, body, category, created_at, updated_at,
           last_activity_at) overriding system value
        values (2, {id}, 1, 'Theirs', '', 'general', now(), now(), now())"
    );
    server.sql(&sql).await;
    let several = support(&server, &["close", id]).await.1;
    assert!(several.contains(&format!("message {id} is in several sites: name one")), "{several}");
    assert!(support(&server, &["show", id, "--site", "2"]).await.0.contains("Theirs"));
}

#[tokio::test]
async fn exported_and_erased_with_the_customer() {
    let (server, token, id) = served_with_a_message().await;
    reply(&server, &token, id, "See there").await;
    let export = async || {
        let (exported, complaint) = stoa(&server, &["customer", "export", EMAIL], "").await;
        serde_json::from_str::<Value>(&exported).expect(&complaint)
    };
    assert_eq!(export().await["wishlist"], Value::Null);
    let wish = server.request("POST", &format!("{ACCOUNT}/wishlist"));
    wish.json(&json!({"productId": 1})).bearer(&token).await;
    let exported = export().await;
    let message = shown(&server, &token, id).await;
    let of_export = &exported["supportMessages"][0];
    assert_eq!(
        (&of_export["subject"], &of_export["body"]),
        (&message["subject"], &message["body"])
    );
    assert_eq!(of_export["replies"][0]["body"], "See there");
    assert_eq!(exported["wishlist"]["items"][0]["productId"], 1);

    server.sql("update orders set status = 'delivered'").await;
    let (_, complaint) = stoa(&server, &["customer", "erase", EMAIL], "").await;
    assert_eq!(complaint, "");
    for table in ["support_messages", "support_replies", "wishlists", "wishlist_items"] {
        assert_eq!(server.count(table).await, 0, "{table}");
    }
}
