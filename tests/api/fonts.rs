//! The designer's fonts, as browsers load them.

use crate::harness::wire::Response;
use crate::harness::*;

fn header<'a>(answer: &'a Response, name: &str) -> &'a str {
    answer.headers.get(name).map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn a_stylesheet_and_its_files() {
    let server = served_read_only().await;
    let sheet = server.get("/fonts/inter.css").unchecked().await;
    assert_eq!(sheet.status, 200);
    assert_eq!(header(&sheet, "content-type"), "text/css; charset=utf-8");
    assert_eq!(header(&sheet, "cache-control"), "public, max-age=86400");
    let text = String::from_utf8(sheet.body.clone()).unwrap();
    let files: Vec<&str> =
        text.split("url(\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(files.len(), 4);
    for file in files {
        let font = server.get(&format!("/fonts/{file}")).header("origin", "https://shop.example");
        let font = font.unchecked().await;
        assert_eq!((font.status, header(&font, "content-type")), (200, "font/otf"));
        assert_eq!(&font.body[..4], b"OTTO");
        assert!(header(&font, "cache-control").starts_with("public, max-age=31536000, immutable"));
        assert_eq!(header(&font, "x-content-type-options"), "nosniff");
        assert_eq!(header(&font, "access-control-allow-origin"), "*");
    }
    let known = server.get("/fonts/inter.css").header("if-none-match", header(&sheet, "etag"));
    assert_eq!(known.unchecked().await.status, 304);
}

#[tokio::test]
async fn unknown_files() {
    let server = served_read_only().await;
    for name in
        ["nothing.css", "Inter", "OFL.txt", "..%2F..%2FCargo.toml", "%00.ttf", "inter.css%2F"]
    {
        let answer = server.get(&format!("/fonts/{name}")).unchecked().await;
        assert_eq!(answer.status, 404, "{name}");
    }
}
