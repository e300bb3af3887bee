//! The dependencies of orders, mails, rates and drawings, built from the settings.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use stoa_carriers::{BaseUrls, LiveRates};
use stoa_commerce::carts;
use stoa_commerce::orders::OrderContext;
use stoa_customers as customers;
use stoa_db::{Db, DbError};
use stoa_design_renderer::{Drawings, Fonts, SkippedFont};
use stoa_designs::Studio;
use stoa_files::Files;
use stoa_images::{Pictures, Remote};
use stoa_outbox::{LinkTokens, MailContext, Outbox, RecoveryToken, ResetToken, VerificationToken};
use stoa_payments::Payments;
use stoa_people as people;
use stoa_staff_types::Cart;
use stoa_stores::{Seal, Stores};
use stoa_values::Clock;
use stoa_values::Secrets;
use stoa_webhooks::Sender;

use crate::config::{ProviderSettings, ServeSettings};

/// Builds the context in which the server and commands place, pay and sweep orders. `stale_if_error` is the maximum age
/// of a cached store while the database is down.
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

pub fn mail_context(db: &Db, outbox: Outbox, files: Files, public_url: String) -> MailContext {
    MailContext {
        db: db.clone(),
        clock: Clock::default(),
        outbox,
        link_tokens: Arc::new(Accounts(db.clone())),
        public_url,
        files,
    }
}

/// Builds the sender of webhooks.
pub(super) fn webhook_sender(
    orders: &OrderContext,
    secrets: &Secrets,
    settings: &ServeSettings,
) -> anyhow::Result<Sender> {
    let OrderContext { db, clock, .. } = orders.clone();
    let targets = settings.webhooks.webhook_targets.into();
    Ok(Sender::new(db, clock, Seal::new(secrets), targets)?)
}

/// Stores the tokens of mails. The outbox cannot do that itself, because its crate does not depend on those of
/// customers, people and carts.
struct Accounts(Db);

impl LinkTokens for Accounts {
    fn give_reset<'a>(
        &'a self,
        site_id: i64,
        token: ResetToken<'a>,
    ) -> BoxFuture<'a, Result<Option<String>, DbError>> {
        Box::pin(customers::give_reset_token(&self.0, site_id, token))
    }

    fn give_staff_reset<'a>(
        &'a self,
        token: ResetToken<'a>,
    ) -> BoxFuture<'a, Result<Option<String>, DbError>> {
        Box::pin(people::give_reset_token(&self.0, token))
    }

    fn give_verification<'a>(
        &'a self,
        site_id: i64,
        token: VerificationToken<'a>,
    ) -> BoxFuture<'a, Result<Option<String>, DbError>> {
        Box::pin(customers::give_verification_token(&self.0, site_id, token))
    }

    fn give_recovery<'a>(
        &'a self,
        site_id: i64,
        token: RecoveryToken<'a>,
        now: DateTime<Utc>,
    ) -> BoxFuture<'a, Result<Option<Cart>, DbError>> {
        Box::pin(carts::give_recovery_token(&self.0, site_id, token, now))
    }
}

/// Builds the client for live rates of carriers and print on demand, at the configured URLs.
pub(super) fn live_rates(settings: &ProviderSettings) -> anyhow::Result<Arc<LiveRates>> {
    let base_urls = BaseUrls {
        easypost: settings.easypost_url.clone(),
        printful: settings.printful_url.clone(),
    };
    Ok(Arc::new(LiveRates::new(&base_urls)?))
}

/// Builds the studio that draws designs.
pub fn studio(
    db: &Db,
    files: &Files,
    pictures: &Pictures,
    drawings: Drawings,
) -> anyhow::Result<Studio> {
    Ok(Studio::new(db.clone(), files.clone(), pictures.clone(), drawings, Remote::new()?))
}

/// Returns the renderer with the built-in fonts, and with those in a folder.
pub fn drawings(fonts_folder: Option<&Path>) -> anyhow::Result<Drawings> {
    let (fonts, skipped) = read_fonts(fonts_folder)?;
    for font in skipped {
        tracing::warn!("{}", skipped_font(&font));
    }
    Ok(Drawings::new(Arc::new(fonts)))
}

/// Returns the built-in fonts with those in a folder, and the files of the folder that are not used.
pub(crate) fn read_fonts(folder: Option<&Path>) -> anyhow::Result<(Fonts, Vec<SkippedFont>)> {
    let Some(folder) = folder else { return Ok((Fonts::bundled(), Vec::new())) };
    let read = Fonts::bundled().with_folder(folder);
    read.with_context(|| format!("fonts cannot be read from {}", folder.display()))
}

/// The warning about a file that is not used.
pub(crate) fn skipped_font(font: &SkippedFont) -> String {
    format!("a font is not used: {font}")
}
