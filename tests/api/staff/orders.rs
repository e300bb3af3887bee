//! Orders as staff see and change them.

mod notes;
mod races;
mod refunds;

use serde_json::json;
use stoa::commands::orders;
use stoa_staff_server::SCHEMAS;
use stoa_staff_types::ShipOrderRequest;

use super::*;
use crate::api::storefront::purchases::{
    Purchase, fill_with_mugs, served_with_order, stored, tell,
};
use crate::harness::designs::{Design, What};

const ORDERS: &str = "/api/staff/sites/1/orders";
pub const EMAIL: &str = INES;

/// The path of the order of [`Purchase::with_fixed_names`].
const ORDER: &str = "/api/staff/sites/1/orders/HG-7K2M9XQ4TB";

/// Changes of status: operation, path, and the statuses from which the change is allowed.
const CHANGES: [(&str, &str, &[&str]); 5] = [
    ("process_order", "process", &["paid"]),
    ("ship_order", "ship", &["paid", "processing"]),
    ("deliver_order", "deliver", &["shipped"]),
    ("return_order", "return", &["shipped", "delivered"]),
    ("cancel_order", "cancel", &["pending", "paid", "processing"]),
];

pub fn parcel() -> Value {
    json!({"carrier": " USPS ", "trackingNumber": "94001118", "trackingUrl": "https://tracking.example/94"})
}

fn change<'a>(server: &'a Server, token: &str, order: &str, path: &str) -> Request<'a> {
    let request = server.request("POST", &format!("{order}/{path}")).bearer(token);
    match path {
        "ship" => request.json(&parcel()),
        _ => request,
    }
}

/// A session of a person with the role `shop`.
pub async fn shop(server: &Server) -> String {
    hired(server, Some(1), EMAIL, &["shop"]).await
}

async fn set_status(server: &Server, status: &str) {
    server.sql(&format!("update orders set status = '{status}' where site_id = 1")).await;
}

/// An order that is paid, at the machine's fixed time.
async fn paid(server: &Server) -> Purchase {
    let order = Purchase::with_fixed_names(server).await;
    order.pay(server).await;
    order
}

/// An order that the test provider can refund, as it knows its intent. The number and the positions of the items are
/// fixed, for snapshots.
async fn refundable(server: &Server) -> Purchase {
    let order = Purchase::new(server, "a session").await;
    let names = "update orders set number = 'HG-7K2M9XQ4TB' where site_id = 1;
        update order_items set position = 10 + product_id where site_id = 1";
    server.sql(names).await;
    order
}

#[tokio::test]
async fn get_order() {
    let server = served().await;
    let (token, order) = (shop(&server).await, paid(&server).await);
    let sql = format!(
        "update orders set customer_phone = '+1 207 555 0142', customer_note = 'At the boathouse, please.',
           payment_status = 'disputed' where id = {0};
        insert into order_tracking_events (site_id, event_id, order_id, event_type, payload, processed_at)
        values (1, 'a', {0}, 'tracker.updated', '{{\"status\": \"in_transit\"}}', '2026-06-03T08:31:00Z')",
        order.id
    );
    server.sql(&sql).await;
    let get = |path: &str| server.get(path).bearer(&token);
    let text = json!({"body": " Gift wrapping, by phone. "});
    let add = server.post(&format!("{ORDER}/notes"), &text).bearer(&token);
    add.await.snapshot("add_order_note__201");
    get(ORDER).await.snapshot("get_order__200");
    assert_eq!(get(&ORDER.to_lowercase()).await.status(), 200);
    get(&format!("{ORDERS}/HG-0000000000")).await.snapshot("get_order__404");
    let lin = hired(&server, Some(2), "lin@odds.example", &["shop"]).await;
    let other = ORDER.replace("/1/", "/2/");
    assert_eq!(server.get(&other).bearer(&lin).await.outcome(), (404, "Order not found"));
    assert_eq!(server.get(ORDER).bearer(&lin).await.message(), "Site not found");
    for number in ["%00", "%25", "0", "9223372036854775808", &"9".repeat(2000)] {
        let refused = get(&format!("{ORDERS}/{number}")).await;
        assert!([400, 404].contains(&refused.status()), "{number}: {}", refused.status());
    }
}

#[tokio::test]
async fn list_orders() {
    let (server, token) = served_to("shop").await;
    let list = || server.get(ORDERS).bearer(&token);
    list().await.snapshot("list_orders__200_nothing");
    let order = paid(&server).await;
    list().await.snapshot("list_orders__200");
    list().query("limit", "x").await.snapshot("list_orders__400");
    let insert = "insert into orders (site_id, id, number, status, payment_status, customer_email, customer_name,
            currency, subtotal, total, payment_provider, expires_at, created_at, updated_at)
        select 1, 1000 + n, 'N-' || n, case n % 2 when 0 then 'paid' else 'shipped' end,
            case n % 3 when 0 then 'disputed' else 'paid' end, 'C' || n || '@Example.com', 'Jörg Größe ' || n,
            'USD', 0, 0, 'test', now(), timestamptz '2026-01-01T00:00:00Z' + n / 2 * interval '1 hour', now()
        from generate_series(1, 20) n";
    server.sql(insert).await;
    let numbers = async |filters: &[(&str, &str)]| {
        let page = || {
            let request = list().query("limit", "3");
            filters.iter().fold(request, |request, (name, value)| request.query(name, value))
        };
        let found = all_pages(page).await.into_iter();
        found.map(|order| order["orderNumber"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let all: Vec<String> = [order.number.clone()]
        .into_iter()
        .chain((1..=20).rev().map(|n| format!("N-{n}")))
        .collect();
    let which = |is_listed: &dyn Fn(i64) -> bool| -> Vec<String> {
        (1..=20).rev().filter(|n| is_listed(*n)).map(|n| format!("N-{n}")).collect()
    };
    assert_eq!(numbers(&[]).await, all);
    for (filters, expected) in [
        (vec![("status", "shipped")], which(&|n| n % 2 == 1)),
        (vec![("paymentStatus", "disputed")], which(&|n| n % 3 == 0)),
        (vec![("status", "shipped"), ("paymentStatus", "disputed")], which(&|n| n % 6 == 3)),
        (vec![("needsAttention", "true")], which(&|n| n % 3 == 0)),
        (vec![("needsAttention", "true"), ("status", "paid")], which(&|n| n % 6 == 0)),
        (
            vec![("needsAttention", "true"), ("q", "jörg größe 1")],
            which(&|n| [12, 15, 18].contains(&n)),
        ),
        (vec![("needsAttention", "false"), ("q", "n-7")], which(&|n| n == 7)),
        (vec![("q", "c2@")], which(&|n| n == 2)),
        (vec![("q", " JÖRG GRÖßE 1 ")], which(&|n| n == 1 || (10..20).contains(&n))),
        (vec![("q", "jörg GRÖSSE 1")], which(&|n| n == 1 || (10..20).contains(&n))),
        (
            vec![("needsAttention", "true"), ("q", "JÖRG GRÖSSE 1")],
            which(&|n| [12, 15, 18].contains(&n)),
        ),
        (vec![("q", "jörg"), ("status", "paid")], which(&|n| n % 2 == 0)),
        (
            vec![("q", "jörg"), ("status", "paid"), ("paymentStatus", "disputed")],
            which(&|n| n % 6 == 0),
        ),
        (vec![("q", "N-1%")], vec![]),
        (vec![("q", "größe")], vec![]),
        (
            vec![("from", "2026-01-01T02:00:00Z"), ("to", "2026-01-01T05:00:00.000Z")],
            which(&|n| (4..10).contains(&n)),
        ),
        (vec![("q", "jörg"), ("to", "2026-01-01T02:00:00Z")], which(&|n| n < 4)),
        (vec![("to", "0001-01-01T00:00:00Z")], vec![]),
    ] {
        assert_eq!(numbers(&filters).await, expected, "{filters:?}");
    }
    for (name, value) in [
        ("q", "c2"),
        ("q", &"a".repeat(255)),
        ("status", "new"),
        ("paymentStatus", "x"),
        ("needsAttention", "1"),
        ("from", "2026-02-30T00:00:00Z"),
        ("from", "yesterday"),
        ("to", "2026-01-01"),
        ("cursor", "x"),
        ("cursor", "1.x"),
        ("cursor", "-9000000000000.1"),
        ("cursor", "9223372036854775807.1"),
        ("limit", "0"),
        ("q", "a\0b"),
    ] {
        let refused = list().query(name, value).await;
        assert_eq!(refused.status(), 400, "{name}={value}");
    }
    assert_eq!(list().query("cursor", "200000000000000.9223372036854775807").await.status(), 200);
}

#[tokio::test]
async fn changes_of_the_status() {
    let server = served_without_limits().await;
    let (token, order) = (shop(&server).await, paid(&server).await);
    let statuses = [
        "pending",
        "paid",
        "processing",
        "shipped",
        "delivered",
        "cancelled",
        "expired",
        "refunded",
        "returned",
    ];
    let mut changes = 0;
    for (operation, path, origins) in CHANGES {
        let unknown = change(&server, &token, &format!("{ORDERS}/HG-0"), path).await;
        unknown.snapshot(&format!("{operation}__404"));
        for status in statuses {
            set_status(&server, status).await;
            let changed = change(&server, &token, ORDER, path).await;
            if !origins.contains(&status) {
                assert_eq!(changed.outcome(), (409, format!("The order is {status}").as_str()));
                if status == "refunded" {
                    changed.snapshot(&format!("{operation}__409"));
                }
                continue;
            }
            changes += 1;
            assert_eq!(changed.status(), 200, "{operation} from {status}: {}", changed.message());
            assert_eq!(order.status(&server).await, changed.json["data"]["status"], "{operation}");
            let again = change(&server, &token, ORDER, path).await;
            assert_eq!(again.status(), 409, "{operation} twice");
        }
    }
    let of_orders = audited_with(&server, " order ").await;
    assert_eq!(of_orders.len(), changes, "{of_orders:?}");
}

#[tokio::test]
async fn from_payment_to_return() {
    let server = served().await;
    let (token, order) = (shop(&server).await, paid(&server).await);
    for (operation, path, _) in &CHANGES[..4] {
        let changed = change(&server, &token, ORDER, path).await;
        changed.snapshot(&format!("{operation}__200"));
    }
    assert_eq!(
        order.history(&server).await,
        ["pending", "paid", "processing", "shipped", "delivered", "returned"]
    );
    let fields = async |operation| {
        let rows = audited_with(&server, operation).await;
        rows[0].rsplit_once(' ').unwrap().0.to_owned()
    };
    assert_eq!(
        fields("shipOrder").await,
        "1 person shipOrder order status,carrier,trackingNumber,trackingUrl"
    );
    assert_eq!(fields("deliverOrder").await, "1 person deliverOrder order status,deliveredAt");
    let target = "select target_id, actor_name from audit_entries where operation = 'returnOrder'";
    let target = stored(&server, target).await;
    assert_eq!(target, json!({"target_id": order.number, "actor_name": "Ines Alvarez"}));
}

#[tokio::test]
async fn ship_order__refusals() {
    let (server, token) = served_to("shop").await;
    paid(&server).await;
    let ship = |body: &Value| server.post(&format!("{ORDER}/ship"), body).bearer(&token);
    const INVALID_CARRIER: &str =
        "carrier must have at most 255 characters, and no control characters";
    const INVALID_TRACKING_NUMBER: &str =
        "trackingNumber must have at most 255 characters, and no control characters";
    const NO_TRACKING_URL: &str = "trackingUrl must be an https address of at most 2048 characters";
    ship(&json!({})).await.snapshot("ship_order__400");
    for (name, value, message) in [
        ("carrier", json!(" "), "carrier is required"),
        ("carrier", json!("a".repeat(256)), INVALID_CARRIER),
        ("carrier", json!("a\u{7}"), INVALID_CARRIER),
        ("carrier", json!("a\nb"), INVALID_CARRIER),
        ("trackingNumber", json!("9\u{202e}4"), INVALID_TRACKING_NUMBER),
        ("trackingNumber", json!(5), "trackingNumber is required"),
        ("trackingUrl", json!("javascript:alert(1)"), NO_TRACKING_URL),
        ("trackingUrl", json!("http://tracking.example/94"), NO_TRACKING_URL),
        ("trackingUrl", json!("https://"), NO_TRACKING_URL),
        ("trackingUrl", json!("https://-"), NO_TRACKING_URL),
        ("trackingUrl", json!("https://tracking..example/94"), NO_TRACKING_URL),
        ("trackingUrl", json!("https://999.0.0.1/94"), NO_TRACKING_URL),
        ("trackingUrl", json!("https://[1::2::3]/94"), NO_TRACKING_URL),
        ("trackingUrl", json!("https://tracking.example:65536/94"), NO_TRACKING_URL),
        ("trackingUrl", json!("https://tracking.example:99999"), NO_TRACKING_URL),
        ("trackingUrl", json!("https://tracking.example/\u{202e}49"), NO_TRACKING_URL),
        ("trackingUrl", json!("https://user:word@tracking.example/94"), NO_TRACKING_URL),
        ("trackingUrl", json!("https://tracking.example/9 4"), NO_TRACKING_URL),
        ("trackingUrl", json!("https://tracking.example/9\u{3000}4"), NO_TRACKING_URL),
        ("trackingUrl", json!("https://tracking.example\"><script>"), NO_TRACKING_URL),
    ] {
        let mut body = parcel();
        body[name] = value;
        assert_eq!(ship(&body).await.outcome(), (400, message));
    }
    for url in [
        "HTTPS://tracking.example/94",
        "https://parcels_1.tracking.example?at={94}|{95}",
        "https://192.0.2.1:65535/94",
        "https://[2001:db8::1]:8443#94",
        "https://[::]",
    ] {
        let mut body = parcel();
        body["trackingUrl"] = json!(url);
        let body = body.to_string();
        let parcel = SCHEMAS.parse::<ShipOrderRequest>("ShipOrderRequest", body.as_bytes());
        assert_eq!(parcel.unwrap().tracking_url.as_deref(), Some(url));
    }
    let shipped =
        ship(&json!({"carrier": "USPS", "trackingNumber": "9", "trackingUrl": null})).await;
    assert_eq!((shipped.status(), &shipped.json["data"]["trackingUrl"]), (200, &Value::Null));
}

#[tokio::test]
async fn cancel_order() {
    let (server, token) = served_to("shop").await;
    let order = refundable(&server).await;
    order.pay(&server).await;
    let cancelled = change(&server, &token, ORDER, "cancel").await.snapshot("cancel_order__200");
    let data = &cancelled.json["data"];
    assert_eq!(
        json!([data["paymentStatus"], data["refundedTotal"]]),
        json!(["refunded", order.total + 5000])
    );
    assert!(data["refunds"][0]["paidAt"].is_string());
}

#[tokio::test]
async fn download_print_file() {
    let (server, token) = served_to("support").await;
    let design = Design::finalized(&server, 1, 4).await;
    fill_with_mugs(&server, "a session", 12, &design.uuid).await;
    let order = Purchase::check_out(&server, "a session").await;
    server.sql("update orders set number = 'HG-7K2M9XQ4TB'").await;
    let shown = server.get(ORDER).bearer(&token).await;
    let item = &shown.json["data"]["items"][0];
    let get = |side: &str| {
        server.get(&format!("{ORDER}/items/{}/print-files/{side}", item["position"])).bearer(&token)
    };
    for (number, file) in item["printFiles"].as_array().unwrap().iter().enumerate() {
        let found = get(file["side"].as_str().unwrap()).await;
        let url = file["url"].as_str().unwrap();
        assert_eq!((found.status(), found.header("location")), (302, url));
        assert!(url.ends_with(&design.key(1, What::Print(number as i64))), "{url}");
    }
    let file = "insert into files (site_id, key, media_type, size, created_at)
        values (1, '0123456789abcdef0123456789abcdef.png', 'image/png', 1, now())";
    server.sql(file).await;
    let location =
        "update order_item_drawings set print_key = '0123456789abcdef0123456789abcdef.png'";
    server.sql(location).await;
    get("front").await.snapshot("download_print_file__302");
    get("left").await.snapshot("download_print_file__404");
    let by_position = |position: &str| {
        server.get(&format!("{ORDER}/items/{position}/print-files/front")).bearer(&token)
    };
    by_position("x").await.snapshot("download_print_file__400");
    for (position, status) in
        [("77", 404), ("9223372036854775807", 404), ("9223372036854775808", 400)]
    {
        assert_eq!(by_position(position).await.status(), status, "{position}");
    }
    server.sql("update order_item_drawings set print_key = null").await;
    assert_eq!(get("front").await.message(), "Print file not found");
    assert_eq!(order.status(&server).await, "pending");
}

/// The commands change orders by the same functions, and each change has one row in the audit trail.
#[tokio::test]
async fn commands_write_the_audit_trail() {
    let (server, order) = served_with_order().await;
    order.pay(&server).await;
    let db = server.db();
    let at = orders::find(&db, None, &order.number).await.unwrap();
    let parcel =
        stoa_commerce::orders::Parcel { carrier: "USPS", tracking_number: "9", tracking_url: None };
    orders::process(&db, &at).await.unwrap();
    orders::process(&db, &at).await.unwrap_err();
    orders::refund(&server.orders, &at, Some(5)).await.unwrap();
    orders::refund(&server.orders, &at, Some(i64::MAX)).await.unwrap_err();
    orders::ship(&db, &at, parcel).await.unwrap();
    orders::cancel(&server.orders, &at).await.unwrap_err();
    orders::deliver(&db, &at).await.unwrap();
    orders::mark_returned(&db, &at).await.unwrap();
    assert_eq!(
        audited(&server).await,
        [
            "1 command_line stoa order process order status",
            "1 command_line stoa order refund order refunds",
            "1 command_line stoa order ship order status,carrier,trackingNumber,trackingUrl",
            "1 command_line stoa order deliver order status,deliveredAt",
            "1 command_line stoa order return order status",
        ]
    );
}
