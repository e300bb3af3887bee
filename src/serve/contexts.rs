//! What orders and mails of a database need, rates and fonts, as the settings have them.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use futures_util::future::BoxFuture;
use stoa_carriers::{BaseUrls, LiveRates};
use stoa_commerce::orders::OrderContext;
use stoa_customers as customers;
use stoa_db::{Db, DbError};
use stoa_design_renderer::Fonts;
use stoa_files::Files;
use stoa_outbox::{MailContext, Outbox, ResetToken, ResetTokens};
use stoa_payments::Payments;
use stoa_stores::Stores;
use stoa_values::Clock;
use stoa_values::Secrets;

use crate::config::ProviderSettings;

/// What orders of this database are placed, paid and swept with, for the server and for commands. Stores may be so old
/// while the database does not answer.
pub fn order_context(
    db: &Db,
    secrets: &Secrets,
    payments: stoa_payments::Settings,
    stale_if_error: Duration,
) -> anyhow::Result<OrderContext> {
    let clock = Clock::default();
    let stores = Stores::new(db.clone(), clock.clone(), secrets).stale_if_error(stale_if_error);
    let stores = Arc::new(stores);
    let payments = Arc::new(Payments::new(db.clone(), secrets, payments)?);
    Ok(OrderContext { db: db.clone(), clock, stores, payments })
}

/// What mails of this database are written with, for the server and for commands.
pub fn mail_context(db: &Db, outbox: Outbox, files: Files) -> MailContext {
    MailContext {
        db: db.clone(),
        clock: Clock::default(),
        outbox,
        reset_tokens: Arc::new(Customers(db.clone())),
        files,
    }
}

/// The customers of a database, whom mails know nothing of.
struct Customers(Db);

impl ResetTokens for Customers {
    fn give<'a>(
        &'a self,
        site_id: i64,
        token: ResetToken<'a>,
    ) -> BoxFuture<'a, Result<Option<String>, DbError>> {
        Box::pin(customers::give_reset_token(&self.0, site_id, token))
    }
}

/// Carriers and print on demand, at the addresses of these settings.
pub(super) fn live_rates(settings: &ProviderSettings) -> anyhow::Result<Arc<LiveRates>> {
    let base_urls = BaseUrls {
        easypost: settings.easypost_url.clone(),
        printful: settings.printful_url.clone(),
    };
    Ok(Arc::new(LiveRates::new(&base_urls)?))
}

/// The fonts that are built in, and those of a folder.
pub(super) fn fonts(folder: Option<&Path>) -> anyhow::Result<Fonts> {
    let Some(folder) = folder else { return Ok(Fonts::bundled()) };
    let read = Fonts::bundled().with_folder(folder);
    let (fonts, refused) =
        read.with_context(|| format!("fonts cannot be read from {}", folder.display()))?;
    for file in refused {
        tracing::warn!(file, "is no font that can be drawn with, and is left out");
    }
    Ok(fonts)
}
