//! `/verify-email`: the page to which the button of a welcome mail leads. `GET` uses no token, because mail scanners open
//! links too. The page's button sends `POST`, which verifies the address and leads on to the store.

use std::sync::Arc;

use askama::Template;
use http::header;
use stoa_commerce::orders::OrderContext;
use stoa_customers::{TokenState, find_verification_token, verify_email};
use stoa_outbox::{VERIFICATION_PAGE, WritingStore, find_store, site_of_token};
use stoa_runtime::{Call, Error, Operation, Reply, Routes};

use crate::page;

/// Names the page's operation, which is in no document.
struct VerificationPage;

impl Operation for VerificationPage {
    const ID: &'static str = "verificationPage";
}

#[derive(Template)]
#[template(path = "verify_email.html")]
struct Page<'a> {
    /// `None` if the link is not valid.
    store: Option<&'a WritingStore>,
    is_verified: bool,
}

/// A link of a store, with its site and its token.
struct Link {
    site_id: i64,
    token: String,
    store: WritingStore,
}

pub fn routes(orders: &OrderContext) -> Routes {
    let orders = Arc::new(orders.clone());
    Routes::new().get(VERIFICATION_PAGE, &orders, |orders, call| Box::pin(show(orders, call))).post(
        VERIFICATION_PAGE,
        &orders,
        |orders, call| Box::pin(verify(orders, call)),
    )
}

async fn show(orders: &OrderContext, call: &mut Call) -> Result<Reply, Error<VerificationPage>> {
    let Some(Link { site_id, token, store }) = link(orders, call).await? else { return refusal() };
    match find_verification_token(&orders.db, site_id, &token, orders.now()).await? {
        TokenState::Valid => page(200, Some(&store), false),
        TokenState::Used => page(200, Some(&store), true),
        TokenState::Invalid => refusal(),
    }
}

async fn verify(orders: &OrderContext, call: &mut Call) -> Result<Reply, Error<VerificationPage>> {
    let Some(Link { site_id, token, store }) = link(orders, call).await? else { return refusal() };
    match verify_email(&orders.db, site_id, &token, orders.now()).await? {
        // The second click of a customer who clicks twice leads to the store too.
        TokenState::Valid | TokenState::Used => {
            let location = format!("{}?verified=1", store.front_page());
            Ok(Reply::redirect(303, &location).header(header::CACHE_CONTROL, "no-store"))
        }
        TokenState::Invalid => refusal(),
    }
}

/// Returns the link that the client has opened. Returns `None` if its token names no store, or a store that is disabled
/// or has no address. The token then stays valid.
async fn link(orders: &OrderContext, call: &Call) -> Result<Option<Link>, Error<VerificationPage>> {
    let token = call.query("token").text().optional().ok().flatten();
    let Some((site_id, token)) = token.and_then(|token| Some((site_of_token(&token)?, token)))
    else {
        return Ok(None);
    };
    if orders.stores.served(site_id).await?.is_none() {
        return Ok(None);
    }
    let store = find_store(&orders.db, site_id).await?;
    Ok(store.map(|store| Link { site_id, token, store }))
}

fn refusal() -> Result<Reply, Error<VerificationPage>> {
    page(400, None, false)
}

fn page(
    status: u16,
    store: Option<&WritingStore>,
    is_verified: bool,
) -> Result<Reply, Error<VerificationPage>> {
    let html = Page { store, is_verified }.render()?;
    let style = page::hash_of(&html, "style");
    // Browsers also hold the redirect after `POST` to `form-action`.
    let origin = store.map(|store| page::origin_of(&store.front_page())).unwrap_or_default();
    let policy = format!(
        "default-src 'none'; style-src {style}; img-src data:; base-uri 'none'; form-action 'self' {origin}; \
         frame-ancestors 'none'"
    );
    Ok(page::unstored_reply(status, html, &policy))
}
