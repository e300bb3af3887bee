//! The seed: the demo site and a few that the demo cannot show, with the keys to them. Each is a bundle with
//! fixed ids.

use std::path::Path;

use stoa_site_bundle::Existing;
use tokio_postgres::Client;

use super::Server;

/// Site 1, Harbor Goods: the demo.
pub const DEMO_KEY: &str = stoa::demo::KEY;
/// Site 1's too, for servers that refuse the demo's: who names a database is not trying things out.
pub const OWN_KEY: &str = "svc_live_own0000000000000000000000000000";
pub const EXPIRED_KEY: &str = "svc_live_expired0000000000000000000000000";
/// Site 1's too, revoked after the import.
pub const REVOKED_KEY: &str = "svc_live_revoked0000000000000000000000000";
/// Site 2, Odds and Ends: what is unusual.
pub const ODDS_KEY: &str = "svc_live_oddsandends000000000000000000000";
/// Site 2's too: three requests a minute.
pub const SLOW_KEY: &str = "svc_live_slow0000000000000000000000000000";
/// Site 3, Closed: it is not active.
pub const CLOSED_KEY: &str = "svc_live_closed00000000000000000000000000";
/// Site 4, Shuttered: its store is not enabled.
pub const SHUTTERED_KEY: &str = "svc_live_shuttered00000000000000000000000";
/// Site 5, Bare: a name and nothing else.
pub const BARE_KEY: &str = "svc_live_bare0000000000000000000000000000";
/// Nobody's.
pub const UNKNOWN_KEY: &str = "svc_live_unknown0000000000000000000000000";

/// How snapshots name the keys.
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

/// Fills a migrated database.
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

/// Replaces a site by a file, which need not know the keys that are not in its bundle.
pub async fn replace_site(server: &Server, file: &Path) {
    let existing = Existing::ReplaceDiscardingLiveState;
    stoa_site_bundle::import(&mut server.client().await, file, existing).await.unwrap();
}

/// A bundle has no revoked keys.
async fn revoke(client: &Client) {
    let secret = "insert into api_keys (site_id, name, secret_sha256) \
                  values (1, 'revoked', sha256(convert_to($1, 'UTF8'))) returning id";
    let key = client.query_one(secret, &[&REVOKED_KEY]).await.unwrap();
    let revoke = "update api_keys set revoked_at = now() where site_id = 1 and id = $1";
    client.execute(revoke, &[&key.get::<_, i64>(0)]).await.unwrap();
}
