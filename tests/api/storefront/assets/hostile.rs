//! Malicious files: none is stored, none causes an internal error, and the server continues to work.

use image::ImageFormat;

use super::*;
use crate::api::{answered, fifty};

const NO_IMAGE: &str = "file must be a PNG, JPEG, WebP or GIF image";
const TOO_LARGE: &str = "file must be an image of at most 50 megapixels";

#[tokio::test]
async fn files_that_are_not_images() {
    let (server, design) = with_design(served_without_limits().await).await;
    let mut files: Vec<(String, Vec<u8>, &str)> = vec![
        ("empty".into(), Vec::new(), NO_IMAGE),
        ("html".into(), b"<html><script>alert(1)</script>".to_vec(), NO_IMAGE),
        (
            "svg".into(),
            b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>".to_vec(),
            NO_IMAGE,
        ),
        ("svg behind the name of a PNG".into(), b"\x89PNG\r\n\x1a\n<svg/>".to_vec(), NO_IMAGE),
        ("zip".into(), b"PK\x03\x04".to_vec(), NO_IMAGE),
        ("claims 60,000 x 60,000".into(), pictures::png_claiming(60_000, 60_000), TOO_LARGE),
        ("claims a long side".into(), pictures::png_claiming(1, 4_000_000_000), TOO_LARGE),
        ("claims 51 megapixels".into(), pictures::png_claiming(10_000, 5_100), TOO_LARGE),
        ("claims more than it has".into(), pictures::png_claiming(7_000, 7_000), NO_IMAGE),
        ("claims nothing".into(), pictures::png_claiming(0, 0), NO_IMAGE),
    ];
    for format in [ImageFormat::Png, ImageFormat::Gif, ImageFormat::WebP, ImageFormat::Jpeg] {
        let whole = pictures::encoded(64, 64, format);
        for part in [4, 12, 30] {
            files.push((format!("{part} of {format:?}"), whole[..part].to_vec(), NO_IMAGE));
        }
        let junk = [&whole[..12], &[0xab; 300]].concat();
        files.push((format!("junk after the signature of {format:?}"), junk, NO_IMAGE));
    }
    let tiles = include_bytes!("../../../../providers/images/src/tests/tiles.webp");
    files.push(("a few bytes that become many".into(), tiles.to_vec(), TOO_LARGE));
    for (case, file, message) in files {
        let refused = upload_into_design(&server, &design, &file).await;
        assert_eq!(refused.outcome(), (400, message), "{case}");
    }
    let jpeg = pictures::encoded(64, 64, ImageFormat::Jpeg);
    for file in [&pictures::png(3, 2)[..], &jpeg[..jpeg.len() - 2], &jpeg[..jpeg.len() - 100]] {
        let kept = upload_into_design(&server, &design, file).await;
        assert_eq!(kept.status(), 200, "a JPEG without its end is accepted");
    }
}

#[tokio::test]
async fn path_traversal_names() {
    let (server, design) = with_design(served_without_limits().await).await;
    let file = pictures::png(3, 2);
    for (name, shown) in [
        ("../../../etc/passwd", json!("passwd")),
        ("..", json!("..")),
        ("a/b\\c.png", json!("c.png")),
        ("whale.png.html", json!("whale.png.html")),
        (" ", json!(null)),
        ("%2e%2e%2fa.png", json!("a.png")),
        ("<script>alert(1)</script>", json!("script>")),
        (&"a".repeat(5_000), json!("a".repeat(255))),
    ] {
        let path = format!("{}/assets", design.id);
        let kept = design.designer.of(&server, "POST", path).files(&[(name, &file)]).await;
        assert_eq!((kept.status(), &kept.json["data"]["filename"]), (200, &shown), "{name:.40}");
        let path = path_of(&kept.json["data"]);
        assert!(path.ends_with(".png") && !path.contains(".."), "{path}");
    }
    for name in ["a\u{7}.png", "a\0.png", "a\r\nb.png"] {
        let path = format!("{}/assets", design.id);
        let refused = design.designer.of(&server, "POST", path).files(&[(name, &file)]).await;
        assert_eq!(refused.message(), "Invalid multipart body", "{name:?}");
    }
}

#[tokio::test]
async fn truncated_forms() {
    let (server, design) = with_design(served_without_limits().await).await;
    let whole = upload_into_design(&server, &design, &pictures::png(64, 64)).bytes();
    let head = whole.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap() + 4;
    let (head, body) = whole.split_at(head);
    let head = String::from_utf8(head.to_vec()).unwrap();
    for length in [0, 1, 30, 150, body.len() / 2, body.len() - 30] {
        // The headers claim that this truncated body is complete.
        let said = head.replace(
            &format!("content-length: {}", body.len()),
            &format!("content-length: {length}"),
        );
        let sent = [said.as_bytes(), &body[..length]].concat();
        let answer = wire::exchange(server.address, &sent, false).await;
        assert_eq!(answer.status, 400, "{length}");
        // The headers announce the whole body, but the client disconnects after a part.
        let mut socket = std::net::TcpStream::connect(server.address).unwrap();
        std::io::Write::write_all(&mut socket, head.as_bytes()).unwrap();
        std::io::Write::write_all(&mut socket, &body[..length]).unwrap();
    }
    assert_eq!(server.count("design_assets").await, 0);
    assert_eq!(upload_into_design(&server, &design, &pictures::png(3, 2)).await.status(), 200);
}

/// Small files that decode to large pictures. All clients upload them concurrently, but the server decodes them one
/// after the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_decompression_bombs() {
    let (server, design) = with_design(served_without_limits().await).await;
    let (bomb, claims) = (pictures::bomb(1_500), pictures::png_claiming(60_000, 60_000));
    let answers = fifty(&server, async |server, number| match number % 5 {
        0 => upload_into_design(server, &design, &bomb).await,
        _ => upload_into_design(server, &design, &claims).await,
    })
    .await;
    let kept = answered(&answers, 200);
    assert_eq!(kept + answered(&answers, 503), 10, "taken, or asked to come again");
    assert_eq!(answered(&answers, 400), 40);
    assert!(kept > 0);
}
