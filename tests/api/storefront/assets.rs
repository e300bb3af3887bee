//! Images for designs: uploaded, registered, listed.

mod hostile;
mod races;

use serde_json::{Value, json};

use super::customers::*;
use super::designers::*;
use crate::harness::*;
use crate::operations::files::pictures;

const ASSETS: &str = "/api/storefront/1/designs/assets";
fn upload_into_design<'a>(server: &'a Server, design: &Begun, file: &[u8]) -> Request<'a> {
    let path = format!("{}/assets", design.id);
    design.designer.of(server, "POST", path).files(&[("whale.png", file)])
}

fn upload_without_design<'a>(server: &'a Server, designer: &Designer, file: &[u8]) -> Request<'a> {
    designer.call(server, "POST", UPLOAD_IMAGE).files(&[("whale.png", file)])
}

/// The path at which this server serves the asset's file.
fn path_of(asset: &Value) -> String {
    let url = asset["url"].as_str().unwrap();
    format!("/files{}", url.strip_prefix(FILES_URL).unwrap())
}

#[tokio::test]
async fn upload_design_asset() {
    let (server, design) = with_design(served().await).await;
    let kept = upload_into_design(&server, &design, &pictures::png(30, 20)).await;
    let kept = kept.snapshot("upload_design_asset__200");
    let asset = &kept.json["data"];
    assert_eq!(asset["designId"], design.id);
    let file = server.get(&path_of(asset)).unchecked().await;
    assert_eq!(file.status, 200);
    assert_eq!(file.headers["content-type"], "image/png");
    assert_eq!(file.body.len(), asset["fileSize"].as_u64().unwrap() as usize);
    let shown = image::load_from_memory(&file.body).unwrap();
    assert_eq!((shown.width(), shown.height()), (30, 20));

    // A legacy design is addressed by its UUID.
    let uuid = "00000000-0000-1000-8000-00000000001b";
    let session = design.designer.session.clone().unwrap();
    legacy(&server, uuid, &session).await;
    let path = format!("{uuid}/assets");
    let file = pictures::png(30, 20);
    let kept = design.designer.of(&server, "POST", path).files(&[("a.png", &file)]).await;
    assert_eq!((kept.status(), &kept.json["data"]["designId"]), (200, &json!(uuid)));
}

#[tokio::test]
async fn upload_image() {
    let (server, token) = with_customer(served().await).await;
    let jpeg = pictures::encoded(30, 20, image::ImageFormat::Jpeg);
    let customer = Designer::with_token(&token);
    let kept = customer.call(&server, "POST", UPLOAD_IMAGE).files(&[("C:\\a\\../Möwe.jpg", &jpeg)]);
    let kept = kept.await.snapshot("upload_image__200");
    assert_eq!(server.get(&path_of(&kept.json["data"])).unchecked().await.status, 200);

    // Data after the picture is removed.
    let mut told = pictures::png(30, 20);
    told.extend(b"<script>alert(1)</script>");
    let kept = upload_without_design(&server, &customer, &told).await;
    let file = server.get(&path_of(&kept.json["data"])).unchecked().await;
    assert!(!file.body.windows(7).any(|bytes| bytes == b"<script"));

    // A GIF is converted to a PNG of its first frame. A caller with a token and a session has the images of both.
    let gif = pictures::encoded(30, 20, image::ImageFormat::Gif);
    let design = begun(&server).await;
    let both = Designer { token: Some(token), ..design.designer.clone() };
    let kept = upload_without_design(&server, &both, &gif).await;
    assert_eq!(kept.json["data"]["mimeType"], "image/png");
    let of_customer = "select count(*) from design_assets where customer_id is not null";
    assert_eq!(server.number(of_customer).await, 3, "what is made is the customer's");
    // An image in a design belongs to the design's owner, so it is deleted with the design.
    let design = Begun { designer: both, ..design };
    assert_eq!(upload_into_design(&server, &design, &gif).await.status(), 200);
    let of_session = "select count(*) from design_assets where session_sha256 is not null";
    assert_eq!((server.number(of_customer).await, server.number(of_session).await), (3, 1));
}

#[tokio::test]
async fn upload__refusals() {
    let (server, design) = with_design(served_without_limits().await).await;
    let (owner, file) = (&design.designer, pictures::png(3, 2));
    let path = format!("{}/assets", design.id);
    for (files, case, message) in [
        (&[][..], "", "file is required"),
        (&[("a.png", &file[..]), ("b.png", &file)], "_two_files", "Only one file is allowed"),
        (&[("a.png", b"GIF87")], "_no_image", "file must be a PNG, JPEG, WebP or GIF image"),
    ] {
        for (operation, answer) in [
            ("upload_design_asset", owner.of(&server, "POST", &path).files(files).await),
            ("upload_image", owner.call(&server, "POST", UPLOAD_IMAGE).files(files).await),
        ] {
            assert_eq!(answer.outcome(), (400, message));
            answer.snapshot(&format!("{operation}__400{case}"));
        }
    }
    let large = pictures::png_claiming(60_000, 60_000);
    let refused = upload_into_design(&server, &design, &large).await;
    refused.snapshot("upload_design_asset__400_too_many_pixels");
    let refused = upload_without_design(&server, owner, &pictures::png_claiming(12_001, 1)).await;
    refused.snapshot("upload_image__400_too_many_pixels");

    // The design must exist and belong to the caller.
    let other = begun(&server).await;
    let others = Begun { designer: other.designer.clone(), ..design.clone() };
    upload_into_design(&server, &others, &file).await.snapshot("upload_design_asset__403");
    for id in [0, -1, 9_007_199_254_740_991] {
        let none = Begun { id, ..design.clone() };
        assert_eq!(upload_into_design(&server, &none, &file).await.message(), "Design not found");
    }
    assert_eq!(owner.of(&server, "DELETE", design.id).await.status(), 200);
    upload_into_design(&server, &design, &file).await.snapshot("upload_design_asset__404");

    // The credential must be valid.
    let nobody = Begun { designer: Designer::with_session(&"A".repeat(43)), ..design.clone() };
    assert_eq!(upload_into_design(&server, &nobody, &file).await.status(), 401);
    let wrong = Designer { token: Some("wrong".into()), ..owner.clone() };
    assert_eq!(upload_without_design(&server, &wrong, &file).await.status(), 401);

    // The form must be valid.
    let path = format!("{}/assets", other.id);
    for (operation, path) in [
        ("upload_design_asset", format!("{DESIGNS}/{path}")),
        ("upload_image", UPLOAD_IMAGE.into()),
    ] {
        let huge = vec![0; stoa_runtime::UPLOAD_LIMIT + 1];
        let huge = other.designer.call(&server, "POST", &path).files(&[("a.png", &huge)]).await;
        huge.snapshot(&format!("{operation}__413"));
        let json = other.designer.call(&server, "POST", &path).json(&json!({"file": "a"})).await;
        json.snapshot(&format!("{operation}__415"));
    }
    assert_eq!(server.count("design_assets").await, 0);
    assert_eq!(server.count("files").await, 0, "nothing was stored");
}

#[tokio::test]
async fn uploads_of_a_client() {
    let (server, design) = with_design(served_limited(&["uploads=1/60"]).await).await;
    let file = pictures::png(3, 2);
    assert_eq!(upload_into_design(&server, &design, &file).await.status(), 200);
    let refused =
        upload_into_design(&server, &design, &file).await.snapshot("upload_design_asset__429");
    assert_eq!(refused.header("retry-after"), "50");
    upload_without_design(&server, &design.designer, b"").await.snapshot("upload_image__429");
    // Only uploads by authenticated callers count.
    let fetched = design.designer.call(&server, "POST", ASSETS).json(&json!({"ids": []})).await;
    assert_eq!(fetched.status(), 200);
    server.pass(MINUTE);
    let nobody = upload_without_design(&server, &Designer::default(), &file).await;
    assert_eq!(nobody.status(), 401);
    assert_eq!(upload_without_design(&server, &design.designer, &file).await.status(), 200);
}

#[tokio::test]
async fn list_or_register_design_assets() {
    let (server, design) = with_design(served().await).await;
    let (owner, file) = (&design.designer, pictures::png(3, 2));
    let post =
        |designer: &Designer, body: Value| designer.call(&server, "POST", ASSETS).json(&body);
    let in_design = upload_into_design(&server, &design, &file).await.json["data"].clone();
    let free = upload_without_design(&server, owner, &file).await.json["data"].clone();
    let stranger = begun(&server).await;
    let theirs = upload_into_design(&server, &stranger, &file).await.json["data"].clone();
    let body = json!({
        "ids": [free["id"], 99, theirs["id"], in_design["id"], free["id"], -1, 9_007_199_254_740_991_i64],
        "register": [
            {"url": "https://pictures.example/gull.png", "filename": "gull.png", "mimeType": "image/png",
             "width": 640, "height": 480},
            {"url": "https://pictures.example/whale"},
        ],
    });
    let listed = post(owner, body).await.snapshot("list_or_register_design_assets__200");
    assert_eq!(listed.json["data"][0], free);
    assert_eq!(listed.json["data"][1], in_design);
    assert_eq!(listed.json["data"][2], free, "as often as it is asked for");
    let registered_id = &listed.json["data"][3]["id"];
    let again = post(owner, json!({"ids": [registered_id]})).await;
    assert_eq!(again.json["data"][0], listed.json["data"][3]);
    let others = post(&stranger.designer, json!({"ids": [registered_id, theirs["id"]]})).await;
    assert_eq!(others.json["data"], json!([theirs]));
    for body in [json!({"ids": []}), json!({"register": []}), json!({"ids": [], "register": []})] {
        assert_eq!(post(owner, body).await.json["data"], json!([]));
    }

    // A caller with a token and a session may use the images of both, and new ones belong to the customer.
    let token = registered(&server, EMAIL).await;
    let both = Designer { token: Some(token.clone()), ..owner.clone() };
    let made =
        post(&both, json!({"register": [{"url": "https://pictures.example/both.png"}]})).await;
    let made = &made.json["data"][0]["id"];
    assert_eq!(post(&both, json!({"ids": [made, free["id"]]})).await.ids().len(), 2);
    assert_eq!(post(owner, json!({"ids": [made]})).await.ids().len(), 0);
    assert_eq!(post(&Designer::with_token(&token), json!({"ids": [made]})).await.ids().len(), 1);
}

#[tokio::test]
async fn list_or_register_design_assets__refusals() {
    let (server, design) = with_design(served().await).await;
    let post = |body: Value| design.designer.call(&server, "POST", ASSETS).json(&body);
    let register =
        |url: &str| json!({"register": [{"url": "https://a.example/a.png"}, {"url": url}]});
    let long = format!("https://a.example/{}", "a".repeat(2048));
    for (body, case, message) in [
        (json!({}), "", "ids or register is required"),
        (json!({"ids": null, "register": null}), "_null", "ids or register is required"),
        (json!({"ids": vec![1; 101]}), "_ids", "ids must be a list of at most 100 integers"),
        (json!({"ids": ["1"]}), "_ids_of_text", "ids must be a list of at most 100 integers"),
        (register("http://a.example/a.png"), "_no_https", "url must be an https address"),
        (json!({"register": [{"filename": "a"}]}), "_no_url", "url is required"),
        (
            json!({"register": vec![json!({"url": "https://a.example"}); 101]}),
            "_many",
            "register must be a list of at most 100 assets",
        ),
    ] {
        let refused = post(body).await;
        assert_eq!(refused.outcome(), (400, message));
        refused.snapshot(&format!("list_or_register_design_assets__400{case}"));
    }
    for url in [
        "",
        "a.png",
        "//a.example",
        "javascript:alert(1)",
        "data:image/png;base64,AA",
        "https://",
        "file:///etc/passwd",
        &long,
    ] {
        assert_eq!(post(register(url)).await.outcome(), (400, "url must be an https address"));
    }
    let filled = "insert into design_assets (site_id, session_sha256, url, created_at)
         select 1, token_sha256, 'https://a.example', now() from design_sessions, generate_series(1, 999)";
    server.sql(filled).await;
    let two = post(json!({"register": vec![json!({"url": "https://a.example"}); 2]})).await;
    two.snapshot("list_or_register_design_assets__400_full");
    assert_eq!(post(register("https://a.example")).await.message(), "Too many images");
    assert_eq!(server.count("design_assets").await, 999, "all or none");
    assert_eq!(post(json!({"register": [{"url": "https://a.example"}]})).await.status(), 200);
    let file = pictures::png(3, 2);
    assert_eq!(
        upload_without_design(&server, &design.designer, &file).await.message(),
        "Too many images"
    );
    let refused = upload_into_design(&server, &design, &file).await;
    refused.snapshot("upload_design_asset__400_full");
}
