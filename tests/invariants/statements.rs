//! Every statement is run by its own code, over a seed that fills every part. Each statement returns rows. Every
//! column, and every member of JSON that the statement builds, has a value in at least one row. Decoding the rows
//! checks that they fit their types.

mod designed;
mod office;
mod people;
mod support;

use std::fs;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use chrono::{TimeDelta, Utc};
use serde_json::{Value, json};
use stoa_jobs::{Job, Jobs};
use stoa_outbox::send_due;

use crate::api::live_chat::{reader::Reader, widgets::poll_now};
use crate::api::storefront::auth::weak_hash;
use crate::api::storefront::commands::stoa;
use crate::api::storefront::customers::{self, *};
use crate::api::storefront::designers::{self, Designer, begun};
use crate::api::storefront::purchases::{Purchase, tell, test_provider};
use crate::api::storefront::shipping::providers::{Providers, open_accounts};
use crate::api::storefront::stripe::{Mood, Stripe};
use crate::api::storefront::sweep::{expire, sweep};
use crate::api::storefront::{call, tracking};
use crate::contract::document;
use crate::harness::designs::{self, Design};
use crate::harness::recorder::Answers;
use crate::harness::*;
use crate::invariants::sql_files::sql_files;
use crate::operations::files::pictures;
use crate::operations::mails::mail_server::mailer;
use crate::operations::mails::{self, Customers};

/// Columns and members that are never filled: the end of the file's path, the column or member, and why.
const NEVER_FILLED: [(&str, &str, &str); 11] = [
    ("get_me_of_server_key.sql", "email", "a server key has none"),
    ("create_server_key.sql", "last_used_at", "a new key was not used"),
    ("get_product_by_id.sql", "cost_price", "it is for everyone"),
    ("clone_design.sql", "session_id", "who made its token shows it"),
    ("create_design.sql", "design.sessionId", "who made its token shows it"),
    ("get_design.sql", "design.missingCharacters", "only finalizing fills it"),
    ("get_site_config.sql", "navigation[].children", "the handler makes the tree"),
    ("get_site_config.sql", "css_vars", "the handler makes them of the branding"),
    ("validate_discount.sql", "json_build_object.discountAmount", "the handler works it out"),
    ("quotes/find.sql", "free_above", "a live rate is never free"),
    ("changes/change_products.sql", "variant_id", "the stock is the product's"),
];

const STORE: &str = "/api/storefront/1";

#[tokio::test]
async fn every_statement_is_run_and_read() {
    let providers = Providers::default();
    let stripe = Stripe::new().await;
    stripe.is(Mood::Down);
    let (server, recorder) = served_with_recorder(&providers.base_urls().await, &stripe.url).await;
    // The commands use the machine's clock.
    server.pass(SystemTime::now().duration_since(server.now().into()).unwrap());
    server.sql(FILL).await;
    stoa_stores::store_public_url(&server.db(), "http://127.0.0.1:8080").await.unwrap();
    reads(&server).await;
    let token = customers(&server).await;
    let design = designs::fill(&server).await;
    carts(&server, &design).await;
    orders(&server, &token, &design).await;
    wishes(&server, &token).await;
    messages(&server, &token).await;
    support::support(&server).await;
    late_payments(&server).await;
    live_rates(&server).await;
    erased_customer(&server).await;
    designed::designs_of_customers(&server).await;
    designed::drawings(&server).await;
    designed::files(&server).await;
    mails(&server).await;
    designed::ai(&server).await;
    chats(&server).await;
    designed::designs_of_staff(&server).await;
    operators(&server).await;
    people::people(&server).await;
    people::sites(&server).await;
    jobs(&server, &recorder).await;

    let answers = recorder.answers();
    let mut never_filled: Vec<_> = NEVER_FILLED.iter().collect();
    let mut faults = Vec::new();
    for (path, text) in sql_files() {
        let mut all = Answers::default();
        let texts = stoa_db::variants(&text).into_iter().chain([text]);
        texts.filter_map(|sql| answers.get(&sql)).for_each(|answers| all.and(answers));
        if !all.has_run {
            faults.push(format!("{} has not run", path.display()));
        }
        for column in all.never_filled() {
            let of_this = |it: &&(&str, &str, &str)| path.ends_with(it.0) && it.1 == column;
            match never_filled.iter().position(of_this) {
                Some(position) => _ = never_filled.remove(position),
                None => faults.push(format!("{}: {column} is always empty", path.display())),
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(never_filled.is_empty(), "these are filled: {never_filled:?}");
}

/// Runs a job on one server while another server waits for the lease and learns of the success.
async fn jobs(server: &Server, recorder: &Recorder) {
    const BRIEF: Job = Job::new("a job of statements").leased_for(Duration::from_secs(6));
    const OF_ALL: &str = "a job of all servers";
    let run = async |texts: &[&str]| {
        let is_read = |answers: &Answers| answers.has_run && answers.never_filled().is_empty();
        while !texts.iter().all(|text| recorder.answers().get(*text).is_some_and(is_read)) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let busy = Jobs::new(server.db(), Duration::ZERO);
    busy.every(BRIEF, HOUR, std::future::pending);
    run(&[include_str!("../../base/jobs/src/lease/renew.sql")]).await;
    let other = Jobs::new(server.db(), Duration::ZERO);
    other.every(BRIEF, HOUR, || async { Ok(()) });
    other.every_or_woken(OF_ALL, HOUR, Arc::default(), || async { Ok(()) });
    run(&[
        include_str!("../../base/jobs/src/lease/holder.sql"),
        include_str!("../../base/jobs/src/watch/note_success.sql"),
    ])
    .await;
    let third = Jobs::new(server.db(), Duration::ZERO);
    third.every_or_woken(OF_ALL, HOUR, Arc::default(), || async { Ok(()) });
    run(&[include_str!("../../base/jobs/src/watch/ages.sql")]).await;
    // Runs the queries of the metrics.
    stoa_outbox::waiting(&server.db(), server.now()).await.unwrap();
    stoa_commerce::orders::sweep::backlog(&server.db(), server.now()).await.unwrap();
    stoa_conversations::closed_backlog(&server.db(), server.now()).await.unwrap();
    stoa_designs::sweep::drafts_backlog(&server.db(), server.now()).await.unwrap();
    stoa_designs::prints::prints_backlog(&server.db(), server.now()).await.unwrap();
}

/// Sends a request and asserts that it succeeds.
async fn done(request: Request<'_>) -> Exchange {
    let target = format!("{} {} {}", request.method, request.target, request.body);
    let done = request.await;
    assert!(done.status() < 400, "{target}: {} {}", done.status(), done.message());
    done
}

fn post<'a>(server: &'a Server, path: &str, body: &Value) -> Request<'a> {
    server.request("POST", &format!("{STORE}{path}")).json(body)
}

/// Sends the documents' examples and a few more requests.
async fn reads(server: &Server) {
    let documents = [document::of("rest-v1"), document::of("storefront")];
    let operations = documents.iter().flat_map(|document| &document.operations);
    for operation in operations.filter(|operation| operation.method == "GET") {
        call(server, operation, "1").key(DEMO_KEY).await;
    }
    for path in [
        "posts",
        "posts?search=canvas",
        "pages",
        "media",
        "products",
        "posts/how-we-dye-our-canvas",
        "products/harbor-tote",
    ] {
        done(server.get(&format!("/api/v1/sites/1/{path}")).key(DEMO_KEY)).await;
    }
    for path in [
        "products",
        "products?category=canvas",
        "products/harbor-tote",
        "products/1",
        "products/1/styles",
    ] {
        done(server.get(&format!("{STORE}/{path}"))).await;
    }
    for path in ["/demo/store", "/demo/chat", "/demo/designer"] {
        server.get(path).unchecked().await;
    }
    done(post(server, "/discount/validate", &json!({"code": "once"}))).await;
    done(post(server, "/gift-certificates/validate", &json!({"code": "gift-7qhx-9kdm-2vwt"})))
        .await;
}

/// Registers a customer with the address of the later orders, and verifies the address. Returns a session token.
async fn customers(server: &Server) -> String {
    let fields = json!({
        "email": EMAIL, "password": PASSWORD, "firstName": "Mara", "lastName": "Lindqvist",
    });
    let first = done(act(server, "register", fields)).await;
    let mail = ordered(server, &["mail", "show", "--last"], "").await;
    let link = mail.split_whitespace().find(|word| word.contains("/verify-email?")).unwrap();
    let target = link.strip_prefix("http://127.0.0.1:8080").unwrap();
    for method in ["GET", "POST"] {
        assert!(server.request(method, target).unchecked().await.status < 400);
    }
    let reset_token = reset_token(server, EMAIL).await;
    done(customers::reset(server, &reset_token, PASSWORD)).await;
    server.sql(&weak_hash()).await;
    let ended = customers::token(&done(log_in(server, EMAIL, PASSWORD)).await);
    done(act(server, "logout", json!({})).bearer(&ended)).await;
    let token = customers::token(&done(log_in(server, EMAIL, PASSWORD)).await);
    server
        .sql("update customer_sessions set last_used_at = last_used_at - interval '2 hours'")
        .await;
    let address = json!({"line1": "4 Quay Street"});
    let changes = json!({
        "phone": "+1 207 555 0142", "defaultShippingAddress": address, "defaultBillingAddress": address,
        "addressBook": [address],
    });
    done(server.request("PATCH", &format!("{STORE}/account")).json(&changes).bearer(&token)).await;
    assert_eq!(
        server.get(&format!("{STORE}/account")).bearer(&customers::token(&first)).await.status(),
        401
    );
    // Every reset token has expired by then.
    let later = server.now() + TimeDelta::days(2);
    stoa_customers::delete_ended(&server.db(), later).await.unwrap();
    token
}

async fn carts(server: &Server, design: &Design) {
    let line = json!({"sessionId": "a visitor", "productId": 1, "variantId": 1, "quantity": 2});
    let of_nothing = json!({"sessionId": "a visitor", "productId": 99, "quantity": 2});
    assert_eq!(post(server, "/cart", &of_nothing).await.status(), 404);
    let mut designed = line.clone();
    designed["designId"] = design.uuid.as_str().into();
    let added = done(post(server, "/cart", &designed)).await;
    let (id, cart) = (&added.json["data"]["id"], added.json["data"]["cartId"].to_string());
    done(server.get(&format!("{STORE}/cart?sessionId=a%20visitor"))).await;
    for quantity in [3, 0] {
        let change = json!({"cartItemId": id, "quantity": quantity});
        done(server.request("PUT", &format!("{STORE}/cart")).json(&change)).await;
    }
    done(post(server, "/cart", &line)).await;
    // An addition to an expired cart deletes its lines.
    server.sql("update carts set expires_at = '2026-01-01'").await;
    done(post(server, "/cart", &line)).await;
    server
        .sql(
            "update stores set cart_reminder_hours = 1 where site_id = 1;
             update carts set customer_id = 1, updated_at = now() - interval '1 hour', expires_at = now() + interval '1 hour'",
        )
        .await;
    ordered(server, &["cart", "abandoned", "--site", "1"], "").await;
    server.sql("update carts set customer_id = null").await;
    let link =
        ordered(server, &["cart", "recovery-link", "--site", "1", "--cart", &cart], "").await;
    let target = link.trim().strip_prefix("http://127.0.0.1:8080").unwrap();
    for method in ["HEAD", "GET"] {
        done(server.request(method, target)).await;
    }
    done(server.request("DELETE", &format!("{STORE}/cart?sessionId=a%20visitor"))).await;
}

/// Runs a command that must succeed, and returns its output.
async fn ordered(server: &Server, arguments: &[&str], input: &'static str) -> String {
    let (said, complaint) = stoa(server, arguments, input).await;
    assert!(!complaint.starts_with("stoa: "), "{arguments:?}: {complaint}");
    said
}

/// Reseals the stores' keys under another secret, and back.
async fn rotate(server: &Server) {
    let (ours, other) = (str::from_utf8(SECRET).unwrap(), "another secret of all servers in tests");
    for (new, old) in [(other, ours), (ours, other)] {
        ordered(server, &["store", "reseal", "--secret", new, "--old-secret", old], "").await;
    }
}

/// Orders, from checkout to the staff's actions.
async fn orders(server: &Server, token: &str, design: &Design) {
    let set = ["store", "set", "--site", "1", "tracking-webhook-secret"];
    ordered(server, &set, tracking::TRACKER_SECRET).await;
    server.pass(stoa_stores::STORE_TTL);
    ordered(server, &["store", "secrets", "--site", "1"], "").await;
    rotate(server).await;
    Purchase::new(server, "a session").await;
    let designed =
        json!({"sessionId": "a session", "productId": 1, "variantId": 1, "designId": design.uuid});
    done(post(server, "/cart", &designed)).await;
    done(post(server, "/cart", &mug())).await;
    // Checkout of a changed cart replaces its order.
    let order = Purchase::check_out(server, "a session").await;
    let number = order.number.as_str();
    let url = server.url();
    ordered(server, &["order", "list"], "").await;
    let refused = stoa(server, &["customer", "erase", EMAIL], "").await.1;
    assert!(refused.contains("needs its address"), "{refused}");
    ordered(server, &["payment", "confirm", number, "--url", &url], "").await;
    for event in [
        order.disputed("evt_dispute", "created", "needs_response", server.now().timestamp()),
        order.disputed("evt_won", "closed", "won", server.now().timestamp()),
    ] {
        done(tell(server, &event)).await;
    }
    ordered(server, &["order", "process", number], "").await;
    let parcel = ["--carrier", "USPS", "--tracking-number", tracking::TRACKING_NUMBER];
    ordered(server, &[["order", "ship", number].as_slice(), &parcel].concat(), "").await;
    let event = tracking::event("evt_1", "delivered", "2026-05-30T08:30:00Z");
    done(tracking::tell(server, &event)).await;
    server.sql("update orders set billing_address = shipping_address, customer_note = 'Hi'").await;
    server.sql("update order_status_changes set note = 'By hand' where note is null").await;
    done(server.get(&format!("{STORE}/orders/{number}")).query("email", "mara@example.com")).await;
    for path in ["account", "account/orders", &format!("account/orders/{number}")] {
        done(server.get(&format!("{STORE}/{path}")).bearer(token)).await;
    }
    server.sql("update orders set customer_phone = '+1 207 555 0142'").await;
    for command in ["show", "sessions", "export"] {
        ordered(server, &["customer", command, EMAIL], "").await;
    }
    ordered(server, &["customer", "show", "1"], "").await;
    ordered(server, &["customer", "list"], "").await;
    ordered(server, &["order", "refund", number, "--amount", "100"], "").await;
    let now = server.now().timestamp();
    let mut failed = order.refund_failed("evt_failed", "refund.failed", 100, now);
    failed["data"]["object"]["created"] = now.into();
    done(tell(server, &failed)).await;
    let office = office::Office::of(server).await;
    office.add_note(number).await;
    ordered(server, &["order", "show", number], "").await;
    ordered(server, &["order", "refund", number], "").await;
    server
        .sql("update order_refunds set done_at = null, asked_at = asked_at - interval '1 day'")
        .await;
    ordered(server, &["order", "list", "--needs-attention"], "").await;
    office.read_orders(number).await;
    office.adjust_stock().await;
    // Simulates a server that stopped before it recorded the refund as paid.
    server.sql("update order_refunds set done_at = null, due_at = asked_at").await;
    let old_quote = "insert into shipping_quotes (site_id, id, country, name, price, expires_at)
        values (1, 'old', 'US', 'Live', 1, '2026-01-01')";
    server.sql(old_quote).await;
    ordered(server, &["order", "sweep"], "").await;

    // A purchase on the demo's page. Its idempotency key lets the browser repeat the request.
    let check_out = |key: &str, more: Value| {
        post(server, "/checkout", &checkout(more)).header("idempotency-key", key)
    };
    done(post(server, "/cart", &mug())).await;
    let placed = done(check_out("a key", json!({}))).await;
    done(check_out("a key", json!({}))).await;
    // With another key, the unchanged cart has the same order, and its answer is stored under this key, too.
    done(check_out("a key for the same order", json!({}))).await;
    let payment = json!({"clientSecret": placed.json["data"]["clientSecret"], "outcome": "failed"});
    let paid = server.request("POST", "/demo/store/payments").json(&payment).unchecked().await;
    assert_eq!(paid.status, 200);
    // The gift certificate pays for the whole order.
    server.sql(REFILL).await;
    let gift = json!({"giftCertificateCode": "GIFT-7QHX-9KDM-2VWT"});
    done(check_out("another key", gift)).await;
    // The payment provider cannot be reached.
    done(post(server, "/cart", &mug())).await;
    server.sql("update stores set payment_provider = 'stripe'").await;
    server.pass(stoa_stores::STORE_TTL);
    assert_eq!(check_out("a third key", json!({})).await.status(), 503);
    server.sql("update stores set payment_provider = 'test'").await;
    server.pass(stoa_stores::STORE_TTL);
}

async fn wishes(server: &Server, token: &str) {
    let wishlist =
        |method| server.request(method, &format!("{STORE}/account/wishlist")).bearer(token);
    done(wishlist("GET")).await;
    for product in [json!({"productId": 1, "variantId": 1}), json!({"productId": 7})] {
        done(wishlist("POST").json(&product)).await;
    }
    assert_eq!(wishlist("POST").json(&json!({"productId": 99})).await.status(), 404);
    done(wishlist("GET")).await;
    done(wishlist("DELETE").json(&json!({"productId": 7}))).await;
}

/// Support messages about an order, with replies from both sides.
async fn messages(server: &Server, token: &str) {
    let orders = done(server.get(&format!("{STORE}/account/orders")).bearer(token)).await;
    let message = json!({
        "subject": "A seam came loose", "body": "The left strap has come loose.", "orderId": orders.ids()[0],
    });
    let written = done(post(server, "/account/support", &message).bearer(token)).await;
    let id = &written.json["data"]["id"].to_string();
    let path = format!("/account/support/{id}");
    done(post(server, &path, &json!({"body": "Here it is."})).bearer(token)).await;
    ordered(server, &["support", "reply", id, "--name", "Ines", "Thank you."], "").await;
    ordered(server, &["support", "list"], "").await;
    ordered(server, &["support", "show", id], "").await;
    ordered(server, &["support", "close", id], "").await;
    for path in ["/account/support", &path] {
        done(server.get(&format!("{STORE}{path}")).bearer(token)).await;
    }
    ordered(server, &["customer", "export", EMAIL], "").await;
}

/// Orders that expire. One of them is paid nevertheless.
async fn late_payments(server: &Server) {
    server.sql(REFILL).await;
    let order = Purchase::new(server, "another session").await;
    expire(server, &order).await;
    ordered(server, &["order", "show", &order.number], "").await;
    test_provider(server).confirm(&order.intent, server.now().into()).await.unwrap();
    server.pass(Duration::from_secs(5 * 60));
    sweep(server).await;
    server.sql(REFILL).await;
    let order = Purchase::new(server, "another session").await;
    let without = "update orders set payment_intent_id = null, client_secret = null where id = ";
    server.sql(&format!("{without}{}", order.id)).await;
    server.pass(Duration::from_secs(31 * 60));
    sweep(server).await;
    // The payment of this order belongs to another account.
    let other = "update orders set payment_provider = 'stripe', payment_account = '', payment_intent_id = 'pi_1' where id = ";
    server.sql(&format!("{other}{}", order.id)).await;
    sweep(server).await;
}

/// Restores the stock, discount codes and gift certificates that orders have used.
const REFILL: &str = "
update discount_codes set used = 0;
update gift_certificates set remaining_amount = initial_amount;
update products set quantity = 100 where quantity is not null;
update product_variants set quantity = 100 where quantity is not null;
";

/// Live rates of carriers, and an order with one of them.
async fn live_rates(server: &Server) {
    open_accounts(server).await;
    server.pass(stoa_stores::STORE_TTL);
    let place = "country=us&state=ME&postalCode=04856&city=Rockport&email=mara@example.com";
    // Quotes two mugs: the cart already has one.
    let rates = server.get(&format!("{STORE}/shipping?{place}&productIds=4,4"));
    let rates = done(rates).await;
    let is_live = |id: &&&Value| id.as_str().is_some_and(|id| id.starts_with("live:"));
    let live = rates.each("id").iter().find(is_live).copied().cloned();
    done(post(server, "/cart", &mug())).await;
    done(post(server, "/checkout", &checkout(json!({"shippingRateId": live})))).await;
}

/// Another customer, who has an order, and whose account is erased.
async fn erased_customer(server: &Server) {
    let ida = "ida@example.com";
    let token = crate::api::storefront::customers::token(&done(register(server, ida)).await);
    let line = json!({"sessionId": ida, "productId": 4, "quantity": 1});
    done(post(server, "/cart", &line).bearer(&token)).await;
    let order = checkout(json!({"sessionId": ida, "customerEmail": ida}));
    done(post(server, "/checkout", &order).bearer(&token)).await;
    server
        .sql(&format!("update orders set status = 'shipped' where customer_email = '{ida}'"))
        .await;
    done(act(server, "forgot-password", json!({"email": ida}))).await;
    ordered(server, &["customer", "erase", ida], "").await;
}

/// Mails of the orders and others, while the mail server cannot be reached.
async fn mails(server: &Server) {
    let context = mails::context(server, Customers::new(&["mara@example.com"]));
    server.sql("update mails set due_at = created_at, held_until = created_at").await;
    mails::queue(&context, &mails::reset("mara@example.com")).await;
    let away = mailer("smtp://127.0.0.1:1", None);
    while send_due(&context, &away).await.unwrap().put_off > 0 {}
    assert!(stoa_outbox::waiting(&context.db, server.now()).await.unwrap().waiting > 0);
    ordered(server, &["mail", "list"], "").await;
    let of_order = "select min(id)::text from mails where order_id is not null";
    let of_order: String = server.client().await.query_one(of_order, &[]).await.unwrap().get(0);
    ordered(server, &["mail", "show", &of_order], "").await;
    ordered(server, &["mail", "show", "--last"], "").await;
    ordered(server, &["mail", "retry", "1"], "").await;
    ordered(server, &["mail", "retry", "--failed"], "").await;
}

fn mug() -> Value {
    json!({"sessionId": "a session", "productId": 4, "quantity": 1})
}

fn checkout(more: Value) -> Value {
    let mut body = json!({
        "sessionId": "a session",
        "customerEmail": "mara@example.com",
        "customerName": "Mara Lindqvist",
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn chats(server: &Server) {
    let start = json!({"widgetId": 1, "visitorId": "mara", "visitorName": "Mara"});
    let chat = |path: &str, body: &Value| {
        server.request("POST", &format!("/api/public/chat{path}")).json(body)
    };
    let started = done(chat("/start", &start)).await;
    done(chat("/start", &start)).await;
    let data = &started.json["data"];
    let id = data["conversationId"].to_string();
    let message = json!({"conversationId": data["conversationId"], "ephemeralToken": data["ephemeralToken"], "body": "Hi"});
    done(chat("/messages", &message)).await;
    ordered(server, &["chat", "assign", &id, "--name", "Ines"], "").await;
    ordered(server, &["chat", "list"], "").await;
    ordered(server, &["chat", "reply", &id, "--name", "Ines", "Hello"], "").await;
    ordered(server, &["chat", "release", &id], "").await;
    ordered(server, &["chat", "show", &id], "").await;
    server.sql("update chat_conversations set last_message_at = '2026-01-01'").await;
    stoa_conversations::close_idle(&server.db(), Utc::now()).await.unwrap();
    let refused = stoa(server, &["chat", "assign", &id], "").await.1;
    assert!(refused.contains("closed"), "{refused}");
    let token = data["ephemeralToken"].as_str().unwrap();
    let stream = server.get("/api/public/chat/stream").query("conversationId", &id).bearer(token);
    let mut reader = Reader::open(stream.header("last-event-id", "0")).await;
    assert_eq!(reader.next().await.unwrap().number, 1);
    assert_eq!(chat("/messages", &message).await.status(), 409);
    server.sql("update chat_widgets set enabled = false where site_id = 1").await;
    poll_now(server).await;
    while reader.next().await.is_some() {}
    server.sql("update chat_widgets set enabled = true where site_id = 1").await;
    let later = server.now() + TimeDelta::days(1000);
    stoa_conversations::delete_closed(&server.db(), later).await.unwrap();
    stoa_conversations::retention_days(&server.db()).await.unwrap();
}

async fn operators(server: &Server) {
    ordered(server, &["key", "create", "--site", "1"], "").await;
    ordered(server, &["key", "list"], "").await;
    // A server does this at each start.
    for _ in 0..2 {
        ::stoa::demo::pictures::show(&server.db(), &server.files).await.unwrap();
        ::stoa::demo::update_base_url(&server.db(), "http://127.0.0.1:8080", &server.url())
            .await
            .unwrap();
    }
    ordered(server, &["key", "revoke", "--site", "1", "1"], "").await;
    stoa_outbox::stores_without_address(&server.db()).await.unwrap();
    stoa_stores::stores_with_test_providers(&server.db()).await.unwrap();
    stoa_commerce::carts::stores_without_cart_page(&server.db()).await.unwrap();
    ordered(server, &["site", "list"], "").await;
    ::stoa::demo::what_to_try(&server.db(), &server.url()).await.unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    let replace = ["site", "import", "--replace", "--discard-live-state", path];
    let bundle = ordered(server, &["site", "export", "1"], "").await;
    fs::write(path, &bundle).unwrap();
    let refused = stoa(server, &["site", "import", "--replace", path], "").await.1;
    assert!(refused.contains("orders: "), "{refused}");
    ordered(server, &replace, "").await;
    let bare = json!({"formatVersion": 1, "site": {"id": 77, "name": "New"}});
    fs::write(path, bare.to_string()).unwrap();
    ordered(server, &["site", "import", path], "").await;
    // Another site cannot have the same widgets.
    let mut other: Value = serde_json::from_str(&bundle).unwrap();
    other["site"]["id"] = 77.into();
    fs::write(path, other.to_string()).unwrap();
    let refused = stoa(server, &replace, "").await.1;
    assert!(refused.contains("widget"), "{refused}");
    // A template cannot have the number of a customer's design.
    other["site"]["id"] = 1.into();
    other["designTemplates"][0]["id"] = 1.into();
    fs::write(path, other.to_string()).unwrap();
    let refused = stoa(server, &replace, "").await.1;
    assert!(refused.contains("design 1 is a customer's"), "{refused}");
    ordered(server, &["store", "unset", "--site", "1", "tracking-webhook-secret"], "").await;
}

/// Fills the columns that the seed leaves empty.
const FILL: &str = "
update sites set custom_layout = '{}';
update api_keys set expires_at = '2999-01-01' where expires_at is null;
update posts set cover_image = 'https://cdn.example/c', canonical_url = 'https://harborgoods.example', no_index = true,
    custom_css = 'a {}', custom_js = '1', og_image = 'https://cdn.example/o', seo_title = 'A title';
update posts set parent_post_id = (select min(id) from posts where site_id = 1)
where site_id = 1 and id > (select min(id) from posts where site_id = 1);
update media set caption = 'A caption';
update products set barcode = '4006381333931', seo_title = 'A title', seo_description = 'A description',
    length_in = 8.5, width_in = 6.5, height_in = 1.5;
update product_variants set barcode = '4006381333931', compare_at_price = 9900, cost_price = 1, weight = '1.5',
    length_in = 8.5, width_in = 6.5, height_in = 1.5, image = 'https://cdn.example/v';
update discount_codes set min_order_amount = 1;
";
