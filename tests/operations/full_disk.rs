//! A nearly full disk: operations that grow the database are refused, and all others work.

use serde_json::json;

use crate::api::rest_v1;
use crate::api::storefront;
use crate::api::storefront::customers::*;
use crate::api::storefront::designers::begun;
use crate::api::storefront::purchases::{Purchase, tell};
use crate::contract::document;
use crate::harness::{DEMO_KEY, Exchange, Server, served};

/// Sets the flag as the job that watches the disk does.
fn accepts_writes(server: &Server, accepts_writes: bool) {
    assert!(server.orders.db.set_accepts_writes(accepts_writes), "that is news");
}

fn is_refused(answer: &Exchange) -> bool {
    let refused = answer.status() == 503;
    if refused {
        assert_eq!(answer.message(), "Service unavailable, try again later");
        assert_eq!(
            (answer.header("retry-after"), answer.header("cache-control")),
            ("5", "no-store")
        );
    }
    refused
}

#[tokio::test]
async fn every_operation() {
    let server = served().await;
    accepts_writes(&server, false);
    for operation in rest_v1::operations() {
        let answer = server.get(&rest_v1::path(operation, "1")).key(DEMO_KEY).await;
        assert_eq!(answer.status(), 200, "{}", operation.id);
    }
    for operation in document::all().iter().flat_map(|document| &document.operations) {
        let answer = storefront::call(&server, operation, "1").await;
        let body = &operation.body;
        let registers = body["action"] == "register" || !body["register"].is_null();
        assert_eq!(is_refused(&answer), operation.grows_storage || registers, "{}", operation.id);
    }
    let chat = "/api/public/chat/stream?conversationId=1";
    assert_eq!(server.get(chat).await.status(), 401);
    // The demo's pages are not in a document.
    assert_eq!(server.get("/demo/store").unchecked().await.status, 200);
    let pay = json!({"clientSecret": "none", "outcome": "succeeded"});
    let pay = server.request("POST", "/demo/store/payments").json(&pay);
    assert_eq!(pay.unchecked().await.status, 404);
    // CORS lets a page read the error.
    let refused =
        server.request("POST", "/api/storefront/1/cart").header("origin", "https://a.example");
    assert_eq!(refused.await.header("access-control-allow-origin"), "https://a.example");

    accepts_writes(&server, true);
    let line = json!({"sessionId": "a session of nothing", "productId": 2, "quantity": 1});
    assert_eq!(server.request("POST", "/api/storefront/1/cart").json(&line).await.status(), 200);
}

/// Customers log in, delete and get prices, and payments are recorded.
#[tokio::test]
async fn operations_that_do_not_grow_the_database() {
    let server = served().await;
    let token = registered(&server, EMAIL).await;
    let design = begun(&server).await;
    let order = Purchase::new(&server, "a session").await;
    let paid = order.event("evt_1", "succeeded", server.now().timestamp());
    accepts_writes(&server, false);
    let store = |method, path: &str| server.request(method, &format!("/api/storefront/1/{path}"));
    for call in [
        log_in(&server, EMAIL, PASSWORD),
        act(&server, "me", json!({})).bearer(&token),
        act(&server, "logout", json!({})).bearer(&token),
        store("POST", "discount/validate").json(&json!({"code": "WELCOME10"})),
        store("POST", "gift-certificates/validate").json(&json!({"code": "GIFT-7QHX-9KDM-2VWT"})),
        tell(&server, &paid),
        store("DELETE", "cart").query("sessionId", "a session"),
        design.designer.of(&server, "DELETE", design.id),
    ] {
        let answer = call.await;
        assert_eq!(answer.status(), 200, "{}", answer.message());
    }
    assert_eq!(order.history(&server).await, ["pending", "paid"]);
}

/// Of each of these operations, only one action grows the database.
#[tokio::test]
async fn registrations_are_refused() {
    let server = served().await;
    let designer = begun(&server).await.designer;
    accepts_writes(&server, false);
    assert!(is_refused(&register(&server, EMAIL).await));
    let assets =
        |body| designer.call(&server, "POST", "/api/storefront/1/designs/assets").json(&body);
    let image = json!({"url": "https://images.example/whale.png"});
    assert!(is_refused(&assets(json!({"register": [image]})).await));
    assert_eq!(assets(json!({"ids": [1]})).await.status(), 200);
}

/// A server that runs its own Postgres, on a separate disk.
#[cfg(target_os = "linux")]
mod own_postgres {
    use std::path::Path;
    use std::thread;

    use nix::mount::{MsFlags, mount};
    use nix::sched::{CloneFlags, unshare};
    use nix::sys::statvfs::statvfs;
    use serde_json::{Value, json};

    use crate::harness::{skipped, wire};
    use crate::operations::embedded_postgres::harness::{Folder, wait_until};
    use crate::operations::start_up::Process;

    const MIB: u64 = 1024 * 1024;

    #[test]
    fn a_disk_that_fills_up() {
        let folder = Folder::new();
        let path = folder.path.clone();
        // Mounts belong to this thread and its children, and disappear with them even if a test fails.
        thread::spawn(move || match mount_disk(&path) {
            Ok(()) => fill_up(&path),
            Err(error) => skipped(&format!("no tmpfs can be mounted here ({error})")),
        })
        .join()
        .unwrap();
    }

    fn fill_up(disk: &Path) {
        let data_dir = disk.join("data");
        let data_dir = data_dir.to_str().unwrap();
        let server = Process::start(&["--data-dir", data_dir, "--min-free-disk", "64"]);
        let line = json!({"sessionId": "a session on a disk", "productId": 2, "quantity": 1});
        let write = || status(&server, "POST /api/storefront/1/cart", Some(&line));
        let read = || status(&server, "GET /api/storefront/1/products", None);
        assert_eq!((write(), read()), (200, 200));
        leave(disk, 40 * MIB);
        wait_until("writes are refused", || write() == 503);
        assert_eq!(read(), 200);
        // Even Postgres itself cannot write any more.
        leave(disk, 0);
        assert_eq!((write(), read()), (503, 200));
        leave(disk, 400 * MIB);
        wait_until("writes go on", || write() == 200);
        assert_eq!(read(), 200);
        let logged = server.stop();
        for warning in ["the disk is nearly full", "the disk has room again"] {
            assert_eq!(logged.matches(warning).count(), 1, "{warning}: {logged}");
        }
        assert!(!logged.contains("ERROR"), "{logged}");
    }

    fn status(server: &Process, head: &str, body: Option<&Value>) -> u16 {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(wire::ask(&server.address, head, body)).status
    }

    fn mount_disk(folder: &Path) -> nix::Result<()> {
        unshare(CloneFlags::CLONE_NEWNS)?;
        let none = None::<&str>;
        mount(none, "/", none, MsFlags::MS_REC | MsFlags::MS_PRIVATE, none)?;
        resize(folder, 512 * MIB, MsFlags::empty())
    }

    /// Leaves this many bytes free.
    fn leave(disk: &Path, free: u64) {
        let now = statvfs(disk).unwrap();
        let used = (now.blocks() - now.blocks_free()) * now.fragment_size();
        resize(disk, used + free, MsFlags::MS_REMOUNT).unwrap();
    }

    fn resize(folder: &Path, bytes: u64, how: MsFlags) -> nix::Result<()> {
        let options = format!("size={bytes},mode=755");
        mount(Some("full disk"), folder, Some("tmpfs"), how, Some(options.as_str()))
    }
}
