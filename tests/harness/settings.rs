//! What differs from one served app to another.

use std::sync::{Arc, LazyLock};

use stoa::config::RateLimitSettings;
use stoa_carriers::{BaseUrls, LiveRates};
use stoa_payments::StripeKeys;
use stoa_runtime::Trusted;
use stoa_storage::Storage;
use tempfile::TempDir;

use super::FILES_URL;

/// What a server is served with.
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) trusted: Trusted,
    pub(super) limits: RateLimitSettings,
    /// Who is asked for rates.
    pub(super) live_rates: Arc<LiveRates>,
    /// Who is asked for payments.
    pub(super) payments: stoa_payments::Settings,
    /// Where files stand; in a folder that goes with the last who holds it.
    pub(super) storage: Storage,
    pub(super) folder: Arc<TempDir>,
    /// Where files are read; where the server is unless it is said.
    pub(super) files_url: Option<&'static str>,
    /// Bytes of the response cache: none, so that a test sees what it has just stored.
    pub(super) cache_bytes: usize,
    /// Who is asked to draw and to write.
    pub(super) ai: stoa_ai::Settings,
}

impl Default for Settings {
    /// Without anybody in front, with the documents' limits, and nobody to ask.
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
        }
    }
}

/// Made once: reading the system's certificates takes its time.
static UNREACHABLE: LazyLock<Arc<LiveRates>> = LazyLock::new(|| {
    let nowhere = "http://127.0.0.1:1".to_owned();
    let base_urls = BaseUrls { easypost: nowhere.clone(), printful: nowhere };
    Arc::new(LiveRates::new(&base_urls).unwrap())
});

/// As `--limit` takes them.
pub(super) fn parse(limits: &[&str]) -> RateLimitSettings {
    RateLimitSettings { limits: limits.iter().map(|limit| limit.parse().unwrap()).collect() }
}

/// All that Stripe needs, with Stripe at this address.
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

/// The server's key to OpenAI, where it has one.
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
