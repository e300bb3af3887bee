//! Lists the demo's products and prints one post. Start the server with `cargo run` first.

use std::time::Duration;

use stoa_rest_v1_client::types::ProductSort;
use stoa_rest_v1_client::{Client, Error, GetPostBySlugReason};

const SITE: i64 = 1;

#[tokio::main]
async fn main() -> Result<(), Error> {
    let base_url = std::env::var("STOA_URL").unwrap_or("http://127.0.0.1:8080".to_owned());
    let key = "svc_live_demo0000000000000000000000000000";
    let client = Client::builder(&base_url).api_key(key).retries(3).build()?;

    // Requests page after page, with five products each.
    let mut products = client.list_products(SITE).sort(ProductSort::PriceAsc).limit(5).all();
    while let Some(product) = products.next().await.transpose()? {
        println!("{:>8.2}  {}", product.price as f64 / 100.0, product.name);
    }

    let slug = "how-we-dye-our-canvas";
    let post = client.get_post_by_slug(SITE, slug).timeout(Duration::from_secs(5)).await?;
    println!("\n{}\n{}", post.data.title, post.data.content.as_deref().unwrap_or_default());
    let etag = post.etag().unwrap_or_default();
    if client.get_post_by_slug(SITE, slug).if_none_match(etag).await?.is_none() {
        println!("\nIt is as it was.");
    }

    match client.get_post_by_slug(SITE, "no-such-post").await {
        Err(error) if error.reason() == Some(GetPostBySlugReason::NotFound) => println!("{error}"),
        other => println!("{other:?}"),
    }
    Ok(())
}
