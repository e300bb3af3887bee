//! The callers of live chat: a client, identified by its address, or the bearer of a conversation's token.

use std::net::IpAddr;

use stoa_live_chat_server::Authenticate;
use stoa_runtime::{Call, Credential, Documents, Error, Operation, TooManyRequests, Unauthorized};

use crate::stream_places::StreamPlace;
use crate::{LiveChat, Token};

/// Seconds for `Retry-After`. This is a guess, because a stream is open until its reader closes it.
const STREAM_RETRY_AFTER: u64 = 5;

/// The bearer of a valid token, with a place among the open streams.
pub struct Bearer {
    pub(crate) token: Token,
    pub(crate) place: StreamPlace,
}

impl Authenticate for LiveChat {
    type Conversation = Bearer;
    type Anyone = IpAddr;

    async fn anyone<Op: Operation + Documents<404> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> Result<IpAddr, Error<Op>> {
        Ok(call.client())
    }

    async fn conversation<Op: Operation + Documents<401> + Documents<404> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> Result<Bearer, Error<Op>> {
        let now = self.clock.system_time();
        let token = match call.bearer() {
            Credential::Given(token) => self.tokens.verify(token.trim(), now),
            Credential::Malformed => None,
            Credential::Absent => self.tokens.verify(&call.query("token").lossy(), now),
        };
        let token = token.ok_or(Unauthorized("Unauthorized"))?;
        stoa_fair_queue::set_tenant(token.conversation.site_id.unsigned_abs());
        let place = self.streams.take(&token, call.client()).ok_or(TooManyRequests {
            message: "Too many open streams, close one",
            retry_after: STREAM_RETRY_AFTER,
        })?;
        Ok(Bearer { token, place })
    }
}
