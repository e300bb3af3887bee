//! The clients' examples, run as a reader would run them: against a server with the demo.

use std::path::PathBuf;
use std::process::Stdio;

use tokio::process::Command;

use crate::api::staff::invited;
use crate::api::storefront::purchases::Purchase;
use crate::harness::{Server, served, served_read_only, served_with_pictures, skipped};

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
