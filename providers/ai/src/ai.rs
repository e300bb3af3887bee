//! Which provider a store has, and what every provider can do.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::openai::{self, OpenAi};
use crate::{ImageRequest, TestProvider, TextRequest};

/// Answers with pictures that are held in memory at once; others wait at the provider.
const CONCURRENT_IMAGE_CALLS: usize = 4;

/// The server's settings.
#[derive(Clone)]
pub struct Settings {
    /// Where OpenAI's API is, without `/v1`, or what speaks as it does.
    pub url: String,
    /// For stores that have none of their own. Empty text is as if absent.
    pub api_key: Option<String>,
    /// The model that draws. It must be one that can leave out the background.
    pub image_model: String,
    /// The model that writes.
    pub text_model: String,
    /// The model that says whether a prompt is against the content policy.
    pub moderation_model: String,
}

/// What all stores of a process share: the settings, the connections, and how much is held at once.
pub struct Ai {
    settings: Arc<Settings>,
    http: reqwest::Client,
    places: Arc<Semaphore>,
}

/// Who draws and writes for one store.
#[derive(Debug)]
pub enum Provider {
    OpenAi(OpenAi),
    Test(TestProvider),
}

/// Pictures as a provider sent them: PNG by their first bytes, and no more is known of them. Few are held at once:
/// others wait until these are dropped.
#[derive(Debug)]
pub struct Pictures {
    pub pictures: Vec<Bytes>,
    pub(crate) _place: OwnedSemaphorePermit,
}

/// Why there is nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AiError {
    /// The prompt is against the provider's content policy.
    Refused,
    /// The provider cannot be reached, takes too long, refuses the key or the model, or answers nonsense. The log says
    /// which.
    Unavailable,
}

impl Ai {
    /// Makes the HTTP client of all stores.
    pub fn new(settings: Settings) -> Result<Self, reqwest::Error> {
        let places = Arc::new(Semaphore::new(CONCURRENT_IMAGE_CALLS));
        Ok(Self { settings: Arc::new(settings), http: openai::http()?, places })
    }

    /// The provider of a store that has chosen `openai`, `test` or nobody, and may have a key of its own; nothing where
    /// there is no key. Who has chosen nobody has OpenAI as soon as there is a key.
    pub fn provider(
        &self,
        site_id: i64,
        chosen: Option<&str>,
        store_key: Option<&str>,
    ) -> Option<Provider> {
        if chosen == Some("test") {
            return Some(Provider::Test(TestProvider::new(self.places.clone())));
        }
        let keys = [store_key, self.settings.api_key.as_deref()];
        let key = keys.into_iter().flatten().map(str::trim).find(|key| !key.is_empty())?;
        let (settings, http, places) =
            (self.settings.clone(), self.http.clone(), self.places.clone());
        Some(Provider::OpenAi(OpenAi { site_id, key: key.to_owned(), settings, http, places }))
    }
}

impl Provider {
    /// One to `count` pictures, within two minutes. None of them is opaque where a transparent one was asked for.
    pub async fn pictures(&self, request: &ImageRequest) -> Result<Pictures, AiError> {
        match self {
            Self::OpenAi(openai) => openai.pictures(request).await,
            Self::Test(test) => test.pictures(request).await,
        }
    }

    /// One to `count` texts of a line each, within half a minute.
    pub async fn texts(&self, request: &TextRequest) -> Result<Vec<String>, AiError> {
        match self {
            Self::OpenAi(openai) => openai.texts(request).await,
            Self::Test(test) => Ok(test.texts(request)),
        }
    }
}

/// Without the key.
impl fmt::Debug for Settings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Settings")
            .field("image_model", &self.image_model)
            .field("text_model", &self.text_model)
            .field("api_key", &self.api_key.is_some())
            .finish_non_exhaustive()
    }
}
