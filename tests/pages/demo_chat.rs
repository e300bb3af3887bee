//! The demo's chat page: when it is served, and that a real browser can chat on it.

use stoa_conversations::Conversation;

use crate::api::live_chat::staff;
use crate::harness::browser::Browser;
use crate::harness::*;

const CHAT_PAGE: &str = "/demo/chat";

#[tokio::test]
async fn is_served_with_the_demo() {
    let server = served().await;
    let page = server.get(CHAT_PAGE).unchecked().await;
    assert_eq!(page.status, 200);
    let header = |name: &str| page.headers[name].to_str().unwrap();
    assert_eq!(header("content-type"), "text/html; charset=utf-8");
    assert_eq!(header("x-content-type-options"), "nosniff");
    let policy = header("content-security-policy");
    assert!(policy.contains("default-src 'none'; script-src 'sha256-"), "{policy}");
    assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
    let again = server.get(CHAT_PAGE).header("if-none-match", header("etag")).unchecked().await;
    assert_eq!(again.status, 304);
    assert_eq!(server.request("POST", CHAT_PAGE).unchecked().await.status, 405);

    // From here on the contract check applies: the path is unknown.
    server.sql("delete from chat_widgets where site_id = 1 and id = 1").await;
    assert_eq!(server.get(CHAT_PAGE).await.status(), 404);
}

#[tokio::test]
async fn is_not_served_for_another_site_1() {
    let server = served().await;
    server.sql("delete from api_keys where site_id = 1").await;
    assert_eq!(server.get(CHAT_PAGE).await.status(), 404, "a site 1 that is somebody's own");
}

#[tokio::test]
async fn a_chat_in_chromium() {
    let server = served().await;
    let Some(browser) = Browser::open().await else { return };
    browser.go(&format!("{}{CHAT_PAGE}", server.url())).await;
    browser.shows("#log", "Ahoy! How can we help?").await;
    browser.shows("#state", "We are at the press. We answer within a day.").await;
    let (client, db) = (server.client().await, server.db());

    browser.write("#message", "Does the tote\ncome in green?").await;
    browser.click("#send").await;
    browser.shows(".visitor:last-child .text", "Does the tote\ncome in green?").await;
    let conversation = the_conversation(&client).await;
    let hostile = "Yes! <img src=x onerror=alert(1)> \u{2028}data: 🧵 <script>alert(1)</script>";
    staff::reply(&db, conversation, "Ines", hostile, server.now()).await.unwrap();
    browser.shows(".agent:last-child .text", "Yes! <img src=x onerror=alert(1)>").await;
    browser.shows(".agent:last-child .text", "🧵 <script>alert(1)</script>").await;
    browser.shows(".agent:last-child .meta", "Ines").await;
    browser.shows("#state", "An agent is with you").await;

    browser.reload().await;
    browser.shows(".visitor:nth-child(2) .text", "come in green?").await;
    browser.shows(".agent:nth-child(3):last-child .text", "Yes!").await;
    browser.shows("#state", "An agent is with you").await;
    // Typing this key by key would take a slow machine more than a minute.
    browser.run("document.querySelector('#message').value = 'long'.repeat(1001)").await;
    browser.click("#send").await;
    browser.shows("#error", "Message too long").await;
    assert_eq!(the_conversation(&client).await, conversation, "resumed");

    staff::close(&db, conversation, server.now()).await.unwrap();
    browser.shows("#state", "Closed").await;
    browser.shows("#ended", "This conversation has ended.").await;
    browser.click("#again").await;
    browser.shows(".agent:last-child .text", "Ahoy!").await;
    browser.shows("#state", "We are at the press.").await;
    assert_ne!(the_conversation(&client).await, conversation, "a new one");
    assert_eq!(browser.complaints().await, "", "the page breaks no rule of its policy");
}

/// The newest conversation of the demo.
async fn the_conversation(client: &tokio_postgres::Client) -> Conversation {
    let newest = "select max(id) from chat_conversations where site_id = 1 and widget_id = 1";
    Conversation { site_id: 1, id: client.query_one(newest, &[]).await.unwrap().get(0) }
}
