//! Concurrent calls that concern one person. A test holds a lock until the calls wait for it, so they surely overlap.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use stoa_fair_queue::Caller;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio_postgres::Client;

use super::*;
use crate::api::staff::account::change;
use crate::api::staff::keys::{API_KEYS, SERVER_KEYS};
use crate::api::staff::settings::patch;
use crate::api::storefront::purchases::fill;

/// Begins a transaction with these statements.
pub(super) async fn begun(server: &Server, statements: &str) -> Client {
    let client = server.client().await;
    client.batch_execute(&format!("begin; {statements}")).await.unwrap();
    client
}

/// Commits the transaction once this number of calls waits for its locks.
pub(super) async fn committed(server: &Server, transaction: &Client, waiting: i64) {
    until_waiting(server, waiting).await;
    transaction.batch_execute("commit").await.unwrap();
}

/// Two owners who remove each other at once leave one, also if one only takes the other's role.
#[tokio::test]
async fn remove_person__each_other() {
    let server = served_without_limits().await;
    for round in 0..10 {
        let of = |name: &str| format!("{name}.{round}@harborgoods.example");
        let ines = hired(&server, Some(1), &of("ines"), &["owner"]).await;
        let tomas = hired(&server, Some(1), &of("tomas"), &["owner"]).await;
        let ids = server.get(PEOPLE).bearer(&ines).await.ids();
        let path = |id: i64| format!("{PEOPLE}/{id}");
        let remove = server.request("DELETE", &path(ids[1])).bearer(&ines);
        let other = match round % 2 {
            0 => server.request("DELETE", &path(ids[0])).bearer(&tomas),
            _ => {
                let request = server.request("PUT", &path(ids[0])).bearer(&tomas);
                request.json(&json!({"roles": ["shop"]}))
            }
        };
        let locks =
            "select from people for update; select from person_roles where site_id = 1 for update";
        let locks = begun(&server, locks).await;
        let (one, other, ()) =
            tokio::join!(remove.into_future(), other.into_future(), committed(&server, &locks, 2));
        let mut statuses = [one.status(), other.status()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 403]);
        assert_eq!(
            server.count("person_roles where site_id = 1 and 'owner' = any (roles)").await,
            1
        );
        server.sql("delete from person_roles").await;
    }
}

/// After the removal of an owner was answered, the owner gives no access, not even by a call that began before.
#[tokio::test]
async fn a_removed_owner_gives_no_access() {
    let server = served().await;
    let roles = json!(["shop"]);
    let changes = [
        (PEOPLE, json!({"email": "mia@harborgoods.example", "roles": roles})),
        (SERVER_KEYS, json!({"name": "Warehouse", "roles": roles})),
        (API_KEYS, json!({"name": "Website"})),
    ];
    let keys = "select count(*) from server_keys";
    for (number, (path, body)) in changes.into_iter().enumerate() {
        server.pass(MINUTE);
        let email = format!("owner.{number}@harborgoods.example");
        let owner = hired(&server, Some(1), &email, &["owner"]).await;
        let key = server.request("POST", SERVER_KEYS).bearer(&owner);
        let wish = json!({"name": "One", "roles": ["owner"], "password": PASSWORD});
        let key = key.json(&wish).await;
        let secret = key.json["data"]["secret"].as_str().unwrap();
        let entries = audited(&server).await.len();
        let person: i64 =
            server.db().one("select id from people where email = $1", &[&email]).await.unwrap();
        let removal = format!(
            "select from people where id = {person} for update;
            delete from person_roles where site_id = 1 and person_id = {person}"
        );
        let revocation = "delete from server_keys".to_owned();
        for (token, change) in [(owner.as_str(), removal), (secret, revocation)] {
            let change = begun(&server, &change).await;
            let created = server.request("POST", path).bearer(token).json(&body);
            let (created, ()) = tokio::join!(created.into_future(), committed(&server, &change, 1));
            let refused = created.outcome();
            assert_eq!(refused, (403, "Your role does not allow this"), "{path}");
        }
        assert_eq!(server.db().one::<i64>(keys, &[]).await.unwrap(), 0);
        assert_eq!(audited(&server).await.len(), entries);
    }
}

/// A change of a password, acceptances of one invitation, and logins that wait for the same lock do not deadlock.
#[tokio::test]
async fn fifty_calls_that_wait_for_people() {
    let server = served_without_limits().await;
    let token = hired(&server, Some(1), INES, &["shop"]).await;
    let invitation = invited(&server, Some(1), "lin@harborgoods.example", &["shop"]).await;
    let lock = begun(&server, "select from people for update").await;
    let change = async { change(&server, &token, PASSWORD, PASSWORD).await.status() };
    let accept = || async { server.post(ACCEPT, &acceptance(&invitation)).await.status() };
    let log_in = || async { log_in(&server, INES, PASSWORD).await.status() };
    let others = async {
        until_waiting(&server, 1).await;
        let logins = async {
            // The server has four connections.
            committed(&server, &lock, 4).await;
            join_all((0..24).map(|_| log_in())).await
        };
        tokio::join!(join_all((0..25).map(|_| accept())), logins)
    };
    let (changed, (mut accepted, begun)) = tokio::join!(change, others);
    accepted.sort_unstable();
    let once = [vec![201], vec![400; 24]].concat();
    assert_eq!((changed, accepted, begun), (200, once, vec![201; 24]));
}

/// A checkout that waits for a change of the currency places no order in the old one.
#[tokio::test]
async fn a_checkout_during_a_change_of_the_currency() {
    let server = served_without_limits().await;
    fill(&server, "a session", &[(1, 1, 1)]).await;
    let change = "select from sites where id = 1 for no key update;
        update stores set currency = 'EUR' where site_id = 1";
    let change = begun(&server, change).await;
    let body = checkout_body("a session", json!({}));
    let order = server.post("/api/storefront/1/checkout", &body);
    let (order, ()) = tokio::join!(order.into_future(), committed(&server, &change, 1));
    assert_eq!(order.outcome(), (409, "Prices have changed"));
    assert_eq!(server.count("orders").await, 0);
}

/// A change that begins during an import waits for its end, and then finds the imported rows.
#[tokio::test]
async fn changes_during_an_import() {
    let server = served_without_limits().await;
    let owner = hired(&server, Some(1), INES, &["owner"]).await;
    for (table, path, body) in [
        ("discount_codes", "discount-codes/1", json!({"active": false})),
        ("shipping_zones", "shipping-zones/1", json!({"name": "Everywhere"})),
        ("stores", "tax", json!({"taxRate": 100})),
        ("stores", "store", json!({"orderPrefix": "N-"})),
        ("chat_widgets", "chat-widgets/1", json!({"enabled": false})),
    ] {
        let import = format!(
            "select from sites where id = 1 for no key update;
            create temp table replaced as select * from {table} where site_id = 1;
            delete from {table} where site_id = 1;
            insert into {table} select * from replaced;
            drop table replaced"
        );
        let import = begun(&server, &import).await;
        let path = format!("/api/staff/sites/1/{path}");
        let change = patch(&server, &owner, &path, "*", &body);
        let (changed, ()) = tokio::join!(change.into_future(), committed(&server, &import, 1));
        assert_eq!(changed.status(), 200, "{path}: {}", changed.message());
    }
}

const LOCALHOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A client that has logged in before.
fn known(client: IpAddr) -> Caller {
    let caller = Caller::new(client, false);
    caller.call(stoa_fair_queue::set_known);
    caller
}

/// Keeps the queue of hashes full, with those of these callers. When the queue is full, it refuses the newest hash of the
/// client that has the most hashes in it.
async fn full_of_hashes(server: &Server, caller: fn(u16) -> Caller) -> Vec<JoinHandle<()>> {
    let (passwords, is_full) = (server.passwords(), Arc::new(Notify::new()));
    let hashes = (0..300_u16).map(|number| {
        let (passwords, is_full) = (passwords.clone(), is_full.clone());
        let hash = async move {
            loop {
                if passwords.hash("a lighthouse".to_owned().into()).await.is_err() {
                    is_full.notify_one();
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            }
        };
        tokio::spawn(caller(number).scope(hash))
    });
    let hashes = hashes.collect();
    is_full.notified().await;
    hashes
}

/// Logins from many addresses fill the queue of hashes. People who have logged in from their addresses before do not wait
/// for them and are not refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn log_in__beside_those_of_strangers() {
    let server = served_without_limits().await;
    hired(&server, Some(1), INES, &["shop"]).await;
    let stranger = |number: u16| {
        let [high, low] = number.to_be_bytes();
        Caller::new(IpAddr::V4(Ipv4Addr::new(198, 51, high, low)), false)
    };
    let hashes = full_of_hashes(&server, stranger).await;
    for _ in 0..5 {
        log_in(&server, INES, PASSWORD).await.expect(201);
    }
    hashes.iter().for_each(|hash| hash.abort());
}

/// A login that could not be checked, because too many hashes wait, is no failed login.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn log_in__a_refused_hash() {
    let server = served_limited(&["staff-logins=off", "staff-failed-logins=1/900"]).await;
    hired(&server, Some(1), INES, &["shop"]).await;
    let hashes = full_of_hashes(&server, |_| known(LOCALHOST)).await;
    eventually("a hash is refused", async || {
        let answer = log_in(&server, INES, PASSWORD).await;
        let is_refused = answer.status() == 429;
        assert!(is_refused || answer.status() == 201, "{}", answer.message());
        is_refused
    })
    .await;
    hashes.iter().for_each(|hash| hash.abort());
    assert_eq!(log_in(&server, INES, "wrong").await.status(), 401);
    assert_eq!(log_in(&server, INES, PASSWORD).await.status(), 429);
}
