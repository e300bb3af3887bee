//! The operations tagged `support`.
//!
//! Not served yet: the server answers 404.

use reqwest::Method;

use crate::call::segment;
use crate::{Client, Error, Response, types};

impl Client {
    /// `GET /{siteId}/account/support`: List the customer's messages to the store.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// Latest activity first, all of them, with their replies.
    pub async fn list_support_messages(
        &self,
        site_id: i64,
    ) -> Result<Response<types::SupportMessageListResponse>, Error> {
        let call = self.call(Method::GET, format!("/{}/account/support", segment(site_id)));
        call.send().await
    }

    /// `POST /{siteId}/account/support`: Write to the store.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// `orderId` must be one of the customer's own orders.
    pub async fn create_support_message(
        &self,
        site_id: i64,
        body: &types::CreateSupportMessageRequest,
    ) -> Result<Response<types::SupportMessageResponse>, Error> {
        let mut call = self.call(Method::POST, format!("/{}/account/support", segment(site_id)));
        call = call.json(body)?;
        call.send().await
    }

    /// `GET /{siteId}/account/support/{messageId}`: Get a message with its replies.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// Replies are in the order in which they were written. Another customer's message is answered like
    /// an unknown id.
    pub async fn get_support_message(
        &self,
        site_id: i64,
        message_id: i64,
    ) -> Result<Response<types::SupportMessageResponse>, Error> {
        let call = self.call(
            Method::GET,
            format!("/{}/account/support/{}", segment(site_id), segment(message_id)),
        );
        call.send().await
    }

    /// `POST /{siteId}/account/support/{messageId}`: Reply in a message.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// Adds the customer's reply and opens the message again, a closed one too.
    pub async fn reply_to_support_message(
        &self,
        site_id: i64,
        message_id: i64,
        body: &types::ReplyRequest,
    ) -> Result<Response<types::SupportMessageResponse>, Error> {
        let mut call = self.call(
            Method::POST,
            format!("/{}/account/support/{}", segment(site_id), segment(message_id)),
        );
        call = call.json(body)?;
        call.send().await
    }
}
