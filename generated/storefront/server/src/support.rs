//! The operations tagged `support`.

use std::sync::Arc;

use stoa_runtime::{Call, Error, Reply, Routes};
use stoa_storefront_types as types;

use crate::{Authenticate, SCHEMAS, op};

/// A customer's messages to the store, and the answers.
pub trait Support: Authenticate {
    /// `GET /{siteId}/account/support`: List the customer's messages to the store.
    ///
    /// Latest activity first, all of them, with their replies.
    fn list_support_messages(
        &self,
        caller: Self::Customer,
        request: ListSupportMessages,
    ) -> impl Future<Output = Result<Vec<types::SupportMessage>, Error<op::ListSupportMessages>>> + Send;

    /// `POST /{siteId}/account/support`: Write to the store.
    ///
    /// `orderId` must be one of the customer's own orders.
    fn create_support_message(
        &self,
        caller: Self::Customer,
        request: CreateSupportMessage,
    ) -> impl Future<Output = Result<types::SupportMessage, Error<op::CreateSupportMessage>>> + Send;

    /// `GET /{siteId}/account/support/{messageId}`: Get a message with its replies.
    ///
    /// Replies are in the order in which they were written. Another customer's message is answered like
    /// an unknown id.
    fn get_support_message(
        &self,
        caller: Self::Customer,
        request: GetSupportMessage,
    ) -> impl Future<Output = Result<types::SupportMessage, Error<op::GetSupportMessage>>> + Send;

    /// `POST /{siteId}/account/support/{messageId}`: Reply in a message.
    ///
    /// Adds the customer's reply and opens the message again, a closed one too.
    fn reply_to_support_message(
        &self,
        caller: Self::Customer,
        request: ReplyToSupportMessage,
    ) -> impl Future<Output = Result<types::SupportMessage, Error<op::ReplyToSupportMessage>>> + Send;
}

/// What `listSupportMessages` is asked for.
#[derive(Debug, Clone)]
pub struct ListSupportMessages {
    /// Id of the site.
    pub site_id: i64,
}

/// What `createSupportMessage` is asked for.
#[derive(Debug, Clone)]
pub struct CreateSupportMessage {
    /// Id of the site.
    pub site_id: i64,
    pub body: types::CreateSupportMessageRequest,
}

/// What `getSupportMessage` is asked for.
#[derive(Debug, Clone)]
pub struct GetSupportMessage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the message.
    pub message_id: i64,
}

/// What `replyToSupportMessage` is asked for.
#[derive(Debug, Clone)]
pub struct ReplyToSupportMessage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the message.
    pub message_id: i64,
    pub body: types::ReplyRequest,
}

/// The routes of the operations tagged `support`.
pub fn routes<A: Support>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/{siteId}/account/support", api, |api, call| {
            Box::pin(list_support_messages(api, call))
        })
        .post("/{siteId}/account/support", api, |api, call| {
            Box::pin(create_support_message(api, call))
        })
        .get("/{siteId}/account/support/{messageId}", api, |api, call| {
            Box::pin(get_support_message(api, call))
        })
        .post("/{siteId}/account/support/{messageId}", api, |api, call| {
            Box::pin(reply_to_support_message(api, call))
        })
}

async fn list_support_messages<A: Support>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::ListSupportMessages>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.customer(call).await?;
    let request = ListSupportMessages { site_id };
    let reply = api.list_support_messages(caller, request).await?;
    Ok(Reply::json(200, &types::SupportMessageListResponse { data: reply }))
}

async fn create_support_message<A: Support>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::CreateSupportMessage>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.customer(call).await?;
    let request = CreateSupportMessage {
        site_id,
        body: call.json(&SCHEMAS, "CreateSupportMessageRequest").await?,
    };
    let reply = api.create_support_message(caller, request).await?;
    Ok(Reply::json(201, &types::SupportMessageResponse { data: reply }))
}

async fn get_support_message<A: Support>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::GetSupportMessage>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let message_id = call.path("messageId").message("Invalid message ID").integer().required()?;
    let caller = api.customer(call).await?;
    let request = GetSupportMessage { site_id, message_id };
    let reply = api.get_support_message(caller, request).await?;
    Ok(Reply::json(200, &types::SupportMessageResponse { data: reply }))
}

async fn reply_to_support_message<A: Support>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::ReplyToSupportMessage>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let message_id = call.path("messageId").message("Invalid message ID").integer().required()?;
    let caller = api.customer(call).await?;
    let request = ReplyToSupportMessage {
        site_id,
        message_id,
        body: call.json(&SCHEMAS, "ReplyRequest").await?,
    };
    let reply = api.reply_to_support_message(caller, request).await?;
    Ok(Reply::json(200, &types::SupportMessageResponse { data: reply }))
}
