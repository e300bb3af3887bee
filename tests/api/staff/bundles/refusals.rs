//! Bundles that are refused, clients that disconnect, and calls at once.

use stoa_audit::Origin;
use stoa_site_bundle::ApplyOptions;
use stoa_site_bundle::bundles::{BundleError, Bundles};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::*;

fn post<'a>(server: &'a Server, token: &str, text: &str) -> Request<'a> {
    let mut request = server.request("POST", BUNDLE).bearer(token);
    request.body = text.to_owned();
    request
}

/// Opens a connection, and sends the head of an apply with this length and the beginning of its body.
async fn begun(server: &Server, token: &str, length: usize, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "POST {BUNDLE} HTTP/1.1\r\nhost: stoa\r\nauthorization: Bearer {token}\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

#[tokio::test]
async fn apply_site__refusals() {
    let (server, owner) = served_to("owner").await;
    let before = exported(&server, &owner).await.0;
    let refused = async |text: &str| {
        server.pass(MINUTE);
        let refused = post(&server, &owner, text).await.expect(400);
        assert_eq!(refused.header("x-error-code"), "bad_request");
        refused.message().strip_prefix("body must have no faults: ").unwrap().to_owned()
    };
    for (text, message) in [
        ("", "not JSON: EOF while parsing a value at line 1 column 0"),
        ("{", "not JSON: EOF while parsing an object at line 1 column 1"),
        ("[]", "not a bundle: invalid type: sequence, expected an object at line 1 column 1"),
        ("{}", "/formatVersion: is required; /site: is required"),
    ] {
        assert_eq!(refused(text).await, message);
    }
    let mut bundle = with_product(exported(&server, &owner).await.1, 9);
    product(&mut bundle, 9)["price"] = json!("free");
    product(&mut bundle, 9)["colour\u{1b}[2J"] = json!(1);
    apply(&server, &owner, &bundle).await.snapshot("apply_site__400");
    // Of many faults, the message has the first.
    let mut many = exported(&server, &owner).await.1;
    many["tags"] = (0..100).map(|_| json!({"x".repeat(1_000): 1})).collect();
    let message = refused(&many.to_string()).await;
    assert!(message.contains(" more") && message.len() < 5_000, "{message}");
    let mut other = exported(&server, &owner).await.1;
    other["site"]["id"] = json!(2);
    assert_eq!(refused(&other.to_string()).await, "/site/id: must be 1");
    let mut euros = exported(&server, &owner).await.1;
    euros["store"]["currency"] = json!("EUR");
    let message = "/store/currency: the store's currency is USD, and EUR in the file";
    assert_eq!(refused(&euros.to_string()).await, message);
    // All sites share the sequences of ids.
    let mut far = exported(&server, &owner).await.1;
    far["tags"]
        .as_array_mut()
        .unwrap()
        .push(json!({"id": 9_007_199_254_740_991_i64, "slug": "far"}));
    server.pass(MINUTE);
    let message = "body must fit the site: an id is more than 1,000,000 above those that exist";
    assert_eq!(post(&server, &owner, &far.to_string()).await.outcome(), (400, message));
    let mut large = exported(&server, &owner).await.1;
    large["tags"][0]["name"] = json!("x".repeat(8 * 1024 * 1024));
    let message = refused(&large.to_string()).await;
    assert!(message.contains("/tags/0 has more than 8388608 bytes"), "{message}");
    for name in ["dryRun", "prune", "prefer"] {
        server.pass(MINUTE);
        apply(&server, &owner, &bundle).query(name, "perhaps").await.expect(400);
    }
    assert_eq!(exported(&server, &owner).await.0, before);
    assert!(audited_with(&server, "applySite").await.is_empty());
}

/// The example of the document is a bundle of the demo site.
#[tokio::test]
async fn apply_site__example() {
    let (server, owner) = served_to("owner").await;
    let before = exported(&server, &owner).await.0;
    let document = crate::contract::document::of("staff");
    let operation = document.operations.iter().find(|operation| operation.id == "apply_site");
    let applied = apply(&server, &owner, &operation.unwrap().body).await.expect(200);
    assert_eq!(applied.json["data"]["applied"], true);
    assert_eq!(exported(&server, &owner).await.0, before);
}

/// A body that is too large is refused by its length, or while it arrives.
#[tokio::test]
async fn apply_site__too_large() {
    let (server, owner) = served_to("owner").await;
    let mut request = post(&server, &owner, "{}");
    request.headers.push(("content-length", (256 * 1024 * 1024 + 1).to_string()));
    request.body.clear();
    request.await.snapshot("apply_site__413");
    assert!(audited_with(&server, "applySite").await.is_empty());
}

/// While another server applies a bundle to the site, a bundle is refused. A comparison is not.
#[tokio::test]
async fn apply_site__in_progress() {
    let (server, owner) = served_to("owner").await;
    let mut bundle = with_product(exported(&server, &owner).await.1, 9);
    product(&mut bundle, 9)["price"] = json!(7700);
    let other = server.client().await;
    let take = "select pg_advisory_lock(hashtextextended('stoa site apply', 1))";
    other.execute(take, &[]).await.unwrap();
    apply(&server, &owner, &bundle).await.snapshot("apply_site__409");
    let compared = apply(&server, &owner, &bundle).query("dryRun", "true").await.expect(200);
    assert_eq!(counts(&compared)[0], 1);
    other.execute("select pg_advisory_unlock_all()", &[]).await.unwrap();
    for changed in [1, 0] {
        let applied = apply(&server, &owner, &bundle).await.expect(200);
        assert_eq!(counts(&applied)[0], changed);
    }
}

/// A server's role that may write rows only cannot number new ones.
#[tokio::test]
async fn a_role_without_rights_on_sequences() {
    let server = served().await;
    let role = "
        do $$ begin
            create role rows_only login;
        exception when duplicate_object then null;
        end $$;
        grant select, insert, update, delete on all tables in schema public to rows_only";
    server.client().await.batch_execute(role).await.unwrap();
    let mut config = server.database().config.clone();
    config.user("rows_only");
    let bundles = Bundles::new(server.db(), &config);
    for (dry_run, may) in [(true, true), (false, false)] {
        let mut incoming = bundles.receive(1).unwrap();
        let bundle = json!({"formatVersion": 1, "site": {"id": 1, "name": "Harbor Goods"}});
        incoming.write(bundle.to_string().as_bytes()).await.unwrap();
        let options = ApplyOptions { dry_run, ..ApplyOptions::default() };
        let applied = bundles.apply(incoming, options, &Origin::of_command("a test")).await;
        assert_eq!(applied.is_ok(), may, "{applied:?}");
        assert!(may || matches!(applied, Err(BundleError::LacksRights)), "{applied:?}");
    }
}

#[tokio::test]
async fn a_client_that_disconnects_in_the_body__changes_nothing() {
    let (server, owner) = served_to("owner").await;
    let (before, mut bundle) = exported(&server, &owner).await;
    product(&mut bundle, 1)["price"] = json!(7700);
    let text = bundle.to_string();
    let begin = || begun(&server, &owner, text.len(), &text[..text.len() / 2]);
    let mut half = begin().await;
    let status = async |query: &str| {
        server.pass(MINUTE);
        let bundle: Value = json!({"formatVersion": 1, "site": {"id": 1, "name": "Harbor Goods"}});
        apply(&server, &owner, &bundle).query("dryRun", query).await.status()
    };
    while status("true").await != 409 {
        // The dry run had the turn, so the body was refused.
        half = begin().await;
    }
    drop(half);
    eventually("the first body is given up", async || status("true").await == 200).await;
    assert_eq!(exported(&server, &owner).await.0, before);
    assert!(audited_with(&server, "applySite").await.is_empty());
}

/// The server finishes what it has received.
#[tokio::test]
async fn a_client_that_disconnects_after_the_body__gets_its_changes() {
    let (server, owner) = served_to("owner").await;
    let (_, mut bundle) = exported(&server, &owner).await;
    product(&mut bundle, 1)["price"] = json!(7700);
    product(&mut bundle, 2)["price"] = json!(7800);
    let text = bundle.to_string();
    // The apply waits for this lock while its client disconnects.
    let locking = server.client().await;
    locking.batch_execute("begin; select from sites where id = 1 for update").await.unwrap();
    let stream = begun(&server, &owner, text.len(), &text).await;
    until_waiting(&server, 1).await;
    drop(stream);
    locking.batch_execute("commit").await.unwrap();
    let changed = "select count(*) from products where site_id = 1 and price in (7700, 7800)";
    eventually("both products change", async || server.one::<i64>(changed).await == 2).await;
    assert_eq!(audited_with(&server, "applySite").await.len(), 2);
}

/// A client that does not read its export holds no transaction, and only the turn of its site.
#[tokio::test]
async fn export_site__to_a_slow_reader() {
    let server = served().await;
    let owner = hired(&server, None, INES, &["owner"]).await;
    // More than the sockets hold.
    server
        .sql("update products set description = repeat('0123456789abcdef', 4000000) where site_id = 1 and id = 1")
        .await;
    let mut slow = TcpStream::connect(server.address).await.unwrap();
    let head =
        format!("GET {BUNDLE} HTTP/1.1\r\nhost: stoa\r\nauthorization: Bearer {owner}\r\n\r\n");
    // The export waits for this lock until the second one is refused.
    let locking = server.client().await;
    locking.batch_execute("begin; lock table products in access exclusive mode").await.unwrap();
    slow.write_all(head.as_bytes()).await.unwrap();
    until_waiting(&server, 1).await;
    let second = || server.request("HEAD", BUNDLE).bearer(&owner);
    assert_eq!(second().await.status(), 409);
    locking.batch_execute("commit").await.unwrap();
    let open = "select count(*) from pg_stat_activity where datname = current_database() and application_name = 'stoa bundles'";
    eventually("its connection ends", async || server.one::<i64>(open).await == 0).await;
    server.get(BUNDLE).bearer(&owner).await.snapshot("export_site__409");
    server.get("/api/staff/sites/5/bundle").bearer(&owner).await.expect(200);
    drop(slow);
    eventually("the export is given up", async || second().await.status() == 200).await;
}

/// Fifty owners' calls at once: each is applied whole, or refused because another one is in progress.
#[tokio::test]
async fn applies_at_once() {
    let server = served_without_limits().await;
    let owner = hired(&server, Some(1), INES, &["owner"]).await;
    let (_, bundle) = exported(&server, &owner).await;
    let answers = fifty(&server, async |server, number| {
        let mut bundle = bundle.clone();
        product(&mut bundle, 1)["price"] = json!(7000 + number);
        product(&mut bundle, 2)["price"] = json!(7000 + number);
        let applied = apply(server, &owner, &bundle).query("prefer", "file").await;
        match applied.status() {
            200 => Some(applied.json["data"]["changed"].as_i64().unwrap()),
            status => {
                assert_eq!((status, applied.header("x-error-code")), (409, "apply_in_progress"));
                None
            }
        }
    })
    .await;
    let applied: Vec<i64> = answers.into_iter().flatten().collect();
    assert!(!applied.is_empty() && applied.iter().all(|changed| *changed == 2), "{applied:?}");
    let prices = "select count(distinct price) from products where site_id = 1 and id in (1, 2)";
    assert_eq!(server.one::<i64>(prices).await, 1);
    assert_eq!(audited_with(&server, "applySite").await.len(), 2 * applied.len());
}
