//! `GET /files/{site}/{key}` for files in a folder.

use http::HeaderMap;

use super::{pictures, store};
use crate::harness::wire::{self, Response};
use crate::harness::*;

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Vec<&'a str> {
    headers.get_all(name).iter().map(|value| value.to_str().unwrap()).collect()
}

/// Asserts the security headers of a file, because a stranger may have uploaded the file.
fn is_harmless(response: &Response) {
    let headers = &response.headers;
    assert_eq!(header(headers, "x-content-type-options"), ["nosniff"]);
    assert_eq!(header(headers, "content-security-policy"), ["sandbox; default-src 'none'"]);
    assert_eq!(header(headers, "cache-control"), ["public, max-age=31536000, immutable"]);
    assert_eq!(header(headers, "access-control-allow-origin"), ["*"]);
    assert!(!headers.contains_key("access-control-allow-credentials"));
}

#[tokio::test]
async fn a_file() {
    let server = served().await;
    let key = store(&server, 1).await;
    let path = format!("/files/1/{key}");
    assert_eq!(server.files.url(1, &key), format!("{FILES_URL}/1/{key}"));

    let plain = server.get(&path).unchecked().await;
    assert_eq!((plain.status, plain.body), (200, pictures::png(3, 2)));
    for (name, value) in [("origin", "https://anyone.example"), ("accept-encoding", "gzip, br")] {
        let file = server.get(&path).header(name, value).unchecked().await;
        assert_eq!((file.status, &file.body), (200, &pictures::png(3, 2)));
        is_harmless(&file);
        assert_eq!(header(&file.headers, "content-type"), ["image/png"]);
        assert_eq!(header(&file.headers, "etag"), [format!("\"{key}\"")]);
        assert_eq!(header(&file.headers, "content-encoding"), [""; 0]);
    }

    let head = server.request("HEAD", &path).unchecked().await;
    is_harmless(&head);
    assert_eq!(head.status, 200);
    assert_eq!(header(&head.headers, "content-length"), [pictures::png(3, 2).len().to_string()]);
    for (tag, status) in
        [(format!("\"{key}\""), 304), (format!("W/\"{key}\", \"b\""), 304), ("\"b\"".into(), 200)]
    {
        let file = server.get(&path).header("if-none-match", &tag).unchecked().await;
        assert_eq!(file.status, status, "{tag}");
        is_harmless(&file);
        assert_eq!(file.body.is_empty(), status == 304);
    }
    assert_eq!(server.request("POST", &path).unchecked().await.status, 405);
}

#[tokio::test]
async fn a_large_file_is_whole() {
    let server = served().await;
    let bytes: Vec<u8> = (0..5_000_000_u32).map(|number| (number % 251) as u8).collect();
    let file = stoa_files::NewFile { bytes: bytes.clone().into(), ..super::picture() };
    let key = server.files.store(1, &file).await.unwrap();
    let served = server.get(&format!("/files/1/{key}")).unchecked().await;
    assert!(served.status == 200 && served.body == bytes);
    let read = server.files.read(1, &key, bytes.len()).await.unwrap().unwrap();
    assert!(read == bytes);
    assert!(server.files.read(1, &key, bytes.len() - 1).await.is_err());
    assert!(server.files.read(2, &key, bytes.len()).await.unwrap().is_none());
}

#[tokio::test]
async fn unknown_files() {
    let server = served().await;
    let key = store(&server, 1).await;
    let digits = key.strip_suffix(".png").unwrap();
    std::fs::write(server.folder().join("secret.png"), "above the site's own").unwrap();
    let upper = key.to_uppercase();
    for path in [
        format!("1/{}", key.replace(&digits[..4], "0000")),
        format!("2/{key}"),
        format!("01/{key}"),
        format!("+1/{key}"),
        format!("%2B1/{key}"),
        format!("-1/{key}"),
        format!("9223372036854775808/{key}"),
        format!("x/{key}"),
        format!("1/{digits}"),
        format!("1/{digits}."),
        format!("1/{digits}.PNG"),
        format!("1/{upper}"),
        format!("1/{key}.html"),
        format!("1/{key}%00"),
        format!("1/%00{key}"),
        format!("1/{key}%23"),
        "1/..".into(),
        "1/%2e%2e%2fsecret.png".into(),
        "1/..%2fsecret.png".into(),
        "1/..%5csecret.png".into(),
        "1/%2e%2e/secret.png".into(),
        "../files/secret.png".into(),
        "1/secret.png".into(),
        format!("1/{}", "a".repeat(10_000)),
        "1/%ff%fe".into(),
        "1/".into(),
        "1".into(),
        String::new(),
    ] {
        let missing = server.get(&format!("/files/{path}")).unchecked().await;
        assert_eq!(missing.status, 404, "{path}");
        let told: serde_json::Value = serde_json::from_slice(&missing.body).unwrap();
        assert_eq!(told["success"], false, "{path}");
        assert!(
            told["message"].as_str().unwrap().ends_with("not found")
                || told["message"] == "Not found"
        );
        assert!(missing.headers.contains_key("x-request-id"));
    }
    let whole = server.get(&format!("/files/1/{key}")).unchecked().await;
    assert_eq!(whole.status, 200);
}

/// Slow and disconnecting readers block no other reader.
#[tokio::test]
async fn slow_and_disconnecting_readers() {
    let server = served().await;
    let bytes = vec![7; 5_000_000];
    let file = stoa_files::NewFile { bytes: bytes.clone().into(), ..super::picture() };
    let key = server.files.store(1, &file).await.unwrap();
    let mut left = Vec::new();
    for _ in 0..50 {
        let request = server.get(&format!("/files/1/{key}"));
        let stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
        let mut stream = stream;
        tokio::io::AsyncWriteExt::write_all(&mut stream, &request.bytes()).await.unwrap();
        left.push(stream);
    }
    let request = server.get(&format!("/files/1/{key}"));
    let served = wire::exchange(server.address, &request.bytes(), false).await;
    assert!(served.status == 200 && served.body == bytes);
}

#[test]
fn urls() {
    let storage = stoa_storage::Storage::local(std::path::Path::new("nowhere"));
    let config = tokio_postgres::Config::new();
    let db = stoa_db::Db::connect(config, stoa_db::Settings::default());
    let base = "https://cdn.harbor.test/stoa/";
    let files = stoa_files::Files::new(db, stoa_values::Clock::default(), storage, base);
    let key = "0123456789abcdef0123456789abcdef.png";
    let url = files.url(12, key);
    assert_eq!(url, format!("https://cdn.harbor.test/stoa/12/{key}"));
    assert_eq!(files.prefix(12) + key, url);
    assert_eq!(files.key_of(12, &url), Some(key));
    for other in [
        files.url(1, key),
        url.replace("https", "http"),
        url.replace("png", "PNG"),
        format!("{url}?a"),
        format!("{url}/"),
        format!("{}../12/{key}", files.prefix(12)),
        key.to_owned(),
    ] {
        assert_eq!(files.key_of(12, &other), None, "{other}");
    }
}
