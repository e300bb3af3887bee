//! A text call: reserve a credit, call the provider, settle the credit.

use stoa_ai::{Provider, TextRequest};
use stoa_db::Db;
use stoa_runtime::Error;
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::ai::SuggestDesignText;
use stoa_storefront_types::{AiText, AiTextRequest};
use stoa_stores::ai_credits::{Reservation, Spent};
use stoa_values::Clock;

use super::{NO_TEXTS_NOW, failed, give_back};

const ONE_CALL: Spent = Spent { images: 0, text_calls: 1 };

pub(super) struct TextCall {
    pub(super) db: Db,
    pub(super) clock: Clock,
    pub(super) provider: Provider,
    pub(super) site_id: i64,
    pub(super) body: AiTextRequest,
}

impl TextCall {
    pub(super) async fn make(self) -> Result<AiText, Error<SuggestDesignText>> {
        let reservation = self.reserve().await?;
        let AiTextRequest { prompt, product_name, count, .. } = self.body;
        let count = usize::try_from(count).unwrap_or(1);
        match self.provider.texts(&TextRequest { prompt, product_name, count }).await {
            Ok(suggestions) => {
                let mut connection = self.db.connection().await?;
                let transaction = connection.transaction();
                stoa_stores::ai_credits::settle(&transaction, &reservation, ONE_CALL).await?;
                transaction.commit().await?;
                Ok(AiText { suggestions })
            }
            Err(error) => {
                give_back(&self.db, &reservation).await;
                Err(failed(error, NO_TEXTS_NOW))
            }
        }
    }

    async fn reserve(&self) -> Result<Reservation, Error<SuggestDesignText>> {
        let mut connection = self.db.connection().await?;
        let transaction = connection.transaction();
        let now = self.clock.now();
        let reserved =
            stoa_stores::ai_credits::reserve(&transaction, self.site_id, ONE_CALL, now).await?;
        transaction.commit().await?;
        Ok(reserved.ok_or(reasons::AiPlanLimitReached)?)
    }
}
