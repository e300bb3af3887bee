//! The handlers of the staff API. The rules are in domain/.

mod alerts;
mod attempts;
mod audit;
mod authenticate;
mod bundles;
mod carts;
mod catalog;
mod content;
mod conversations;
mod customers;
mod inbox;
mod keys;
mod media;
mod orders;
mod page;
mod people;
mod posts;
mod products;
mod sessions;
mod settings;
mod sites;
mod stock;
mod support;
mod templates;
mod webhooks;
mod widgets;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use stoa_commerce::orders::OrderContext;
use stoa_content::previews::PreviewTokens;
use stoa_conversations::Hub;
use stoa_customers::support::SupportContext;
use stoa_db::Db;
use stoa_files::Uploads;
use stoa_people::PeopleContext;
use stoa_runtime::{KeyedQueue, Rates};
use stoa_site_bundle::bundles::Bundles;
use stoa_staff_server::{RateLimited, RateLimits};
use stoa_stores::Seal;
use stoa_values::Secrets;
use stoa_webhooks::Targets;

pub use authenticate::{Staff, Visitor};
pub use inbox::InboxStreams;
use orders::ORDER_QUEUE_TIMEOUT;

pub struct StaffHandlers {
    db: Db,
    people: PeopleContext,
    orders: OrderContext,
    /// Changes of one order wait for each other.
    order_turns: KeyedQueue,
    support: SupportContext,
    uploads: Uploads,
    bundles: Bundles,
    hub: Arc<Hub>,
    /// Encrypts the secrets of authenticator apps and of webhook endpoints.
    seal: Seal,
    previews: PreviewTokens,
    inbox: InboxStreams,
    /// The URL at which browsers reach the server.
    public_url: String,
    webhook_targets: Targets,
    rate_limits: RateLimits,
}

pub struct StaffContext {
    pub people: PeopleContext,
    pub orders: OrderContext,
    pub support: SupportContext,
    pub uploads: Uploads,
    /// Exports and applies whole sites.
    pub bundles: Bundles,
    /// Announces events of conversations.
    pub hub: Arc<Hub>,
    pub inbox: InboxStreams,
    /// The URL at which browsers reach the server.
    pub public_url: String,
    /// The URLs that webhook endpoints may have.
    pub webhook_targets: Targets,
}

impl StaffHandlers {
    pub fn new(context: StaffContext, secrets: &Secrets, rates: &Rates) -> Self {
        let StaffContext {
            people,
            orders,
            support,
            uploads,
            bundles,
            hub,
            inbox,
            public_url,
            webhook_targets,
        } = context;
        let (db, seal, rate_limits) =
            (people.db.clone(), Seal::new(secrets), RateLimits::new(rates));
        let previews = PreviewTokens::new(secrets);
        let order_turns = KeyedQueue::new(ORDER_QUEUE_TIMEOUT);
        Self {
            db,
            people,
            orders,
            order_turns,
            support,
            uploads,
            bundles,
            hub,
            seal,
            previews,
            inbox,
            public_url,
            webhook_targets,
            rate_limits,
        }
    }

    fn now(&self) -> DateTime<Utc> {
        self.people.clock.now()
    }
}

impl RateLimited for StaffHandlers {
    fn rate_limits(&self) -> &RateLimits {
        &self.rate_limits
    }
}
