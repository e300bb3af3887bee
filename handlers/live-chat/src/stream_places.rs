//! Limits on the open streams of this server. A limit per token alone would not limit a visitor, because each call of
//! `/start` issues another token.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use stoa_conversations::Conversation;

use crate::Token;

const MAX_STREAMS_OF_A_TOKEN: u8 = 5;

const MAX_STREAMS_OF_A_CONVERSATION: u8 = 20;

const MAX_STREAMS_OF_A_CLIENT: u8 = 200;

/// Number of open streams of each owner. Only owners with open streams are in the map, so its size is limited by the
/// number of connections.
#[derive(Clone, Default)]
pub struct StreamPlaces(Arc<Mutex<HashMap<Owner, u8>>>);

/// A stream counts against the limits of its three owners.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Owner {
    Token(u128),
    Conversation(Conversation),
    /// The client's address or IPv6 network, as [`stoa_runtime::Call::client`] returns it.
    Client(IpAddr),
}

/// The place of one open stream. Dropping it releases the place.
pub struct StreamPlace {
    places: StreamPlaces,
    owners: [Owner; 3],
}

impl StreamPlaces {
    /// Counts a stream against its owners. Returns `None` if one of the owners is at its limit.
    pub fn take(&self, token: &Token, client: IpAddr) -> Option<StreamPlace> {
        let owners = [
            Owner::Token(token.id),
            Owner::Conversation(token.conversation),
            Owner::Client(client),
        ];
        let mut open = self.open();
        let is_full = |owner: &Owner| open.get(owner).is_some_and(|count| *count >= owner.most());
        if owners.iter().any(is_full) {
            return None;
        }
        for owner in owners {
            *open.entry(owner).or_default() += 1;
        }
        Some(StreamPlace { places: self.clone(), owners })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Owner, u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Owner {
    fn most(&self) -> u8 {
        match self {
            Self::Token(_) => MAX_STREAMS_OF_A_TOKEN,
            Self::Conversation(_) => MAX_STREAMS_OF_A_CONVERSATION,
            Self::Client(_) => MAX_STREAMS_OF_A_CLIENT,
        }
    }
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut open = self.places.open();
        for owner in &self.owners {
            if let Some(count) = open.get_mut(owner) {
                *count -= 1;
                if *count == 0 {
                    open.remove(owner);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(id: u128, conversation: i64) -> Token {
        let conversation = Conversation { site_id: 1, id: conversation };
        Token { conversation, expires_at: 0, id }
    }

    fn client(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn five_of_a_token() {
        let places = StreamPlaces::default();
        let take = |id| places.take(&token(id, 1), client("192.0.2.1"));
        let mut taken: Vec<_> = (0..5).map(|_| take(7).unwrap()).collect();
        assert!(take(7).is_none());
        assert!(take(8).is_some());
        taken.pop();
        taken.push(take(7).unwrap());
        drop(taken);
        assert!(places.open().is_empty());
    }

    #[test]
    fn twenty_of_a_conversation() {
        let places = StreamPlaces::default();
        let take = |id, conversation| {
            places.take(&token(id, conversation), client(&format!("192.0.2.{id}")))
        };
        let mut taken: Vec<_> = (0..20).map(|id| take(id, 12).unwrap()).collect();
        assert!(take(20, 12).is_none());
        assert!(take(20, 13).is_some());
        // The same number on another site is another conversation.
        let elsewhere = Conversation { site_id: 2, id: 12 };
        let elsewhere = Token { conversation: elsewhere, ..token(21, 12) };
        assert!(places.take(&elsewhere, client("192.0.2.1")).is_some());
        taken.pop();
        assert!(take(20, 12).is_some());
    }

    #[test]
    fn two_hundred_of_a_client() {
        let places = StreamPlaces::default();
        let take = |id: u128, address: &str| places.take(&token(id, id as i64), client(address));
        let here = "2001:db8:1:2::";
        let mut taken: Vec<_> = (0..200).map(|id| take(id, here).unwrap()).collect();
        assert!(take(200, here).is_none());
        assert!(take(200, "2001:db8:1:3::1").is_some());
        assert!(take(200, "192.0.2.1").is_some());
        taken.pop();
        taken.push(take(200, here).unwrap());
        assert!(take(200, here).is_none(), "what is refused takes no other place");
        drop(taken);
        assert!(places.open().is_empty());
    }
}
