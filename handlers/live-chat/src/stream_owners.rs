//! The owners of a visitor's open stream. A limit per token alone would not limit a visitor, because each call of
//! `/start` issues another token.

use std::net::IpAddr;

use stoa_conversations::Conversation;
use stoa_event_streams::StreamOwner;

use crate::Token;

const MAX_STREAMS_OF_A_TOKEN: u8 = 5;

const MAX_STREAMS_OF_A_CONVERSATION: u8 = 20;

const MAX_STREAMS_OF_A_CLIENT: u8 = 200;

/// Returns the owners of a stream. `client` is an address or IPv6 network, as [`stoa_runtime::Call::client`] returns it.
pub fn stream_owners(token: &Token, client: IpAddr) -> [StreamOwner; 3] {
    let Conversation { site_id, id } = token.conversation;
    [
        StreamOwner {
            bytes: [b"token".as_slice(), &token.id.to_le_bytes()].concat(),
            most: MAX_STREAMS_OF_A_TOKEN,
        },
        StreamOwner {
            bytes: [b"conversation".as_slice(), &site_id.to_le_bytes(), &id.to_le_bytes()].concat(),
            most: MAX_STREAMS_OF_A_CONVERSATION,
        },
        StreamOwner {
            bytes: format!("client {client}").into_bytes(),
            most: MAX_STREAMS_OF_A_CLIENT,
        },
    ]
}
