//! Sets up a shop from nothing: branding, products with pictures, shipping, a discount code, posts and a menu.
//!
//! The operator creates an empty site and invites its owner. Start the server with `cargo run` first:
//!
//! ```sh
//! echo '{"formatVersion": 1, "site": {"id": 7, "name": "Salt & Rope"}, "store": {}}' > salt-and-rope.json
//! cargo run -- site import salt-and-rope.json
//! cargo run -- staff create --site 7 --role owner --email ines@example.com
//! ```
//!
//! The last command prints another command, whose JSON has the token of the invitation. This program takes it as
//! STOA_INVITATION.

use std::env;
use std::error::Error;

use stoa_staff_client::types::{
    AcceptInvitationRequest, AddImageRequest, BrandingPatch, CreateApiKeyRequest,
    CreateCategoryRequest, CreateDiscountCodeRequest, CreatePostRequest,
    CreateProductCategoryRequest, CreateProductRequest, CreateShippingZoneRequest, DiscountType,
    EditableProductStatus, NavigationItemRequest, PostContent, ReplaceNavigationRequest,
    ShippingRateInput,
};
use stoa_staff_client::{Client, serde_json::json};

const SITE: i64 = 7;

const PICTURES: &str = "https://cdn.example.com/salt-and-rope";

/// The categories, with the names of their products and the prices in cents.
const CATEGORIES: [(&str, [(&str, i64); 5]); 2] = [
    (
        "Kitchen",
        [
            ("Sea salt", 600),
            ("Salt pouch", 1200),
            ("Enamel mug", 1800),
            ("Oak board", 4200),
            ("Linen towel", 2400),
        ],
    ),
    (
        "Deck",
        [
            ("Rope mat", 5600),
            ("Brass hook", 1500),
            ("Door stop", 2900),
            ("Key float", 900),
            ("Canvas bag", 3800),
        ],
    ),
];

/// The titles of the posts, with their texts.
const POSTS: [(&str, &str); 3] = [
    ("We are open", "The shop on the quay has a door to the world now."),
    ("How salt is made", "Sun, wind and a lot of raking."),
    ("A knot a month", "We begin with the bowline."),
];

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let base_url = env::var("STOA_URL").unwrap_or("http://127.0.0.1:8080".to_owned());
    let acceptance = AcceptInvitationRequest::builder()
        .token(env::var("STOA_INVITATION")?)
        .name("Ines Alvarez")
        .password("two lighthouses over a wave")
        .build();
    let session = Client::new(&base_url)?.accept_invitation(&acceptance).data().await?;
    let shop = Client::with_staff(&base_url, &session.token)?;

    // `*` is any version: nobody else changes this site yet.
    let branding = BrandingPatch::builder()
        .primary_color("#0f4c5c")
        .accent_color("#e36414")
        .logo_url(format!("{PICTURES}/logo.svg"))
        .build();
    shop.update_branding(SITE, "*", &branding).await?;
    for (name, products) in CATEGORIES {
        let category = CreateProductCategoryRequest::builder().slug(slug(name)).name(name).build();
        let category = shop.create_product_category(SITE, &category).data().await?;
        for (name, price) in products {
            add_product(&shop, category.id, name, price).await?;
        }
    }
    offer(&shop).await?;
    write(&shop).await?;

    let key = CreateApiKeyRequest::builder().name("Website").build();
    let key = shop.create_api_key(SITE, &key).data().await?;
    println!("the pages of site {SITE} read REST v1 with the key {}", key.secret);
    Ok(())
}

async fn add_product(
    shop: &Client,
    category_id: i64,
    name: &str,
    price: i64,
) -> Result<(), Box<dyn Error>> {
    let slug = slug(name);
    let product = CreateProductRequest::builder()
        .slug(&slug)
        .name(name)
        .price(price)
        .category_id(category_id)
        .status(EditableProductStatus::Active)
        .build();
    let product = shop.create_product(SITE, &product).data().await?;
    let picture =
        AddImageRequest::builder().url(format!("{PICTURES}/{slug}.jpg")).alt(name).build();
    shop.add_image(SITE, product.id, &picture).await?;
    println!("{slug} is product {}", product.id);
    Ok(())
}

/// Creates a shipping zone and a discount code.
async fn offer(shop: &Client) -> Result<(), Box<dyn Error>> {
    let standard =
        ShippingRateInput::builder().name("Standard").price(700).free_above(7500).build();
    let express = ShippingRateInput::builder().name("Express").price(1900).build();
    let zone = CreateShippingZoneRequest::builder()
        .name("United States")
        .countries(["US"])
        .rates([standard, express])
        .build();
    shop.create_shipping_zone(SITE, &zone).await?;
    let code = CreateDiscountCodeRequest::builder()
        .code("WELCOME10")
        .discount_type(DiscountType::Percent)
        .amount(1000)
        .build();
    shop.create_discount_code(SITE, &code).await?;
    Ok(())
}

/// Publishes the posts, and links to them and to the products.
async fn write(shop: &Client) -> Result<(), Box<dyn Error>> {
    let news = CreateCategoryRequest::builder().slug("news").name("News").build();
    let news = shop.create_category(SITE, &news).data().await?;
    for (title, text) in POSTS {
        let text = json!({"type": "text", "text": text});
        let post = CreatePostRequest::builder()
            .slug(slug(title))
            .title(title)
            .content(PostContent::builder().blocks([text]).version("1").build())
            .category_ids([news.id])
            .build();
        let post = shop.create_post(SITE, &post).data().await?;
        shop.publish_post(SITE, post.id).await?;
    }
    let link = |label: &str, href: &str| NavigationItemRequest::builder().label(label).href(href);
    let categories =
        CATEGORIES.map(|(name, _)| link(name, &format!("/store/{}", slug(name))).build());
    let menu =
        [link("Shop", "/store").children(categories).build(), link("Journal", "/journal").build()];
    let menu = ReplaceNavigationRequest::builder().items(menu).build();
    shop.replace_navigation(SITE, "*", &menu).await?;
    Ok(())
}

/// The last part of the address of a page.
fn slug(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}
