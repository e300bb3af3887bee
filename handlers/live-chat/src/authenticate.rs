//! The callers of live chat: a client, identified by its address, or the bearer of a conversation's token.

use std::net::IpAddr;

use stoa_live_chat_reasons as reasons;
use stoa_live_chat_server::{Authenticate, ConversationCredentials};
use stoa_runtime::{ApiKey, Bearer, Credential, Error, Operation, Refuses, RequestContext};

use stoa_event_streams::StreamPlace;

use crate::stream_limits::stream_limits;
use crate::{LiveChat, Token};

/// Seconds for `Retry-After`. This is a guess, because a stream is open until its reader closes it.
const STREAM_RETRY_AFTER: u64 = 5;

/// The bearer of a valid token, with a place among the open streams.
pub struct StreamReader {
    pub(crate) token: Token,
    pub(crate) place: StreamPlace,
}

impl Authenticate for LiveChat {
    type Conversation = StreamReader;
    type Anyone = IpAddr;

    async fn anyone<Op: Operation>(
        &self,
        context: RequestContext<'_>,
    ) -> Result<IpAddr, Error<Op>> {
        Ok(context.client())
    }

    async fn conversation<
        Op: Operation + Refuses<reasons::Unauthorized> + Refuses<reasons::TooManyOpenStreams>,
    >(
        &self,
        credentials: ConversationCredentials<'_>,
        context: RequestContext<'_>,
    ) -> Result<StreamReader, Error<Op>> {
        let now = self.clock.system_time();
        let token = match (credentials.bearer_token, credentials.query_token) {
            (Credential::Given(Bearer(token)), _) => self.tokens.verify(token.trim(), now),
            (Credential::Absent, Credential::Given(ApiKey(token))) => {
                self.tokens.verify(token, now)
            }
            _ => None,
        };
        let token = token.ok_or(reasons::Unauthorized)?;
        stoa_fair_queue::set_tenant(token.conversation.site_id.unsigned_abs());
        let place = self
            .streams
            .take(stream_limits(&token, context.client()))
            .await
            .ok_or(reasons::TooManyOpenStreams { retry_after: STREAM_RETRY_AFTER })?;
        Ok(StreamReader { token, place })
    }
}
