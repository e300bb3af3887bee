//! Limits the memory for bodies, for each client and for the server. Bytes of requests count from when they are read until
//! the handler has finished, and those of a streamed file until the handler drops them. Bytes of large responses have
//! another budget, and count until the client has read them.

use std::{
    collections::HashMap,
    fmt,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use tokio::{sync::Semaphore, time::timeout};

use super::client_address::network;

/// Maximum bytes of one client's request bodies that are being read or processed, and of its responses above 64 KiB
/// that it has not read yet. A request that finds no room within a second is answered 503.
///
/// The bytes of all connections of the client count. This is enough for two uploads.
const MAX_BODY_BYTES_OF_A_CLIENT: usize = 2 * crate::UPLOAD_LIMIT;

/// How long a body waits for memory.
const BODY_ROOM_TIMEOUT: Duration = Duration::from_secs(1);

/// The memory budget for bodies in flight. Clones share it.
#[derive(Clone)]
pub struct BodyRoom(Arc<Rooms>);

struct Rooms {
    server: Semaphore,
    of_a_client: usize,
    /// The budget of each client that has bodies in flight.
    clients: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
}

/// The bytes of the budget that one body has taken. Dropping this value releases them.
pub(crate) struct Taken {
    room: Option<BodyRoom>,
    network: IpAddr,
    client: OnceLock<Arc<Semaphore>>,
    bytes: AtomicUsize,
}

/// A piece of a streamed body, which returns its bytes to the budget when it is dropped.
pub(crate) struct Chunk {
    bytes: Bytes,
    taken: Arc<Taken>,
}

/// The budget of bytes in flight is used up.
#[derive(Debug)]
pub(crate) struct NoRoom;

impl BodyRoom {
    pub fn new(bytes: usize) -> Self {
        Self::with(bytes, MAX_BODY_BYTES_OF_A_CLIENT)
    }

    fn with(bytes: usize, of_a_client: usize) -> Self {
        let server = Semaphore::new(bytes.min(Semaphore::MAX_PERMITS));
        let of_a_client = of_a_client.min(bytes);
        Self(Arc::new(Rooms { server, of_a_client, clients: Mutex::default() }))
    }

    fn client(&self, network: IpAddr) -> Arc<Semaphore> {
        let new = || Arc::new(Semaphore::new(self.0.of_a_client));
        self.clients().entry(network).or_insert_with(new).clone()
    }

    fn clients(&self) -> MutexGuard<'_, HashMap<IpAddr, Arc<Semaphore>>> {
        self.0.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    /// Prepares to take memory for a body of the client with this address. Takes nothing yet. If `room` is `None`,
    /// nothing is limited.
    pub(crate) fn new(room: Option<BodyRoom>, address: IpAddr) -> Self {
        Self {
            room,
            network: network(address),
            client: OnceLock::new(),
            bytes: AtomicUsize::new(0),
        }
    }

    /// Takes memory for more bytes. If the budget is used up, waits up to [`BODY_ROOM_TIMEOUT`] for other bodies to
    /// release theirs.
    pub(crate) async fn take(&self, bytes: usize) -> Result<(), NoRoom> {
        let Some(room) = &self.room else { return Ok(()) };
        let client = self.client.get_or_init(|| room.client(self.network));
        let permits = u32::try_from(bytes).map_err(|_| NoRoom)?;
        // Take from the client's budget first: a client with too much in flight then waits without occupying the
        // server's budget.
        let both = async {
            Ok::<_, tokio::sync::AcquireError>((
                client.acquire_many(permits).await?,
                room.0.server.acquire_many(permits).await?,
            ))
        };
        let (of_client, of_server) =
            timeout(BODY_ROOM_TIMEOUT, both).await.map_err(|_| NoRoom)?.map_err(|_| NoRoom)?;
        of_client.forget();
        of_server.forget();
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Takes memory for a body that exists already. One that is larger than the budget of a client takes all of that.
    pub(crate) async fn take_at_most(&self, bytes: usize) -> Result<(), NoRoom> {
        let most = self.room.as_ref().map_or(usize::MAX, |room| room.0.of_a_client);
        self.take(bytes.min(most)).await
    }

    pub(crate) fn release(&self, bytes: usize) {
        let (Some(room), Some(client)) = (&self.room, self.client.get()) else { return };
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        client.add_permits(bytes);
        room.0.server.add_permits(bytes);
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let (Some(room), Some(client)) = (&self.room, self.client.take()) else { return };
        let bytes = *self.bytes.get_mut();
        client.add_permits(bytes);
        room.0.server.add_permits(bytes);
        let mut clients = room.clients();
        // Clones of the client's semaphore are made and dropped only under this lock, so the number of clones is exact.
        drop(client);
        if clients.get(&self.network).is_some_and(|client| Arc::strong_count(client) == 1) {
            clients.remove(&self.network);
        }
    }
}

impl Chunk {
    /// `taken` has taken the memory for these bytes.
    pub(crate) fn of(bytes: Bytes, taken: Arc<Taken>) -> Bytes {
        Bytes::from_owner(Self { bytes, taken })
    }
}

impl AsRef<[u8]> for Chunk {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        self.taken.release(self.bytes.len());
    }
}

impl fmt::Display for NoRoom {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("too many bytes of bodies are in flight")
    }
}

impl std::error::Error for NoRoom {}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(room: &BodyRoom, address: &str) -> Taken {
        Taken::new(Some(room.clone()), address.parse().unwrap())
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_has_its_own_share_of_the_room() {
        let room = BodyRoom::with(100, 60);
        let (one, same, other) =
            (taken(&room, "2001:db8::1"), taken(&room, "2001:db8::2"), taken(&room, "2001:db9::1"));
        one.take(40).await.unwrap();
        one.take(20).await.unwrap();
        same.take(1).await.unwrap_err();
        other.take(40).await.unwrap();
        other.take(1).await.unwrap_err();
        drop(one);
        same.take(60).await.unwrap();
        drop((same, other));
        assert_eq!(room.0.server.available_permits(), 100);
        assert!(room.clients().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_waits_for_room() {
        let room = BodyRoom::with(100, 100);
        let (first, second) = (taken(&room, "192.0.2.1"), taken(&room, "192.0.2.2"));
        first.take(100).await.unwrap();
        let freed = async {
            tokio::time::sleep(BODY_ROOM_TIMEOUT / 2).await;
            drop(first);
        };
        let (taken, ()) = tokio::join!(second.take(1), freed);
        taken.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_part_of_a_body_can_be_released() {
        let room = BodyRoom::with(100, 100);
        let (first, second) = (taken(&room, "192.0.2.1"), taken(&room, "192.0.2.1"));
        first.take(100).await.unwrap();
        first.release(60);
        second.take(60).await.unwrap();
        second.take(1).await.unwrap_err();
        drop((first, second));
        assert_eq!(room.0.server.available_permits(), 100);
        assert!(room.clients().is_empty());
    }

    #[tokio::test]
    async fn without_a_room_there_is_no_bound() {
        Taken::new(None, IpAddr::from([127, 0, 0, 1])).take(usize::MAX).await.unwrap();
    }
}
