//! Limits on open streams: on those of this server, and with Valkey on those of all servers. A limit per token alone
//! would not limit a visitor, because each call of `/start` issues another token.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use stoa_conversations::Conversation;
use stoa_valkey::{Owner as SharedOwner, Place, Valkey};

use crate::Token;

const MAX_STREAMS_OF_A_TOKEN: u8 = 5;

const MAX_STREAMS_OF_A_CONVERSATION: u8 = 20;

const MAX_STREAMS_OF_A_CLIENT: u8 = 200;

/// The places of open streams.
#[derive(Clone, Default)]
pub struct StreamPlaces {
    /// Number of streams of each owner on this server. Only owners with open streams are in the map, so its size is
    /// limited by the number of connections.
    here: Arc<Mutex<HashMap<Owner, u8>>>,
    /// Where all servers count.
    valkey: Option<Valkey>,
}

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
    _shared: Option<Place>,
}

impl StreamPlaces {
    /// Counts a stream against its owners, on all servers that share the Valkey.
    pub fn sharing(valkey: Valkey) -> Self {
        Self { valkey: Some(valkey), ..Self::default() }
    }

    /// Counts a stream against its owners. Returns `None` if one of the owners is at its limit.
    pub async fn take(&self, token: &Token, client: IpAddr) -> Option<StreamPlace> {
        // An owner that is at its limit on this server is at its limit.
        let mut place = self.take_here(token, client)?;
        if let Some(valkey) = &self.valkey {
            let owners = place.owners.map(|owner| (owner.bytes(), owner.most()));
            let shared = owners.each_ref().map(|(bytes, most)| SharedOwner { bytes, most: *most });
            place._shared = Some(valkey.take_place(shared).await?);
        }
        Some(place)
    }

    fn take_here(&self, token: &Token, client: IpAddr) -> Option<StreamPlace> {
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
        drop(open);
        Some(StreamPlace { places: self.clone(), owners, _shared: None })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Owner, u8>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Identifies the owner on all servers.
    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Token(id) => [b"token".as_slice(), &id.to_le_bytes()].concat(),
            Self::Conversation(Conversation { site_id, id }) => {
                [b"conversation".as_slice(), &site_id.to_le_bytes(), &id.to_le_bytes()].concat()
            }
            Self::Client(address) => format!("client {address}").into_bytes(),
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
        let take = |id| places.take_here(&token(id, 1), client("192.0.2.1"));
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
            places.take_here(&token(id, conversation), client(&format!("192.0.2.{id}")))
        };
        let mut taken: Vec<_> = (0..20).map(|id| take(id, 12).unwrap()).collect();
        assert!(take(20, 12).is_none());
        assert!(take(20, 13).is_some());
        // The same number on another site is another conversation.
        let elsewhere = Conversation { site_id: 2, id: 12 };
        let elsewhere = Token { conversation: elsewhere, ..token(21, 12) };
        assert!(places.take_here(&elsewhere, client("192.0.2.1")).is_some());
        taken.pop();
        assert!(take(20, 12).is_some());
    }

    #[test]
    fn two_hundred_of_a_client() {
        let places = StreamPlaces::default();
        let take =
            |id: u128, address: &str| places.take_here(&token(id, id as i64), client(address));
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
