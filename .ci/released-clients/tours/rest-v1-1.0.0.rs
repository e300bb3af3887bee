//! Calls every operation of REST v1 with the clients of 1.0.0 and later.

use stoa_rest_v1_client::types::{BlockCategory, ProductSort};
use stoa_rest_v1_client::{Client, GetPostBySlugReason};

const DEMO_KEY: &str = "svc_live_demo0000000000000000000000000000";

#[tokio::main]
async fn main() {
    let server = std::env::var("STOA_URL").unwrap();
    let demo = Client::with_api_key(&server, DEMO_KEY).unwrap();

    let posts = demo.list_posts(1).limit(1).offset(1).await.unwrap();
    assert_eq!((posts.status.as_u16(), posts.data.len(), posts.pagination.limit), (200, 1, 1));
    assert!(posts.headers.contains_key("etag") && posts.request_id().is_some());
    let post = demo.get_post_by_slug(1, "how-we-dye-our-canvas").await.unwrap().into_body().data;
    assert_eq!(post.published_at.unwrap().to_string(), "2026-02-03T09:00:00.000Z");
    assert_eq!(demo.list_pages(1).search("TEAM").await.unwrap().data[0].slug, "the-team");
    assert_eq!(demo.list_categories(1).await.unwrap().data.len(), 3);
    assert_eq!(demo.list_tags(1).await.unwrap().data.len(), 6);
    let svg = demo.list_media(1).mime_type("image/svg+xml").await.unwrap();
    assert_eq!(svg.data[0].filename, "logo.svg");
    let blocks = demo.list_blocks("1").await.unwrap();
    assert!(blocks.data.iter().any(|block| block.category == BlockCategory::Ecommerce));
    let cheapest = demo.list_products(1).sort(ProductSort::PriceAsc).limit(1).await.unwrap();
    assert_eq!(cheapest.data[0].slug, "postcard-set");
    let product = demo.get_product_by_slug(1, "harbor-tote").await.unwrap().into_body().data;
    assert_eq!((product.variants.len(), product.category.unwrap().slug.as_str()), (3, "canvas"));
    assert_eq!(demo.list_product_categories(1).await.unwrap().data.len(), 4);
    assert_eq!(demo.get_branding(1).await.unwrap().css_vars["--brand-primary"], "#0f4c5c");
    assert!(demo.get_site_config(1).await.unwrap().data.store_enabled);
    assert_eq!(demo.get_navigation(1).await.unwrap().data[0].children.len(), 3);

    let refused = demo.get_post_by_slug(1, "none").await.unwrap_err();
    assert_eq!(refused.reason(), Some(GetPostBySlugReason::NotFound));
    let refused = Client::with_api_key(&server, "unknown").unwrap().list_tags(1).await.unwrap_err();
    assert_eq!((refused.status().unwrap().as_u16(), refused.message()), (401, Some("Invalid API key")));
    println!("every operation of REST v1");
}
