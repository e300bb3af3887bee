//! Limits on open streams: on those of this server, and with Valkey on those of all servers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use stoa_valkey::{Owner as SharedOwner, Place, Valkey};

/// The places of open streams.
#[derive(Clone, Default)]
pub struct StreamPlaces {
    /// Number of streams of each owner on this server. Only owners with open streams are in the map, so its size is
    /// limited by the number of connections.
    here: Arc<Mutex<HashMap<Vec<u8>, u8>>>,
    /// Where all servers count.
    valkey: Option<Valkey>,
}

/// A limit on open streams, such as those of a client address.
#[derive(Debug, Clone)]
pub struct StreamLimit {
    /// Identifies the owner of the streams on all servers.
    pub owner: Vec<u8>,
    /// Maximum number of open streams.
    pub most: u8,
}

/// The place of one open stream. Dropping it releases the place.
pub struct StreamPlace {
    places: StreamPlaces,
    owners: [Vec<u8>; 3],
    _shared: Option<Place>,
}

impl StreamPlaces {
    /// Counts a stream against its owners, on all servers that share the Valkey.
    pub fn sharing(valkey: Valkey) -> Self {
        Self { valkey: Some(valkey), ..Self::default() }
    }

    /// Counts a stream against its three limits. Returns `None` if one of the limits is reached.
    pub async fn take(&self, limits: [StreamLimit; 3]) -> Option<StreamPlace> {
        let shared = limits
            .each_ref()
            .map(|StreamLimit { owner, most }| SharedOwner { bytes: owner, most: *most });
        // A limit that is reached on this server is reached.
        let mut place = self.take_here(&limits)?;
        if let Some(valkey) = &self.valkey {
            place._shared = Some(valkey.take_place(shared).await?);
        }
        Some(place)
    }

    fn take_here(&self, limits: &[StreamLimit; 3]) -> Option<StreamPlace> {
        let mut open = self.open();
        let is_full =
            |limit: &StreamLimit| open.get(&limit.owner).is_some_and(|count| *count >= limit.most);
        if limits.iter().any(is_full) {
            return None;
        }
        let owners = limits.each_ref().map(|limit| limit.owner.clone());
        for owner in &owners {
            *open.entry(owner.clone()).or_default() += 1;
        }
        drop(open);
        Some(StreamPlace { places: self.clone(), owners, _shared: None })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Vec<u8>, u8>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
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

    fn limits(texts: [&str; 3]) -> [StreamLimit; 3] {
        texts.map(|text| StreamLimit { owner: text.into(), most: 5 })
    }

    #[test]
    fn each_owner_has_its_limit() {
        let places = StreamPlaces::default();
        let take = |texts: [&str; 3]| places.take_here(&limits(texts));
        let mut taken: Vec<_> =
            (0..5).map(|number| take(["token", &number.to_string(), "client"]).unwrap()).collect();
        assert!(take(["token", "other", "elsewhere"]).is_none());
        assert!(take(["another", "other", "client"]).is_none());
        taken.push(take(["another", "other", "elsewhere"]).unwrap());
        taken.remove(0);
        taken.push(take(["token", "other", "client"]).unwrap());
        assert!(take(["token", "other", "client"]).is_none(), "a refused stream takes no place");
        drop(taken);
        assert!(places.open().is_empty());
    }
}
