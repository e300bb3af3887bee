//! Lists the demo's products and prints one post. Start the server with `cargo run` first.

use stoa_rest_v1_client::{Client, Error};

#[tokio::main]
async fn main() -> Result<(), Error> {
    let base_url = std::env::var("STOA_URL").unwrap_or("http://127.0.0.1:8080".to_owned());
    let client = Client::with_api_key(&base_url, "svc_live_demo0000000000000000000000000000")?;

    for product in &client.list_products(1).limit(100).await?.data {
        println!("{:>8.2}  {}", product.price as f64 / 100.0, product.name);
    }

    let post = client.get_post_by_slug(1, "how-we-dye-our-canvas").await?.into_body().data;
    println!("\n{}\n{}", post.title, post.content.unwrap_or_default());

    match client.get_post_by_slug(1, "no-such-post").await {
        Err(Error::Api(refusal)) => println!("\n{}: {}", refusal.status, refusal.message),
        other => println!("{other:?}"),
    }
    Ok(())
}
