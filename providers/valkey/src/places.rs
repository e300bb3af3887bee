//! Places, of which an owner has a limited number over all servers, such as those of open streams. A place is a lease
//! that its server renews, so the places of a killed server become free.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redis::Script;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::Valkey;
use crate::valkey::Key;

const PLACES: u8 = 2;

/// How long the places of a killed server stay taken.
const PLACE_LEASE: Duration = Duration::from_secs(15);

const PLACE_RENEWAL_INTERVAL: Duration = Duration::from_secs(5);

/// Number of places that one script renews or releases. Valkey does nothing else while it runs a script.
const PLACES_PER_SCRIPT: usize = 100;

/// An owner of places, and its maximum number of them.
#[derive(Debug, Clone, Copy)]
pub struct Owner<'a> {
    pub bytes: &'a [u8],
    pub most: u8,
}

/// A place of three owners. Dropping it releases the place.
pub struct Place {
    valkey: Valkey,
    id: u64,
}

pub(crate) struct Places {
    taken: Mutex<HashMap<u64, [Key; 3]>>,
    /// Receives each place that was released.
    released: UnboundedSender<(u64, [Key; 3])>,
    take: Script,
    renew: Script,
    release: Script,
}

type Released = UnboundedReceiver<(u64, [Key; 3])>;

impl Places {
    pub(crate) fn new() -> (Self, Released) {
        let (released, receiver) = unbounded_channel();
        let places = Self {
            taken: Mutex::default(),
            released,
            take: Script::new(include_str!("places/take.lua")),
            renew: Script::new(include_str!("places/renew.lua")),
            release: Script::new(include_str!("places/release.lua")),
        };
        (places, receiver)
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<u64, [Key; 3]>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Valkey {
    /// Takes a place. Returns `None` if one of its owners has no place left. If Valkey does not answer, the place is
    /// taken, and counts for other servers once Valkey answers again.
    pub async fn take_place(&self, owners: [Owner<'_>; 3]) -> Option<Place> {
        let keys = owners.map(|owner| self.key(PLACES, &[owner.bytes]));
        // From here on, dropping the place releases it, even if the caller stops waiting for Valkey.
        let place = Place { valkey: self.clone(), id: rand::random() };
        self.0.places.taken().insert(place.id, keys);
        let mut script = self.0.places.take.prepare_invoke();
        keys.iter().for_each(|key| _ = script.key(&key[..]));
        script.arg(&place.id.to_be_bytes()[..]).arg(PLACE_LEASE.as_secs());
        owners.iter().for_each(|owner| _ = script.arg(owner.most));
        let is_taken = self.run::<bool>(&script).await.unwrap_or(true);
        is_taken.then_some(place)
    }

    /// Renews and releases places. One task does both, so that no renewal follows the release of its place.
    pub(crate) async fn keep_places(self, mut released: Released) {
        let first = Instant::now() + PLACE_RENEWAL_INTERVAL;
        let mut renewals = interval_at(first, PLACE_RENEWAL_INTERVAL);
        renewals.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut batch = Vec::new();
        loop {
            tokio::select! {
                _ = renewals.tick() => self.renew_places().await,
                count = released.recv_many(&mut batch, PLACES_PER_SCRIPT) => {
                    if count == 0 {
                        return;
                    }
                    // If Valkey does not answer, the leases expire.
                    self.change_places(&self.0.places.release, &batch).await;
                    batch.clear();
                }
            }
        }
    }

    async fn renew_places(&self) {
        let ids: Vec<u64> = self.0.places.taken().keys().copied().collect();
        for ids in ids.chunks(PLACES_PER_SCRIPT) {
            let places: Vec<_> = {
                let taken = self.0.places.taken();
                ids.iter().filter_map(|id| Some((*id, *taken.get(id)?))).collect()
            };
            if !places.is_empty() {
                self.change_places(&self.0.places.renew, &places).await;
            }
        }
    }

    async fn change_places(&self, change: &Script, places: &[(u64, [Key; 3])]) {
        let mut script = change.prepare_invoke();
        script.arg(PLACE_LEASE.as_secs());
        for (id, keys) in places {
            keys.iter().for_each(|key| _ = script.key(&key[..]));
            script.arg(&id.to_be_bytes()[..]);
        }
        self.run::<()>(&script).await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let places = &self.valkey.0.places;
        let taken = places.taken().remove(&self.id);
        if let Some(keys) = taken {
            // The receiver ends only with the process.
            _ = places.released.send((self.id, keys));
        }
    }
}
