//! `/unsubscribe`: the page on which the recipient of a reminder ends such mails of a store, for good. `GET` ends nothing,
//! because mail scanners open links too. The page's button sends `POST`, and so does a mail program whose user ends the
//! mails by one click (RFC 8058). Neither needs a cookie, and the body is not read.

use std::sync::Arc;

use askama::Template;
use stoa_commerce::carts::end_reminders;
use stoa_commerce::orders::OrderContext;
use stoa_outbox::{Optout, Outbox, UNSUBSCRIBE_PAGE, WritingStore, find_sender};
use stoa_runtime::{Call, Error, Operation, Reply, Routes};

use crate::page;

/// Names the page's operation, which is in no document.
struct UnsubscribePage;

impl Operation for UnsubscribePage {
    const ID: &'static str = "unsubscribePage";
}

#[derive(Template)]
#[template(path = "unsubscribe.html")]
struct Page<'a> {
    /// `None` if the link is not valid.
    store: Option<&'a WritingStore>,
    has_ended: bool,
}

struct Unsubscribing {
    orders: OrderContext,
    outbox: Outbox,
}

/// The store and the address of a link.
struct Link {
    optout: Optout,
    store: WritingStore,
}

pub fn routes(orders: &OrderContext, outbox: Outbox) -> Routes {
    let context = Arc::new(Unsubscribing { orders: orders.clone(), outbox });
    Routes::new()
        .get(UNSUBSCRIBE_PAGE, &context, |context, call| Box::pin(show(context, call)))
        .post(UNSUBSCRIBE_PAGE, &context, |context, call| Box::pin(unsubscribe(context, call)))
}

async fn show(context: &Unsubscribing, call: &mut Call) -> Result<Reply, Error<UnsubscribePage>> {
    match link(context, call).await? {
        Some(Link { store, .. }) => page(200, Some(&store), false),
        None => page(400, None, false),
    }
}

async fn unsubscribe(
    context: &Unsubscribing,
    call: &mut Call,
) -> Result<Reply, Error<UnsubscribePage>> {
    let Some(Link { optout, store }) = link(context, call).await? else {
        return page(400, None, false);
    };
    let orders = &context.orders;
    end_reminders(&orders.db, optout.site_id, &optout.email, orders.now()).await?;
    page(200, Some(&store), true)
}

/// Returns the link that the client has opened, or `None` if its token is not valid or its store no longer exists.
async fn link(
    context: &Unsubscribing,
    call: &Call,
) -> Result<Option<Link>, Error<UnsubscribePage>> {
    let token = call.query("token").text().optional().ok().flatten();
    let Some(optout) = token.and_then(|token| context.outbox.optout(&token)) else {
        return Ok(None);
    };
    let store = find_sender(&context.orders.db, optout.site_id).await?;
    Ok(store.map(|store| Link { optout, store }))
}

fn page(
    status: u16,
    store: Option<&WritingStore>,
    has_ended: bool,
) -> Result<Reply, Error<UnsubscribePage>> {
    let html = Page { store, has_ended }.render()?;
    let style = page::hash_of(&html, "style");
    let policy = format!(
        "default-src 'none'; style-src {style}; img-src data:; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'"
    );
    Ok(page::unstored_reply(status, html, &policy))
}
