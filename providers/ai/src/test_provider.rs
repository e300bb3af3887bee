//! The built-in provider for tests and demos. The same request always returns the same pictures or texts.

mod drawing;
mod words;

use std::sync::Arc;

use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use crate::{AiError, ImageRequest, Pictures, TextRequest};

/// Makes no calls and refuses no prompt.
#[derive(Debug)]
pub struct TestProvider {
    places: Arc<Semaphore>,
}

impl TestProvider {
    pub(crate) fn new(places: Arc<Semaphore>) -> Self {
        Self { places }
    }

    pub(crate) async fn pictures(&self, request: &ImageRequest) -> Result<Pictures, AiError> {
        // The semaphore is never closed.
        let place = self.places.clone().acquire_owned().await;
        let place = place.map_err(|_| AiError::Unavailable)?;
        let ImageRequest { prompt, size, transparent, count, .. } = request.clone();
        let draw = move || {
            let drawn = (0..count).map(|at| {
                let digest = digest(&prompt, at);
                drawing::draw(&digest, &size, transparent).map(Into::into)
            });
            drawn.collect::<Result<Vec<_>, _>>()
        };
        let drawn = tokio::task::spawn_blocking(draw).await;
        match drawn {
            Ok(Ok(pictures)) => Ok(Pictures { pictures, _place: place }),
            Ok(Err(_)) | Err(_) => {
                tracing::error!("the test provider cannot draw");
                Err(AiError::Unavailable)
            }
        }
    }

    pub(crate) fn texts(&self, request: &TextRequest) -> Vec<String> {
        let TextRequest { prompt, product_name, count } = request;
        let mut texts: Vec<String> = Vec::new();
        let mut at = 0;
        while texts.len() < *count {
            let text = words::text(&digest(prompt, at), product_name.as_deref());
            if !texts.contains(&text) {
                texts.push(text);
            }
            at += 1;
        }
        texts
    }
}

fn digest(prompt: &str, at: usize) -> [u8; 32] {
    // A prompt has no NUL, so two different pairs of prompt and number never give the same input.
    let hash = Sha256::new().chain_update(prompt).chain_update([0]);
    hash.chain_update((at as u64).to_be_bytes()).finalize().into()
}
