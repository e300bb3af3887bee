//! The operations that are measured: as requests, and without HTTP through a pool of the same size.

use std::sync::Arc;
use std::time::SystemTime;

use anyhow::{Context, anyhow};
use stoa_ai::Ai;
use stoa_commerce::orders::OrderContext;
use stoa_db::Db;
use stoa_design_renderer::{Drawings, Fonts};
use stoa_designs::Studio;
use stoa_files::Files;
use stoa_images::{Pictures, Remote};
use stoa_outbox::Outbox;
use stoa_runtime::Rates;
use stoa_storage::Storage;
use stoa_storefront::{Designer, Shopper, Storefront, StorefrontContext};
use stoa_storefront_server::cart::{AddCartItem, CartApi};
use stoa_storefront_server::checkout::{CheckoutApi, PlaceOrder};
use stoa_storefront_types::{ProductDetail, ProductSummary};
use stoa_stores::Stores;
use stoa_stores::catalog::{ProductQuery, ProductSort};
use stoa_values::Clock;

use super::carts;

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "camelCase")]
pub enum Operation {
    ListProducts,
    GetProduct,
    AddCartItem,
    PlaceOrder,
}

impl Operation {
    pub const ALL: [Self; 4] =
        [Self::ListProducts, Self::GetProduct, Self::AddCartItem, Self::PlaceOrder];

    /// The operations that the server written by hand has too.
    pub const OF_PEER: [Self; 3] = [Self::ListProducts, Self::GetProduct, Self::AddCartItem];

    pub fn name(self) -> &'static str {
        match self {
            Self::ListProducts => "listProducts",
            Self::GetProduct => "getProduct",
            Self::AddCartItem => "addCartItem",
            Self::PlaceOrder => "placeOrder",
        }
    }

    pub fn request(self) -> serde_json::Result<String> {
        Ok(match self {
            Self::ListProducts => get("/api/storefront/1/products"),
            Self::GetProduct => get("/api/storefront/1/products/product-1000"),
            Self::AddCartItem => {
                post("/api/storefront/1/cart", &serde_json::to_string(&carts::addition())?)
            }
            Self::PlaceOrder => {
                post("/api/storefront/1/checkout", &serde_json::to_string(&carts::checkout())?)
            }
        })
    }
}

pub fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: shop.example\r\n\r\n")
}

pub fn post(path: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: shop.example\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    )
}

/// A pool, and the storefront's handlers on it.
pub struct Handlers {
    db: Db,
    storefront: Storefront,
}

const SITE_ID: i64 = 1;

impl Handlers {
    pub fn new(db: Db) -> anyhow::Result<Self> {
        let secret = b"a secret of the benchmark, long enough to be one";
        let live_rates = Arc::new(stoa_carriers::LiveRates::new(&Default::default())?);
        let payments = stoa_payments::Payments::new(db.clone(), secret, Default::default())?;
        let clock = Clock::default();
        let stores = Arc::new(Stores::new(db.clone(), clock.clone(), secret));
        let mut rates = Rates::new(SystemTime::now);
        // As in the server that is measured, which has no limits.
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
            ai: Arc::new(Ai::new(no_ai())?),
        };
        Ok(Self { storefront: Storefront::new(context, &rates), db })
    }

    /// A read is its statement alone, with its rows read into types; a write is its handler.
    pub async fn call(&self, operation: Operation) -> anyhow::Result<()> {
        let client = [127, 0, 0, 1].into();
        match operation {
            Operation::ListProducts => {
                let query = ProductQuery {
                    category: None,
                    search: None,
                    sort: ProductSort::Newest,
                    page: 1,
                    limit: 24,
                };
                stoa_stores::catalog::list_products::<ProductSummary>(&self.db, SITE_ID, query)
                    .await?;
            }
            Operation::GetProduct => {
                let (db, slug) = (&self.db, "product-1000");
                let product: Option<ProductDetail> =
                    stoa_stores::catalog::get_public_product_by_slug(db, SITE_ID, slug, &[])
                        .await?;
                product.context("no product")?;
            }
            Operation::AddCartItem => {
                let body = carts::addition();
                let request = AddCartItem { site_id: SITE_ID, idempotency: None, body };
                let added = self.storefront.add_cart_item(Designer::anyone(client), request).await;
                added.map_err(|error| anyhow!("not a line: {error:?}"))?;
            }
            Operation::PlaceOrder => {
                let body = carts::checkout();
                let request = PlaceOrder { site_id: SITE_ID, idempotency: None, body };
                let placed = self.storefront.place_order(Shopper::new(client, None), request).await;
                placed.map_err(|error| anyhow!("not an order: {error:?}"))?;
            }
        }
        Ok(())
    }
}

/// The address of no AI provider: no operation here needs one.
fn no_ai() -> stoa_ai::Settings {
    stoa_ai::Settings {
        url: "http://127.0.0.1:1".to_owned(),
        api_key: None,
        image_model: String::new(),
        text_model: String::new(),
        moderation_model: String::new(),
    }
}
