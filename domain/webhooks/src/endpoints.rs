//! The endpoints of a site, as staff list and change them.

use chrono::TimeDelta;
use stoa_audit::{Change, Target, record};
use stoa_db::{Db, DbError, Patch, Transaction};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{
    CreateWebhookEndpointRequest, CreatedWebhookEndpoint, WebhookEndpoint, WebhookEndpointPatch,
    WebhookEventType,
};
use stoa_stores::{Seal, site::lock_site};
use stoa_values::IfMatch;

use crate::health::{DisabledBy, disable, reset_failures};
use crate::secret::{SECRET_NAME, generate};
use crate::target::Targets;

const GET_WEBHOOK_ENDPOINT: &str = include_str!("endpoints/get_webhook_endpoint.sql");

/// Maximum number of webhook endpoints of a site.
const MAX_WEBHOOK_ENDPOINTS: i64 = 20;

/// Time for which the previous secret of an endpoint signs too.
const PREVIOUS_SECRET_TTL: TimeDelta = TimeDelta::hours(24);

refusals! {
    /// Why an endpoint is not created.
    pub enum NewEndpointRefusal of reasons {
        /// The site was deleted concurrently.
        SiteNotFound,
        UrlIsNotPublic,
        TooManyWebhookEndpoints,
    }
}

refusals! {
    /// Why an endpoint is not changed.
    pub enum ChangeEndpointRefusal of reasons {
        WebhookEndpointNotFound,
        WebhookEndpointHasChanged { version },
        UrlIsNotPublic,
    }
}

refusals! {
    /// Why the secret of an endpoint is not rotated, or the endpoint not deleted.
    pub enum EndpointRefusal of reasons {
        WebhookEndpointNotFound,
    }
}

/// Returns at most `limit` endpoints of a site, by id, after the endpoint `after`.
pub async fn list_webhook_endpoints(
    db: &Db,
    site_id: i64,
    after: i64,
    limit: i64,
) -> Result<Vec<WebhookEndpoint>, DbError> {
    let sql = include_str!("endpoints/list_webhook_endpoints.sql");
    db.rows(sql, &[&site_id, &after, &limit]).await
}

/// Returns an endpoint.
pub async fn get_webhook_endpoint(
    db: &Db,
    site_id: i64,
    endpoint_id: i64,
) -> Result<Option<WebhookEndpoint>, DbError> {
    db.opt(GET_WEBHOOK_ENDPOINT, &[&site_id, &endpoint_id]).await
}

/// Creates an endpoint with a new secret.
pub async fn create_webhook_endpoint(
    db: &Db,
    change: Change<'_>,
    (seal, targets): (&Seal, Targets),
    request: &CreateWebhookEndpointRequest,
) -> Result<CreatedWebhookEndpoint, Failed<NewEndpointRefusal>> {
    let Change { site_id, origin, now } = change;
    let CreateWebhookEndpointRequest { url, description, events, .. } = request;
    targets.allowed(url).ok_or(NewEndpointRefusal::UrlIsNotPublic)?;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !lock_site(&transaction, site_id).await? {
        return Err(NewEndpointRefusal::SiteNotFound)?;
    }
    // Concurrent calls count one after the other.
    transaction.execute(include_str!("endpoints/lock_count.sql"), &[&site_id]).await?;
    let sql = include_str!("endpoints/count.sql");
    if transaction.one::<i64>(sql, &[&site_id]).await? >= MAX_WEBHOOK_ENDPOINTS {
        return Err(NewEndpointRefusal::TooManyWebhookEndpoints)?;
    }
    let secret = generate();
    let sealed = seal.seal(site_id, SECRET_NAME, &secret);
    let events = each_once(events);
    let sql = include_str!("endpoints/create_webhook_endpoint.sql");
    let params = [&site_id as _, url as _, description as _, &events as _, &sealed as _, &now as _];
    let endpoint: WebhookEndpoint = transaction.one(sql, &params).await?;
    let target = Target::new("webhook_endpoint", endpoint.id);
    let fields = ["url", "description", "events"];
    record(&transaction, site_id, origin, target, &fields, now).await?;
    transaction.commit().await?;
    Ok(CreatedWebhookEndpoint { endpoint, secret })
}

/// Applies a patch to an endpoint, if the caller has seen its current version.
pub async fn update_webhook_endpoint(
    db: &Db,
    change: Change<'_>,
    (endpoint_id, seen): (i64, IfMatch<'_>),
    targets: Targets,
    patch: &WebhookEndpointPatch,
) -> Result<WebhookEndpoint, Failed<ChangeEndpointRefusal>> {
    let Change { site_id, origin, now } = change;
    if let Some(url) = &patch.url {
        targets.allowed(url).ok_or(ChangeEndpointRefusal::UrlIsNotPublic)?;
    }
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    let version = lock(&transaction, site_id, endpoint_id).await?;
    let version = version.ok_or(ChangeEndpointRefusal::WebhookEndpointNotFound)?;
    if !seen.allows(version) {
        return Err(ChangeEndpointRefusal::WebhookEndpointHasChanged { version })?;
    }
    let mut patch = patch.clone();
    patch.events = patch.events.as_deref().map(each_type_once);
    let mut merged = Patch::of(&patch)?;
    merged.leave_out(&["active"]);
    let Patch { columns, fields } = merged;
    if !fields.is_empty() {
        let sql = include_str!("endpoints/update_webhook_endpoint.sql");
        transaction.execute(sql, &[&site_id, &endpoint_id, &columns, &now]).await?;
        if patch.url.is_some() || patch.active == Some(true) {
            reset_failures(&transaction, site_id, endpoint_id).await?;
            let sql = include_str!("endpoints/end_pauses.sql");
            transaction.execute(sql, &[&site_id, &endpoint_id, &now]).await?;
        }
        match patch.active {
            Some(true) => {
                let sql = include_str!("endpoints/enable.sql");
                transaction.execute(sql, &[&site_id, &endpoint_id]).await?;
            }
            Some(false) => {
                disable(&transaction, site_id, endpoint_id, DisabledBy::Staff, now).await?;
            }
            None => {}
        }
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let target = Target::new("webhook_endpoint", endpoint_id);
        record(&transaction, site_id, origin, target, &fields, now).await?;
    }
    let endpoint = transaction.one(GET_WEBHOOK_ENDPOINT, &[&site_id, &endpoint_id]).await?;
    transaction.commit().await?;
    Ok(endpoint)
}

/// Gives an endpoint a new secret. The previous one signs too for [`PREVIOUS_SECRET_TTL`].
pub async fn rotate_webhook_secret(
    db: &Db,
    change: Change<'_>,
    endpoint_id: i64,
    seal: &Seal,
) -> Result<CreatedWebhookEndpoint, Failed<EndpointRefusal>> {
    let Change { site_id, origin, now } = change;
    let secret = generate();
    let sealed = seal.seal(site_id, SECRET_NAME, &secret);
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("endpoints/rotate_webhook_secret.sql");
    let until = now + PREVIOUS_SECRET_TTL;
    let params = [&site_id as _, &endpoint_id as _, &sealed as _, &until as _, &now as _];
    if transaction.execute(sql, &params).await? == 0 {
        return Err(EndpointRefusal::WebhookEndpointNotFound)?;
    }
    let target = Target::new("webhook_endpoint", endpoint_id);
    record(&transaction, site_id, origin, target, &["secret"], now).await?;
    let endpoint = transaction.one(GET_WEBHOOK_ENDPOINT, &[&site_id, &endpoint_id]).await?;
    transaction.commit().await?;
    Ok(CreatedWebhookEndpoint { endpoint, secret })
}

/// Deletes an endpoint and its deliveries.
pub async fn remove_webhook_endpoint(
    db: &Db,
    change: Change<'_>,
    endpoint_id: i64,
) -> Result<(), Failed<EndpointRefusal>> {
    let Change { site_id, origin, now } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("endpoints/remove_webhook_endpoint.sql");
    if transaction.execute(sql, &[&site_id, &endpoint_id]).await? == 0 {
        return Err(EndpointRefusal::WebhookEndpointNotFound)?;
    }
    let target = Target::new("webhook_endpoint", endpoint_id);
    record(&transaction, site_id, origin, target, &["id"], now).await?;
    transaction.commit().await?;
    Ok(())
}

/// Locks an endpoint, and returns its version.
async fn lock(
    transaction: &Transaction<'_>,
    site_id: i64,
    endpoint_id: i64,
) -> Result<Option<i64>, DbError> {
    let sql = include_str!("endpoints/lock_webhook_endpoint.sql");
    transaction.opt(sql, &[&site_id, &endpoint_id]).await
}

fn each_type_once(types: &[WebhookEventType]) -> Vec<WebhookEventType> {
    let mut once = Vec::new();
    for kind in types {
        if !once.contains(kind) {
            once.push(kind.clone());
        }
    }
    once
}

fn each_once(types: &[WebhookEventType]) -> Vec<String> {
    each_type_once(types).iter().map(|kind| kind.as_str().to_owned()).collect()
}
