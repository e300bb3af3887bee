//! Who calls: anyone by their address, or the bearer of a token for a conversation.

use std::net::IpAddr;
use std::time::SystemTime;

use stoa_live_chat_server::Authenticate;
use stoa_runtime::{Call, Documents, Error, HeaderMap, Operation, TooManyRequests, Unauthorized};

use crate::limits::StreamPlace;
use crate::{LiveChat, Token};

/// How long a token with too many streams waits before another try. They end when their readers want.
const STREAM_PAUSE: u64 = 5;

/// The bearer of a valid token, with the place of the stream that is about to be opened.
pub struct Visitor {
    pub(crate) token: Token,
    pub(crate) place: StreamPlace,
}

impl Authenticate for LiveChat {
    type Conversation = Visitor;
    type Anyone = IpAddr;

    async fn anyone<Op: Operation + Documents<404> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> Result<IpAddr, Error<Op>> {
        Ok(call.peer())
    }

    async fn conversation<Op: Operation + Documents<401> + Documents<404> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> Result<Visitor, Error<Op>> {
        let token = match bearer(call.headers()) {
            Some(token) => self.tokens.verify(token, SystemTime::now()),
            None => self.tokens.verify(&call.query("token").lossy(), SystemTime::now()),
        };
        let token = token.ok_or(Unauthorized("Unauthorized"))?;
        let place = self.streams.place(token.id).ok_or(TooManyRequests {
            message: "Too many open streams, close one",
            retry_after: STREAM_PAUSE,
        })?;
        Ok(Visitor { token, place })
    }
}

/// The token in `Authorization`. Another scheme there is a token that fits nothing.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get("authorization")?.to_str().unwrap_or_default();
    match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => Some(token.trim()),
        _ => Some(""),
    }
}
