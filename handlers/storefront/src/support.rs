//! The operations tagged `support`. The rules are in domain/customers.

use stoa_customers::support::Caller;
use stoa_runtime::{Documents, Error, Idempotency, Internal, Replayable, TooManyRequests};
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::support::{
    CreateSupportMessage, GetSupportMessage, ListSupportMessages, ReplyToSupportMessage, SupportApi,
};
use stoa_storefront_types::{PagePagination, SupportMessage, SupportMessageListResponse};

use crate::{Customer, Storefront};

impl SupportApi for Storefront {
    async fn list_support_messages(
        &self,
        customer: Customer,
        request: ListSupportMessages,
    ) -> Result<SupportMessageListResponse, Error<ListSupportMessages>> {
        let ListSupportMessages { site_id, page, limit } = request;
        let found = stoa_customers::support::list_support_messages(
            &self.db,
            site_id,
            customer.id,
            page,
            limit,
        )
        .await?;
        let total_pages = found.total_pages(limit);
        let pagination = PagePagination { page, limit, total: found.total, total_pages };
        Ok(SupportMessageListResponse { data: found.items, pagination })
    }

    async fn create_support_message(
        &self,
        customer: Customer,
        request: CreateSupportMessage,
    ) -> Result<Replayable<SupportMessage>, Error<CreateSupportMessage>> {
        let CreateSupportMessage { site_id, idempotency, body } = request;
        let (caller, counted) = self.count_message(site_id, customer, idempotency).await?;
        let written =
            stoa_customers::support::create_support_message(&self.support, caller, body).await?;
        self.answered(site_id, customer, counted, written).await
    }

    async fn get_support_message(
        &self,
        customer: Customer,
        request: GetSupportMessage,
    ) -> Result<SupportMessage, Error<GetSupportMessage>> {
        let GetSupportMessage { site_id, message_id } = request;
        let message = stoa_customers::support::get_support_message(
            &self.db,
            site_id,
            customer.id,
            message_id,
        )
        .await?;
        Ok(message.ok_or(reasons::MessageNotFound)?)
    }

    async fn reply_to_support_message(
        &self,
        customer: Customer,
        request: ReplyToSupportMessage,
    ) -> Result<Replayable<SupportMessage>, Error<ReplyToSupportMessage>> {
        let ReplyToSupportMessage { site_id, idempotency, message_id, body } = request;
        let (caller, counted) = self.count_message(site_id, customer, idempotency).await?;
        let body = &body.body;
        let written = stoa_customers::support::reply_to_support_message(
            &self.support,
            caller,
            message_id,
            body,
        )
        .await?;
        self.answered(site_id, customer, counted, written).await
    }
}

struct Counted {
    /// Whether the message counted towards the daily limit. A message over the limit per minute does not.
    of_the_day: bool,
    /// An error if the message is over a limit.
    within: Result<(), TooManyRequests>,
}

impl Storefront {
    /// Counts a message before the call is known to be a replay, so that concurrent calls cannot exceed the limit. Without
    /// an `Idempotency-Key`, the call is no replay, so a message over a limit is refused.
    async fn count_message(
        &self,
        site_id: i64,
        customer: Customer,
        idempotency: Option<Idempotency>,
    ) -> Result<(Caller, Counted), TooManyRequests> {
        let caller = (site_id, customer.id);
        let of_the_minute = self.rate_limits.support_messages.count(caller).await;
        let within = match of_the_minute {
            Ok(()) => self.rate_limits.support_messages_a_day.count(caller).await,
            Err(refusal) => Err(refusal),
        };
        if idempotency.is_none() {
            within?;
        }
        let may_write = within.is_ok();
        let caller = Caller { site_id, customer_id: customer.id, idempotency, may_write };
        Ok((caller, Counted { of_the_day: of_the_minute.is_ok(), within }))
    }

    /// Returns the message that was written, or the refusal of the limit if none was. Gives the counts of a replay back,
    /// even if it was over a limit. Calls over a limit count too, so many concurrent replays would otherwise use up the
    /// limits.
    async fn answered<Op: Documents<429>>(
        &self,
        site_id: i64,
        customer: Customer,
        Counted { of_the_day, within }: Counted,
        written: Option<Replayable<SupportMessage>>,
    ) -> Result<Replayable<SupportMessage>, Error<Op>> {
        if let Some(Replayable::Replayed(_)) = &written {
            let caller = (site_id, customer.id);
            self.rate_limits.support_messages.give_back(caller).await;
            if of_the_day {
                self.rate_limits.support_messages_a_day.give_back(caller).await;
            }
        }
        match written {
            Some(message) => Ok(message),
            None => {
                within?;
                Err(Internal("a message was refused by a limit that it is within".into()))?
            }
        }
    }
}
