//! The limits on a visitor's open streams. A limit per token alone would not limit a visitor, because each call of
//! `/start` issues another token.

use std::net::IpAddr;

use stoa_conversations::Conversation;
use stoa_event_streams::StreamLimit;

use crate::Token;

/// Maximum number of open event streams of a chat token. A further one is answered 429.
const MAX_STREAMS_OF_A_TOKEN: u8 = 10;

/// Maximum number of open event streams of a conversation. A further one is answered 429.
const MAX_STREAMS_OF_A_CONVERSATION: u8 = 20;

/// Maximum number of open chat streams of a client. A further one is answered 429.
const MAX_STREAMS_OF_A_CLIENT: u8 = 200;

/// Returns the limits on a stream. `client` is an address or IPv6 network, as [`stoa_runtime::Call::client`] returns it.
pub fn stream_limits(token: &Token, client: IpAddr) -> [StreamLimit; 3] {
    let Conversation { site_id, id } = token.conversation;
    [
        StreamLimit {
            owner: [b"token".as_slice(), &token.id.to_le_bytes()].concat(),
            most: MAX_STREAMS_OF_A_TOKEN,
        },
        StreamLimit {
            owner: [b"conversation".as_slice(), &site_id.to_le_bytes(), &id.to_le_bytes()].concat(),
            most: MAX_STREAMS_OF_A_CONVERSATION,
        },
        StreamLimit {
            owner: format!("client {client}").into_bytes(),
            most: MAX_STREAMS_OF_A_CLIENT,
        },
    ]
}
