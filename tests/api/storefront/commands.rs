//! The staff's commands for orders, test payments, and the stores' keys.

use std::io::Write;
use std::process::Stdio;
use std::time::SystemTime;

use serde_json::json;
use stoa::commands::{orders, stores};
use stoa_commerce::orders::Parcel;
use stoa_commerce::orders::staff::FoundOrder;
use stoa_commerce::orders::test_payments::TestOutcome;
use stoa_stores::{Seal, SecretName};

use super::purchases::*;
use crate::harness::designs::{Design, What};
use crate::harness::*;
use crate::operations::start_up;

const USPS: Parcel<'static> =
    Parcel { carrier: "USPS", tracking_number: "9400111899223100012345", tracking_url: None };

fn refusal<T>(result: anyhow::Result<T>) -> String {
    format!("{:#}", result.err().expect("a refusal"))
}

/// Finds the order as a command does.
async fn found(server: &Server, order: &Purchase) -> FoundOrder {
    orders::find(&server.db(), None, &order.number.to_lowercase()).await.unwrap()
}

#[tokio::test]
async fn an_order_from_payment_to_arrival() {
    let (server, order) = served_with_order().await;
    let db = server.db();
    let at = found(&server, &order).await;
    let number = &order.number;
    assert_eq!(
        refusal(orders::ship(&db, &at, USPS).await),
        format!(
            "order {number}: The order is pending. Only an order that is paid or processing can become shipped"
        )
    );
    let pay = |outcome| {
        let (server, at) = (&server, &at);
        async move {
            let (db, payments) = (server.db(), payments(server));
            stoa::commands::payments::settle(&db, &payments, at, outcome, &server.url()).await
        }
    };
    // The webhook is signed at the machine's time, so the app's clock is set to it.
    server.pass(SystemTime::now().duration_since(server.now().into()).unwrap());
    pay(TestOutcome::Failed).await.unwrap();
    assert_eq!(order.state(&server).await["payment_status"], "failed");
    pay(TestOutcome::Succeeded).await.unwrap();
    pay(TestOutcome::Succeeded).await.unwrap();
    assert_eq!(
        refusal(pay(TestOutcome::Failed).await),
        format!("the payment of order {number} has already ended")
    );
    orders::process(&db, &at).await.unwrap();
    for (parcel, text) in [
        (Parcel { carrier: " ", ..USPS }, "--carrier is required"),
        (Parcel { tracking_number: "", ..USPS }, "--tracking-number is required"),
        (
            Parcel { tracking_number: "9\u{202e}4", ..USPS },
            "--tracking-number must have at most 255 characters, and no control characters",
        ),
        (
            Parcel { tracking_url: Some("https://-"), ..USPS },
            "--tracking-url must be an https address of at most 2048 characters",
        ),
    ] {
        assert_eq!(refusal(orders::ship(&db, &at, parcel).await), text);
    }
    orders::ship(&db, &at, USPS).await.unwrap();
    assert_eq!(
        refusal(orders::cancel(&server.orders, &at).await),
        format!(
            "order {number}: The order is shipped. Only an order that is pending or paid or processing can become cancelled"
        )
    );
    orders::deliver(&db, &at).await.unwrap();
    orders::mark_returned(&db, &at).await.unwrap();
    let statuses = ["pending", "paid", "processing", "shipped", "delivered", "returned"];
    assert_eq!(order.history(&server).await, statuses);
    assert_eq!(left(&server).await, TAKEN);
    let mut shown = Vec::new();
    orders::show(&db, &at, "/files/1/", &mut shown).await.unwrap();
    let shown = String::from_utf8(shown).unwrap();
    for part in [number, "Mara Lindqvist", "Harbor Tote", "9400111899223100012345", "processing"] {
        assert!(shown.contains(part), "{part} is not in {shown}");
    }
    let mut listed = Vec::new();
    orders::list(&db, Some(1), Some("returned"), &mut listed).await.unwrap();
    assert!(String::from_utf8(listed).unwrap().contains(number));
    assert!(refusal(orders::find(&db, Some(2), number).await).starts_with("there is no order"));
}

#[tokio::test]
async fn print_files_of_an_order() {
    let server = served().await;
    let design = Design::finalized(&server, 1, 4).await;
    fill_with_mugs(&server, "a session", 12, &design.uuid).await;
    let order = Purchase::check_out(&server, "a session").await;
    let mut shown = Vec::new();
    let at = found(&server, &order).await;
    orders::show(&server.db(), &at, "https://shop.example/files/1/", &mut shown).await.unwrap();
    let shown = String::from_utf8(shown).unwrap();
    for (side, name) in ["front", "back"].into_iter().enumerate() {
        let url =
            format!("https://shop.example/files/1/{}", design.key(1, What::Print(side as i64)));
        let is_line =
            |line: &str| line.contains("Anchor Mug") && line.contains(name) && line.ends_with(&url);
        assert!(shown.lines().any(is_line), "{url} is not in {shown}");
    }
}

#[tokio::test]
async fn cancelling() {
    let (server, pending) = served_with_order().await;
    orders::cancel(&server.orders, &found(&server, &pending).await).await.unwrap();
    assert_eq!(left(&server).await, ALL);
    let paid = Purchase::check_out(&server, "a session").await;
    paid.pay(&server).await;
    let at = found(&server, &paid).await;
    orders::cancel(&server.orders, &at).await.unwrap();
    assert_eq!(left(&server).await, ALL);
    let state = paid.state(&server).await;
    assert_eq!([&state["status"], &state["payment_status"]], ["cancelled", "refunded"]);
    assert_eq!(
        refusal(orders::cancel(&server.orders, &at).await),
        format!(
            "order {}: The order is cancelled. Only an order that is pending or paid or processing can become cancelled",
            paid.number
        )
    );
    assert_eq!(left(&server).await, ALL);
}

#[tokio::test]
async fn refunding() {
    let (server, order) = served_with_order().await;
    let at = found(&server, &order).await;
    let refund = async |amount| orders::refund(&server.orders, &at, amount).await;
    assert_eq!(refusal(refund(None).await), format!("nothing was paid for order {}", order.number));
    order.pay(&server).await;
    refund(Some(100)).await.unwrap();
    refund(Some(100)).await.unwrap();
    let state = order.state(&server).await;
    assert_eq!([&state["status"], &state["payment_status"]], ["paid", "partially_refunded"]);
    assert_eq!(state["refunded_total"], 200);
    let left_to_refund = order.total + 5000 - 200;
    assert_eq!(
        refusal(refund(Some(left_to_refund + 1)).await),
        format!("only {left_to_refund} cents are left to refund of order {}", order.number)
    );
    refund(None).await.unwrap();
    let state = order.state(&server).await;
    assert_eq!(
        json!([state["status"], state["refunded_total"], state["gift_refunded_total"]]),
        json!(["refunded", order.total, 5000])
    );
    assert_eq!(left(&server).await, ALL);
    assert_eq!(
        refusal(refund(None).await),
        format!("nothing is left to refund of order {}", order.number)
    );
}

#[tokio::test]
async fn orders_that_need_attention() {
    let (server, order) = served_with_order().await;
    order.pay(&server).await;
    // The provider does not know this intent, so its refund fails.
    server.sql("update orders set payment_intent_id = 'pi_gone'").await;
    let at = found(&server, &order).await;
    assert!(orders::refund(&server.orders, &at, Some(100)).await.is_err());
    let listed = async |site| {
        let mut listed = Vec::new();
        let (db, now) = (server.db(), server.now());
        orders::list_needing_attention(&db, site, now, &mut listed).await.unwrap();
        String::from_utf8(listed).unwrap()
    };
    assert!(!listed(None).await.contains(&order.number));
    server.pass(23 * 60 * MINUTE);
    for site in [None, Some(1)] {
        let listed = listed(site).await;
        assert!(
            listed.contains(&order.number) && listed.contains("a refund has failed for a day"),
            "{listed}"
        );
    }
    assert!(!listed(Some(2)).await.contains(&order.number));
    let disputed = "update orders set payment_status = 'disputed', unknown_to_account = 'another'";
    server.sql(disputed).await;
    assert!(listed(None).await.contains("the payment is disputed"));
    server.sql("update orders set refund_failed_at = now()").await;
    assert!(listed(None).await.contains("a refund failed at the provider"));
    server.sql("update orders set payment_status = 'unpaid', intent_settled = false").await;
    assert!(listed(None).await.contains("another account may still be paid"));
}

/// A refund goes to the card first. The certificate gets what is more than the card paid.
#[tokio::test]
async fn refunding_to_a_gift_certificate() {
    let (server, order) = served_with_order().await;
    order.pay(&server).await;
    let at = found(&server, &order).await;
    let refund = async |amount| orders::refund(&server.orders, &at, amount).await;
    let refunded = async || {
        let state = order.state(&server).await;
        let amount = |name: &str| state[name].as_i64().unwrap();
        let status = state["payment_status"].as_str().unwrap().to_owned();
        (amount("refunded_total"), amount("gift_refunded_total"), status)
    };
    // The certificate gets nothing, although the card gets everything back.
    refund(Some(order.total - 100)).await.unwrap();
    refund(Some(100)).await.unwrap();
    assert_eq!(refunded().await, (order.total, 0, "partially_refunded".into()));
    assert_eq!((left(&server).await[3], order.status(&server).await), (0, "paid".into()));
    refund(Some(2000)).await.unwrap();
    assert_eq!(refunded().await, (order.total, 2000, "partially_refunded".into()));
    assert_eq!(left(&server).await[3], 2000);
    assert_eq!(
        refusal(refund(Some(3001)).await),
        format!("only 3000 cents are left to refund of order {}", order.number)
    );
    refund(None).await.unwrap();
    assert_eq!(refunded().await, (order.total, 5000, "refunded".into()));
    assert_eq!(
        (left(&server).await, order.status(&server).await),
        (ALL.to_vec(), "refunded".into())
    );
    assert!(refund(None).await.is_err());
}

/// The certificate paid for the whole order.
#[tokio::test]
async fn refunding_an_order_that_a_gift_certificate_paid() {
    for amounts in [vec![None], vec![Some(1), None], vec![Some(1), Some(1)]] {
        let server = served().await;
        fill(&server, "a session", &[(4, 0, 1)]).await;
        let body =
            checkout_body("a session", json!({"giftCertificateCode": "GIFT-7QHX-9KDM-2VWT"}));
        let placed = server.post("/api/storefront/1/checkout", &body).await;
        assert_eq!(placed.json["data"]["total"], 0, "{}", placed.message());
        let number = placed.json["data"]["orderNumber"].as_str().unwrap();
        let at = orders::find(&server.db(), None, number).await.unwrap();
        let is_whole = amounts.contains(&None);
        for amount in amounts {
            orders::refund(&server.orders, &at, amount).await.unwrap();
        }
        let order = stored(
            &server,
            "select status, payment_status, gift_certificate_total - gift_refunded_total as kept from orders",
        )
        .await;
        let gift = left(&server).await[3];
        match is_whole {
            true => {
                let refunded =
                    json!({"status": "refunded", "payment_status": "refunded", "kept": 0});
                assert_eq!((order, gift), (refunded, 5000));
                assert!(orders::refund(&server.orders, &at, None).await.is_err());
            }
            false => {
                let kept = order["kept"].as_i64().unwrap();
                assert_eq!(order["payment_status"], "partially_refunded");
                assert_eq!((order["status"].as_str(), gift), (Some("paid"), 5000 - kept));
            }
        }
    }
}

#[tokio::test]
async fn refunding_a_delivered_order_releases_only_the_certificate() {
    let server = served().await;
    let db = server.db();
    let order = Purchase::new(&server, "a session").await;
    order.pay(&server).await;
    let at = found(&server, &order).await;
    orders::ship(&db, &at, USPS).await.unwrap();
    orders::deliver(&db, &at).await.unwrap();
    orders::refund(&server.orders, &at, None).await.unwrap();
    assert_eq!(order.status(&server).await, "refunded");
    assert_eq!(left(&server).await, [10, 94, 0, 5000]);
}

#[tokio::test]
async fn keys_of_a_store() {
    let server = served().await;
    let (db, seal) = (server.db(), Seal::new(SECRET));
    let name = SecretName::StripeWebhookSecret;
    for value in ["whsec_first", "whsec_second"] {
        let value = stores::read_value(format!(" {value}\n").as_bytes()).unwrap();
        stores::set(&db, &seal, 1, name, &value).await.unwrap();
    }
    let sealed: String =
        db.one("select encode(sealed, 'hex') from store_secrets", &[]).await.unwrap();
    assert_eq!(seal.open(1, name.as_str(), &sealed).unwrap().value, "whsec_second");
    let mut listed = Vec::new();
    stores::secrets(&db, 1, &mut listed).await.unwrap();
    let listed = String::from_utf8(listed).unwrap();
    assert!(
        listed.contains("stripe-webhook-secret    yes") && !listed.contains("whsec"),
        "{listed}"
    );
    stores::unset(&db, 1, name).await.unwrap();
    assert_eq!(refusal(stores::unset(&db, 1, name).await), "site 1 has no stripe-webhook-secret");
    assert_eq!(
        refusal(stores::set(&db, &seal, 5, name, "x").await),
        "site 5 has no store: `stoa site list` shows the sites"
    );
    assert_eq!(
        refusal(stores::secrets(&db, 5, &mut Vec::new()).await),
        "site 5 has no store: `stoa site list` shows the sites"
    );
    for (input, text) in [
        ("", "the value is read from standard input, which is empty"),
        ("\n", "the value is read from standard input, which is empty"),
        ("a\0b", "the value must not contain NUL"),
    ] {
        assert_eq!(refusal(stores::read_value(input.as_bytes())), text);
    }
    assert!(refusal(stores::read_value("x".repeat(20_000).as_bytes())).contains("longer"));
}

/// Runs the binary on the server's database with this standard input; returns its output and its errors.
pub async fn stoa(server: &Server, arguments: &[&str], input: &'static str) -> (String, String) {
    let url = server.database_url();
    let mut command = start_up::stoa(&[arguments, &["--database-url", &url]].concat());
    command.env("STOA_SECRET", str::from_utf8(SECRET).unwrap());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // The server must be able to answer while the command runs.
    let run = move || {
        let mut child = command.spawn().unwrap();
        // The command may have ended without reading its input.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    };
    let output = tokio::task::spawn_blocking(run).await.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

#[tokio::test]
async fn command_lines() {
    let server = served().await;
    server.pass(SystemTime::now().duration_since(server.now().into()).unwrap());
    let order = Purchase::new(&server, "a session").await;
    let number = order.number.to_lowercase();
    let said = stoa(&server, &["order", "list", "--status", "pending"], "").await;
    assert!(said.0.contains(&order.number), "{said:?}");
    let nothing = (String::new(), String::new());
    // Without --url, the command calls the server that has stored its URL.
    stoa_stores::store_public_url(&server.db(), &server.url()).await.unwrap();
    let paid = stoa(&server, &["payment", "confirm", &number], "").await;
    assert_eq!(paid, nothing);
    assert_eq!(order.status(&server).await, "paid");
    let parcel = ["--carrier", "USPS", "--tracking-number", "94"];
    let shipped = [["order", "ship", &number].as_slice(), &parcel].concat();
    assert_eq!(stoa(&server, &shipped, "").await, nothing);
    let shown = stoa(&server, &["order", "show", &number], "").await.0;
    assert!(shown.contains("USPS 94") && shown.contains("shipped"), "{shown}");
    let refused = stoa(&server, &["order", "cancel", &number], "").await.1;
    let reason = "The order is shipped. Only an order that is pending or paid or processing can become cancelled\n";
    assert_eq!(refused, format!("stoa: order {}: {reason}", order.number));
    let swept = stoa(&server, &["order", "sweep"], "").await.0;
    assert!(swept.starts_with("0 orders expired, 0 payments were asked about"), "{swept}");
    let set = ["store", "set", "--site", "1", "stripe-webhook-secret"];
    assert_eq!(stoa(&server, &set, "whsec_1\n").await, nothing);
    let named = stoa(&server, &["store", "secrets", "--site", "1"], "").await.0;
    assert!(
        named.contains("stripe-webhook-secret    yes") && !named.contains("whsec_1"),
        "{named}"
    );
    assert_eq!(
        stoa(&server, &["store", "unset", "--site", "1", "stripe-webhook-secret"], "").await,
        nothing
    );
    let unknown = stoa(&server, &["store", "set", "--site", "1", "stripe"], "x").await.1;
    assert!(unknown.contains("known are stripe-secret-key"), "{unknown}");
}
