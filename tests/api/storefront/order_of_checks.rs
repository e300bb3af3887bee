//! The order of checks: route, path, store, credential, query and body, operation. The first failure is answered. Each
//! test calls every served operation.

use super::customers::with_customer;
use super::{call, call_with, operations};
use crate::contract::document::{Key, Operation};
use crate::harness::{MINUTE, Request, Server, SharedResponses, served, served_read_only};

/// A call in which everything that is checked after the site is wrong: credential, query, headers and body.
fn with_later_faults<'a>(
    server: &'a Server,
    operation: &'static Operation,
    site: &str,
) -> Request<'a> {
    let later = operation.parameters.iter().filter(|parameter| parameter.place != "path");
    let wrong = later.map(|parameter| match parameter.place.as_str() {
        "header" => (parameter.name.as_str(), &b"\"wrong"[..]),
        _ => (parameter.name.as_str(), &b"\0"[..]),
    });
    let values: Vec<_> = wrong.chain([("siteId", site.as_bytes())]).collect();
    let mut request = call_with(server, operation, &values);
    if !operation.body.is_null() {
        request.body = "{".into();
    }
    request.header("authorization", "Bearer wrong").header("cookie", "svc_design_session=wrong")
}

#[tokio::test]
async fn the_route_comes_first() {
    let server = served_read_only().await;
    for operation in operations() {
        let request = with_later_faults(&server, operation, "x");
        let path = request.target.split('?').next().unwrap().to_owned();
        assert_eq!(server.request("TRACE", &path).await.outcome(), (405, "Method not allowed"));
        let elsewhere = server.request(&operation.method, &format!("{path}/x/y")).await;
        assert_eq!(elsewhere.outcome(), (404, "Not found"), "{path}");
    }
}

#[tokio::test]
async fn a_site_that_is_no_integer_has_no_store() {
    let server = served_read_only().await;
    for operation in operations() {
        for site in ["home", "1.0", "0x1", " 1", "9223372036854775808", "\0", "١"] {
            let invalid = with_later_faults(&server, operation, site).await;
            let expected = (404, "Store not found");
            assert_eq!(invalid.outcome(), expected, "{} {site}", operation.id);
        }
    }
}

/// Calls unknown and inactive sites, a site with a disabled store, and a site without a store.
#[tokio::test]
async fn the_store_comes_before_the_credential() {
    let server = served_read_only().await;
    let mut refusals = SharedResponses::default();
    for operation in operations() {
        refusals.add(&call(&server, operation, "4").await);
        for site in ["999", "3", "4", "5", "0", "-1", "9223372036854775807"] {
            for request in
                [call(&server, operation, site), with_later_faults(&server, operation, site)]
            {
                let missing = request.await;
                let expected = (404, "Store not found");
                assert_eq!(missing.outcome(), expected, "{} {site}", operation.id);
            }
        }
    }
    refusals.snapshot("storefront__store");
}

/// Operations without security ignore a token that is sent.
#[tokio::test]
async fn the_credential_comes_before_query_and_body() {
    let server = served().await;
    let mut refusals = SharedResponses::default();
    for operation in operations() {
        server.pass(MINUTE);
        let wrong = with_later_faults(&server, operation, "1").await;
        let without = call(&server, operation, "1").await;
        match operation.key {
            Key::Required | Key::OrSessionId => {
                assert_eq!((wrong.status(), without.status()), (401, 401));
            }
            Key::Optional => assert_eq!((wrong.status(), without.status() == 401), (401, false)),
            Key::Lenient | Key::None => assert!(wrong.status() != 401 && without.status() != 401),
        }
        if wrong.status() == 401 {
            refusals.add(&wrong);
        }
    }
    refusals.snapshot("storefront__credential");
}

#[tokio::test]
async fn the_body_is_read_last() {
    let (server, token) = with_customer(served().await).await;
    let mut refusals = SharedResponses::default();
    let huge = format!("\"{}\"", "a".repeat(3 << 20));
    let reads_json =
        |operation: &&Operation| operation.statuses().contains(&415) && !operation.body.is_null();
    for operation in operations().filter(reads_json) {
        for (content_type, body, status, message) in [
            ("application/json", "{", 400, "Invalid JSON body"),
            ("application/json", "", 400, "Invalid JSON body"),
            ("application/json", &huge, 413, "Request body too large"),
            ("application/x-www-form-urlencoded", "a=1", 415, "Expected application/json"),
        ] {
            if body.is_empty() && operation.is_body_optional {
                continue;
            }
            server.pass(MINUTE);
            let mut request = call(&server, operation, "1");
            if operation.key == Key::Required {
                request = request.bearer(&token);
            }
            request.headers.retain(|(name, _)| *name != "content-type");
            request.headers.push(("content-type", content_type.into()));
            request.body = body.into();
            let refused = request.await;
            let case = format!("{} {content_type} {body:.20}", operation.id);
            assert_eq!(refused.outcome(), (status, message), "{case}");
            if status > 400 {
                refusals.add(&refused);
            }
        }
    }
    refusals.snapshot("storefront__body");
}
