//! How many streams a visitor may have open on this server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Open streams of a token.
const MOST_STREAMS: u8 = 5;

/// The open streams of each token. Bounded by the number of connections.
#[derive(Clone, Default)]
pub struct StreamLimit(Arc<Mutex<HashMap<u128, u8>>>);

/// One of a token's streams, until it is dropped.
pub struct StreamPlace {
    streams: StreamLimit,
    token: u128,
}

impl StreamLimit {
    /// A place for a stream, if the token has one left.
    pub fn place(&self, token: u128) -> Option<StreamPlace> {
        let mut streams = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = streams.entry(token).or_default();
        if *count >= MOST_STREAMS {
            return None;
        }
        *count += 1;
        Some(StreamPlace { streams: self.clone(), token })
    }
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut streams = self.streams.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = streams.get_mut(&self.token) {
            *count -= 1;
            if *count == 0 {
                streams.remove(&self.token);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_streams_a_token() {
        let streams = StreamLimit::default();
        let mut places: Vec<_> = (0..5).map(|_| streams.place(7).unwrap()).collect();
        assert!(streams.place(7).is_none());
        assert!(streams.place(8).is_some());
        places.pop();
        places.push(streams.place(7).unwrap());
        drop(places);
        assert!(streams.0.lock().unwrap().is_empty());
    }
}
