//! Authentication by API key, and the checks that precede every operation.

use std::time::{Duration, SystemTime};

use stoa_cache::{Cache, Freshness};
use stoa_db::DbError;
use stoa_rest_v1_server::Authenticate;
use stoa_runtime::{
    Call, Credential, Documents, Error, HeaderName, HeaderValue, NotFound, Operation, Restricted,
    Standing, Unauthorized,
};
use stoa_stores::api_keys::ApiKey;

use crate::RestV1;

/// How long a key is cached. While the database answers, a revoked key, a disabled site or store, and a changed rate
/// take effect within this time. Expiry takes effect at once. A secret that no key has is not cached.
pub const API_KEY_TTL: Duration = Duration::from_secs(5);

/// Maximum number of cached keys, which take about 2 MB.
pub(crate) const MAX_CACHED_API_KEYS: usize = 10_000;

/// Every credential that is not valid gets this message, so that the message reveals nothing about keys.
const INVALID: Unauthorized = Unauthorized("Invalid API key");

const X_API_KEY: HeaderName = HeaderName::from_static("x-api-key");
const CACHE_CONTROL: HeaderName = HeaderName::from_static("cache-control");
const X_RATELIMIT_LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const X_RATELIMIT_REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");

/// Keys by site and the digest of their secret.
pub(crate) type ApiKeys = Cache<(i64, [u8; 32]), ApiKey, DbError>;

impl Authenticate for RestV1 {
    type ApiKey = ApiKey;
    type ApiKeyOrAnyone = Option<ApiKey>;

    async fn api_key<Op: Operation + Documents<401> + Documents<404> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> Result<ApiKey, Error<Op>> {
        let (key, standing) = self.key_of_active_site(call).await?;
        standing.within()?;
        Ok(key)
    }

    async fn api_key_with_store<
        Op: Restricted + Documents<401> + Documents<404> + Documents<429>,
    >(
        &self,
        call: &mut Call,
    ) -> Result<ApiKey, Error<Op>> {
        let (key, standing) = self.key_of_active_site(call).await?;
        if !key.store_enabled {
            Err(Op::REFUSAL)?;
        }
        standing.within()?;
        Ok(key)
    }

    async fn api_key_or_anyone<Op: Operation + Documents<401> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> Result<Option<ApiKey>, Error<Op>> {
        let site_id = site_id(call);
        let Some(secret) = secret(call)? else {
            set_cache_control(call, "public, no-cache");
            let standing = self.rate_limits.keyless.standing((site_id, call.client()));
            set_rate_limit_headers(call, standing).within()?;
            return Ok(None);
        };
        let site_id = site_id.ok_or(INVALID)?;
        let key = self.valid_key(site_id, secret).await?.ok_or(INVALID)?;
        self.count(call, site_id, key).within()?;
        Ok(Some(key))
    }
}

impl RestV1 {
    /// Returns the key of a call that requires one, and counts the call. Callers check the returned standing last, so
    /// that other refusals take precedence over 429.
    async fn key_of_active_site<Op: Documents<401> + Documents<404>>(
        &self,
        call: &mut Call,
    ) -> Result<(ApiKey, Standing), Error<Op>> {
        let secret = secret(call)?.ok_or(INVALID)?;
        let site_id = site_id(call).ok_or(INVALID)?;
        let key = self.valid_key(site_id, secret).await?.ok_or(INVALID)?;
        let standing = self.count(call, site_id, key);
        if !key.site_active {
            Err(NotFound("Not found"))?;
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
    fn count(&self, call: &mut Call, site_id: i64, key: ApiKey) -> Standing {
        stoa_fair_queue::set_tenant(site_id.unsigned_abs());
        stoa_fair_queue::set_essential();
        set_cache_control(call, "private, no-cache");
        let standing =
            self.rate_limits.api_keys.standing_of(key.rate_per_minute, (site_id, key.id));
        set_rate_limit_headers(call, standing)
    }
}

fn set_rate_limit_headers(call: &mut Call, standing: Standing) -> Standing {
    call.set_header(X_RATELIMIT_LIMIT, HeaderValue::from(standing.limit));
    call.set_header(X_RATELIMIT_REMAINING, HeaderValue::from(standing.remaining));
    standing
}

fn set_cache_control(call: &mut Call, value: &'static str) {
    call.set_header(CACHE_CONTROL, HeaderValue::from_static(value));
}

fn site_id(call: &Call) -> Option<i64> {
    call.raw_path("siteId")?.parse().ok()
}

/// Returns the secret that the client sent, if any. If both headers are present, only `Authorization` counts.
fn secret(call: &Call) -> Result<Option<&str>, Unauthorized> {
    match (call.bearer(), call.api_key(X_API_KEY)) {
        (Credential::Given(secret), _) => Ok(Some(secret.trim())),
        (Credential::Absent, Credential::Given(secret)) => Ok(Some(secret)),
        (Credential::Absent, Credential::Absent) => Ok(None),
        _ => Err(INVALID),
    }
}

fn microseconds(time: SystemTime) -> i64 {
    let since_1970 = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_1970.as_micros()).unwrap_or(i64::MAX)
}
