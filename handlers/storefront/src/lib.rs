//! The handlers of the storefront: one file per tag, next to the folder of its SQL statements. The rules of carts,
//! orders, shipping and stores are in domain/.

mod account;
mod ai;
mod assets;
mod auth;
mod authenticate;
mod cart;
mod catalog;
mod checkout;
mod designs;
mod drawings;
mod orders;
mod shipping;
mod stored_bytes;
mod support;
mod webhooks;
mod wishlist;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use stoa_ai::Ai;
use stoa_carriers::LiveRates;
use stoa_commerce::orders::OrderContext;
use stoa_credentials::Passwords;
use stoa_customers::CustomerContext;
use stoa_customers::support::SupportContext;
use stoa_db::Db;
use stoa_designs::Studio;
use stoa_files::Uploads;
use stoa_outbox::Outbox;
use stoa_runtime::{KeyedQueue, Rates};
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::RateLimits;
use stoa_values::{Clock, money::Overflow};

pub use authenticate::{Customer, Designer, Shopper, Visitor};
use cart::CART_QUEUE_TIMEOUT;

pub struct Storefront {
    db: Db,
    clock: Clock,
    orders: OrderContext,
    live_rates: Arc<LiveRates>,
    rate_limits: RateLimits,
    /// Changes of one cart wait for each other here. Only the first of them then waits for the lock of the cart's row,
    /// which needs a connection. The lock alone decides, because other servers have queues of their own.
    carts: KeyedQueue,
    customers: CustomerContext,
    support: SupportContext,
    tracking_webhook_secret: Option<String>,
    public_url: String,
    uploads: Uploads,
    ai: Arc<Ai>,
    studio: Studio,
}

pub struct StorefrontContext {
    pub orders: OrderContext,
    pub passwords: Passwords,
    pub live_rates: Arc<LiveRates>,
    /// Verifies tracking webhooks of stores without their own secret.
    pub tracking_webhook_secret: Option<String>,
    pub outbox: Outbox,
    pub public_url: String,
    pub uploads: Uploads,
    pub studio: Studio,
    pub ai: Arc<Ai>,
}

impl Storefront {
    pub fn new(context: StorefrontContext, rates: &Rates) -> Self {
        let StorefrontContext {
            orders,
            passwords,
            live_rates,
            tracking_webhook_secret,
            outbox,
            public_url,
            uploads,
            studio,
            ai,
        } = context;
        let OrderContext { db, clock, .. } = orders.clone();
        let support =
            SupportContext { db: db.clone(), clock: clock.clone(), outbox: outbox.clone() };
        let customers = CustomerContext { db: db.clone(), clock: clock.clone(), passwords, outbox };
        Self {
            db,
            clock,
            orders,
            live_rates,
            rate_limits: RateLimits::new(rates),
            carts: KeyedQueue::new(CART_QUEUE_TIMEOUT),
            customers,
            support,
            tracking_webhook_secret,
            public_url,
            uploads,
            ai,
            studio,
        }
    }

    pub fn passwords(&self) -> Passwords {
        self.customers.passwords.clone()
    }

    pub fn support(&self) -> SupportContext {
        self.support.clone()
    }

    /// The URL at which browsers reach the server.
    pub fn public_url(&self) -> &str {
        &self.public_url
    }

    pub fn hashes(&self) -> u64 {
        self.customers.passwords.hashes()
    }

    /// Decodes and stores uploaded pictures.
    pub fn uploads(&self) -> Uploads {
        self.uploads.clone()
    }

    /// The URL prefix of the site's files, to which a file's key is appended.
    fn files(&self, site_id: i64) -> String {
        self.uploads.files.prefix(site_id)
    }

    fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Whether the pages of the site's store are at this origin, as browsers write it in `Origin`.
    pub async fn has_pages_at(&self, site_id: i64, origin: &str) -> bool {
        // If the store cannot be read, no page may use cookies.
        let store = self.orders.stores.served_or_stale(site_id).await.ok().flatten();
        store.is_some_and(|store| store.has_pages_at(origin))
    }
}

/// The caller's amount exceeds 2^53 - 1, the largest exact integer in JavaScript.
fn total_too_large(_: Overflow) -> reasons::TotalTooLarge {
    reasons::TotalTooLarge
}
