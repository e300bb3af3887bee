//! OpenAI's protocol: `POST /v1/moderations`, `/v1/images/generations` and `/v1/chat/completions`,
//! <https://platform.openai.com/docs/api-reference>.
//!
//! Answers are parsed into types of this crate, which have only the needed fields. The types of async-openai 0.43 have
//! all fields. They reject an answer in which a field is missing or has a new value, such as an unlisted size. A paid
//! picture would then be lost, and a forbidden prompt would not be reported as such.

mod answer;
mod call;
mod failure;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

use crate::{AiError, ImageRequest, Pictures, Settings, TextRequest};

pub(crate) use call::http;

use answer::{Flagged, Texts};
use call::Call;
use failure::OpenAiError;

/// Time for a provider to moderate a prompt and return images; then the call is answered 503.
///
/// OpenAI takes one to two minutes.
const IMAGES_TIMEOUT: Duration = Duration::from_secs(120);

/// Time for a provider to moderate a prompt and return texts; then the call is answered 503.
///
/// It is also the timeout of every moderation.
const TEXTS_TIMEOUT: Duration = Duration::from_secs(30);

/// Maximum length of a provider's response with images. With a longer one, the call is answered 503.
///
/// Four pictures of 1536×1024 take some 16 MiB as PNG in base64.
const MAX_IMAGES_ANSWER_BYTES: usize = 64 << 20;

const MAX_TEXTS_ANSWER_BYTES: usize = 1 << 20;

/// A store's account at OpenAI.
pub struct OpenAi {
    pub(crate) site_id: i64,
    pub(crate) key: String,
    pub(crate) settings: Arc<Settings>,
    pub(crate) http: reqwest::Client,
    pub(crate) places: Arc<Semaphore>,
}

impl OpenAi {
    pub(crate) async fn pictures(&self, request: &ImageRequest) -> Result<Pictures, AiError> {
        let until = Instant::now() + IMAGES_TIMEOUT;
        self.logged(self.draw(request, until).await)
    }

    pub(crate) async fn texts(&self, request: &TextRequest) -> Result<Vec<String>, AiError> {
        let until = Instant::now() + TEXTS_TIMEOUT;
        self.logged(self.write(request, until).await)
    }

    async fn draw(&self, request: &ImageRequest, until: Instant) -> Result<Pictures, OpenAiError> {
        let ImageRequest { prompt, size, quality, transparent, count } = request.clone();
        self.moderate(&prompt, until).await?;
        let question = json!({
            "model": self.settings.image_model,
            "prompt": prompt,
            "n": count,
            "size": size,
            "quality": quality,
            "background": if transparent { "transparent" } else { "opaque" },
            "output_format": "png",
        });
        let call = self.call("images/generations", until);
        let response = call.send(&question).await.map_err(|failure| match failure {
            // The model does not support transparency: OpenAI's error names the parameter `background`.
            OpenAiError::Status { about: Some(field), .. }
                if transparent && field == "background" =>
            {
                OpenAiError::Opaque
            }
            failure => failure,
        })?;
        // Reading the answer takes memory, so only a few calls read their answers at once.
        let place = timeout_at(until, self.places.clone().acquire_owned());
        let place = place.await.ok().and_then(Result::ok).ok_or(OpenAiError::TimedOut)?;
        let answer = call.read(response, MAX_IMAGES_ANSWER_BYTES).await?;
        let read = move || answer::pictures(&answer, count, transparent);
        let read =
            tokio::task::spawn_blocking(read).await.map_err(|_| OpenAiError::NoPicture)??;
        if read.opaque > 0 {
            let (site_id, opaque) = (self.site_id, read.opaque);
            tracing::warn!(site_id, opaque, "{}", OpenAiError::Opaque);
        }
        Ok(Pictures { pictures: read.pictures, _place: place })
    }

    async fn write(
        &self,
        request: &TextRequest,
        until: Instant,
    ) -> Result<Vec<String>, OpenAiError> {
        let TextRequest { prompt, product_name, count } = request;
        let product = product_name.as_deref().unwrap_or("a product");
        self.moderate(&format!("{prompt}\n{product}"), until).await?;
        let task = format!(
            "You suggest short texts that are printed on products. Answer the customer's wish with {count} different \
             texts of one line and at most 60 characters each, in the language of the wish, without quotation marks \
             around them."
        );
        let schema = json!({
            "type": "object",
            "properties": {"suggestions": {"type": "array", "items": {"type": "string"}}},
            "required": ["suggestions"],
            "additionalProperties": false,
        });
        let question = json!({
            "model": self.settings.text_model,
            "messages": [
                {"role": "system", "content": task},
                {"role": "user", "content": format!("To be printed on: {product}\nWish: {prompt}")},
            ],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "suggestions", "strict": true, "schema": schema},
            },
        });
        let call = self.call("chat/completions", until);
        let response = call.send(&question).await?;
        let answer: Texts = call.json(response).await?;
        answer.texts(*count)
    }

    /// Refuses a prompt that violates the provider's policy. This call is free of charge.
    async fn moderate(&self, prompt: &str, until: Instant) -> Result<(), OpenAiError> {
        let until = until.min(Instant::now() + TEXTS_TIMEOUT);
        let call = self.call("moderations", until);
        let question = json!({"model": self.settings.moderation_model, "input": prompt});
        let response = call.send(&question).await?;
        let answer: Flagged = call.json(response).await?;
        if answer.is_flagged()? { Err(OpenAiError::Refused) } else { Ok(()) }
    }

    fn call(&self, path: &str, until: Instant) -> Call<'_> {
        let url = format!("{}/v1/{path}", self.settings.url.trim_end_matches('/'));
        Call { http: &self.http, url, key: &self.key, until }
    }

    fn logged<T>(&self, result: Result<T, OpenAiError>) -> Result<T, AiError> {
        result.map_err(|failure| match failure {
            OpenAiError::Refused => AiError::Refused,
            failure => {
                let site_id = self.site_id;
                tracing::warn!(site_id, provider = "openai", %failure, "AI is not available");
                AiError::Unavailable
            }
        })
    }
}

impl fmt::Debug for OpenAi {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("OpenAi").field("site_id", &self.site_id).finish_non_exhaustive()
    }
}
