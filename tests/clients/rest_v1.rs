//! The generated client against the served app.

use std::time::Duration;

use serde_json::json;
use stoa_rest_v1_client::types::{self, BlockCategory, ProductSort};
use stoa_rest_v1_client::{Client, Error, ErrorKind, ListPostsReason};
use stoa_runtime::Trusted;

use crate::harness::{
    CLOSED_KEY, DEMO_KEY, ODDS_KEY, SLOW_KEY, UNKNOWN_KEY, served_read_only, served_trusting,
};

/// Reads typed values. `progenitor_client` calls every operation.
#[tokio::test]
async fn reads() {
    let server = served_read_only().await;
    let demo = Client::with_api_key(&server.url(), DEMO_KEY).unwrap();
    let posts = demo.list_posts(1).limit(1).offset(1).tag("canvas").await.unwrap();
    assert_eq!((posts.status.as_u16(), posts.data.len(), posts.pagination.limit), (200, 1, 1));
    assert!(posts.headers.contains_key("etag"));
    let post = demo.get_post_by_slug(1, "how-we-dye-our-canvas").await.unwrap().into_body().data;
    assert_eq!(post.published_at.unwrap().to_string(), "2026-02-03T09:00:00.000Z");
    let blocks = demo.list_blocks("1").await.unwrap();
    assert!(blocks.data.iter().any(|block| block.category == BlockCategory::Ecommerce));

    // This client has no key, and its base URL has a trailing slash. The path must be escaped.
    let anyone = Client::new(&format!("{}/", server.url())).unwrap();
    assert_eq!(anyone.list_blocks("a/b ?#ü").await.unwrap().data.len(), blocks.data.len());
    let odds = Client::with_api_key(&server.url(), ODDS_KEY).unwrap();
    assert_eq!(odds.list_posts(2).search("100% c").await.unwrap().data[0].id, 1);
}

/// A backend that calls for its visitors does not share one client's limits between them.
#[tokio::test]
async fn calls_on_behalf_of_visitors() {
    let clients = vec!["127.0.0.0/8".parse().unwrap()];
    let server = served_trusting(Trusted { clients, ..Trusted::default() }).await;
    let client = Client::new(&server.url()).unwrap();
    let (mara, lin) = ("192.0.2.1".parse().unwrap(), "2001:db8::1".parse().unwrap());
    let of_lin = client.with(|settings| settings.on_behalf_of(lin));
    for (call, remaining) in [
        (client.get_branding(1).on_behalf_of(mara), "299"),
        (client.get_branding(1).on_behalf_of(mara), "298"),
        (of_lin.get_branding(1), "299"),
        (of_lin.get_branding(1).on_behalf_of(mara), "297"),
        (client.get_branding(1), "299"),
    ] {
        assert_eq!(call.await.unwrap().headers["x-ratelimit-remaining"], remaining);
    }
}

/// Paging, by page number and by offset, returns each item once.
#[tokio::test]
async fn paging() {
    let server = served_read_only().await;
    let demo = Client::with_api_key(&server.url(), DEMO_KEY).unwrap();
    let whole = demo.list_products(1).sort(ProductSort::PriceAsc).limit(100).await.unwrap();
    let whole: Vec<i64> = whole.data.iter().map(|product| product.id).collect();
    let mut products = demo.list_products(1).sort(ProductSort::PriceAsc).limit(3).all();
    let mut read = Vec::new();
    while let Some(product) = products.next().await {
        read.push(product.unwrap().id);
    }
    assert!(read.len() > 6 && read == whole, "{read:?} of {whole:?}");
    let mut products = demo.list_products(1).sort(ProductSort::PriceAsc).limit(3).page(2).all();
    assert_eq!(products.next().await.unwrap().unwrap().id, whole[3]);

    let whole = demo.list_posts(1).limit(100).await.unwrap();
    let whole: Vec<i64> = whole.data.iter().map(|post| post.id).collect();
    let mut posts = demo.list_posts(1).limit(2).offset(1).all();
    let mut read = Vec::new();
    while let Some(post) = posts.next().await {
        read.push(post.unwrap().id);
    }
    assert!(read.len() > 4 && read == whole[1..], "{read:?} of {whole:?}");

    let mut refused = demo.list_posts(1).limit(0).all();
    let error = refused.next().await.unwrap().unwrap_err();
    assert_eq!(error.reason(), Some(ListPostsReason::LimitTooSmall));
    assert!(refused.next().await.is_none());
}

#[tokio::test]
async fn conditional_reads() {
    let server = served_read_only().await;
    let demo = Client::with_api_key(&server.url(), DEMO_KEY).unwrap();
    let tags = demo.list_tags(1).await.unwrap();
    let etag = tags.etag().unwrap();
    assert!(demo.list_tags(1).if_none_match(etag).await.unwrap().is_none());
    let other = demo.list_categories(1).if_none_match(etag).await.unwrap().unwrap();
    assert_ne!(other.etag(), Some(etag));
}

#[tokio::test]
async fn failures() {
    let server = served_read_only().await;
    let client = |key| Client::with_api_key(&server.url(), key).unwrap();
    let refused = |error: Error| match error.kind {
        ErrorKind::Api(error) => {
            (error.status.as_u16(), error.message, error.headers.contains_key("x-request-id"))
        }
        other => panic!("{other}"),
    };
    let expect = |status, message: &str| (status, message.to_owned(), true);
    let error = client(UNKNOWN_KEY).list_tags(1).await.unwrap_err();
    let text = "listTags GET /sites/{siteId}/tags: 401 Invalid API key (attempt 1, request ";
    assert!(error.to_string().starts_with(text), "{error}");
    assert_eq!(error.code(), Some("invalid_api_key"));
    assert_eq!(refused(error), expect(401, "Invalid API key"));
    let error = client(DEMO_KEY).get_post_by_slug(1, "none").await.unwrap_err();
    assert_eq!(refused(error), expect(404, "Not found"));
    let error = client(CLOSED_KEY).get_product_by_slug(3, "last-piece").await.unwrap_err();
    assert_eq!(refused(error), expect(404, "Not found"));
    let error = client(DEMO_KEY).list_posts(1).limit(0).await.unwrap_err();
    assert_eq!(refused(error), expect(400, "limit must be at least 1"));
    assert!(
        "upwards".parse::<ProductSort>().is_err(),
        "what the server would refuse cannot be asked"
    );
    for _ in 0..3 {
        client(SLOW_KEY).list_tags(2).await.unwrap();
    }
    // The client fails at once: the end of the minute is later than the call's timeout.
    let hasty = client(SLOW_KEY).list_tags(2).timeout(Duration::from_secs(20));
    let error = hasty.await.unwrap_err();
    assert_eq!(
        (error.status().unwrap().as_u16(), error.retry_after()),
        (429, Some(Duration::from_secs(50)))
    );

    let error = Client::with_api_key(&server.url(), "two\nlines").unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Request(_)), "{error}");
    let nobody = Client::new("http://127.0.0.1:1").unwrap();
    let error = nobody.list_tags(1).await.unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Transport(_)), "{error}");
}

/// client-core tests that a cached response is revalidated.
#[tokio::test]
async fn cached_responses() {
    let server = served_read_only().await;
    let demo = Client::builder(&server.url()).cache(1 << 20).api_key(DEMO_KEY).build().unwrap();
    let first = demo.list_tags(1).await.unwrap();
    let second = demo.list_tags(1).await.unwrap();
    assert_eq!((json!(first.body), first.etag()), (json!(second.body), second.etag()));
    assert!(second.rate_limit().unwrap().remaining < first.rate_limit().unwrap().remaining);
}

/// Enums in responses are open: an older client passes on a newer server's values unchanged.
#[test]
fn unknown_values_and_fields() {
    let block =
        json!({"type": "hologram", "name": "Hologram", "category": "spatial", "inputs": ["depth"]});
    let read: types::Block = serde_json::from_value(block.clone()).unwrap();
    assert_eq!(read.category, BlockCategory::Unknown("spatial".into()));
    assert_eq!(serde_json::to_value(&read).unwrap(), block);
    // New fields are ignored.
    let tag = json!({"id": 1, "name": "Sea", "slug": "sea", "depth": 10});
    assert_eq!(serde_json::from_value::<types::Tag>(tag).unwrap().slug, "sea");
}
