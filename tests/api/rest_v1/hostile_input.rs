//! Hostile values in every parameter of every operation. The contract check refuses a 500, an undocumented status and
//! every body that does not fit the document.

use super::{operations, path};
use crate::api::fifty_on;
use crate::contract::document::Operation;
use crate::harness::{DEMO_KEY, Server, encoded, hostile::VALUES, served_read_only, wire};

#[tokio::test]
async fn every_value_in_every_parameter() {
    let server = served_read_only().await;
    let long = "a".repeat(50_000);
    for operation in operations() {
        for parameter in &operation.parameters {
            for value in VALUES.iter().copied().chain([long.as_bytes()]) {
                if parameter.place == "path" && value.is_empty() {
                    continue;
                }
                let target = target(operation, &parameter.name, &parameter.place, value);
                let answer = server.get(&target).key(DEMO_KEY).await;
                let is_expected = match parameter.name.as_str() {
                    // The key is valid only for its own site.
                    "siteId" => matches!(answer.status(), 200 | 400 | 401 | 404),
                    "slug" => matches!(answer.status(), 200 | 400 | 404),
                    _ => matches!(answer.status(), 200 | 400),
                };
                assert!(is_expected, "{} {target:.200}", answer.status());
            }
        }
    }
    still_answers(&server).await;
}

/// The target of a request for the demo site, with this value in this parameter.
fn target(operation: &Operation, name: &str, place: &str, value: &[u8]) -> String {
    let value = encoded(value);
    match place {
        "path" => {
            let slug = path(operation, "1");
            let slug = slug.rsplit('/').next().unwrap();
            let others =
                [("siteId", "1"), ("slug", slug)].into_iter().filter(|(other, _)| *other != name);
            operation.path_of(&others.chain([(name, value.as_str())]).collect::<Vec<_>>())
        }
        _ => format!("{}?{name}={value}", path(operation, "1")),
    }
}

#[tokio::test]
async fn odd_queries() {
    let server = served_read_only().await;
    for (query, status) in [
        ("?", 200),
        ("?&&&", 200),
        ("?=", 200),
        ("?=1&limit", 200),
        ("?limit=1=2", 400),
        ("?limit=1;offset=x", 400),
        ("?limit[]=0&limit.x=0&LIMIT=0&limit%00=0", 200),
        ("?limit=1&limit=1", 400),
        ("?limit=1&l%69mit=1", 400),
        ("?unknown=1&unknown=2", 200),
        ("?l%69mit=0", 400),
        ("?%6%=%zz&search=%", 200),
        ("?search=%C3", 400),
        ("?search=%zz", 200),
        ("?search=a+b%20c", 200),
        ("?limit=1#limit=0", 200),
    ] {
        let answer = server.get(&format!("/api/v1/sites/1/posts{query}")).key(DEMO_KEY).await;
        assert_eq!(answer.status(), status, "{query}");
    }
    let many = format!("/api/v1/sites/1/posts?limit=1{}", "&a=1".repeat(10_000));
    assert_eq!(server.get(&many).key(DEMO_KEY).await.ids(), [6]);
    // GET ignores a body.
    let mut with_body = server.get("/api/v1/sites/1/posts?limit=1").key(DEMO_KEY);
    with_body.body = "{\"limit\":0}".into();
    assert_eq!(with_body.await.ids(), [6]);
}

/// The server refuses a request that exceeds its HTTP limits before routing it.
#[tokio::test]
async fn requests_over_the_size_limits() {
    let server = served_read_only().await;
    let long = "a".repeat(100_000);
    for request in [
        server.get(&format!("/api/v1/sites/1/posts/{long}")),
        server.get(&format!("/api/v1/sites/{long}/posts")),
        server.get(&format!("/api/v1/sites/1/posts?search={long}")),
        server.get("/api/v1/sites/1/posts").key(&long),
        server.get("/api/v1/sites/1/posts").bearer(&long),
    ] {
        let status = request.unchecked().await.status;
        assert!(matches!(status, 414 | 431), "{status}");
    }
    still_answers(&server).await;
}

/// Bytes that are not HTTP are answered with 400, or not at all.
#[tokio::test]
async fn malformed_requests() {
    let server = served_read_only().await;
    let requests: [&[u8]; 11] = [
        b"GET\r\n\r\n",
        b"GET /api/v1/sites/1/tags\r\n\r\n",
        b"GET /api/v1/sites/1/\xff\xfe HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
        b"GET /api/v1/sites/1/\0tags HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
        b"GET /api/v1/sites/1/tags HTTP/1.1\r\nx-api-key: a\0b\r\nconnection: close\r\n\r\n",
        b"GET /api/v1/sites/1/tags HTTP/1.1\r\nx-api-key\r\nconnection: close\r\n\r\n",
        b"GET /api/v1/sites/1/tags HTTP/1.1\r\n x: folded\r\nconnection: close\r\n\r\n",
        b"GET /api/v1/sites/1/tags HTTP/9.9\r\nconnection: close\r\n\r\n",
        b"GET /api/v1/sites/1/tags HTTP/1.1\r\ncontent-length: -1\r\nconnection: close\r\n\r\n",
        b"GET /api/v1/sites/1/tags HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\nconnection: close\r\n\r\nab",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 this is TLS \r\n\r\n",
    ];
    for request in requests {
        let received = wire::send(server.address, request).await;
        let shown = (String::from_utf8_lossy(request), String::from_utf8_lossy(&received));
        assert!(received.is_empty() || received.starts_with(b"HTTP/1.1 4"), "{shown:?}");
    }
    let many_headers =
        format!("GET /api/v1/sites/1/tags HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(1000));
    assert!(wire::send(server.address, many_headers.as_bytes()).await.starts_with(b"HTTP/1.1 431"));
    still_answers(&server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_at_once() {
    let server = served_read_only().await;
    fifty_on([&server, &server], async |server, client| {
        let values = VALUES.iter().skip(client % 7).take(8);
        for (operation, value) in operations().cycle().skip(client).zip(values) {
            let search = server.get(&path(operation, "1")).query("search", "e");
            search.key(DEMO_KEY).await.expect(200);
            server.get(&target(operation, "limit", "query", value)).key(DEMO_KEY).await;
        }
    })
    .await;
    still_answers(&server).await;
}

async fn still_answers(server: &Server) {
    let posts = server.get("/api/v1/sites/1/posts?limit=1").key(DEMO_KEY).await;
    assert_eq!(posts.ids(), [6]);
}
