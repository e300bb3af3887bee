//! Designs with many layers, which are saved and finalized in a loop, or only saved.

use std::sync::Arc;

use anyhow::Context as _;
use hyper::Method;
use serde_json::{Value, json};

use super::attacker;
use crate::siege::context::Context;
use crate::siege::http::Caller;
use crate::siege::site::DESIGNABLE_PRODUCT;

const LAYERS: usize = 400;

/// Numbers in the paths of a large design, which has about 1 MB.
const NUMBERS_IN_A_PATH: usize = 110;

pub async fn finalize(context: Arc<Context>) -> anyhow::Result<()> {
    let mut design = Design::begin(&context).await?;
    loop {
        design.save(&context, &layers("ellipse")).await?;
        let finalized = format!("{}/finalize", design.target);
        let cookie = [("cookie", design.cookie.as_str())];
        let finalized = design.caller.send(Method::POST, &finalized, &cookie, &json!({})).await;
        context.ledger.attack(&finalized);
        finalized?;
    }
}

pub async fn save(context: Arc<Context>) -> anyhow::Result<()> {
    let mut design = Design::begin(&context).await?;
    loop {
        design.save(&context, &layers("path")).await?;
    }
}

struct Design {
    caller: Caller,
    target: String,
    cookie: String,
}

impl Design {
    async fn begin(context: &Context) -> anyhow::Result<Self> {
        let mut caller = attacker(context);
        let new = json!({"productId": DESIGNABLE_PRODUCT});
        let created = caller.post("/api/storefront/1/designs", &new).await?.data();
        let session = created["sessionId"].as_str().context("a design session")?;
        let target = format!("/api/storefront/1/designs/{}", created["id"]);
        Ok(Self { caller, target, cookie: format!("svc_design_session={session}") })
    }

    async fn save(&mut self, context: &Context, layers: &Value) -> anyhow::Result<()> {
        let cookie = [("cookie", self.cookie.as_str())];
        let saved = self.caller.send(Method::PUT, &self.target, &cookie, layers).await;
        context.ledger.attack(&saved);
        saved.map(drop)
    }
}

/// Layers at random places, so that each save changes the design.
fn layers(kind: &str) -> Value {
    let numbers = || (0..NUMBERS_IN_A_PATH).map(|_| rand::random_range(0.0..1.0_f64));
    let layer = |_| {
        let mut layer = json!({
            "type": kind, "x": rand::random_range(0.0..1.0), "y": rand::random_range(0.0..1.0),
            "width": 0.5, "height": 0.5, "opacity": 0.5, "fill": "#336699",
        });
        if kind == "path" {
            layer["points"] = numbers().collect();
        }
        layer
    };
    json!({"layers": (0..LAYERS).map(layer).collect::<Vec<_>>()})
}
