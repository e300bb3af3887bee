//! Live rates of all stores, with one HTTP client and one cache.

use std::sync::Arc;
use std::time::Duration;

use stoa_cache::{Cache, Freshness, LoadError};
use tokio::time::Instant;

use crate::{
    Account, PrintOrder, Rate, Shipment,
    call::{Call, RatesError, http},
    easypost, printful,
    rate::usable,
};

const RATES_TTL: Duration = Duration::from_secs(10 * 60);

/// Maximum number of cached answers. With a dozen rates each, they take some 50 MB.
const MAX_CACHED_RATES: usize = 10_000;

/// Pause after a failed call, before the same call is sent again. If the failure concerns the whole account, the pause
/// applies to all calls of the account.
const FAILURE_TTL: Duration = Duration::from_secs(10);

#[derive(Debug, Clone)]
pub struct BaseUrls {
    pub easypost: String,
    pub printful: String,
}

impl Default for BaseUrls {
    fn default() -> Self {
        Self {
            easypost: "https://api.easypost.com".to_owned(),
            printful: "https://api.printful.com".to_owned(),
        }
    }
}

/// Calls providers for rates. Concurrent requests for the same rates share one call.
pub struct LiveRates {
    http: reqwest::Client,
    base_urls: BaseUrls,
    cache: Cache<[u8; 32], Arc<[Rate]>, NoRates>,
    /// The calls and the accounts that failed less than [`FAILURE_TTL`] ago.
    failures: Cache<[u8; 32], (), NoRates>,
}

/// Why no rates were loaded. The cache of rates does not store this error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NoRates {
    ProviderFailed,
    /// The caller is at its rate limit. Another caller may ask.
    CallerMayNotAsk,
}

impl LoadError for NoRates {
    fn is_unavailable(&self) -> bool {
        false
    }

    fn is_of_caller(&self) -> bool {
        *self == Self::CallerMayNotAsk
    }
}

/// Reads the rates of a provider's answer to a call.
type ReadRates = fn(&Account, &Call, &[u8]) -> Result<Vec<Rate>, serde_json::Error>;

impl LiveRates {
    /// Calls the providers at these addresses. Fails when the system's TLS certificates cannot be read.
    pub fn new(base_urls: &BaseUrls) -> Result<Self, reqwest::Error> {
        let now = || Instant::now().into_std();
        Ok(Self {
            http: http()?,
            base_urls: base_urls.clone(),
            cache: Cache::with_entries("live-rates", MAX_CACHED_RATES, now),
            failures: Cache::with_entries("live-rates-failures", MAX_CACHED_RATES, now),
        })
    }

    /// Returns the carriers' rates, or no rates if the call fails or takes longer than three seconds. On a cache miss,
    /// `may_ask` decides whether the provider may be called.
    pub async fn of_carriers(
        &self,
        account: &Account,
        shipment: &Shipment,
        may_ask: impl Future<Output = bool> + Send,
    ) -> Arc<[Rate]> {
        let call = easypost::call(&self.base_urls.easypost, account, shipment);
        self.rates(account, call, easypost::rates, may_ask).await
    }

    /// Returns the rates of print on demand, under the same conditions as [`Self::of_carriers`].
    pub async fn of_print_on_demand(
        &self,
        account: &Account,
        order: &PrintOrder,
        may_ask: impl Future<Output = bool> + Send,
    ) -> Arc<[Rate]> {
        let call = printful::call(&self.base_urls.printful, account, order);
        self.rates(account, call, printful::rates, may_ask).await
    }

    async fn rates(
        &self,
        account: &Account,
        call: Call,
        read: ReadRates,
        may_ask: impl Future<Output = bool> + Send,
    ) -> Arc<[Rate]> {
        let freshness = Freshness { ttl: RATES_TTL, generation: 0 };
        let cached = self.cache.get_or_load(call.digest, freshness, async {
            let recent = Freshness { ttl: FAILURE_TTL, generation: 0 };
            let has_failed = |digest| self.failures.get(digest, recent).is_some();
            if has_failed(&call.account) || has_failed(&call.digest) {
                return Err(NoRates::ProviderFailed);
            }
            if !may_ask.await {
                return Err(NoRates::CallerMayNotAsk);
            }
            let asked = async {
                let answer = call.send(&self.http).await?;
                Ok::<_, RatesError>(read(account, &call, &answer)?)
            };
            let failure = match asked.await {
                Ok(rates) => return Ok(Some(usable(rates).into())),
                Err(failure) => failure,
            };
            tracing::warn!(
                site_id = account.site_id,
                provider = call.provider,
                %failure,
                "live shipping rates are left out"
            );
            let now = Instant::now().into_std();
            self.failures.insert(call.digest, (), now);
            if failure.is_of_the_account() {
                self.failures.insert(call.account, (), now);
            }
            Err(NoRates::ProviderFailed)
        });
        cached.await.ok().flatten().map_or_else(Arc::default, |rates| rates.value)
    }
}
