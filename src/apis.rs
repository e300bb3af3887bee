//! The table of APIs: what they are, which browsers may call them, and how their handlers are made. The rest of the
//! server and its tests iterate over the rows.

use std::sync::Arc;
use std::time::Duration;

use http::{HeaderValue, Method};
use stoa_commerce::orders::OrderContext;
use stoa_db::Server;
use stoa_jobs::Jobs;
use stoa_live_chat::LiveChat;
use stoa_people::{LinkMails, PeopleContext};
use stoa_rest_v1::RestV1;
use stoa_runtime::{Document, Rates, Routes};
use stoa_site_bundle::bundles::Bundles;
pub use stoa_staff::InboxStreams;
use stoa_staff::{StaffContext, StaffHandlers};
use stoa_storefront::Storefront;
use stoa_values::Secrets;
use stoa_webhooks::Targets;
use tower_http::cors::CorsLayer;

use crate::cors;
use crate::demo::{self, Demo};

pub static APIS: &[Api] = &[
    Api {
        document: stoa_rest_v1_server::DOCUMENT,
        title: "REST v1",
        about: "A site's content, media, blocks, catalog and configuration, for servers with an API key.",
        is_for_staff: false,
        cors: |_| Some(cors::any_origin([Method::GET, Method::HEAD])),
        routes: |context, rates| stoa_rest_v1_server::routes(&Arc::new(rest_v1(context, rates))),
    },
    Api {
        document: stoa_storefront_server::DOCUMENT,
        title: "Storefront",
        about: "A store's catalog, cart, checkout, accounts and designs, for customers' browsers.",
        is_for_staff: false,
        cors: |_| Some(cors::storefront()),
        routes: |context, _| stoa_storefront_server::routes(&context.storefront),
    },
    Api {
        document: stoa_live_chat_server::DOCUMENT,
        title: "Live chat",
        about: "A visitor's conversation with a site's staff, with a stream of its events.",
        is_for_staff: false,
        cors: |_| Some(cors::any_origin([Method::GET, Method::HEAD, Method::POST])),
        routes: |context, _| stoa_live_chat_server::routes(&context.live_chat),
    },
    Api {
        document: stoa_staff_server::DOCUMENT,
        title: "Staff",
        about: "Orders, stock, customers, conversations and messages, for the people who work for the sites.",
        is_for_staff: true,
        cors: |context| cors::origins(&context.staff_origins),
        routes: |context, rates| stoa_staff_server::routes(&Arc::new(staff(context, rates))),
    },
];

/// An API of this server: a row of [`APIS`].
pub struct Api {
    pub document: Document,
    /// Heading on the start page and in the reference.
    pub title: &'static str,
    /// Sentence under the heading.
    pub about: &'static str,
    /// Whether the API is served only once a person exists, or at a separate address.
    pub is_for_staff: bool,
    /// Returns the policy that states which pages may call the API, or `None` if no page may.
    pub cors: fn(&ApiContext) -> Option<CorsLayer>,
    /// Returns the routes. Gets the rates of this API, for handlers that no other part of the server needs.
    pub routes: fn(&ApiContext, &Rates) -> Routes,
}

/// The state that the routes need. `storefront` and `live_chat` are ready, because CORS and jobs use them too.
pub struct ApiContext {
    /// The database and the clock, among others.
    pub orders: OrderContext,
    pub rates: Rates,
    pub secrets: Secrets,
    /// Origins whose pages may call the staff API.
    pub staff_origins: Vec<HeaderValue>,
    /// Maximum age of a stale response while the database is down.
    pub stale_if_error: Duration,
    pub demo: Demo,
    /// CORS uses it too: it knows the origins of the stores' own pages.
    pub storefront: Arc<Storefront>,
    /// A job and the health check use it too.
    pub live_chat: Arc<LiveChat>,
    pub invitation_mails: Option<LinkMails>,
    /// Mails of password resets of staff.
    pub reset_mails: Option<LinkMails>,
    /// A job uses it too.
    pub inbox: InboxStreams,
    pub bundles: Bundles,
    /// The URLs that webhook endpoints may have.
    pub webhook_targets: Targets,
}

impl ApiContext {
    /// Starts the jobs that share events of live chat and of inboxes with other servers and with commands.
    ///
    /// `server` must be Postgres itself: LISTEN does not work through a pooler in transaction mode.
    pub fn share_events(&self, jobs: &Jobs, server: impl Into<Server>) {
        let hubs =
            vec![self.live_chat.share_events(jobs), self.inbox.share_events(jobs, &self.orders.db)];
        stoa_event_streams::listen(jobs, hubs, &server.into());
    }
}

impl Api {
    /// Path of the reference page.
    pub fn reference_path(&self) -> String {
        format!("/docs/{}", self.document.name)
    }

    /// Path of the document as it is written.
    pub fn yaml_path(&self) -> String {
        format!("{}.yaml", self.document_paths()[0])
    }

    /// Path of the document as JSON.
    pub fn json_path(&self) -> String {
        format!("{}.json", self.document_paths()[0])
    }

    /// Path of the document as OpenAPI 3.0.
    pub fn json_3_0_path(&self) -> String {
        format!("/openapi/{}-3.0.json", self.document.name)
    }

    /// Paths of the document without the ending, the preferred one first.
    pub fn document_paths(&self) -> Vec<String> {
        let own = format!("/openapi/{}", self.document.name);
        match self.document.name {
            // The contract of REST v1 fixes this path.
            "rest-v1" => vec!["/openapi".to_owned(), own],
            _ => vec![own],
        }
    }
}

fn rest_v1(context: &ApiContext, rates: &Rates) -> RestV1 {
    let OrderContext { db, clock, .. } = &context.orders;
    let rest_v1 = RestV1::new(db.clone(), clock.clone(), &context.secrets, rates);
    let rest_v1 = rest_v1.stale_if_error(context.stale_if_error);
    match context.demo {
        Demo::Shown => rest_v1,
        Demo::Hidden => rest_v1.refusing(demo::KEY),
    }
}

fn staff(context: &ApiContext, rates: &Rates) -> StaffHandlers {
    let OrderContext { db, clock, .. } = &context.orders;
    // Hashes of people and of customers share their threads and their queue.
    let passwords = context.storefront.passwords();
    let people = PeopleContext {
        db: db.clone(),
        clock: clock.clone(),
        passwords,
        invitation_mails: context.invitation_mails.clone(),
        reset_mails: context.reset_mails.clone(),
    };
    let staff = StaffContext {
        people,
        support: context.storefront.support(),
        orders: context.orders.clone(),
        uploads: context.storefront.uploads(),
        bundles: context.bundles.clone(),
        hub: context.live_chat.hub(),
        inbox: context.inbox.clone(),
        public_url: context.storefront.public_url().to_owned(),
        webhook_targets: context.webhook_targets,
    };
    StaffHandlers::new(staff, &context.secrets, rates)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise the first of two APIs would receive the requests of the second, or hide the start page.
    #[test]
    fn no_base_path_contains_another() {
        for api in APIS {
            let base = api.document.base_path;
            assert!(base.starts_with('/') && base.len() > 1, "{base}");
            for other in APIS.iter().filter(|other| !std::ptr::eq(*other, api)) {
                let other = other.document.base_path;
                assert!(!format!("{other}/").starts_with(&format!("{base}/")), "{base} {other}");
            }
        }
    }
}
