//! Settings of a test's server.

use std::sync::{Arc, LazyLock};

use http::HeaderValue;
use stoa::config::RateLimitSettings;
use stoa_carriers::{BaseUrls, LiveRates};
use stoa_payments::StripeKeys;
use stoa_runtime::Trusted;
use stoa_storage::Storage;
use stoa_webhooks::Targets;
use tempfile::TempDir;

use super::FILES_URL;

#[derive(Clone)]
pub(super) struct Settings {
    pub(super) trusted: Trusted,
    pub(super) limits: RateLimitSettings,
    /// Clients of the carriers' APIs.
    pub(super) live_rates: Arc<LiveRates>,
    pub(super) payments: stoa_payments::Settings,
    /// Storage of files. By default it is `folder`, which is removed with the last server that uses it.
    pub(super) storage: Storage,
    pub(super) folder: Arc<TempDir>,
    /// Prefix of file URLs; `None` is the server's own URL.
    pub(super) files_url: Option<&'static str>,
    /// Size of the response cache in bytes. The default is 0, so that a test sees what it has just stored.
    pub(super) cache_bytes: usize,
    pub(super) ai: stoa_ai::Settings,
    /// Origins whose pages may call the staff API.
    pub(super) staff_origins: Vec<HeaderValue>,
    /// The URLs that webhook endpoints may have.
    pub(super) webhook_targets: Targets,
    pub(super) part: Served,
}

/// What a test's server serves.
#[derive(Clone, Copy)]
pub enum Served {
    /// Everything, including the staff API.
    Everything,
    /// Everything, but the staff API only once a person exists.
    StaffOnceNeeded,
    /// The staff API, as `--staff-listen` serves it.
    Staff,
    /// Everything except the staff API, as `--listen` serves it with `--staff-listen`.
    WithoutStaff,
}

impl Default for Settings {
    /// No proxies, the documents' rate limits, and providers that cannot be reached.
    fn default() -> Self {
        let folder = TempDir::new().unwrap();
        Self {
            trusted: Trusted::default(),
            limits: RateLimitSettings::default(),
            live_rates: UNREACHABLE.clone(),
            payments: stoa_payments::Settings::default(),
            storage: Storage::local(folder.path()),
            folder: Arc::new(folder),
            files_url: Some(FILES_URL),
            cache_bytes: 0,
            ai: ai_at("http://127.0.0.1:1", None),
            staff_origins: Vec::new(),
            webhook_targets: Targets::Public,
            part: Served::Everything,
        }
    }
}

/// Live rates whose providers cannot be reached. Created once, because reading the system's certificates is slow.
static UNREACHABLE: LazyLock<Arc<LiveRates>> = LazyLock::new(|| {
    let nowhere = "http://127.0.0.1:1".to_owned();
    let base_urls = BaseUrls { easypost: nowhere.clone(), printful: nowhere };
    Arc::new(LiveRates::new(&base_urls).unwrap())
});

/// Parses limits in the form of `--limit`.
pub(super) fn parse(limits: &[&str]) -> RateLimitSettings {
    RateLimitSettings { limits: limits.iter().map(|limit| limit.parse().unwrap()).collect() }
}

/// Settings with Stripe at this URL and all keys for it.
pub(super) fn stripe_at(url: &str) -> stoa_payments::Settings {
    let key = |key: &str| Some(key.to_owned());
    let keys = StripeKeys {
        secret_key: key("sk_test_harbor"),
        publishable_key: key("pk_test_harbor"),
        webhook_secret: key("whsec_harbor"),
    };
    stoa_payments::Settings {
        stripe_url: Some(url.into()),
        keys,
        ..stoa_payments::Settings::default()
    }
}

/// The server's API key for OpenAI.
pub const OPENAI_KEY: &str = "sk-harbor-8jZq2VtY0sXw7RkC";

pub(super) fn ai_at(url: &str, key: Option<&str>) -> stoa_ai::Settings {
    stoa_ai::Settings {
        url: url.to_owned(),
        api_key: key.map(str::to_owned),
        image_model: "gpt-image-2.5-flare".to_owned(),
        text_model: "gpt-4o-mini".to_owned(),
        moderation_model: "omni-moderation-latest".to_owned(),
    }
}
