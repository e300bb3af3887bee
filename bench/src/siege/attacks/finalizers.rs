//! Designs with many layers, which are saved and finalized in a loop.

use std::sync::Arc;

use anyhow::Context as _;
use hyper::Method;
use serde_json::{Value, json};

use super::attacker;
use crate::siege::context::Context;
use crate::siege::site::DESIGNABLE_PRODUCT;

const LAYERS: usize = 400;

pub async fn finalize(context: Arc<Context>) -> anyhow::Result<()> {
    let mut caller = attacker(&context);
    let new = json!({"productId": DESIGNABLE_PRODUCT});
    let created = caller.post("/api/storefront/1/designs", &new).await?.data();
    let session = created["sessionId"].as_str().context("a design session")?;
    let cookie = format!("svc_design_session={session}");
    let cookie = [("cookie", cookie.as_str())];
    let design = format!("/api/storefront/1/designs/{}", created["id"]);
    loop {
        let saved = caller.send(Method::PUT, &design, &cookie, &layers()).await;
        context.ledger.attack(&saved);
        saved?;
        let finalize = format!("{design}/finalize");
        let finalized = caller.send(Method::POST, &finalize, &cookie, &json!({})).await;
        context.ledger.attack(&finalized);
        finalized?;
    }
}

/// Layers at random places, so that each save changes the design.
fn layers() -> Value {
    let layer = |_| {
        json!({
            "type": "ellipse", "x": rand::random_range(0.0..1.0), "y": rand::random_range(0.0..1.0),
            "width": 0.5, "height": 0.5, "opacity": 0.5, "fill": "#336699",
        })
    };
    json!({"layers": (0..LAYERS).map(layer).collect::<Vec<_>>()})
}
