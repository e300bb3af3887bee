//! The reference pages: their content security policy, that a browser renders them and sends calls from them, and that
//! errors link to them.

use stoa::apis::{APIS, Api};

use crate::contract::document::{self, Operation};
use crate::harness::browser::Browser;
use crate::harness::{
    DEMO_KEY, Exchange, Server, UNKNOWN_KEY, served_read_only, served_with_pictures,
};

const SCALAR: &str = "/docs/scalar.js";

#[tokio::test]
async fn the_policy_allows_only_this_server() {
    let server = served_read_only().await;
    for page in APIS.iter().map(Api::reference_path) {
        let answer = server.get(&page).unchecked().await;
        assert_eq!(answer.status, 200, "{page}");
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        for rule in ["default-src 'none'", "script-src 'self'", "connect-src 'self'"] {
            assert!(policy.split("; ").any(|other| other == rule), "{page}: {rule} in {policy}");
        }
        let html = std::str::from_utf8(&answer.body).unwrap();
        assert!(!html.contains("<script>") && !html.contains("://"), "{html}");
    }
    assert_eq!(server.get("/docs").unchecked().await.status, 200);
    assert_eq!(server.request("POST", "/docs").unchecked().await.status, 405);
}

#[tokio::test]
async fn the_script_is_compressed() {
    let server = served_read_only().await;
    let plain = server.get(SCALAR).unchecked().await;
    let packed = server.get(SCALAR).header("accept-encoding", "gzip").unchecked().await;
    assert_eq!((plain.status, packed.status), (200, 200));
    assert_eq!(packed.headers["content-encoding"], "gzip");
    assert!(packed.length_sent * 3 < plain.length_sent, "{} bytes", packed.length_sent);
    assert!(packed.body == plain.body, "both are the same script");
    let etag = packed.headers["etag"].to_str().unwrap();
    let again = server.get(SCALAR).header("accept-encoding", "gzip").header("if-none-match", etag);
    assert_eq!(again.unchecked().await.status, 304);
}

#[tokio::test]
async fn errors_link_to_their_operation() {
    let server = served_read_only().await;
    for document in document::all() {
        let page = document.api.reference_path();
        for operation in &document.operations {
            let refused = refused(&server, operation).await;
            assert!(refused.status() >= 400, "{}: {}", operation.id, refused.status());
            let link = format!("<{page}#{}>; rel=\"describedby\"", as_written(&operation.id));
            assert_eq!(refused.header("link"), link, "{}", operation.id);
        }
    }
    for (path, status) in
        [("/api/v1/sites/1/tags", 200), ("/api/v1/nothing", 404), ("/nothing", 404)]
    {
        let other = server.get(path).key(DEMO_KEY).await;
        assert_eq!((other.status(), other.header("link")), (status, ""), "{path}");
    }
}

/// Converts `list_tags` to `listTags`, as in the document.
fn as_written(id: &str) -> String {
    let mut words = id.split('_');
    let first = words.next().unwrap_or_default();
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    first.to_owned() + &words.map(capital).collect::<String>()
}

/// The response to an invalid path, key and body.
async fn refused(server: &Server, operation: &'static Operation) -> Exchange {
    let values = operation.parameters.iter().map(|parameter| (parameter.name.as_str(), "x"));
    let path = operation.path_of(&values.collect::<Vec<_>>());
    server.request(&operation.method, &path).key(UNKNOWN_KEY).await
}

#[tokio::test]
async fn operations_are_found_and_called_in_chromium() {
    let server = served_with_pictures().await;
    let Some(browser) = Browser::open().await else { return };
    for (page, id, place, summary) in [
        ("/docs/storefront", "placeOrder", "tag/checkout/placeOrder", "Check out"),
        ("/docs/live-chat", "sendMessage", "tag/chat/sendMessage", "Send a message"),
        ("/docs/staff", "order.paid", "tag/webhooks/webhook/order.paid", "An order was paid"),
        ("/docs/rest-v1", "listProducts", "tag/products/listProducts", "List active products"),
    ] {
        browser.go(&format!("{}{page}#{id}", server.url())).await;
        browser.shows(&format!("[id='api-1/{place}'] h3"), summary).await;
        let top = format!("document.getElementById('api-1/{place}').getBoundingClientRect().top");
        browser.until(&format!("{top} >= 0 && {top} < innerHeight / 2")).await;
    }

    browser.click("[id='api-1/tag/products/listProducts'] .show-api-client-button").await;
    browser.shows("[role=dialog]", "headerKey").await;
    let send = "[...document.querySelectorAll('[role=dialog] button')]\
                .find((button) => button.offsetWidth && button.innerText.trim().startsWith('Send'))";
    browser.until(send).await;
    browser.run(&format!("{send}.click()")).await;
    browser.shows("[role=dialog]", "\"name\": \"Harbor Tote\"").await;

    let elsewhere = "return performance.getEntriesByType('resource').map(({ name }) => name)\
                     .filter((name) => !name.startsWith(location.origin + '/') && !name.startsWith('data:'))";
    assert_eq!(browser.run(elsewhere).await, serde_json::json!([]), "all came from this server");
    assert_eq!(browser.complaints().await, "", "the page breaks no rule of its policy");
}
