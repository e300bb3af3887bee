//! What is measured: an operation as it is served, and the same without HTTP through the same pool.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::Context;
use stoa_ai::Ai;
use stoa_commerce::orders::OrderContext;
use stoa_db::Db;
use stoa_design_renderer::{Drawings, Fonts};
use stoa_designs::Studio;
use stoa_files::Files;
use stoa_images::{Pictures, Remote};
use stoa_outbox::Outbox;
use stoa_runtime::{Rates, Replayable};
use stoa_storage::Storage;
use stoa_storefront::{Designer, Shopper, Storefront, StorefrontContext};
use stoa_storefront_server::cart::{AddCartItem, CartApi};
use stoa_storefront_server::checkout::{CheckoutApi, PlaceOrder};
use stoa_storefront_types::{CartItemRecord, CheckoutResult, ProductDetail, ProductSummary};
use stoa_stores::Stores;
use stoa_stores::catalog::ProductQuery;
use stoa_values::Clock;

use super::carts;
use crate::load::Asked;

pub struct Case {
    pub name: &'static str,
    pub asked: Asked,
    /// What `call` is.
    pub alone: &'static str,
    pub call: fn(Arc<Handlers>) -> Running,
}

/// A pool, and the storefront on it.
pub struct Handlers {
    db: Db,
    storefront: Storefront,
}

type Running = Pin<Box<dyn Future<Output = anyhow::Result<()>> + Send>>;

pub static CASES: [Case; 4] = [
    Case {
        name: "listProducts",
        asked: Asked::Get { path: "/api/storefront/1/products", key: "" },
        alone: "SQL alone",
        call: |handlers| Box::pin(list_products(handlers)),
    },
    Case {
        name: "getProduct",
        asked: Asked::Get { path: "/api/storefront/1/products/product-1000", key: "" },
        alone: "SQL alone",
        call: |handlers| Box::pin(get_product(handlers)),
    },
    Case {
        name: "addCartItem",
        asked: Asked::Post {
            path: "/api/storefront/1/cart",
            body: || serde_json::to_string(&carts::addition()),
        },
        alone: "handler alone",
        call: |handlers| Box::pin(async move { handlers.add_cart_item().await.map(drop) }),
    },
    Case {
        name: "placeOrder",
        asked: Asked::Post {
            path: "/api/storefront/1/checkout",
            body: || serde_json::to_string(&carts::checkout()),
        },
        alone: "handler alone",
        call: |handlers| Box::pin(async move { handlers.place_order(None).await.map(drop) }),
    },
];

const SITE_ID: i64 = 1;

/// Nobody is asked to draw or write.
fn nobody() -> stoa_ai::Settings {
    stoa_ai::Settings {
        url: "http://127.0.0.1:1".to_owned(),
        api_key: None,
        image_model: String::new(),
        text_model: String::new(),
        moderation_model: String::new(),
    }
}

impl Handlers {
    pub fn new(db: Db) -> anyhow::Result<Self> {
        let secret = b"a secret of the benchmark, long enough to be one";
        let live_rates = Arc::new(stoa_carriers::LiveRates::new(&Default::default())?);
        let payments = stoa_payments::Payments::new(db.clone(), secret, Default::default())?;
        let clock = Clock::default();
        let stores = Arc::new(Stores::new(db.clone(), clock.clone(), secret));
        let mut rates = Rates::new(SystemTime::now);
        // As the server's, which has none.
        rates.set("new-carts", None);
        let orders = OrderContext { db: db.clone(), clock, stores, payments: Arc::new(payments) };
        let storage = Storage::local(&std::env::temp_dir());
        let files = Files::new(db.clone(), orders.clock.clone(), storage, "");
        let pictures = Pictures::new();
        let drawings = Drawings::new(Arc::new(Fonts::bundled()));
        let context = StorefrontContext {
            orders,
            live_rates,
            tracking_webhook_secret: None,
            outbox: Outbox::new(b"bench"),
            public_url: String::new(),
            files: files.clone(),
            pictures: pictures.clone(),
            studio: Studio::new(db.clone(), files.clone(), pictures, drawings, Remote::new()?),
            ai: Arc::new(Ai::new(nobody())?),
        };
        Ok(Self { storefront: Storefront::new(context, &rates), db })
    }

    /// The handler itself, which adds lines that come at once together.
    pub async fn add_cart_item(&self) -> anyhow::Result<CartItemRecord> {
        let request = AddCartItem { site_id: SITE_ID, idempotency: None, body: carts::addition() };
        match self.storefront.add_cart_item(Designer::anyone([127, 0, 0, 1].into()), request).await
        {
            Ok(Replayable::Fresh(line)) => Ok(line),
            other => anyhow::bail!("not a line: {other:?}"),
        }
    }

    /// The handler itself, which begins the payment with the test provider.
    pub async fn place_order(
        &self,
        idempotency: Option<stoa_runtime::Idempotency>,
    ) -> anyhow::Result<CheckoutResult> {
        let request = PlaceOrder { site_id: SITE_ID, idempotency, body: carts::checkout() };
        match self.storefront.place_order(Shopper::new([127, 0, 0, 1].into(), None), request).await
        {
            Ok(Replayable::Fresh(result)) => Ok(result),
            other => anyhow::bail!("not an order: {other:?}"),
        }
    }
}

async fn list_products(handlers: Arc<Handlers>) -> anyhow::Result<()> {
    let query = ProductQuery { category: None, search: None, sort: "newest", page: 1, limit: 24 };
    stoa_stores::catalog::list_products::<ProductSummary>(&handlers.db, SITE_ID, query).await?;
    Ok(())
}

async fn get_product(handlers: Arc<Handlers>) -> anyhow::Result<()> {
    let (db, slug) = (&handlers.db, "product-1000");
    let product: Option<ProductDetail> =
        stoa_stores::catalog::get_public_product_by_slug(db, SITE_ID, slug, &[]).await?;
    product.context("no product").map(drop)
}
