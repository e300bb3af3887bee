//! The callers of live chat: a client, identified by its address, or the bearer of a conversation's token.

use std::net::IpAddr;

use stoa_live_chat_server::Authenticate;
use stoa_runtime::{Call, Documents, Error, HeaderMap, Operation, TooManyRequests, Unauthorized};

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
        let token = match bearer_token(call.headers()) {
            Some(token) => self.tokens.verify(token, now),
            None => self.tokens.verify(&call.query("token").lossy(), now),
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

/// Returns the token in `Authorization`, or `None` if the header is missing. For another scheme or a repeated header,
/// returns an empty token, which is never valid.
fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all("authorization").iter();
    let value = values.next()?.to_str().unwrap_or_default();
    match value.split_once(' ').filter(|_| values.next().is_none()) {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => Some(token.trim()),
        _ => Some(""),
    }
}
