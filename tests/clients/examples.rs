//! The clients' examples, run as a reader would run them: against a server with the demo.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::{Value, json};
use stoa_site_bundle::Existing;
use tempfile::NamedTempFile;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::Command;

use crate::api::staff::invited;
use crate::api::storefront::purchases::Purchase;
use crate::clients::webhooks;
use crate::harness::{Server, served, served_read_only, served_with_pictures, skipped};

/// A new site, as the example tells the operator to import it.
const SALT_AND_ROPE: &[u8] =
    br#"{"formatVersion": 1, "site": {"id": 7, "name": "Salt & Rope"}, "store": {}}"#;

#[tokio::test]
async fn rest_v1() {
    let server = served_read_only().await;
    let Some(output) = run("rest-v1", &server).await else { return };
    let error =
        "getPostBySlug GET /sites/{siteId}/posts/{slug}: 404 Not found (attempt 1, request ";
    assert!(output.contains("Harbor Tote"), "{output}");
    assert!(output.contains(&format!("\nIt is as it was.\n{error}")), "{output}");
}

#[tokio::test]
async fn storefront() {
    let server = served().await;
    let Some(output) = run("storefront", &server).await else { return };
    assert!(output.ends_with(" is paid, payment paid\n"), "{output}");
}

#[tokio::test]
async fn storefront_account() {
    let server = served().await;
    let Some(output) = run("storefront-account", &server).await else { return };
    for expected in ["\n1 × Anchor Mug: ", "\npaid at ", ", open: My order\n"] {
        assert!(output.contains(expected), "{expected} in {output}");
    }
    let error = "getAccount GET /{siteId}/account: 401 Unauthorized (attempt 1, request ";
    assert!(output.contains(&format!("logged out, {error}")), "{output}");
}

#[tokio::test]
async fn storefront_design() {
    let server = served_with_pictures().await;
    let Some(output) = run("storefront-design", &server).await else { return };
    for expected in
        ["\nclaimed: 1\nfinalized: ", "\nshared at https://harborgoods.example/store/designs/"]
    {
        assert!(output.contains(expected), "{expected} in {output}");
    }
    assert!(output.ends_with(" is paid, payment paid\n"), "{output}");
}

#[tokio::test]
async fn staff() {
    let server = served().await;
    let disputed = Purchase::new(&server, "one").await;
    server.sql("update discount_codes set used = 0").await;
    server.sql("update gift_certificates set remaining_amount = initial_amount").await;
    let paid = Purchase::new(&server, "two").await;
    for order in [&disputed, &paid] {
        order.pay(&server).await;
    }
    let dispute =
        format!("update orders set payment_status = 'disputed' where id = {}", disputed.id);
    server.sql(&dispute).await;
    let invitation = invited(&server, Some(1), "tomas@example.com", &["shop"]).await;
    let environment = [("STOA_INVITATION", invitation.as_str())];
    let Some(output) = run_with("staff", &server, &environment).await else { return };
    let (disputed, paid) = (&disputed.number, &paid.number);
    let shipped =
        format!("{disputed} needs attention: [PaymentDisputed]\norder {paid} is shipped\n");
    assert_eq!(output, format!("{shipped}waiting for an event\norder {disputed} was paid\n"));
    let again = run("staff", &server).await.unwrap();
    assert!(
        again.ends_with(&format!("waiting for an event\norder {disputed} was paid\n")),
        "{again}"
    );
}

/// Everything that the program sets up is served to the pages of the shop.
#[tokio::test]
async fn staff_new_shop() {
    let server = served().await;
    let mut bundle = NamedTempFile::new().unwrap();
    bundle.write_all(SALT_AND_ROPE).unwrap();
    let mut client = server.client().await;
    stoa_site_bundle::import(&mut client, bundle.path(), Existing::Refuse).await.unwrap();
    let invitation = invited(&server, Some(7), "ines@example.com", &["owner"]).await;
    let environment = [("STOA_INVITATION", invitation.as_str())];
    let Some(output) = run_with("staff-new-shop", &server, &environment).await else { return };
    let key = output.trim_end().rsplit(' ').next().unwrap();
    let of_pages = async |path: &str| {
        server.get(&format!("/api/v1/sites/7/{path}")).key(key).await.expect(200).json
    };
    let of_store =
        async |path: &str| server.get(&format!("/api/storefront/7/{path}")).await.expect(200).json;

    let branding = of_pages("branding").await;
    assert_eq!(branding["data"]["primaryColor"], "#0f4c5c");
    let posts = of_pages("posts?category=news").await;
    let expected = ["a-knot-a-month", "how-salt-is-made", "we-are-open"];
    assert_eq!(each(&posts["data"], "slug"), BTreeSet::from(expected));
    let post = of_pages("posts/we-are-open").await;
    let content = post["data"]["content"].as_str().unwrap();
    assert!(content.contains("The shop on the quay has a door to the world now."), "{content}");
    let menu = of_pages("navigation").await;
    assert_eq!(menu["data"][0]["children"][1]["label"], "Deck");
    assert_eq!(of_pages("products").await["pagination"]["total"], 10);

    let categories = of_store("categories").await;
    assert_eq!(each(&categories["data"], "slug"), BTreeSet::from(["deck", "kitchen"]));
    let products = of_store("products?category=deck").await;
    let products = products["data"].as_array().unwrap();
    assert_eq!(products.len(), 5);
    for product in products {
        let slug = product["slug"].as_str().unwrap();
        let product = of_store(&format!("products/{slug}")).await;
        let picture = format!("https://cdn.example.com/salt-and-rope/{slug}.jpg");
        assert_eq!(product["data"]["images"][0]["url"], picture);
    }
    let rates = of_store("shipping?country=US").await;
    assert_eq!(each(&rates["data"], "name"), BTreeSet::from(["Express", "Standard"]));
    let code = json!({"code": "welcome10", "subtotal": 10_000});
    let discount = server.post("/api/storefront/7/discount/validate", &code).await.expect(200);
    assert_eq!(discount.json["data"]["discountAmount"], 1000);
}

/// The program accepts the webhooks of both secrets, handles each event once, and refuses other requests.
#[tokio::test]
async fn staff_webhooks() {
    let Some(program) = built("staff-webhooks") else {
        return skipped("`cargo test` alone builds the example staff-webhooks");
    };
    let secrets = [webhooks::OLD_SECRET, webhooks::SECRET];
    let mut command = Command::new(program);
    command.env("STOA_WEBHOOK_SECRETS", secrets.join(",")).stdout(Stdio::piped());
    command.env("STOA_WEBHOOK_ADDRESS", "127.0.0.1:0").stdin(Stdio::null()).kill_on_drop(true);
    let mut program = command.spawn().unwrap();
    let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
    let mut line = async || lines.next_line().await.unwrap().unwrap();
    let first = line().await;
    let address = first.strip_prefix("listening on http://").unwrap();
    let address = address.strip_suffix("/webhooks").unwrap();

    let examples: BTreeMap<String, Value> = webhooks::examples().into_iter().collect();
    let paid = examples["order.paid"].to_string();
    let later = json!({"type": "order.gift_wrapped"}).to_string();
    for (secret, id, body, status) in [
        (webhooks::SECRET, "msg_1", &paid, "204"),
        (webhooks::OLD_SECRET, "msg_1", &paid, "204"),
        (webhooks::OTHER_SECRET, "msg_2", &paid, "400"),
        (webhooks::OLD_SECRET, "msg_2", &later, "204"),
    ] {
        let head = webhooks::headers(secret, id, body);
        let head: String = head
            .iter()
            .map(|(name, value)| format!("{name}: {}\r\n", value.to_str().unwrap()))
            .collect();
        let request = format!(
            "POST /webhooks HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {}\r\n{head}\r\n{body}",
            body.len()
        );
        let mut connection = TcpStream::connect(address).await.unwrap();
        connection.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
    }
    assert_eq!(line().await, "order ST-7K2M9QX4TB is paid: 4900 EUR");
    let refused = "the webhook has no signature that was made with a secret of the endpoint";
    assert_eq!(line().await, format!("refused: {refused}"));
    assert_eq!(line().await, "order.gift_wrapped is newer than this program");
}

/// The values of a property of each item.
fn each<'a>(items: &'a Value, property: &str) -> BTreeSet<&'a str> {
    items.as_array().unwrap().iter().map(|item| item[property].as_str().unwrap()).collect()
}

/// Runs an example and returns its output, or `None` if the examples were not built: `cargo test --test stoa` does not
/// build them.
async fn run(example: &str, server: &Server) -> Option<String> {
    run_with(example, server, &[]).await
}

/// Runs an example with these variables of its environment.
async fn run_with(example: &str, server: &Server, environment: &[(&str, &str)]) -> Option<String> {
    let Some(program) = built(example) else {
        skipped(&format!("`cargo test` alone builds the example {example}"));
        return None;
    };
    let mut command = Command::new(program);
    command
        .env("STOA_URL", server.url())
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .kill_on_drop(true);
    let output = command.output().await.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    assert!(output.status.success(), "{example}: {}", text(output.stderr));
    Some(text(output.stdout))
}

/// The example's binary. Cargo puts examples into the folder `examples` next to the folder of this test's binary.
fn built(example: &str) -> Option<PathBuf> {
    let own = std::env::current_exe().unwrap();
    let path = own.parent()?.parent()?.join("examples").join(example);
    path.is_file().then_some(path)
}
