//! The operations tagged `posts`.

use super::{SEARCH, ask, finds, refuses};
use crate::harness::{BARE_KEY, DEMO_KEY, ODDS_KEY, encoded, served, served_read_only};

const POSTS: &str = "/api/v1/sites/2/posts";
const PAGES: &str = "/api/v1/sites/2/pages";

#[tokio::test]
async fn list_posts() {
    let server = served_read_only().await;
    let first =
        server.get("/api/v1/sites/1/posts?limit=2").key(DEMO_KEY).await.snapshot("list_posts__200");
    assert_eq!(first.ids(), [6, 4]);
    let page = server.get("/api/v1/sites/1/posts?limit=2&offset=8").key(DEMO_KEY).await;
    page.snapshot("list_posts__200_last_page");
    let nothing = server.get("/api/v1/sites/5/posts").key(BARE_KEY).await;
    nothing.snapshot("list_posts__200_nothing");
}

#[tokio::test]
async fn list_posts__order_and_filters() {
    let server = served_read_only().await;
    // Posts are sorted newest first, with posts without a date last. Posts with the same date are in descending order
    // of their ids.
    let all: &[i64] = &[9, 6, 5, 4, 3, 2, 1, 13, 12, 11, 8, 7];
    let table: &[(&str, &[i64])] = &[
        ("", all),
        ("postType=", all),
        ("search=", all),
        ("unknown=1", all),
        ("postType=page", &[11]),
        ("postType=PAGE", &[]),
        ("postType=nothing", &[]),
        ("category=äpfel", &[6]),
        ("category=Äpfel", &[]),
        ("category=news", &[]),
        ("category=making-of", &[]),
        ("tag=vase", &[6]),
        ("tag=sea", &[8]),
        ("category=apple&tag=under", &[6]),
        ("category=apple&tag=sea", &[]),
        ("category=apple&search=wolken", &[6]),
        ("category=apple&search=cotton", &[]),
        ("postType=post&tag=ünter&category=örtlich&search=den", &[6]),
        // Slugs are compared in NFC.
        ("tag=u\u{308}nter&category=o\u{308}rtlich&search=den", &[6]),
        ("tag=u\u{308}nter&search=den", &[6]),
        ("category=o\u{308}rtlich&search=den", &[6]),
    ];
    finds(&server, POSTS, ODDS_KEY, table).await;
    finds(
        &server,
        PAGES,
        ODDS_KEY,
        &[("", &[11]), ("search=PRINT", &[11]), ("search=hidden", &[])],
    )
    .await;
    finds(&server, PAGES, ODDS_KEY, &[("postType=post", &[11]), ("tag=sea", &[11])]).await;
}

#[tokio::test]
async fn list_posts__search() {
    let server = served_read_only().await;
    let table: &[(&str, &[i64])] = &[
        ("search=cotton", &[2, 1]),
        ("search=COTTON", &[2, 1]),
        ("search=otto", &[2, 1]),
        // Search text is literal, without wildcards.
        ("search=%", &[1]),
        ("search=100%", &[1]),
        ("search=0%c", &[]),
        ("search=_", &[3]),
        ("search=snake_case", &[3]),
        ("search=\\", &[5]),
        ("search=\\s", &[5]),
        ("search=\\%", &[]),
        // Case is ignored in every script.
        ("search=über", &[6, 7]),
        ("search=ÜBER", &[6, 7]),
        ("search=STRAßEN", &[7]),
        ("search=STRASSEN", &[7]),
        ("search=strasse", &[7]),
        ("search=МОРЕ", &[13]),
        ("search=σοφος", &[13]),
        ("search=σοφοσ", &[13]),
        // A decomposed accent is different text.
        ("search=u\u{308}ber", &[]),
        ("search=x", &[4]),
        ("search=a slash/and", &[12]),
        ("search=slash a", &[]),
        ("search='", &[]),
        ("search=' or true --", &[]),
    ];
    finds(&server, POSTS, ODDS_KEY, table).await;
}

/// A search ignores case as Unicode's full case mappings do.
#[tokio::test]
async fn list_posts__search_in_other_letter_case() {
    let server = served().await;
    let sql = "update posts set title = 'Ο ΚΟΣΜΟΣ και ο κόσμος' where site_id = 2 and id = 1;
        update posts set title = 'GROẞE STRAßE' where site_id = 2 and id = 2;
        update posts set title = 'Die große Strasse' where site_id = 2 and id = 3";
    server.sql(sql).await;
    let table: &[(&str, &[i64])] = &[
        ("search=ΚΟΣ", &[1]),
        ("search=κος", &[1]),
        ("search=κοσ", &[1]),
        ("search=Κόσμος", &[1]),
        ("search=STRASSE", &[3, 2, 7]),
        ("search=Straße", &[3, 2, 7]),
        ("search=straẞe", &[3, 2, 7]),
        ("search=große str", &[3, 2]),
        ("search=ß", &[3, 2, 7]),
    ];
    for (query, ids) in table {
        let mut found = ask(&server, POSTS, ODDS_KEY, query).await.ids();
        let mut ids = ids.to_vec();
        found.sort_unstable();
        ids.sort_unstable();
        assert_eq!(found, ids, "{query}");
    }
}

#[tokio::test]
async fn list_posts__paging() {
    let server = served_read_only().await;
    let table: &[(&str, &[i64])] = &[
        ("limit=1", &[9]),
        ("limit=1&offset=1", &[6]),
        ("limit=2&offset=11", &[7]),
        ("offset=12", &[]),
        ("offset=9223372036854775807", &[]),
    ];
    finds(&server, POSTS, ODDS_KEY, table).await;
    // The response has the page's limit and offset, and the total.
    for (query, limit, offset) in [
        ("", 20, 0),
        ("limit=&offset=", 20, 0),
        ("limit=100", 100, 0),
        ("limit=101", 100, 0),
        ("limit=9223372036854775807", 100, 0),
        ("offset=12", 20, 12),
        ("limit=1&offset=9223372036854775807", 1, i64::MAX),
    ] {
        for (path, total) in [(POSTS, 12), (PAGES, 1)] {
            let list = ask(&server, path, ODDS_KEY, query).await;
            let expected = serde_json::json!({"limit": limit, "offset": offset, "total": total});
            assert_eq!(list.json["pagination"], expected, "{query}");
        }
    }
    let table = [
        ("limit=0", "limit must be at least 1"),
        ("limit=-1", "limit must be at least 1"),
        ("limit=ten", "limit must be an integer"),
        ("limit=1.5", "limit must be an integer"),
        ("limit=1e1", "limit must be an integer"),
        ("limit= 1", "limit must be an integer"),
        ("limit=9223372036854775808", "limit must be an integer"),
        ("offset=-1", "offset must be at least 0"),
        ("offset=x", "offset must be an integer"),
        ("offset=9223372036854775808", "offset must be an integer"),
        ("limit=3&limit=1", "limit is given twice"),
        ("search=a&search=a", "search is given twice"),
        ("search=a\0b", SEARCH),
    ];
    refuses(&server, POSTS, ODDS_KEY, &table).await;
    refuses(&server, PAGES, ODDS_KEY, &table).await;
    let query = [
        ("tag=\0", "tag must be valid text without NUL"),
        ("category=\0", "category must be valid text without NUL"),
    ];
    refuses(&server, POSTS, ODDS_KEY, &query).await;
}

/// A search uses the first 200 characters, and no search is refused for its length.
#[tokio::test]
async fn list_posts__long_searches() {
    let server = served().await;
    server.sql("update posts set title = repeat('Knots ', 40) where site_id = 2 and id = 1").await;
    let knots = "knots ".repeat(40);
    let longest = "x".repeat(7_000);
    let search = |text: &str| format!("search={text}");
    let table = [
        (search(&knots[..200]), &[1][..]),
        (search(&format!("{}and ropes", &knots[..200])), &[1]),
        (search(&format!("{}x ropes", &knots[..199])), &[]),
        (search(&longest), &[]),
    ];
    for (query, ids) in &table {
        finds(&server, POSTS, ODDS_KEY, &[(query.as_str(), *ids)]).await;
        finds(&server, PAGES, ODDS_KEY, &[(query.as_str(), &[])]).await;
    }
}

#[tokio::test]
async fn list_pages() {
    let server = served_read_only().await;
    server.get("/api/v1/sites/1/pages?limit=2").key(DEMO_KEY).await.snapshot("list_pages__200");
}

#[tokio::test]
async fn get_post_by_slug() {
    let server = served_read_only().await;
    let post = async |site: i64, slug: &str| {
        let key = if site == 1 { DEMO_KEY } else { ODDS_KEY };
        server
            .get(&format!("/api/v1/sites/{site}/posts/{}", encoded(slug.as_bytes())))
            .key(key)
            .await
    };
    post(1, "how-we-dye-our-canvas").await.snapshot("get_post_by_slug__200");
    post(2, "über-den-wolken").await.snapshot("get_post_by_slug__200_without_content");
    assert_eq!(post(2, "u\u{308}ber-den-wolken").await.json["data"]["id"], 6);
    // Posts of every type are found by their slugs.
    assert_eq!(post(1, "about").await.json["data"]["postType"], "page");
    assert_eq!(post(1, "enamel-care").await.json["data"]["postType"], "guide");
    let content = post(1, "about").await.json["data"]["content"].as_str().map(str::to_owned);
    let content: serde_json::Value = serde_json::from_str(&content.unwrap()).unwrap();
    assert!(content["blocks"].is_array() && content["version"].is_string());
    // A slug is the path segment, decoded once.
    assert_eq!(post(2, "a/b c%2F+&?#").await.json["data"]["id"], 12);

    post(1, "no-such-post").await.snapshot("get_post_by_slug__404");
    for (site, slug) in [
        (1, "unfinished-thoughts-on-glaze"),
        (2, "hidden"),
        (2, "About"),
        (2, "how-we-dye-our-canvas"),
        (1, "How-We-Dye-Our-Canvas"),
        (1, "2"),
    ] {
        assert_eq!(post(site, slug).await.status(), 404, "{slug}");
    }
    let nul = post(1, "a\0").await.snapshot("get_post_by_slug__400_nul");
    assert_eq!(nul.message(), "slug must be valid text without NUL");
}
