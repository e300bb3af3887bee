//! Authorization by API keys, for every operation.

use super::{operations, path};
use crate::contract::document::Key;
use crate::harness::*;

#[derive(Clone, Copy, PartialEq)]
enum Credential {
    Absent,
    Valid,
    Invalid,
}
use Credential::{Absent, Invalid, Valid};

type Headers = [(&'static str, String)];

#[tokio::test]
async fn every_credential_at_every_operation() {
    let server = served_read_only().await;
    let table: &[(&str, Credential, &Headers)] = &[
        ("no key", Absent, &[]),
        ("x-api-key", Valid, &[("x-api-key", DEMO_KEY.into())]),
        ("bearer", Valid, &[("authorization", format!("Bearer {DEMO_KEY}"))]),
        ("bearer in another case", Valid, &[("authorization", format!("bearer {DEMO_KEY}"))]),
        ("unknown", Invalid, &[("x-api-key", UNKNOWN_KEY.into())]),
        ("expired", Invalid, &[("x-api-key", EXPIRED_KEY.into())]),
        ("expired, bearer", Invalid, &[("authorization", format!("Bearer {EXPIRED_KEY}"))]),
        ("revoked", Invalid, &[("x-api-key", REVOKED_KEY.into())]),
        ("another site's", Invalid, &[("x-api-key", ODDS_KEY.into())]),
        ("in another case", Invalid, &[("x-api-key", DEMO_KEY.to_uppercase())]),
        ("cut off", Invalid, &[("x-api-key", DEMO_KEY[..40].into())]),
        ("two in one", Invalid, &[("x-api-key", format!("{DEMO_KEY},{DEMO_KEY}"))]),
        ("the key with Bearer", Invalid, &[("x-api-key", format!("Bearer {DEMO_KEY}"))]),
        ("empty", Absent, &[("x-api-key", "".into())]),
        ("empty bearer", Invalid, &[("authorization", "Bearer ".into())]),
        ("empty authorization", Absent, &[("authorization", "".into())]),
        ("no scheme", Invalid, &[("authorization", DEMO_KEY.into())]),
        ("another scheme", Absent, &[("authorization", format!("Basic {DEMO_KEY}"))]),
        ("not ASCII", Invalid, &[("x-api-key", "schlüssel".into())]),
        // `Authorization` takes precedence over `X-Api-Key`.
        (
            "good and bad",
            Valid,
            &[("authorization", format!("Bearer {DEMO_KEY}")), ("x-api-key", "bad".into())],
        ),
        (
            "bad and good",
            Invalid,
            &[("authorization", "Bearer bad".into()), ("x-api-key", DEMO_KEY.into())],
        ),
        (
            "another scheme and good",
            Valid,
            &[("authorization", "Basic YTpi".into()), ("x-api-key", DEMO_KEY.into())],
        ),
        ("empty and good", Valid, &[("authorization", "".into()), ("x-api-key", DEMO_KEY.into())]),
    ];
    for operation in operations() {
        for (name, credential, headers) in table {
            let mut request = server.get(&path(operation, "1"));
            request.headers = headers.to_vec();
            let expected = match (credential, operation.key) {
                (Valid, _)
                | (Absent, Key::Optional | Key::OrSessionId | Key::Lenient | Key::None) => 200,
                (Invalid, _) | (Absent, Key::Required) => 401,
            };
            assert_eq!(request.await.status(), expected, "{} {name}", operation.id);
        }
    }
}

#[tokio::test]
async fn an_unknown_key() {
    let server = served_read_only().await;
    let mut refusals = SharedResponses::default();
    for operation in operations() {
        refusals.add(&server.get(&path(operation, "1")).key(UNKNOWN_KEY).await);
    }
    refusals.snapshot("rest_v1__unknown_key");
}

#[tokio::test]
async fn inactive_and_unknown_sites() {
    let server = served_read_only().await;
    let mut refusals = SharedResponses::default();
    for operation in operations() {
        // Expected statuses for an inactive site and for an unknown site:
        //
        // - `own`: one status for each site, with the key of the inactive site
        // - `other`: the status for both sites, with the key of another site
        // - `none`: the status for both sites, without a key
        let (own, other, none) = match (operation.id.as_str(), operation.key) {
            ("list_blocks", _) => ([200, 401], 401, 200),
            (_, Key::Required) => ([404, 401], 401, 401),
            (_, _) => ([404, 401], 401, 404),
        };
        let [of_inactive, of_unknown] = own;
        let unknown = ["999", "0", "-1", "9223372036854775807"].map(|site| (site, of_unknown));
        for (site, own) in [("3", of_inactive)].into_iter().chain(unknown) {
            let path = path(operation, site);
            for (key, expected) in [(CLOSED_KEY, own), (DEMO_KEY, other), (UNKNOWN_KEY, other)] {
                assert_eq!(
                    server.get(&path).key(key).await.status(),
                    expected,
                    "{} {path} {key}",
                    operation.id
                );
            }
            assert_eq!(
                server.get(&path).await.status(),
                none,
                "{} {path} without a key",
                operation.id
            );
        }
        if own[0] == 404 {
            server.pass(MINUTE);
            let closed = server.get(&path(operation, "3")).key(CLOSED_KEY).await;
            refusals.add(&closed);
        }
    }
    refusals.snapshot("rest_v1__site_not_active");
}

#[tokio::test]
async fn sites_are_isolated() {
    let server = served_read_only().await;
    // Both sites have all of these resources, and the responses must differ.
    for operation in operations().filter(|operation| operation.id != "list_blocks") {
        let one = server.get(&path(operation, "1")).key(DEMO_KEY).await;
        let two = server.get(&path(operation, "2")).key(ODDS_KEY).await;
        assert_ne!(one.json["data"], two.json["data"], "{}", operation.id);
    }
    for path in
        ["/api/v1/sites/2/posts/how-we-dye-our-canvas", "/api/v1/sites/2/products/harbor-tote"]
    {
        assert_eq!(server.get(path).key(ODDS_KEY).await.status(), 404, "{path}");
    }
}
