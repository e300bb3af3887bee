//! The seed: the demo site, a few sites for cases that the demo does not have, and the API keys of all of them. Each
//! site is a bundle with fixed ids.

use std::path::Path;

use stoa_site_bundle::Existing;
use tokio_postgres::Client;

use super::Server;

/// Key of site 1, Harbor Goods, which is the demo.
pub const DEMO_KEY: &str = stoa::demo::KEY;
/// Another key of site 1, for servers that refuse the demo's key because an operator named a database.
pub const OWN_KEY: &str = "svc_live_own0000000000000000000000000000";
pub const EXPIRED_KEY: &str = "svc_live_expired0000000000000000000000000";
/// Another key of site 1, revoked after the import.
pub const REVOKED_KEY: &str = "svc_live_revoked0000000000000000000000000";
/// Key of site 2, Odds and Ends, which has unusual content.
pub const ODDS_KEY: &str = "svc_live_oddsandends000000000000000000000";
/// Another key of site 2, limited to three requests per minute.
pub const SLOW_KEY: &str = "svc_live_slow0000000000000000000000000000";
/// Key of site 3, Closed, which is not active.
pub const CLOSED_KEY: &str = "svc_live_closed00000000000000000000000000";
/// Key of site 4, Shuttered, whose store is disabled.
pub const SHUTTERED_KEY: &str = "svc_live_shuttered00000000000000000000000";
/// Key of site 5, Bare, which has only a name.
pub const BARE_KEY: &str = "svc_live_bare0000000000000000000000000000";
/// Not a key of any site.
pub const UNKNOWN_KEY: &str = "svc_live_unknown0000000000000000000000000";

/// Names of the keys in snapshots.
pub const KEYS: [(&str, &str); 10] = [
    (OWN_KEY, "OWN_KEY"),
    (DEMO_KEY, "DEMO_KEY"),
    (EXPIRED_KEY, "EXPIRED_KEY"),
    (REVOKED_KEY, "REVOKED_KEY"),
    (ODDS_KEY, "ODDS_KEY"),
    (SLOW_KEY, "SLOW_KEY"),
    (CLOSED_KEY, "CLOSED_KEY"),
    (SHUTTERED_KEY, "SHUTTERED_KEY"),
    (BARE_KEY, "BARE_KEY"),
    (UNKNOWN_KEY, "UNKNOWN_KEY"),
];

/// Imports the seed into a migrated database.
pub async fn import(client: &mut Client) {
    stoa::demo::import(client, stoa::demo::BUNDLE).await.unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites");
    for site in ["2-odds-and-ends", "3-closed", "4-shuttered", "5-bare"] {
        let file = folder.join(site).with_extension("json");
        let imported = stoa_site_bundle::import(client, &file, Existing::Refuse).await.unwrap();
        stoa_site_bundle::analyze(client, &[imported]).await.unwrap();
    }
    revoke(client).await;
    let own = "insert into api_keys (site_id, name, secret_sha256) values (1, 'own', sha256(convert_to($1, 'UTF8')))";
    client.execute(own, &[&OWN_KEY]).await.unwrap();
}

/// Replaces a site with this bundle, discarding its live state such as API keys that the bundle lacks.
pub async fn replace_site(server: &Server, file: &Path) {
    let existing = Existing::ReplaceDiscardingLiveState;
    stoa_site_bundle::import(&mut server.client().await, file, existing).await.unwrap();
}

/// Revokes a key, because a bundle cannot hold a revoked one.
async fn revoke(client: &Client) {
    let secret = "insert into api_keys (site_id, name, secret_sha256) \
                  values (1, 'revoked', sha256(convert_to($1, 'UTF8'))) returning id";
    let key = client.query_one(secret, &[&REVOKED_KEY]).await.unwrap();
    let revoke = "update api_keys set revoked_at = now() where site_id = 1 and id = $1";
    client.execute(revoke, &[&key.get::<_, i64>(0)]).await.unwrap();
}
