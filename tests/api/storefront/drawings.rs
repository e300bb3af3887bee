//! Drawings of designs: finalizing, thumbnails, and the fonts.

mod mockups;
mod prints;
mod races;

use serde_json::{Value, json};

use super::customers::{EMAIL, registered};
use super::designers::*;
use crate::harness::*;
use crate::operations::files::pictures;

const THUMBNAIL: &str = "/api/storefront/1/designs/generate-thumbnail";
/// Removes the photos of products, so that drawings have a white background.
pub async fn without_photos(server: &Server) {
    server.sql("update product_style_sides set mockup_image = ''").await;
}

async fn finalize(server: &Server, design: &Begun) -> Exchange {
    design.designer.of(server, "POST", format!("{}/finalize", design.id)).await
}

async fn save(server: &Server, design: &Begun, body: Value) -> Exchange {
    design.designer.of(server, "PUT", design.id).json(&body).await.expect(200)
}

async fn thumbnail(server: &Server, designer: &Designer, design: Value) -> Exchange {
    designer.call(server, "POST", THUMBNAIL).json(&json!({"designId": design})).await
}

/// The content of a site's file, by its URL.
async fn file(server: &Server, url: &Value) -> Vec<u8> {
    let path = url.as_str().unwrap().strip_prefix(FILES_URL).unwrap();
    let answer = server.get(&format!("/files{path}")).unchecked().await;
    assert_eq!(answer.status, 200);
    answer.body
}

/// Uploads an image and returns its id.
async fn uploaded(request: Request<'_>) -> Value {
    let kept = request.files(&[("a.png", &pictures::png(40, 30))]).await.expect(200);
    kept.json["data"]["id"].clone()
}

/// Width and height of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!(&png[1..4], b"PNG");
    (number(16), number(20))
}

#[tokio::test]
async fn finalize_design() {
    let server = served().await;
    without_photos(&server).await;
    let design = begun(&server).await;
    save(&server, &design, json!({"layers": [text_layer("Two whales")]})).await;
    let finalized = finalize(&server, &design).await.snapshot("finalize_design__200");
    assert_eq!(finalized.header("cache-control"), "no-store");
    let data = &finalized.json["data"];
    // The print area of the mug is 0.6 by 0.5 of a square.
    assert_eq!(size(&file(&server, &data["mockupUrl"]).await), (1_200, 1_200));
    assert_eq!(size(&file(&server, &data["thumbnailUrl"]).await), (600, 500));
    let sql = "select print_key from design_drawings where side = 'wrap' and revision = 1";
    let key: String = server.client().await.query_one(sql, &[]).await.unwrap().get(0);
    let print = server.files.read(1, &key, usize::MAX).await.unwrap().unwrap();
    assert_eq!(size(&print), (4_096, 3_413));

    // An unchanged design is not drawn again, even after it is saved.
    let files = server.count("files").await;
    assert_eq!(finalize(&server, &design).await.json, finalized.json);
    save(&server, &design, json!({"layers": [text_layer("Two whales")], "name": "Whales"})).await;
    assert_eq!(finalize(&server, &design).await.json["data"]["mockupUrl"], data["mockupUrl"]);
    assert_eq!(server.count("files").await, files);

    // The finalized drawings remain when the design changes.
    let saved = save(&server, &design, json!({"layers": [text_layer("Three whales")]})).await;
    assert_eq!(saved.json["data"]["status"], "draft");
    assert_eq!(saved.json["data"]["mockupUrl"], Value::Null);
    let again = finalize(&server, &design).await;
    assert_eq!(again.json["data"]["status"], "finalized");
    assert_ne!(again.json["data"]["mockupUrl"], data["mockupUrl"]);
    assert_eq!(server.count("design_revisions where layers::text like '%whales%'").await, 2);
    assert_eq!(server.number("select max(revision) from designs").await, 2);
}

/// The characters of all sides that no font has are named, whenever the design was drawn. Hidden layers and layers of
/// other sides are not drawn.
#[tokio::test]
async fn finalize_design__missing_characters() {
    let server = served().await;
    without_photos(&server).await;
    let body = json!({"productId": 1, "layers": [
        {"type": "text", "text": "Happy 🎂 ♥ 🎂 Jiří", "fontFamily": "Lobster Two"},
        {"type": "text", "text": "office שלום 你好", "side": "back"},
        {"type": "text", "text": "犬", "side": "elsewhere"},
        {"type": "text", "text": "猫", "visible": false}
    ]});
    let begun = server.post(DESIGNS, &body).await;
    let design = design_of_response(&Designer::default(), &begun);
    let missing = json!(["你", "好", "🎂"]);
    let drawn = thumbnail(&server, &design.designer, json!(design.id)).await;
    assert_eq!(drawn.json["data"]["missingCharacters"], missing);
    for _ in 0..2 {
        let finalized = finalize(&server, &design).await;
        assert_eq!(finalized.json["data"]["missingCharacters"], missing);
    }
    let shown = design.designer.of(&server, "GET", design.id).await;
    assert_eq!(shown.json["data"].get("missingCharacters"), None);
}

#[tokio::test]
async fn finalize_design__refusals() {
    let server = served().await;
    without_photos(&server).await;
    let design = begun(&server).await;
    let stranger = begun(&server).await;
    let of =
        |id: String, designer: &Designer| designer.of(&server, "POST", format!("{id}/finalize"));
    of(design.id.to_string(), &stranger.designer).await.snapshot("finalize_design__403");
    of("17".to_owned(), &design.designer).await.snapshot("finalize_design__404");
    of("x".to_owned(), &design.designer).await.snapshot("finalize_design__400");
    assert_eq!(server.count("files").await, 0);
}

/// Every side of the chosen style is drawn with its own layers; a product without styles has a front.
#[tokio::test]
async fn finalize_design__sides() {
    let server = served().await;
    without_photos(&server).await;
    let statements = "update products set is_designable = true where site_id = 1 and id = 2; delete from product_styles where product_id = 2";
    server.sql(statements).await;
    for (product, sides) in [(1, "front,back"), (2, "front")] {
        let body = json!({"productId": product, "layers": [
            {"type": "rect", "side": "back", "width": 1, "height": 1, "fill": "red"},
            {"type": "rect", "side": "elsewhere", "width": 1, "height": 1, "fill": "red"}
        ]});
        let begun = server.post(DESIGNS, &body).await;
        let design = design_of_response(&Designer::default(), &begun);
        assert_eq!(finalize(&server, &design).await.status(), 200);
        let sql = format!(
            "select string_agg(side, ',' order by position) from design_drawings where design_id = {}",
            design.id
        );
        let drawn: String = server.client().await.query_one(&sql, &[]).await.unwrap().get(0);
        assert_eq!(drawn, sides, "{product}");
    }
}

/// An image is drawn if it belongs to the design, or to its owner without a design.
#[tokio::test]
async fn finalize_design__images() {
    let server = served().await;
    without_photos(&server).await;
    let design = begun(&server).await;
    let other = begun(&server).await;
    let own = format!("{}/assets", design.id);
    let images = [
        (uploaded(design.designer.of(&server, "POST", &own)).await, true),
        (uploaded(design.designer.call(&server, "POST", UPLOAD_IMAGE)).await, true),
        (uploaded(other.designer.call(&server, "POST", UPLOAD_IMAGE)).await, false),
        (json!(404), false),
    ];
    let mut blank = None;
    for (asset, is_shown) in images.into_iter().rev() {
        let layer = json!({"type": "image", "assetId": asset, "width": 1, "height": 1});
        save(&server, &design, json!({"layers": [layer]})).await;
        let drawn = thumbnail(&server, &design.designer, json!(design.id)).await;
        let drawn = file(&server, &drawn.json["data"]["thumbnailUrl"]).await;
        let blank = blank.get_or_insert_with(|| drawn.clone());
        assert_eq!(*blank != drawn, is_shown, "{asset}");
    }
}

/// Photos of products are files of the site or external URLs; URLs into the server's own network are not loaded. Without
/// the photo, the mock-up is drawn on white.
#[tokio::test]
async fn finalize_design__photos() {
    let server = served().await;
    for url in [
        "https://127.0.0.1/mug.png",
        "https://localhost/mug.png",
        "https://169.254.169.254/latest/meta-data",
        "http://example.com/mug.png",
        "file:///etc/passwd",
        "/etc/passwd",
        "https://api.stoa.test/files/1/00000000000000000000000000000000.png",
    ] {
        server.sql(&format!("update product_style_sides set mockup_image = '{url}'")).await;
        let design = begun(&server).await;
        let finalized = finalize(&server, &design).await;
        assert_eq!(finalized.status(), 200, "{url}: {}", finalized.message());
        let mockup = file(&server, &finalized.json["data"]["mockupUrl"]).await;
        let mockup = image::load_from_memory(&mockup).unwrap().into_rgb8();
        assert!(mockup.pixels().all(|pixel| pixel.0 == [255; 3]), "{url}");
    }
    let design = begun(&server).await;
    let upload = design.designer.call(&server, "POST", UPLOAD_IMAGE);
    let photo = upload.files(&[("mug.png", &pictures::png(40, 30))]).await;
    let url = photo.json["data"]["url"].as_str().unwrap();
    server.sql(&format!("update product_style_sides set mockup_image = '{url}'")).await;
    let finalized = finalize(&server, &design).await;
    assert_eq!(size(&file(&server, &finalized.json["data"]["mockupUrl"]).await), (1_200, 900));
}

#[tokio::test]
async fn generate_design_thumbnail() {
    let server = served().await;
    without_photos(&server).await;
    let design = begun(&server).await;
    save(&server, &design, json!({"layers": [text_layer("Two whales")]})).await;
    let drawn = thumbnail(&server, &design.designer, json!(design.id)).await;
    let drawn = drawn.snapshot("generate_design_thumbnail__200");
    let url = &drawn.json["data"]["thumbnailUrl"];
    assert_eq!(size(&file(&server, url).await), (600, 500));
    let shown = design.designer.of(&server, "GET", design.id).await;
    assert_eq!(&shown.json["data"]["thumbnailUrl"], url);
    assert_eq!(shown.json["data"]["status"], "draft");

    legacy(&server, LEGACY_UUID, design.designer.session.as_deref().unwrap()).await;
    let old = thumbnail(&server, &design.designer, json!(LEGACY_UUID)).await;
    let old = old.snapshot("generate_design_thumbnail__200_legacy");
    let old = file(&server, &old.json["data"]["thumbnailUrl"]).await;
    assert_eq!(size(&old), (600, 300));
    server.sql("update designs set layers_by_surface = '{}' where legacy").await;
    let blank = thumbnail(&server, &design.designer, json!(LEGACY_UUID)).await;
    assert_ne!(file(&server, &blank.json["data"]["thumbnailUrl"]).await, old);
}

#[tokio::test]
async fn generate_design_thumbnail__refusals() {
    let (server, design) = with_design(served().await).await;
    server.sql("update product_style_sides set mockup_image = '/x'").await;
    // A print area in fractions has the proportions of a square photo if the photo cannot be loaded.
    for (area, expected) in [((0.6, 0.5), (600, 500)), ((300.0, 200.0), (600, 400))] {
        let (width, height) = area;
        let sql = format!(
            "update product_style_sides set print_area_width = {width}, print_area_height = {height}"
        );
        server.sql(&sql).await;
        let drawn = thumbnail(&server, &design.designer, json!(design.id)).await;
        assert_eq!(size(&file(&server, &drawn.json["data"]["thumbnailUrl"]).await), expected);
    }
    let stranger = begun(&server).await.designer;
    let id = json!(design.id);
    thumbnail(&server, &stranger, id).await.snapshot("generate_design_thumbnail__403");
    thumbnail(&server, &stranger, json!(17)).await.snapshot("generate_design_thumbnail__404");
    for id in [Value::Null, json!("x"), json!(1.5), json!(true), json!([1])] {
        let refused = thumbnail(&server, &stranger, id).await;
        assert_eq!(refused.outcome(), (400, "designId is required"));
    }
    let empty = stranger.call(&server, "POST", THUMBNAIL).json(&json!({})).await;
    empty.snapshot("generate_design_thumbnail__400");
}

/// Absurd layers are drawn as far as possible.
#[tokio::test]
async fn hostile_layers() {
    let server = served_without_limits().await;
    without_photos(&server).await;
    let design = begun(&server).await;
    for layers in [
        json!([]),
        json!([{}, {"type": 7}, {"type": "text"}, {"type": "hologram", "a": {"b": [[[[]]]]}}]),
        json!(vec![text_layer("</svg><image href=\"file:///etc/passwd\"/>"); 500]),
        json!([text_layer(&"lorem ipsum ".repeat(40_000))]),
        json!([text_layer("👩‍👩‍👧‍👦 שלום مرحبا \u{1}\u{ffff}\u{202e}")]),
        json!([{"type": "path", "width": 1, "height": 1, "d": "M0 0L9 9".repeat(60_000)}]),
        json!(vec![json!({"type": "rect", "width": 1e308, "height": -1, "x": 1e-308}); 500]),
        json!([{"type": "text", "text": "a", "fontFamily": "'\"></text>", "fill": "red;}"}]),
    ] {
        save(&server, &design, json!({"layers": layers})).await;
        let drawn = thumbnail(&server, &design.designer, json!(design.id)).await;
        assert_eq!(drawn.status(), 200, "{layers:.100}");
    }
}

#[tokio::test]
async fn list_design_fonts() {
    let server = served_read_only().await;
    let listed = server.get("/api/storefront/1/designs/fonts").await;
    let listed = listed.snapshot("list_design_fonts__200");
    for font in listed.json["data"].as_array().unwrap() {
        let url = font["url"].as_str().unwrap().strip_prefix("https://api.stoa.test").unwrap();
        assert_eq!(server.get(url).unchecked().await.status, 200);
    }
}

#[tokio::test]
async fn rate_limit() {
    let (server, design) = with_design(served_limited(&["drawings=1/60"]).await).await;
    assert_eq!(finalize(&server, &design).await.status(), 200);
    let refused = finalize(&server, &design).await.snapshot("finalize_design__429");
    assert_eq!(refused.header("retry-after"), "50");
    let refused = thumbnail(&server, &design.designer, json!(design.id)).await;
    refused.snapshot("generate_design_thumbnail__429");
}

/// A mock-up URL at any of this server's addresses refers to a file of the site, but only with the exact path.
#[tokio::test]
async fn finalize_design__a_mockup_by_another_address() {
    let (server, design) = with_design(served().await).await;
    let upload = design.designer.call(&server, "POST", &format!("{DESIGNS}/upload-image"));
    let image = upload.files(&[("mug.png", &pictures::png(300, 200)[..])]).await;
    let url = image.json["data"]["url"].as_str().unwrap();
    let key = url.rsplit('/').next().unwrap();
    for (mockup, height) in [
        (format!("http://127.0.0.1:8080/files/2/{key}"), 1_200),
        (format!("http://127.0.0.1:8080/files/1/../1/{key}"), 1_200),
        (format!("http://127.0.0.1:8080/files/1/{key}"), 800),
    ] {
        server.sql(&format!("update product_style_sides set mockup_image = '{mockup}'")).await;
        let finalized = finalize(&server, &design.designer.begins(&server).await).await;
        let drawn = file(&server, &finalized.json["data"]["mockupUrl"]).await;
        assert_eq!(size(&drawn), (1_200, height), "{mockup}");
    }
}
