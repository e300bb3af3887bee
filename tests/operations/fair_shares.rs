//! One client's requests leave database connections to the requests of others.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::api::staff;
use crate::harness::{database, eventually, sites::ODDS_KEY, wire};
use crate::operations::telemetry::scrape::{Scrape, start};

/// The connections of the server's pool. One client may use 2 of them, ordinary requests 6.
const CONNECTIONS: &str = "8";

const GREEDY: &str = "192.0.2.1";
const OTHER: &str = "192.0.2.2";

async fn get(address: &str, path: &str, client: &str, header: &str) -> wire::Response {
    wire::ask(address, &format!("GET {path}\nx-forwarded-for: {client}{header}"), None).await
}

/// Logins wait for their first connection longer than other requests, so 60 at once are not refused as overload (503). On
/// a busy machine, some may wait too long for a core to hash their passwords (429).
#[tokio::test]
async fn sixty_logins_of_one_person() {
    let database = database::seeded().await;
    let url = database.url();
    let db = database.pool(stoa_db::Settings::default());
    let roles = ["shop".to_owned()];
    let invited = stoa::commands::people::create(&db, Some(1), staff::INES, &roles).await.unwrap();
    let queue = ["--limit", "all=off", "--database-queue-milliseconds", "1"];
    let (server, _) = start(&[&["--database-url", &url], &queue[..]].concat());
    let post = async |path: &str, body: &Value| {
        wire::ask(&server.address, &format!("POST {path}"), Some(body)).await.status
    };
    let acceptance = staff::acceptance(&invited.token.unwrap());
    assert_eq!(post(staff::ACCEPT, &acceptance).await, 201);
    let login = json!({"email": staff::INES, "password": staff::PASSWORD});
    let logins = (0..60).map(|_| post(staff::SESSIONS, &login));
    let statuses = join_all(logins).await;
    assert!(statuses.iter().all(|status| [201, 429].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&201), "{statuses:?}");
}

/// The statements of one client wait for a lock that is never released. Other clients are answered meanwhile, and so are
/// calls with an API key, even if many clients wait for the lock.
#[tokio::test]
async fn a_client_with_slow_statements() {
    let database = database::seeded().await;
    let url = database.url();
    let pool = ["--database-connections", CONNECTIONS, "--trusted-proxies", "1"];
    let (server, admin) = start(&[&["--database-url", &url], &pool[..]].concat());
    let holder = database.client().await;
    let address = server.address.clone();
    let key = format!("\nx-api-key: {ODDS_KEY}");
    // The server caches the key for five seconds.
    assert_eq!(get(&address, "/api/v1/sites/2/tags", OTHER, &key).await.status, 200);
    holder.batch_execute("begin; lock table carts in access exclusive mode").await.unwrap();
    let cart = |client: &str, number: usize| {
        let (address, client) = (address.clone(), client.to_owned());
        let path = format!("/api/storefront/1/cart?sessionId=cart-{client}-{number}");
        tokio::spawn(async move { get(&address, &path, &client, "").await })
    };
    let calls: Vec<_> = (0..20).map(|number| cart(GREEDY, number)).collect();
    eventually("18 calls are refused", async || {
        calls.iter().filter(|call| call.is_finished()).count() == 18
    })
    .await;
    let other = get(&address, "/api/v1/sites/1/config", OTHER, "").await;
    assert_eq!(other.status, 200);

    let many: Vec<_> = (3..23).map(|client| cart(&format!("192.0.2.{client}"), 0)).collect();
    eventually("4 calls of other clients wait for the lock", async || {
        many.iter().filter(|call| call.is_finished()).count() == 16
    })
    .await;
    let essential = get(&address, "/api/v1/sites/2/tags", OTHER, &key).await;
    assert_eq!(essential.status, 200);

    holder.batch_execute("rollback").await.unwrap();
    let answers = join_all(calls.into_iter().chain(many)).await;
    let mut refused = 0;
    for answer in answers.into_iter().map(Result::unwrap) {
        if answer.status == 503 {
            assert_eq!(answer.headers["retry-after"], "5");
            refused += 1;
        } else {
            assert_eq!(answer.status, 200);
        }
    }
    assert_eq!(refused, 18 + 16);
    // The greedy client had its whole share. The others had none, because the pool's other connections were taken.
    let scrape = Scrape::of(admin).await;
    let of = |reason| scrape.get(&format!("stoa_unavailable_total{{reason=\"{reason}\"}}"));
    assert_eq!((of("share"), of("pool"), of("database")), (Some(18.0), Some(16.0), Some(0.0)));
}
