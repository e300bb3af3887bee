//! Which files the sweep deletes, and which it leaves.

use stoa_audit::{Actor, Origin};
use stoa_files::staff;
use stoa_files::sweep::{SweepReport, sweep};

use super::{is_served, pass_since_now, picture, store};
use crate::harness::*;

/// Every reference to a file of site 1, with `{}` for the file's key.
const NAMES: [&str; 10] = [
    "insert into design_assets (site_id, design_id, customer_id, file_key, created_at) values (1, 7, 1, '{}', now())",
    "insert into media (site_id, file_key) values (1, '{}')",
    "insert into media (site_id, thumbnail_key) values (1, '{}')",
    "update designs set thumbnail_key = '{}'",
    "update design_revisions set thumbnail_key = '{}'",
    "update design_drawings set mockup_key = '{}'",
    "update design_drawings set print_key = '{}'",
    "update order_items set design_thumbnail_key = '{}'",
    "update order_item_drawings set mockup_key = '{}'",
    "update order_item_drawings set print_key = '{}'",
];

/// A design that was ordered. `$` is the key of all its pictures.
const DESIGNED: &str = "
    insert into customers (site_id, id, email, password_hash, created_at, updated_at)
        overriding system value values (1, 1, 'sweep@example.com', 'x', now(), now());
    insert into designs (site_id, id, uuid, product_id, customer_id, name, created_at, updated_at)
        values (1, 7, gen_random_uuid(), 4, 1, 'Whales', now(), now());
    insert into design_revisions
        (site_id, design_id, revision, layers, style_overrides, thumbnail_key, created_at)
        values (1, 7, 1, '[]', '{}', '$', now());
    insert into design_drawings (site_id, design_id, revision, side, position, mockup_key, print_key)
        values (1, 7, 1, 'wrap', 0, '$', '$')";

const ADDED: Origin =
    Origin { actor: Actor::CommandLine, operation: "stoa file add", request_id: None };

async fn report(server: &Server) -> (usize, usize) {
    let SweepReport { unnamed, without_row } = sweep(&server.files).await.unwrap();
    (unnamed, without_row)
}

#[tokio::test]
async fn unreferenced_files_are_deleted_after_a_day() {
    let server = served().await;
    let (young, old) = (store(&server, 1).await, store(&server, 2).await);
    let added = staff::add(&server.files, &ADDED, 1, "mug.png", &picture()).await.unwrap();
    server
        .sql(&format!(
            "update files set created_at = created_at - interval '2 days' where key <> '{young}'"
        ))
        .await;
    assert_eq!(report(&server).await, (1, 0));
    assert!(is_served(&server, 1, &young).await && !is_served(&server, 2, &old).await);
    assert!(is_served(&server, 1, &added).await, "an operator's stays");
    server.pass(25 * HOUR);
    assert_eq!(report(&server).await, (1, 0));
    assert!(!is_served(&server, 1, &young).await && is_served(&server, 1, &added).await);
    assert_eq!(report(&server).await, (0, 0));
}

#[tokio::test]
async fn referenced_files_remain() {
    let server = served().await;
    let first = store(&server, 1).await;
    server.sql(&DESIGNED.replace('$', &first)).await;
    crate::api::storefront::purchases::Purchase::new(&server, "a session").await;
    server
        .sql(&format!(
            "insert into order_item_drawings
                 (site_id, order_id, position, side, side_position, mockup_key, print_key)
             select site_id, order_id, position, 'wrap', 0, '{first}', '{first}' from order_items limit 1"
        ))
        .await;
    let mut named = vec![first];
    for name in NAMES {
        named.push(store(&server, 1).await);
        server.sql(&name.replace("{}", named.last().unwrap())).await;
    }
    pass_since_now(&server, 25 * HOUR);
    // The first file has no references any more.
    assert_eq!(report(&server).await, (1, 0));
    for (number, key) in named.iter().enumerate() {
        assert_eq!(is_served(&server, 1, key).await, number > 0, "{number}");
    }
}

#[tokio::test]
async fn files_without_a_row_are_deleted_after_a_day() {
    let server = served().await;
    let named = staff::add(&server.files, &ADDED, 1, "mug.png", &picture()).await.unwrap();
    let folder = server.folder();
    let orphans =
        ["1", "2", "999"].map(|site| folder.join(format!("{site}/{}.png", "0".repeat(32))));
    // Files that the server has not written.
    let others =
        ["readme.txt", "1/readme.txt", "01/a.png", "backup/1/b.png"].map(|path| folder.join(path));
    for path in orphans.iter().chain(&others) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "left behind").unwrap();
    }
    pass_since_now(&server, 23 * HOUR);
    assert_eq!(report(&server).await, (0, 0));
    server.pass(2 * HOUR);
    assert_eq!(report(&server).await, (0, 3));
    assert!(orphans.iter().all(|path| !path.exists()) && others.iter().all(|path| path.exists()));
    assert!(is_served(&server, 1, &named).await);
}

/// Two databases that share a storage: neither loses files.
#[tokio::test]
async fn files_of_another_database() {
    let server = served().await;
    let (folder, digits) = (server.folder(), "0".repeat(32));
    std::fs::create_dir_all(folder.join("1")).unwrap();
    std::fs::write(folder.join("1").join(format!("{digits}.png")), "theirs").unwrap();
    std::fs::write(folder.join("database"), "2026-01-01T00:00:00.000000001Z").unwrap();
    let ours = store(&server, 1).await;
    pass_since_now(&server, 25 * HOUR);
    assert_eq!(report(&server).await, (1, 0));
    assert!(is_served(&server, 1, &format!("{digits}.png")).await);
    assert!(!is_served(&server, 1, &ours).await);
    std::fs::remove_file(folder.join("database")).unwrap();
    assert_eq!(report(&server).await, (0, 1));
    assert!(folder.join("database").exists() && folder.join("1").exists());
}

#[tokio::test]
async fn thousands_are_swept_in_batches() {
    let server = served().await;
    server
        .sql(
            "insert into files (site_id, key, media_type, size, created_at)
             select 1, md5(number::text) || '.png', 'image/png', 1, '2026-01-01'
             from generate_series(1, 2500) number;
             insert into files (site_id, key, media_type, size, added_as, created_at)
             select 1, md5(number::text) || '.jpg', 'image/jpeg', 1, 'added', '2026-01-01'
             from generate_series(1, 1200) number",
        )
        .await;
    assert_eq!(report(&server).await, (2500, 0));
    let left: i64 = server.one("select count(*) from files").await;
    assert_eq!(left, 1200);
}

/// A reference is inserted at the moment of the sweep.
#[tokio::test]
async fn a_reference_during_the_sweep() {
    let server = served().await;
    let key = store(&server, 1).await;
    server
        .sql(
            "insert into customers (site_id, id, email, password_hash, created_at, updated_at)
             overriding system value values (1, 1, 'sweep@example.com', 'x', now(), now())",
        )
        .await;
    pass_since_now(&server, 25 * HOUR);
    let mut namer = server.client().await;
    let naming = namer.transaction().await.unwrap();
    let sql = "insert into design_assets (site_id, customer_id, file_key, created_at) values (1, 1, $1, now())";
    naming.execute(sql, &[&key]).await.unwrap();
    let files = server.files.clone();
    let sweeping = tokio::spawn(async move { sweep(&files).await });
    until_waiting(&server, 1).await;
    naming.commit().await.unwrap();
    assert!(sweeping.await.unwrap().is_err(), "its round fails");
    assert!(is_served(&server, 1, &key).await);
    assert_eq!(report(&server).await, (0, 0));
}
