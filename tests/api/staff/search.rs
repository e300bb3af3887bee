//! Searches of products and posts that reach beyond the newest 1,000 of a status, which are searched first.

use super::*;

const PRODUCTS: &str = "/api/staff/sites/1/products";
const POSTS: &str = "/api/staff/sites/1/posts";

/// 2,600 products and posts, of which the first is the oldest. Every other one is a draft.
const MANY: &str = "
    insert into products (site_id, id, name, slug, sku, status, created_at)
    select 1, 10000 + n, 'Lantern ' || n || words.text, 'lantern-' || n, 'LN-' || n,
        case n % 2 when 0 then 'draft' else 'active' end, '2020-01-01'::timestamptz + n * interval '1 minute'
    from generate_series(1, 2600) n
    cross join lateral (select case
        when n = 1 then ' Zq Straße 100% sale'
        when n = 10 then ' zq q_x'
        when n = 21 then ' 茶壺'
        when n % 100 = 50 then ' crimson'
        else ''
    end as text) words;
    insert into posts (site_id, id, title, slug, post_type, published, created_at)
    select 1, id, name, slug, 'post', status = 'active', created_at
    from products where site_id = 1 and id > 10000;
    delete from posts where site_id = 1 and id <= 10000;
    delete from products where site_id = 1 and id <= 10000";

/// The numbers of all products or posts that a search finds, the newest first.
async fn found(server: &Server, token: &str, path: &str, filters: &[(&str, &str)]) -> Vec<i64> {
    let list = || {
        let request = server.get(path).bearer(token);
        filters.iter().fold(request, |request, (name, value)| request.query(name, value))
    };
    let items = all_pages(list).await;
    items.iter().map(|item| item["id"].as_i64().unwrap() - 10_000).collect()
}

/// The numbers up to 2,600 that fulfil a condition, the largest first.
fn numbers(condition: fn(i64) -> bool) -> Vec<i64> {
    (1..=2600).rev().filter(|number| condition(*number)).collect()
}

#[tokio::test]
async fn words() {
    let server = served_without_limits().await;
    let token = hired(&server, Some(1), INES, &["content"]).await;
    server.sql(MANY).await;
    for (path, shown) in [(PRODUCTS, "active"), (POSTS, "published")] {
        for (text, expected) in [
            ("LANTERN", numbers(|_| true)),
            ("l", numbers(|_| true)),
            ("crimson", numbers(|number| number % 100 == 50)),
            ("crimson lantern", numbers(|number| number % 100 == 50)),
            ("zq", vec![10, 1]),
            ("Z", vec![10, 1]),
            ("zq sale", vec![1]),
            ("lantern zq", vec![10, 1]),
            ("zq crimson", vec![]),
            ("qz", vec![]),
            ("straSSe", vec![1]),
            ("ss", vec![1]),
            ("茶壺", vec![21]),
            ("茶", vec![21]),
            ("100%", vec![1]),
            ("%", vec![1]),
            ("q_", vec![10]),
            ("_", vec![10]),
            (r"\", vec![]),
            ("nowhere", vec![]),
        ] {
            let found_of_all = found(&server, &token, path, &[("q", text), ("limit", "100")]).await;
            assert_eq!(found_of_all, expected, "{path} {text}");
            for (status, is_draft) in [("draft", true), (shown, false)] {
                let filters = [("q", text), ("status", status), ("limit", "100")];
                let found = found(&server, &token, path, &filters).await;
                let expected = expected.iter().filter(|number| (*number % 2 == 0) == is_draft);
                assert_eq!(found, expected.copied().collect::<Vec<_>>(), "{path} {text} {status}");
            }
        }
    }
}

/// An SKU is found by its beginning, next to the products that have the word.
#[tokio::test]
async fn beginnings_of_skus() {
    let server = served_without_limits().await;
    let token = hired(&server, Some(1), INES, &["content"]).await;
    server.sql(MANY).await;
    server.sql("update products set name = 'Like LN-12' where site_id = 1 and id = 10002").await;
    for (text, expected) in [
        ("ln-249", numbers(|number| number.to_string().starts_with("249"))),
        ("ln-12", [numbers(|number| number.to_string().starts_with("12")), vec![2]].concat()),
    ] {
        let found = found(&server, &token, PRODUCTS, &[("q", text), ("limit", "100")]).await;
        assert_eq!(found, expected, "{text}");
    }
}
