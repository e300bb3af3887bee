//! The operations tagged `support`.

use reqwest::Method;

use crate::{Client, Error, Response, escape, types};

impl Client {
    /// `GET /{siteId}/account/support`: List the customer's messages to the store.
    ///
    /// Latest activity first, with the newest 10 replies of each.
    pub async fn list_support_messages(
        &self,
        site_id: i64,
        options: &ListSupportMessagesOptions,
    ) -> Result<Response<types::SupportMessageListResponse>, Error> {
        let mut call =
            self.call(Method::GET, format!("/{}/account/support", escape::segment(site_id)));
        if let Some(value) = &options.page {
            call = call.query("page", value);
        }
        if let Some(value) = &options.limit {
            call = call.query("limit", value);
        }
        call.send().await
    }

    /// `POST /{siteId}/account/support`: Write to the store.
    ///
    /// The message is `open`: the store is to answer. It goes to the store's own address too, where it
    /// has one. `orderId` must be one of the orders of `listAccountOrders`.
    ///
    /// Messages and replies count together: 5 a minute and 50 a day for each customer.
    pub async fn create_support_message(
        &self,
        site_id: i64,
        body: &types::CreateSupportMessageRequest,
    ) -> Result<Response<types::SupportMessageResponse>, Error> {
        let mut call =
            self.call(Method::POST, format!("/{}/account/support", escape::segment(site_id)));
        call = call.json(body)?;
        call.send().await
    }

    /// `GET /{siteId}/account/support/{messageId}`: Get a message with its replies.
    ///
    /// Replies are in the order in which they were written, the newest 50. Another customer's message
    /// is answered like an unknown id.
    pub async fn get_support_message(
        &self,
        site_id: i64,
        message_id: i64,
    ) -> Result<Response<types::SupportMessageResponse>, Error> {
        let call = self.call(
            Method::GET,
            format!(
                "/{}/account/support/{}",
                escape::segment(site_id),
                escape::segment(message_id)
            ),
        );
        call.send().await
    }

    /// `POST /{siteId}/account/support/{messageId}`: Reply in a message.
    ///
    /// Adds the customer's reply and opens the message again, a closed one too. The limits of
    /// `createSupportMessage` hold.
    pub async fn reply_to_support_message(
        &self,
        site_id: i64,
        message_id: i64,
        body: &types::ReplyRequest,
    ) -> Result<Response<types::SupportMessageResponse>, Error> {
        let mut call = self.call(
            Method::POST,
            format!(
                "/{}/account/support/{}",
                escape::segment(site_id),
                escape::segment(message_id)
            ),
        );
        call = call.json(body)?;
        call.send().await
    }
}

/// What `listSupportMessages` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct ListSupportMessagesOptions {
    /// Page, counted from 1. One behind the last is empty.
    pub page: Option<i64>,
    /// Messages on a page, 1 to 100. More than 100 is taken as 100.
    pub limit: Option<i64>,
}
