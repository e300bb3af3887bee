//! The operations tagged `support`. The rules are the domain's.

use stoa_catalog::total_pages;
use stoa_runtime::{Documents, Error, NotFound, TooManyRequests};
use stoa_storefront_server::support::{
    CreateSupportMessage, GetSupportMessage, ListSupportMessages, ReplyToSupportMessage, SupportApi,
};
use stoa_storefront_types::{PagePagination, SupportMessage, SupportMessageListResponse};
use stoa_support::SupportError;

use crate::authenticate::UNAUTHORIZED;
use crate::{Customer, Storefront};

const MESSAGE_NOT_FOUND: NotFound = NotFound("Message not found");

impl SupportApi for Storefront {
    async fn list_support_messages(
        &self,
        customer: Customer,
        request: ListSupportMessages,
    ) -> Result<SupportMessageListResponse, Error<ListSupportMessages>> {
        let ListSupportMessages { site_id, page, limit } = request;
        let found =
            stoa_support::list_support_messages(&self.db, site_id, customer.id, page, limit)
                .await?;
        let total_pages = total_pages(found.total, limit);
        let pagination = PagePagination { page, limit, total: found.total, total_pages };
        Ok(SupportMessageListResponse { data: found.items, pagination })
    }

    async fn create_support_message(
        &self,
        customer: Customer,
        request: CreateSupportMessage,
    ) -> Result<SupportMessage, Error<CreateSupportMessage>> {
        let CreateSupportMessage { site_id, body } = request;
        self.count_message(site_id, customer)?;
        stoa_support::create_support_message(&self.support, site_id, customer.id, body)
            .await
            .map_err(refusal)
    }

    async fn get_support_message(
        &self,
        customer: Customer,
        request: GetSupportMessage,
    ) -> Result<SupportMessage, Error<GetSupportMessage>> {
        let GetSupportMessage { site_id, message_id } = request;
        let message =
            stoa_support::get_support_message(&self.db, site_id, customer.id, message_id).await?;
        Ok(message.ok_or(MESSAGE_NOT_FOUND)?)
    }

    async fn reply_to_support_message(
        &self,
        customer: Customer,
        request: ReplyToSupportMessage,
    ) -> Result<SupportMessage, Error<ReplyToSupportMessage>> {
        let ReplyToSupportMessage { site_id, message_id, body } = request;
        self.count_message(site_id, customer)?;
        let (id, body) = (customer.id, &body.body);
        stoa_support::reply_to_support_message(&self.support, site_id, id, message_id, body)
            .await
            .map_err(refusal)
    }
}

impl Storefront {
    fn count_message(&self, site_id: i64, customer: Customer) -> Result<(), TooManyRequests> {
        let caller = (site_id, customer.id);
        self.rate_limits.support_messages.count(caller)?;
        self.rate_limits.support_messages_a_day.count(caller)
    }
}

fn refusal<Op: Documents<401> + Documents<404>>(error: SupportError) -> Error<Op> {
    match error {
        // It was erased while it called.
        SupportError::NoSuchCustomer => UNAUTHORIZED.into(),
        SupportError::OrderNotFound => NotFound("Order not found").into(),
        SupportError::MessageNotFound => MESSAGE_NOT_FOUND.into(),
        SupportError::Database(error) => error.into(),
    }
}
