//! The start page: its claims are true.

use std::time::Duration;

use stoa::apis::APIS;

use crate::harness::browser::Browser;
use crate::harness::{
    DEMO_KEY, PUBLIC_URL, Server, eventually, served, served_read_only, served_with_pictures,
};

#[tokio::test]
async fn its_calls_succeed() {
    let server = served_read_only().await;
    let page = html(&server).await;
    let calls: Vec<&str> = page.lines().filter(|line| line.contains("curl ")).collect();
    assert_eq!(calls.len(), 3, "{page}");
    for call in calls {
        let call = call.trim_start_matches("<pre>").replace("&#39;", "'");
        let call = call.replace(PUBLIC_URL, &server.url());
        let line = format!("{call} --silent --show-error");
        let done = tokio::process::Command::new("sh").args(["-c", &line]).output().await.unwrap();
        if done.status.code() == Some(127) {
            println!("not tried, curl is not installed: {call}");
            continue;
        }
        let answer = String::from_utf8(done.stdout).unwrap();
        assert!(answer.starts_with(r#"{"success":true,"data":"#), "{call}: {answer}");
    }
}

#[tokio::test]
async fn its_links_work() {
    let server = served_read_only().await;
    for path in ["/", "/docs"] {
        let page = server.get(path).unchecked().await;
        let page = String::from_utf8(page.body).unwrap();
        let links = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
        let links: Vec<&str> = links.filter(|link| link.starts_with('/')).collect();
        assert!(links.len() >= 4, "{links:?}");
        for link in links {
            assert_eq!(server.get(link).unchecked().await.status, 200, "{link} on {path}");
        }
    }
}

#[tokio::test]
async fn without_a_demo_it_shows_no_key_and_no_demo_page() {
    let server = served().await;
    assert!(html(&server).await.contains("/demo/store"));
    server.sql("delete from api_keys where site_id = 1").await;
    let page = html(&server).await;
    assert!(page.contains("YOUR_API_KEY") && page.contains("/docs/storefront"));
    assert!(!page.contains(DEMO_KEY) && !page.contains("/demo/"), "{page}");
    let reference = server.get("/docs/rest-v1").unchecked().await;
    assert!(!String::from_utf8(reference.body).unwrap().contains("data-key"));

    server.lose_database().await;
    assert_eq!(server.get("/").unchecked().await.status, 200, "it needs no database");
    server.regain_database().await;
}

/// Statements are cancelled after half a minute; the pages must be served sooner.
#[tokio::test]
async fn a_hanging_database_does_not_delay_pages() {
    let server = served().await;
    let mut client = server.client().await;
    let locked = client.transaction().await.unwrap();
    locked.batch_execute("lock table api_keys in access exclusive mode").await.unwrap();
    for path in ["/", "/docs/rest-v1"] {
        let answer = tokio::time::timeout(Duration::from_secs(20), server.get(path).unchecked());
        let page = String::from_utf8(answer.await.unwrap().body).unwrap();
        assert!(page.contains("Storefront") && !page.contains(DEMO_KEY), "{page}");
    }
    locked.rollback().await.unwrap();
    eventually("the key is shown again", async || html(&server).await.contains(DEMO_KEY)).await;
}

#[tokio::test]
async fn programs_get_json() {
    let server = served_read_only().await;
    let answer = server.get("/").header("accept", "application/json").unchecked().await;
    assert_eq!(answer.headers["content-type"], "application/json");
    let json: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
    let apis = json["data"]["apis"].as_array().unwrap();
    assert_eq!(apis.len(), APIS.len());
    for url in
        apis.iter().flat_map(|api| ["reference", "openapi", "openapi30"].map(|key| &api[key]))
    {
        let path = url.as_str().unwrap().strip_prefix(PUBLIC_URL).unwrap();
        assert_eq!(server.get(path).unchecked().await.status, 200, "{path}");
    }
    let browsers = "text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8";
    for accept in [browsers, "*/*"] {
        let page = server.get("/").header("accept", accept).unchecked().await;
        assert_eq!(page.headers["content-type"], "text/html; charset=utf-8", "{accept}");
    }
    let head = server.request("HEAD", "/").unchecked().await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(server.request("POST", "/").unchecked().await.status, 405);
}

#[tokio::test]
async fn in_chromium() {
    let server = served_with_pictures().await;
    let Some(browser) = Browser::open().await else { return };
    browser.go(&format!("{}/", server.url())).await;
    browser.shows("h1", "Stoa").await;
    browser.click("a[href='/docs/storefront']").await;
    browser.shows("#apis [aria-current]", "Storefront").await;
    assert_eq!(browser.complaints().await, "", "the page breaks no rule of its policy");
}

async fn html(server: &Server) -> String {
    let page = server.get("/").unchecked().await;
    assert_eq!(page.status, 200);
    String::from_utf8(page.body).unwrap()
}
