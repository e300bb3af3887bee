//! The demo's pictures are served where its site names them, and a real browser designs a mug on the demo's page and
//! buys it.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use stoa::demo::pictures::{self, PICTURES};

use crate::harness::browser::Browser;
use crate::harness::*;

const DESIGNER_PAGE: &str = "/demo/designer";
const API: &str = "/api/storefront/1";

/// URLs in the bundle that are not pictures, and the SVG, which files do not support.
const NOT_DRAWN: [&str; 3] = ["media/logo.svg", "media/walk.pdf", "media/harbor.mp4"];

#[test]
fn every_picture_of_the_bundle_exists() {
    let host = "https://cdn.harborgoods.example/";
    let named = stoa::demo::BUNDLE.split('"').filter(|text| text.starts_with(host));
    let named = named.filter(|url| !NOT_DRAWN.contains(&&url[host.len()..]));
    let drawn: BTreeSet<&str> = PICTURES.iter().map(|picture| picture.bundled_url).collect();
    assert_eq!(named.collect::<BTreeSet<_>>(), drawn);
    let mut bytes = 0;
    for picture in PICTURES {
        let cleaned = stoa_images::clean(picture.bytes.into()).unwrap();
        let expected = stoa_files::media_type(picture.name);
        assert_eq!(cleaned.media_type, expected, "{}", picture.name);
        let (width, height) = (picture.width, picture.height);
        assert_eq!((cleaned.width, cleaned.height), (width, height), "{}", picture.name);
        bytes += picture.bytes.len();
    }
    assert!(bytes < 1_500_000, "{bytes}");
}

#[tokio::test]
async fn pictures_follow_the_servers_address() {
    let server = served_with_pictures().await;
    let shown = async |server: &Server| {
        let products = server.get(&format!("{API}/products?limit=100")).await.json;
        let products = products["data"].as_array().unwrap();
        let images = products.iter().filter_map(|product| product["image"].as_str());
        let images: Vec<String> = images.map(str::to_owned).collect();
        let config = server.get("/api/v1/sites/1/branding").key(DEMO_KEY).await.json;
        let logo = config["data"]["logoUrl"].as_str().unwrap().to_owned();
        (images, logo)
    };
    let (images, logo) = shown(&server).await;
    for url in images.iter().chain([&logo]) {
        let path = url.strip_prefix(&server.url()).unwrap_or_else(|| panic!("{url}"));
        let picture = server.get(path).unchecked().await;
        assert_eq!(picture.status, 200, "{url}");
    }
    let count = "select count(*) from files where site_id = 1 and added_as is not null";
    let count: i64 = server.one(count).await;
    assert_eq!(count, i64::try_from(PICTURES.len()).unwrap());

    // The server starts again at another address. Pictures that an operator has changed stay.
    let other = "update product_categories set image = 'https://shop.test/own.jpg' where site_id = 1 and id = 1";
    server.sql(other).await;
    let another = server.another().await;
    pictures::show(&another.db(), &another.files).await.unwrap();
    let (moved, logo) = shown(&another).await;
    assert_eq!(moved.len(), images.len());
    for url in moved.iter().chain([&logo]) {
        assert!(url.starts_with(&another.url()), "{url}");
    }
    let own = "select image from product_categories where site_id = 1 and id = 1";
    let own: String = server.one(own).await;
    assert_eq!(own, "https://shop.test/own.jpg");

    // Without the demo, nothing is added.
    server
        .sql("delete from api_keys where site_id = 1; update media set url = '' where site_id = 1")
        .await;
    pictures::show(&server.db(), &server.files).await.unwrap();
    let url = "select max(url) from media where site_id = 1";
    let url: String = server.one(url).await;
    assert_eq!(url, "");
}

#[tokio::test]
async fn is_served_with_the_demo() {
    let server = served().await;
    let page = server.get(DESIGNER_PAGE).unchecked().await;
    assert_eq!(page.status, 200);
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'none'; script-src 'sha256-"), "{policy}");
    let origin = FILES_URL.strip_suffix("/files").unwrap();
    assert!(
        policy.contains(&format!("img-src 'self' data: {origin}; font-src 'self'")),
        "{policy}"
    );
    server.sql("delete from api_keys where site_id = 1").await;
    assert_eq!(server.get(DESIGNER_PAGE).await.status(), 404);
}

#[tokio::test]
async fn a_mug_in_chromium() {
    let server = served_with_pictures().await;
    let Some(browser) = Browser::open().await else { return };
    browser.resize(1200, 1500).await;
    browser.go(&format!("{}{DESIGNER_PAGE}?product=4", server.url())).await;
    browser.shows("#saved", "Not started").await;
    browser.shows("#own", "No designs yet.").await;
    browser.click("#finalize").await;
    browser.shows("#error", "Add something to the design first").await;

    browser.click("#add-ellipse").await;
    browser.click("#add-text").await;
    browser.write("#layer-text", "Fair winds").await;
    browser.click("#layer-fontFamily option:last-child").await;
    browser.shows("#saved", "Saved").await;
    browser.drag("[data-layer='1']", 60, -40).await;
    browser.drag(".handle.resize", 30, 20).await;
    browser.drag(".handle.turn", 40, 20).await;
    browser.shows("#saved", "Saved").await;
    // The keyboard moves the disc to the left, enlarges it and turns it.
    browser.click("#layers li:last-child .name").await;
    browser.run("document.querySelector(\"[data-layer='0']\").focus()").await;
    browser.press("\u{e012}\u{e012}+]").await;
    browser.shows("#saved", "Saved").await;
    let layers = stored(&server).await;
    let number = |layer: usize, key: &str| layers[layer][key].as_f64().unwrap();
    assert_eq!((number(0, "x"), number(0, "rotation")), (0.48, 5.0), "{layers}");
    assert!(number(0, "width") > 0.25, "{layers}");
    assert_eq!(layers[1]["text"], "Fair winds");
    assert!(number(1, "x") > 0.5 && number(1, "y") < 0.5, "{layers}");
    assert!(number(1, "fontSize") > 0.14 && number(1, "rotation") > 0.0, "{layers}");

    browser.click("#finalize").await;
    browser.shows("#finished", "Add to cart").await;
    browser.shows("#own", "finished").await;
    assert_eq!(loaded(&browser, "#mockup").await, true, "the mock-up is a picture");
    browser.click("#buy").await;
    browser.shows("#bought", "In the cart: 1 × Anchor Mug.").await;
    browser.resize(400, 2600).await;
    let width = browser.run("return document.documentElement.scrollWidth").await;
    assert!(width.as_u64().unwrap() <= 400, "{width}");

    browser.resize(1200, 900).await;
    browser.click("#bought a").await;
    browser.shows("#lines", "Anchor Mug, My design").await;
    assert_eq!(loaded(&browser, "#lines img").await, true, "the cart shows the design");
    browser.resize(400, 1600).await;
    assert_eq!(browser.complaints().await, "", "the pages break no rule of their policy");
}

#[tokio::test]
async fn pictures_in_a_design_in_chromium() {
    let server = served_as_at_first_start().await;
    let Some(browser) = Browser::open().await else { return };
    browser.resize(1200, 1500).await;
    browser.go(&format!("{}{DESIGNER_PAGE}?product=1", server.url())).await;
    browser.shows("#own", "No designs yet.").await;
    let icon = Path::new(env!("CARGO_MANIFEST_DIR")).join("demo/pictures/brand/icon.png");
    browser.choose("#file", &icon).await;
    browser.shows("#layers", "Picture").await;
    browser.shows("#saved", "Saved").await;
    assert_eq!(
        loaded(&browser, "[data-layer='0'] image").await,
        true,
        "what was uploaded is shown"
    );
    let text = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(text.path(), "no picture").unwrap();
    browser.choose("#file", text.path()).await;
    browser.shows("#error", "file must be a PNG, JPEG, WebP or GIF image").await;

    // Each side has its own layers.
    browser.click("#sides button:last-child").await;
    browser.shows("#layers", "Nothing yet.").await;
    browser.click("#ai summary").await;
    browser.click("#ask-image").await;
    browser.shows("#layers", "Picture").await;
    browser.click("#ask-text").await;
    browser.shows("#suggestions li:nth-child(3)", "").await;
    browser.click("#suggestions button").await;
    browser.shows("#saved", "Saved").await;
    let layers = stored(&server).await;
    let sides = layers.as_array().unwrap().iter().map(|layer| layer["side"].as_str().unwrap());
    assert_eq!(sides.collect::<Vec<_>>(), ["front", "back", "back"]);

    // A visitor with the link sees the drawing and works on a copy.
    browser.click("#share").await;
    browser.shows("#link", "/demo/designer?shared=").await;
    let link = browser.run("return document.querySelector('#shared-link').href").await;
    server.sql("update design_sessions set token_sha256 = sha256('of somebody else')").await;
    browser.go(link.as_str().unwrap()).await;
    browser.shows("#shared", "This design was shared with you").await;
    assert_eq!(loaded(&browser, "#shared-picture").await, true, "the picture of a shared design");
    browser.click("#copy").await;
    browser.shows("#own", "My design").await;
    browser.shows("#layers", "Picture").await;
    assert_eq!(loaded(&browser, "[data-layer='0'] image").await, true, "a copy has the pictures");
    assert_eq!(browser.complaints().await, "", "the page breaks no rule of its policy");
}

#[tokio::test]
async fn a_template_in_chromium() {
    let server = served_as_at_first_start().await;
    let Some(browser) = Browser::open().await else { return };
    browser.resize(1200, 1500).await;
    browser.go(&format!("{}{DESIGNER_PAGE}", server.url())).await;
    browser.shows("#templates", "Salt and sail").await;
    browser.click("#templates li:first-child button").await;
    browser.shows("#own", "Harbor sunrise").await;
    browser.shows("#layers", "Morning at sea").await;
    browser.click("#finalize").await;
    browser.shows("#finished", "Add to cart").await;
    assert_eq!(loaded(&browser, "#mockup").await, true, "the mock-up is a picture");
    browser.click("#templates li:last-child button").await;
    browser.shows("#layers", "SALT & SAIL").await;
    browser.click("#finalize").await;
    browser.shows("#finished", "Add to cart").await;
    assert_eq!(loaded(&browser, "#mockup").await, true, "the mock-up is a picture");
    browser.click("#buy").await;
    browser.shows("#bought", "In the cart: 1 × Harbor Tote.").await;
    assert_eq!(browser.complaints().await, "", "the page breaks no rule of its policy");
}

#[tokio::test]
async fn a_design_is_claimed_in_chromium() {
    let server = served_with_pictures().await;
    let Some(browser) = Browser::open().await else { return };
    browser.go(&format!("{}{DESIGNER_PAGE}?product=4", server.url())).await;
    browser.shows("#own", "No designs yet.").await;
    browser.click("#add-rect").await;
    browser.shows("#saved", "Saved").await;
    browser.write("#email", "mara@example.com").await;
    browser.write("#password", "short").await;
    browser.click("#register").await;
    browser.shows("#error", "Password must be at least 8 characters").await;
    browser.write("#password", "a lighthouse over a wave").await;
    browser.click("#register").await;
    browser.shows("#who", "Logged in as mara@example.com.").await;
    browser.shows("#unclaimed", "One design belongs to this browser only.").await;
    browser.click("#claim").await;
    browser.shows("#note", "Added to your account: 1.").await;
    browser.shows("#own", "My design").await;
    let owner = "select customer_id is not null from designs where site_id = 1 and not is_template";
    let is_claimed: bool = server.one(owner).await;
    assert!(is_claimed);

    browser.click("#logout").await;
    browser.shows("#note", "Logged out.").await;
    browser.shows("#own", "No designs yet.").await;
    browser.write("#email", "mara@example.com").await;
    browser.write("#password", "a lighthouse over a wave").await;
    browser.click("#login").await;
    browser.shows("#own", "My design").await;
    browser.click("#own .name").await;
    browser.shows("#layers", "Box").await;
    browser.click("#own .remove").await;
    browser.shows("#own", "No designs yet.").await;
    assert_eq!(browser.complaints().await, "", "the page breaks no rule of its policy");
}

/// A server with everything that the first start imports.
async fn served_as_at_first_start() -> Server {
    let server = served_with_pictures().await;
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), stoa::demo::first_start(&server.url()).unwrap()).unwrap();
    replace_site(&server, file.path()).await;
    pictures::show(&server.db(), &server.files).await.unwrap();
    server
}

/// Whether the element's picture loads.
async fn loaded(browser: &Browser, element: &str) -> Value {
    let script = format!(
        "const element = document.querySelector(\"{element}\"); \
         const image = new Image(); \
         image.src = element?.currentSrc || element?.src || element?.href?.baseVal || ''; \
         return image.decode().then(() => image.naturalWidth > 0, () => false);"
    );
    let deadline = Instant::now() + DEADLINE;
    loop {
        let is_loaded = browser.run(&script).await;
        if is_loaded == true || Instant::now() > deadline {
            return is_loaded;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The layers of the only design that a visitor made.
async fn stored(server: &Server) -> Value {
    let layers = "select layers::text from designs where site_id = 1 and not is_template";
    let layers: String = server.one(layers).await;
    serde_json::from_str(&layers).unwrap_or(json!([]))
}
