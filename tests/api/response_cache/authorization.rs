//! The cache serves exactly the callers that the handler would serve.

use stoa_rest_v1::API_KEY_TTL;

use super::{call, operations, told};
use crate::harness::*;

/// No key, keys of each site, and expired, revoked and unknown keys.
const CREDENTIALS: [Option<&str>; 10] = [
    None,
    Some(DEMO_KEY),
    Some(OWN_KEY),
    Some(EXPIRED_KEY),
    Some(REVOKED_KEY),
    Some(ODDS_KEY),
    Some(CLOSED_KEY),
    Some(SHUTTERED_KEY),
    Some(BARE_KEY),
    Some(UNKNOWN_KEY),
];

const SITES: [&str; 7] = ["1", "2", "3", "4", "5", "999", "01"];

#[tokio::test]
async fn every_credential_at_every_operation_of_every_site() {
    let server = served_with_cache(&["all=off"]).await;
    let reading = server.another_without_cache().await;
    let mut served = 0;
    // The first round fills the cache, the second hits it.
    for _ in 0..2 {
        for operation in operations() {
            for site in SITES {
                for key in CREDENTIALS {
                    let ask = |server| {
                        let request = call(server, operation, site);
                        key.into_iter().fold(request, Request::key)
                    };
                    let expected = ask(&reading).await;
                    let found = ask(&server).await;
                    assert_eq!(told(&found), told(&expected), "{} {site} {key:?}", operation.id);
                    served += usize::from(found.status() == 200);
                }
            }
        }
    }
    assert!(served > 2 * 2 * operations().len(), "{served}");
}

#[tokio::test]
async fn a_revoked_or_expired_key_is_refused() {
    let server = served_with_cache(&["all=off"]).await;
    let of_keys: Vec<_> = operations().into_iter().filter(|it| it.path.contains("/v1/")).collect();
    let in_a_minute = "update api_keys set expires_at = $1 where site_id = 1 and secret_sha256 = \
                       sha256(convert_to($2, 'UTF8'))";
    let client = server.client().await;
    let expires_at = server.now() + MINUTE;
    assert_eq!(client.execute(in_a_minute, &[&expires_at, &OWN_KEY]).await.unwrap(), 1);
    let status_of =
        async |key: &str, operation| call(&server, operation, "1").key(key).await.status();
    for operation in &of_keys {
        assert_eq!(status_of(OWN_KEY, operation).await, 200, "{}", operation.id);
        assert_eq!(status_of(DEMO_KEY, operation).await, 200, "{}", operation.id);
    }
    server.pass(MINUTE);
    for operation in &of_keys {
        assert_eq!(status_of(DEMO_KEY, operation).await, 200, "{}", operation.id);
        assert_eq!(status_of(OWN_KEY, operation).await, 401, "{}", operation.id);
    }
    server.sql("update api_keys set revoked_at = now() where site_id = 1").await;
    server.pass(API_KEY_TTL);
    for operation in &of_keys {
        assert_eq!(status_of(DEMO_KEY, operation).await, 401, "{}", operation.id);
    }
}

#[tokio::test]
async fn a_closed_site_or_store_is_refused() {
    for close in ["update stores set enabled = false", "update sites set active = false"] {
        let server = served_with_cache(&["all=off"]).await;
        let reading = server.another_without_cache().await;
        for operation in operations() {
            assert_eq!(call(&server, operation, "1").key(DEMO_KEY).await.status(), 200);
        }
        server.sql(close).await;
        server.pass(API_KEY_TTL);
        let mut closed = 0;
        for operation in operations() {
            let expected = call(&reading, operation, "1").key(DEMO_KEY).await;
            let found = call(&server, operation, "1").key(DEMO_KEY).await;
            assert_eq!(told(&found), told(&expected), "{}", operation.id);
            closed += usize::from(found.status() >= 400);
        }
        assert!(closed > 0);
    }
}
