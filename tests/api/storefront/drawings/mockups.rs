//! Mock-ups whose photo cannot be loaded are drawn on white, and drawn again until it can be loaded.

use std::fs::File;
use std::path::PathBuf;
use std::pin::pin;

use futures_util::future::{Either, join_all, select};
use image::Rgb;
use nix::sys::stat::Mode;
use nix::unistd::mkfifo;
use stoa_designs::mockups::draw_provisional;

use super::super::purchases::{Purchase, fill_with_mugs};
use super::*;

const MINUTE: std::time::Duration = std::time::Duration::from_secs(60);

/// The photo of the mug, a file that is missing at first.
struct MissingPhoto {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl MissingPhoto {
    async fn of(server: &Server) -> Self {
        let upload = Designer::default().begins(server).await.designer;
        let upload = upload.call(server, "POST", UPLOAD_IMAGE);
        let photo = upload.files(&[("mug.png", &pictures::png(400, 300))]).await;
        let url = photo.json["data"]["url"].as_str().unwrap();
        server.sql(&format!("update product_style_sides set mockup_image = '{url}'")).await;
        let key = url.rsplit('/').next().unwrap();
        let path = server.folder().join("1").join(key);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        Self { path, bytes }
    }

    fn returns(&self) {
        std::fs::write(&self.path, &self.bytes).unwrap();
    }
}

/// Draws the provisional mock-ups that are due now, and returns their number.
async fn drawn(server: &Server) -> usize {
    draw_provisional(&server.studio, server.now()).await.unwrap()
}

async fn provisional(server: &Server) -> i64 {
    let sql = "select count(*) from design_drawings where mockup_due_at is not null";
    server.number(sql).await
}

async fn mockup_url(server: &Server, design: &Begun) -> Value {
    let shown = design.designer.of(server, "GET", design.id).await;
    shown.json["data"]["mockupUrl"].clone()
}

/// Whether a picture is white in its corner, where no layer is.
fn is_white(png: &[u8]) -> bool {
    let picture = image::load_from_memory(png).unwrap().into_rgb8();
    *picture.get_pixel(picture.width() - 1, 0) == Rgb([255, 255, 255])
}

#[tokio::test]
async fn mockups__of_photos_that_return() {
    let server = served().await;
    let photo = MissingPhoto::of(&server).await;
    let design = begun(&server).await;
    save(&server, &design, json!({"layers": [text_layer("Two whales")]})).await;
    let finalized = finalize(&server, &design).await.expect(200);
    let white = finalized.json["data"]["mockupUrl"].clone();
    assert!(is_white(&file(&server, &white).await));
    fill_with_mugs(&server, "a session", 12, &design.uuid).await;
    Purchase::check_out(&server, "a session").await;
    let print = "select print_key from order_item_drawings";
    let print: String = server.client().await.query_one(print, &[]).await.unwrap().get(0);
    let bytes = server.files.read(1, &print, usize::MAX).await.unwrap().unwrap();

    // The first attempt is after a minute. The photo is still missing, so the next one is a minute later.
    photo.returns();
    assert_eq!(drawn(&server).await, 0, "not due yet");
    std::fs::remove_file(&photo.path).unwrap();
    server.pass(MINUTE);
    assert_eq!(drawn(&server).await, 0);
    assert_eq!(mockup_url(&server, &design).await, white);
    photo.returns();
    assert_eq!(drawn(&server).await, 0, "not due yet");
    server.pass(MINUTE);
    assert_eq!(drawn(&server).await, 1);
    let mockup = mockup_url(&server, &design).await;
    assert_ne!(mockup, white);
    let drawing = file(&server, &mockup).await;
    assert!(!is_white(&drawing));
    assert_eq!(size(&drawing), (1_200, 900));
    assert_eq!(provisional(&server).await, 0);
    server.pass(MINUTE);
    assert_eq!(drawn(&server).await, 0);

    // The order has the new mock-up and the old print file.
    let ordered = "select mockup_key, print_key from order_item_drawings";
    let ordered = server.client().await.query_one(ordered, &[]).await.unwrap();
    assert!(mockup.as_str().unwrap().ends_with(ordered.get::<_, &str>(0)));
    assert_eq!(ordered.get::<_, &str>(1), print);
    assert!(server.files.read(1, &print, usize::MAX).await.unwrap().unwrap() == bytes);
}

#[tokio::test]
async fn mockups__of_photos_that_never_return() {
    let server = served().await;
    let photo = MissingPhoto::of(&server).await;
    let design = begun(&server).await;
    let white = finalize(&server, &design).await.json["data"]["mockupUrl"].clone();
    // The pauses grow to an hour.
    for attempts in 1..=32 {
        let due = "select to_char(max(mockup_due_at), 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') from design_drawings";
        let due: Option<String> = server.client().await.query_one(due, &[]).await.unwrap().get(0);
        let Some(due) = due else {
            assert_eq!(attempts, 31, "6 in the first 32 minutes, then 24 hourly ones");
            break;
        };
        let due = due.parse::<chrono::DateTime<chrono::Utc>>().unwrap();
        server.pass((due - server.now()).to_std().unwrap() + MINUTE / 60);
        assert_eq!(drawn(&server).await, 0);
    }
    assert_eq!(provisional(&server).await, 0);
    photo.returns();
    server.pass(60 * MINUTE);
    assert_eq!(drawn(&server).await, 0);
    assert_eq!(mockup_url(&server, &design).await, white);
}

/// The photo may have been removed from the product, and the design may have been deleted.
#[tokio::test]
async fn mockups__without_photo_or_design() {
    let server = served().await;
    let photo = MissingPhoto::of(&server).await;
    let [design, gone] = [begun(&server).await, begun(&server).await];
    for design in [&design, &gone] {
        assert_eq!(finalize(&server, design).await.status(), 200);
    }
    server.pass(MINUTE);
    server.sql(&format!("delete from designs where id = {}", gone.id)).await;
    server.sql("update product_style_sides set mockup_image = ''").await;
    photo.returns();
    assert_eq!(drawn(&server).await, 0);
    assert_eq!(provisional(&server).await, 0);
}

#[tokio::test]
async fn two_servers_draw_a_mockup_once() {
    let server = served().await;
    let another = server.another().await;
    let photo = MissingPhoto::of(&server).await;
    for _ in 0..3 {
        let design = begun(&server).await;
        assert_eq!(finalize(&server, &design).await.status(), 200);
    }
    let files = server.count("files").await;
    photo.returns();
    server.pass(MINUTE);
    let now = server.now();
    let (here, there) =
        tokio::join!(draw_provisional(&server.studio, now), draw_provisional(&another.studio, now));
    assert_eq!(here.unwrap() + there.unwrap(), 3);
    assert_eq!(server.count("files").await, files + 3);
}

/// A photo that takes long occupies no turn of the queue of drawings, so other designs are drawn concurrently.
#[tokio::test]
async fn mockups__of_photos_that_take_long() {
    let server = served().await;
    let photo = MissingPhoto::of(&server).await;
    // Reading this file waits for a writer.
    mkfifo(&photo.path, Mode::S_IRUSR | Mode::S_IWUSR).unwrap();
    let mut slow = Vec::new();
    for _ in 0..2 * stoa_fair_queue::worker_threads() {
        slow.push(begun(&server).await);
    }
    let designer = &slow[0].designer;
    legacy(&server, LEGACY_UUID, designer.session.as_deref().unwrap()).await;
    let slow = pin!(join_all(slow.iter().map(|design| finalize(&server, design))));
    // A legacy design needs no photo.
    let quick = designer.of(&server, "POST", format!("{LEGACY_UUID}/finalize"));
    let quick = pin!(quick.into_future());
    let Either::Right((quick, slow)) = select(slow, quick).await else {
        panic!("a photo was read without a writer");
    };
    assert_eq!(quick.status(), 200, "{}", quick.message());
    let pipe = photo.path.with_extension("pipe");
    std::fs::rename(&photo.path, &pipe).unwrap();
    photo.returns();
    drop(File::options().read(true).write(true).open(&pipe).unwrap());
    assert!(slow.await.iter().all(|finalized| finalized.status() == 200));
}
