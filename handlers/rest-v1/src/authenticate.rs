//! Authentication by API key, and the checks that precede every operation.

use std::time::{Duration, SystemTime};

use stoa_cache::{Cache, Freshness};
use stoa_db::DbError;
use stoa_rest_v1_reasons as reasons;
use stoa_rest_v1_server::{ApiKeyCredentials, Authenticate, Role};
use stoa_runtime::{
    Bearer, Credential, Documents, Error, HeaderName, HeaderValue, Operation, Permitted, Refuses,
    RequestContext, Restricted, Standing,
};
use stoa_stores::api_keys::ApiKey;

use crate::RestV1;

/// Time for which a revoked API key still works while the database answers.
///
/// A key is cached for this time. A disabled site or store, and a changed rate, take effect within it too. Expiry takes
/// effect at once. A secret that no key has is not cached.
pub const API_KEY_TTL: Duration = Duration::from_secs(5);

/// Maximum number of cached keys, which take about 2 MB.
pub(crate) const MAX_CACHED_API_KEYS: usize = 10_000;

const CACHE_CONTROL: HeaderName = HeaderName::from_static("cache-control");
const X_RATELIMIT_LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const X_RATELIMIT_REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");

/// Keys by site and the digest of their secret.
pub(crate) type ApiKeys = Cache<(i64, [u8; 32]), ApiKey, DbError>;

impl Authenticate for RestV1 {
    type ApiKey = ApiKey;
    type ApiKeyOrAnyone = Option<ApiKey>;

    async fn api_key<
        Op: Operation + Refuses<reasons::InvalidApiKey> + Refuses<reasons::NotFound> + Documents<429>,
    >(
        &self,
        credentials: ApiKeyCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> Result<ApiKey, Error<Op>> {
        let (key, standing) = self.key_of_active_site(credentials, context, site_id).await?;
        standing.within()?;
        Ok(key)
    }

    async fn api_key_with_role<
        Op: Restricted<Role = Role>
            + Refuses<reasons::InvalidApiKey>
            + Refuses<reasons::NotFound>
            + Documents<429>,
    >(
        &self,
        credentials: ApiKeyCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> Result<(ApiKey, Permitted<Op>), Error<Op>> {
        let (key, standing) = self.key_of_active_site(credentials, context, site_id).await?;
        let permitted = Op::check_roles(|Role::Store| key.store_enabled)?;
        standing.within()?;
        Ok((key, permitted))
    }

    async fn api_key_or_anyone<Op: Operation + Refuses<reasons::InvalidApiKey> + Documents<429>>(
        &self,
        credentials: ApiKeyCredentials<'_>,
        context: RequestContext<'_>,
    ) -> Result<Option<ApiKey>, Error<Op>> {
        // `listBlocks` accepts any text as a site's id.
        let site_id = context.path_parameter("siteId").and_then(|text| text.parse().ok());
        let Some(secret) = secret(credentials)? else {
            set_cache_control(context, "public, no-cache");
            let standing = self.rate_limits.keyless.standing((site_id, context.client())).await;
            set_rate_limit_headers(context, standing).within()?;
            return Ok(None);
        };
        let site_id = site_id.ok_or(reasons::InvalidApiKey)?;
        let key = self.valid_key(site_id, secret).await?.ok_or(reasons::InvalidApiKey)?;
        self.count(context, site_id, key).await.within()?;
        Ok(Some(key))
    }
}

impl RestV1 {
    /// Returns the key of a call that requires one, and counts the call. Callers check the returned standing last, so
    /// that other refusals take precedence over 429.
    async fn key_of_active_site<
        Op: Refuses<reasons::InvalidApiKey> + Refuses<reasons::NotFound>,
    >(
        &self,
        credentials: ApiKeyCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> Result<(ApiKey, Standing), Error<Op>> {
        let secret = secret(credentials)?.ok_or(reasons::InvalidApiKey)?;
        let key = self.valid_key(site_id, secret).await?.ok_or(reasons::InvalidApiKey)?;
        let standing = self.count(context, site_id, key).await;
        if !key.site_active {
            Err(reasons::NotFound)?;
        }
        Ok((key, standing))
    }

    /// Returns the site's key with this secret, unless the key is revoked or expired.
    async fn valid_key(&self, site_id: i64, secret: &str) -> Result<Option<ApiKey>, DbError> {
        let digest = stoa_stores::api_keys::digest(secret);
        if self.refused == Some(digest) {
            return Ok(None);
        }
        // Boxed, so that the future of a cache hit is small.
        let load =
            async { Box::pin(stoa_stores::api_keys::find(&self.db, site_id, &digest)).await };
        let freshness = Freshness { ttl: API_KEY_TTL, generation: 0 };
        let key = self.api_keys.get_or_load((site_id, digest), freshness, load).await?;
        let now = || microseconds(self.clock.system_time());
        Ok(key
            .map(|key| key.value)
            .filter(|key: &ApiKey| key.expires_at.is_none_or(|expires_at| now() < expires_at)))
    }

    /// Counts a call of a valid key. Such a call is essential.
    async fn count(&self, context: RequestContext<'_>, site_id: i64, key: ApiKey) -> Standing {
        stoa_fair_queue::set_tenant(site_id.unsigned_abs());
        stoa_fair_queue::set_essential();
        set_cache_control(context, "private, no-cache");
        let standing =
            self.rate_limits.api_keys.standing_of(key.rate_per_minute, (site_id, key.id)).await;
        set_rate_limit_headers(context, standing)
    }
}

fn set_rate_limit_headers(context: RequestContext<'_>, standing: Standing) -> Standing {
    context.set_header(X_RATELIMIT_LIMIT, HeaderValue::from(standing.limit));
    context.set_header(X_RATELIMIT_REMAINING, HeaderValue::from(standing.remaining));
    standing
}

fn set_cache_control(context: RequestContext<'_>, value: &'static str) {
    context.set_header(CACHE_CONTROL, HeaderValue::from_static(value));
}

/// Returns the secret that the client sent, if any. If both headers are present, only `Authorization` counts. An empty
/// header, as of an unset variable in a build, is no secret.
fn secret(credentials: ApiKeyCredentials<'_>) -> Result<Option<&str>, reasons::InvalidApiKey> {
    match (credentials.bearer_key, credentials.header_key) {
        (Credential::Given(Bearer(secret)), _) => Ok(Some(secret.trim())),
        (Credential::Absent, Credential::Given(secret)) => {
            Ok(Some(secret.0).filter(|secret| !secret.is_empty()))
        }
        (Credential::Absent, Credential::Absent) => Ok(None),
        _ => Err(reasons::InvalidApiKey),
    }
}

fn microseconds(time: SystemTime) -> i64 {
    let since_1970 = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_1970.as_micros()).unwrap_or(i64::MAX)
}
