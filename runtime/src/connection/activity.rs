//! Tracks what a connection is doing, and computes when the server closes or cuts it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::{Duration, Instant};

use crate::Limits;

/// How long the server goes on reading after it has closed its sending side. This gives the client time to read the
/// last response.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a connection must have been silent before a stopping server closes it. A client that was active more
/// recently may be sending another request.
const RECENT_ACTIVITY: Duration = Duration::from_millis(500);

/// The activity of one connection, reported by its socket, its requests and the bodies of its responses.
pub(crate) struct Activity(Mutex<State>);

struct State {
    is_http2: bool,
    /// Number of requests whose response is not yet complete.
    in_flight: usize,
    /// When the connection opened. `None` once its first request has begun.
    opened: Option<Instant>,
    /// When the last request ended.
    quiet_since: Instant,
    /// When the first byte of the next request arrived. `None` until then.
    head_since: Option<Instant>,
    /// When the socket stopped accepting bytes. `None` while it accepts them.
    write_blocked_since: Option<Instant>,
    last_write: Instant,
    /// Number of response bodies that wait until the transport asks for their next piece.
    bodies_waiting: usize,
    last_body_poll: Instant,
    /// Whether the connection is closing, and takes no further requests.
    is_closing: bool,
    /// When the server closed its sending side.
    lingering_since: Option<Instant>,
}

/// One request in flight, until it is dropped.
pub(crate) struct InFlight {
    activity: Arc<Activity>,
    /// Whether the response's body waits until the transport asks for its next piece.
    is_body_waiting: bool,
}

impl Activity {
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        Self(Mutex::new(State {
            is_http2: false,
            in_flight: 0,
            opened: Some(now),
            quiet_since: now,
            head_since: None,
            write_blocked_since: None,
            last_write: now,
            bodies_waiting: 0,
            last_body_poll: now,
            is_closing: false,
            lingering_since: None,
        }))
    }

    pub(crate) fn request(self: &Arc<Self>, is_http2: bool) -> InFlight {
        let mut state = self.state();
        state.is_http2 = is_http2;
        state.in_flight += 1;
        state.opened = None;
        state.head_since = None;
        InFlight { activity: self.clone(), is_body_waiting: false }
    }

    pub(crate) fn read(&self) {
        let mut state = self.state();
        if state.in_flight == 0 && state.head_since.is_none() {
            state.head_since = Some(Instant::now());
        }
    }

    pub(crate) fn written(&self) {
        let mut state = self.state();
        state.write_blocked_since = None;
        state.last_write = Instant::now();
    }

    pub(crate) fn write_blocked(&self) {
        self.state().write_blocked_since.get_or_insert_with(Instant::now);
    }

    /// Whether the socket accepts no bytes at the moment, because the peer does not read.
    pub(crate) fn is_write_blocked(&self) -> bool {
        self.state().write_blocked_since.is_some()
    }

    pub(crate) fn set_lingering(&self) {
        self.state().lingering_since = Some(Instant::now());
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.state().is_closing
    }

    pub(crate) fn close(&self) {
        self.state().is_closing = true;
    }

    /// Returns when the server may close the connection without interrupting a request, or `None` while the connection
    /// is busy. Further activity changes this time. HTTP/2 does not depend on it, because HTTP/2 announces its closing
    /// (GOAWAY).
    pub(crate) fn closes_at(&self) -> Option<Instant> {
        let state = self.state();
        let is_quiet =
            state.in_flight == 0 && state.write_blocked_since.is_none() && !state.is_closing;
        let heard = state.head_since.unwrap_or(state.quiet_since).max(state.last_write);
        is_quiet.then(|| heard + RECENT_ACTIVITY)
    }

    /// Returns when the server cuts the connection, if the activity does not change until then.
    pub(crate) fn deadline(&self, limits: &Limits) -> Option<Instant> {
        let state = self.state();
        if let Some(since) = state.lingering_since {
            return Some(since + CLOSE_TIMEOUT);
        }
        let blocked = state.write_blocked_since.map(|since| since + limits.write_timeout);
        let unread =
            (state.bodies_waiting > 0).then(|| state.last_progress() + limits.write_timeout);
        let quiet = (state.in_flight == 0).then(|| state.quiet_until(limits));
        [blocked, unread, quiet].into_iter().flatten().min()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// When the client last made progress in reading a response. On HTTP/2, a write is no proof of progress: it may be
    /// the reply to a ping.
    fn last_progress(&self) -> Instant {
        if self.is_http2 { self.last_body_poll } else { self.last_body_poll.max(self.last_write) }
    }

    fn quiet_until(&self, limits: &Limits) -> Instant {
        match (self.opened, self.head_since) {
            (Some(opened), _) => opened + limits.header_timeout,
            (None, Some(since)) if !self.is_http2 => since + limits.header_timeout,
            // The idle timeout starts again with each write, because the client may still be receiving the response.
            (None, _) if !self.is_http2 => {
                self.quiet_since.max(self.last_write) + limits.idle_timeout
            }
            (None, _) => self.quiet_since + limits.idle_timeout,
        }
    }
}

impl InFlight {
    /// Notes whether the body of the response waits until the transport asks for its next piece: after the head was
    /// ready, and after the transport got a piece. It does not wait if the handler has no piece ready, or if the body has
    /// ended.
    pub(crate) fn set_body_waiting(&mut self, is_waiting: bool) {
        let mut state = self.activity.state();
        state.last_body_poll = Instant::now();
        state.bodies_waiting =
            state.bodies_waiting + usize::from(is_waiting) - usize::from(self.is_body_waiting);
        self.is_body_waiting = is_waiting;
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        let mut state = self.activity.state();
        state.bodies_waiting -= usize::from(self.is_body_waiting);
        state.in_flight -= 1;
        state.quiet_since = Instant::now();
    }
}
