//! The provider of a store, and the calls that every provider offers.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::openai::{self, OpenAi};
use crate::{ImageRequest, TestProvider, TextRequest};

/// Maximum number of provider responses with images in memory at once. Further calls for images wait.
const CONCURRENT_IMAGE_CALLS: usize = 4;

#[derive(Clone)]
pub struct Settings {
    /// Base URL of OpenAI's API or of a compatible one, without `/v1`.
    pub url: String,
    /// The key for stores without a key of their own. Blank text counts as absent.
    pub api_key: Option<String>,
    /// The model that draws pictures. It must support transparent backgrounds.
    pub image_model: String,
    pub text_model: String,
    /// The model that checks prompts against the content policy.
    pub moderation_model: String,
}

/// The settings, connections and memory limit that all stores of a process share.
pub struct Ai {
    settings: Arc<Settings>,
    http: reqwest::Client,
    places: Arc<Semaphore>,
}

#[derive(Debug)]
pub enum Provider {
    OpenAi(OpenAi),
    Test(TestProvider),
}

/// Pictures from a provider. Each begins with the signature of a PNG, but may be broken otherwise. Only a few of these
/// values exist at once: the next call waits until one is dropped.
#[derive(Debug)]
pub struct Pictures {
    pub pictures: Vec<Bytes>,
    pub(crate) _place: OwnedSemaphorePermit,
}

/// Why a provider returned nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AiError {
    Refused,
    /// The provider cannot be reached, takes too long, refuses the key or the model, or sends an unusable answer. The
    /// log says which.
    Unavailable,
}

impl Ai {
    pub fn new(settings: Settings) -> Result<Self, reqwest::Error> {
        let places = Arc::new(Semaphore::new(CONCURRENT_IMAGE_CALLS));
        Ok(Self { settings: Arc::new(settings), http: openai::http()?, places })
    }

    /// Returns the provider of a store. The choice `test` selects the test provider. Any other choice, and no choice,
    /// selects OpenAI with the store's key or else with the server's key. Returns `None` if there is no key.
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
    /// Returns one to `count` pictures. OpenAI's timeout is two minutes. If transparent pictures were requested, opaque
    /// ones are left out.
    pub async fn pictures(&self, request: &ImageRequest) -> Result<Pictures, AiError> {
        match self {
            Self::OpenAi(openai) => openai.pictures(request).await,
            Self::Test(test) => test.pictures(request).await,
        }
    }

    /// Returns one to `count` texts of one line each. OpenAI's timeout is half a minute.
    pub async fn texts(&self, request: &TextRequest) -> Result<Vec<String>, AiError> {
        match self {
            Self::OpenAi(openai) => openai.texts(request).await,
            Self::Test(test) => Ok(test.texts(request)),
        }
    }
}

/// Shows whether a key is set, never the key itself.
impl fmt::Debug for Settings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Settings")
            .field("image_model", &self.image_model)
            .field("text_model", &self.text_model)
            .field("api_key", &self.api_key.is_some())
            .finish_non_exhaustive()
    }
}
