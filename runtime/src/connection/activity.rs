//! The activity of a connection, and how long each phase of it may last.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::{Duration, Instant};

use crate::Limits;

/// How long the server still reads a connection after it has closed its sending side, so that the client can read the
/// last response.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// A client that was active this recently may be sending another request. When the server stops, other connections are
/// closed first.
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
    /// When the first byte of the next request arrived.
    head_since: Option<Instant>,
    /// Since when the socket accepts no more bytes.
    write_blocked_since: Option<Instant>,
    last_write: Instant,
    /// Number of response bodies whose last piece is not yet sent.
    bodies_waiting: usize,
    last_body_poll: Instant,
    /// The connection closes: it takes no further requests.
    is_closing: bool,
    /// Since when the sending side is closed.
    lingering_since: Option<Instant>,
}

/// One request in flight, until it is dropped.
pub(crate) struct InFlight {
    activity: Arc<Activity>,
    /// Whether the response has data that the transport has not asked for yet.
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

    /// Whether bytes wait for the peer to read.
    pub(crate) fn is_write_blocked(&self) -> bool {
        self.state().write_blocked_since.is_some()
    }

    pub(crate) fn lingers(&self) {
        self.state().lingering_since = Some(Instant::now());
    }

    /// Whether the connection is to close.
    pub(crate) fn is_closing(&self) -> bool {
        self.state().is_closing
    }

    pub(crate) fn close(&self) {
        self.state().is_closing = true;
    }

    /// From when on closing the connection interrupts no request, unless the activity changes. Meaningless for HTTP/2,
    /// which announces its closing itself.
    pub(crate) fn closes_at(&self) -> Option<Instant> {
        let state = self.state();
        let is_quiet =
            state.in_flight == 0 && state.write_blocked_since.is_none() && !state.is_closing;
        let heard = state.head_since.unwrap_or(state.quiet_since).max(state.last_write);
        is_quiet.then(|| heard + RECENT_ACTIVITY)
    }

    /// When the connection is to be cut, unless the activity changes.
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
    /// When the reader last made progress. On HTTP/2, writes prove no progress: they may be replies to the reader's
    /// pings.
    fn last_progress(&self) -> Instant {
        if self.is_http2 { self.last_body_poll } else { self.last_body_poll.max(self.last_write) }
    }

    fn quiet_until(&self, limits: &Limits) -> Instant {
        match (self.opened, self.head_since) {
            (Some(opened), _) => opened + limits.header_timeout,
            (None, Some(since)) if !self.is_http2 => since + limits.header_timeout,
            // Idle time also counts from the last write, because the client may not have received it yet.
            (None, _) if !self.is_http2 => {
                self.quiet_since.max(self.last_write) + limits.idle_timeout
            }
            (None, _) => self.quiet_since + limits.idle_timeout,
        }
    }
}

impl InFlight {
    /// Notes that the response's head is ready and its body waits for the transport.
    pub(crate) fn answered(&mut self) {
        self.set_body_waiting(true);
    }

    /// Notes that the transport asked for more of the body, and whether it got a piece to send or has to wait for the
    /// handler.
    pub(crate) fn body_polled(&mut self, got_a_piece: bool) {
        self.set_body_waiting(got_a_piece);
    }

    fn set_body_waiting(&mut self, is_waiting: bool) {
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
