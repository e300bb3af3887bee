//! The operations tagged `ai`: ownership, limits and credits. A task calls the provider, so that results that were paid
//! for are stored even if the caller disconnects.

mod image_call;
mod text_call;

use stoa_ai::{AiError, Provider};
use stoa_db::Db;
use stoa_designs::{DesignKey, Owner};
use stoa_runtime::{Error, Reason, Refuses, Replayable};
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::ai::{AiApi, GenerateDesignImage, SuggestDesignText};
use stoa_storefront_types::{AiImage, AiText, DesignId};
use stoa_stores::ai_credits::Reservation;
use stoa_stores::{SecretName, Store};
use stoa_telemetry::Chain;
use tracing::Instrument;

use crate::{Designer, Storefront};

use image_call::ImageCall;
use text_call::TextCall;

/// Seconds for `Retry-After` when a provider did not answer.
const AI_RETRY_AFTER: u64 = 30;

/// Seconds for `Retry-After` when the store has no AI provider.
const RETRY_AFTER_SET_UP: u64 = 3600;

const NO_IMAGES: reasons::ImageGenerationIsNotConfigured =
    reasons::ImageGenerationIsNotConfigured { retry_after: RETRY_AFTER_SET_UP };

const NO_TEXTS: reasons::TextGenerationIsNotConfigured =
    reasons::TextGenerationIsNotConfigured { retry_after: RETRY_AFTER_SET_UP };

const NO_IMAGES_NOW: reasons::ImageGenerationIsNotAvailable =
    reasons::ImageGenerationIsNotAvailable { retry_after: AI_RETRY_AFTER };

const NO_TEXTS_NOW: reasons::TextGenerationIsNotAvailable =
    reasons::TextGenerationIsNotAvailable { retry_after: AI_RETRY_AFTER };

impl AiApi for Storefront {
    async fn generate_design_image(
        &self,
        designer: Designer,
        request: GenerateDesignImage,
    ) -> Result<Replayable<AiImage>, Error<GenerateDesignImage>> {
        let GenerateDesignImage { site_id, design_id, idempotency, body } = request;
        let (client, session_id) = (designer.client, body.session_id.as_deref());
        let store = designer.store.clone();
        let (design_id, owner) = self.design_of(site_id, design_id, designer, session_id).await?;
        let provider = self.ai_of(&store).ok_or(NO_IMAGES)?;
        self.rate_limits.client_ai_images.count(client).await?;
        self.rate_limits.client_ai_images_a_day.count(client).await?;
        self.rate_limits.ai_images.count((site_id, design_id)).await?;
        self.rate_limits.ai_images_a_day.count((site_id, design_id)).await?;
        let call = ImageCall {
            db: self.db.clone(),
            clock: self.clock.clone(),
            uploads: self.uploads.clone(),
            provider,
            site_id,
            design_id,
            owner,
            // The key belongs to the design. That suffices to tell callers apart, because only the design's owner
            // reaches this line.
            idempotency: idempotency.map(|key| key.held_by(&design_id.to_string())),
            body,
        };
        let made = stoa_fair_queue::spawn(call.make().in_current_span()).await?;
        // A replayed answer does not count against the limits.
        if let Ok(Replayable::Replayed(_)) = &made {
            self.rate_limits.client_ai_images.give_back(client).await;
            self.rate_limits.client_ai_images_a_day.give_back(client).await;
            self.rate_limits.ai_images.give_back((site_id, design_id)).await;
            self.rate_limits.ai_images_a_day.give_back((site_id, design_id)).await;
        }
        made
    }

    async fn suggest_design_text(
        &self,
        designer: Designer,
        request: SuggestDesignText,
    ) -> Result<AiText, Error<SuggestDesignText>> {
        let SuggestDesignText { site_id, design_id, body } = request;
        let (store, session_id) = (designer.store.clone(), body.session_id.as_deref());
        let (design_id, _) = self.design_of(site_id, design_id, designer, session_id).await?;
        let provider = self.ai_of(&store).ok_or(NO_TEXTS)?;
        self.rate_limits.ai_texts.count((site_id, design_id)).await?;
        let (db, clock) = (self.db.clone(), self.clock.clone());
        let call = TextCall { db, clock, provider, site_id, body };
        stoa_fair_queue::spawn(call.make().in_current_span()).await?
    }
}

impl Storefront {
    /// Returns the id and the owner of a design that the caller owns.
    async fn design_of<Op>(
        &self,
        site_id: i64,
        design_id: DesignId,
        designer: Designer,
        session_id: Option<&str>,
    ) -> Result<(i64, Owner), Error<Op>>
    where
        Op: Refuses<reasons::Unauthorized>
            + Refuses<reasons::Forbidden>
            + Refuses<reasons::DesignNotFound>,
    {
        let designer = self.designer_of_session(site_id, designer, session_id).await?;
        let (key, owner) = (DesignKey::from(design_id), designer.owner());
        let id = stoa_designs::find_owned(&self.db, site_id, &key, &owner).await?;
        Ok((id, owner))
    }

    fn ai_of(&self, store: &Store) -> Option<Provider> {
        let (chosen, key) = (store.ai_provider.as_deref(), store.secret(SecretName::OpenaiApiKey));
        self.ai.provider(store.site_id, chosen, key)
    }
}

/// Returns the documented error for a provider's failure.
fn failed<Op, R: Reason>(error: AiError, unavailable: R) -> Error<Op>
where
    Op: Refuses<reasons::RejectedByContentPolicy> + Refuses<R>,
{
    match error {
        AiError::Refused => reasons::RejectedByContentPolicy.into(),
        AiError::Unavailable => Error::refused(&unavailable),
    }
}

/// Releases the credits of a failed call. If this fails too, the sweep releases them.
async fn give_back(db: &Db, reservation: &Reservation) {
    if let Err(error) = stoa_stores::ai_credits::release(db, reservation).await {
        tracing::warn!(error = %Chain(&error), "AI credits could not be released: the sweep will release them");
    }
}
