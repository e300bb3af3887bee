//! One topic's events that are still waiting for at least one of its streams. The streams share these events.

use std::collections::VecDeque;
use std::task::{Context, Poll, Waker};

use slab::Slab;

/// Maximum number of events that wait for a slow reader of an event stream. With more, its stream is closed.
pub const MAX_QUEUED_EVENTS: i64 = 256;

/// The readers, and the events up to `newest` that at least one reader still needs.
pub struct Feed<Event> {
    /// The number of the newest event. `None` until a reader has read the database.
    newest: Option<i64>,
    /// The highest number that was announced before `newest` was known.
    announced: i64,
    events: VecDeque<Event>,
    readers: Slab<Reader>,
    /// The number of readers whose position is before `newest`.
    behind: usize,
}

struct Reader {
    /// The reader needs the events after this number from the feed.
    position: i64,
    state: State,
    waker: Option<Waker>,
}

#[derive(PartialEq)]
enum State {
    /// The reader must read the database before it takes events.
    Reading,
    Live,
    /// The reader was too slow, or all streams of the topic were ended.
    Over,
}

/// The next step of a reader.
#[derive(Debug, PartialEq)]
pub enum Delivery<Event> {
    /// The next event, with its number.
    Event(i64, Event),
    /// The feed has missed more events than it should store, so the reader has to read the database.
    ReadAgain,
    /// The stream has ended: too many events were waiting, or all streams of the topic were ended.
    Closed,
}

/// The position of a reader that needs no stored events.
const NOWHERE: i64 = i64::MAX;

impl<Event> Default for Feed<Event> {
    fn default() -> Self {
        Self {
            newest: None,
            announced: 0,
            events: VecDeque::new(),
            readers: Slab::new(),
            behind: 0,
        }
    }
}

impl<Event: Clone> Feed<Event> {
    pub fn add(&mut self) -> usize {
        self.readers.insert(Reader { position: NOWHERE, state: State::Reading, waker: None })
    }

    /// Removes a reader, and returns whether no reader is left.
    pub fn remove(&mut self, reader: usize) -> bool {
        self.place(reader, NOWHERE);
        self.readers.remove(reader);
        self.readers.is_empty()
    }

    /// Returns `newest`. If `newest` is unknown, makes the next reader that joins request another read of the database.
    pub fn number_to_read_from(&mut self) -> Option<i64> {
        if self.newest.is_none() {
            self.announced = i64::MAX;
        }
        self.newest
    }

    pub fn is_next(&self, number: i64) -> bool {
        self.newest.is_some_and(|newest| number == newest + 1)
    }

    /// Whether the feed lacks the event with this number. While `newest` is unknown, returns false and records the
    /// number, so that the first reader that joins requests a read of the database.
    pub fn is_missing(&mut self, number: i64) -> bool {
        match self.newest {
            Some(newest) => number > newest,
            None => {
                self.announced = self.announced.max(number);
                false
            }
        }
    }

    /// Adds the next event, and returns the wakers of the readers.
    pub fn push(&mut self, event: Event) -> Vec<Waker> {
        let newest = self.newest.unwrap_or_default() + 1;
        self.newest = Some(newest);
        self.events.push_back(event);
        self.behind = 0;
        let mut wakers = Vec::new();
        for (_, reader) in &mut self.readers {
            if newest.saturating_sub(reader.position) > MAX_QUEUED_EVENTS {
                if reader.state == State::Live {
                    reader.state = State::Over;
                }
                reader.position = NOWHERE;
            }
            self.behind += usize::from(reader.position < newest);
            wakers.extend(reader.waker.take());
        }
        if self.behind == 0 {
            self.events = VecDeque::new();
        } else if self.events.len() as i64 > MAX_QUEUED_EVENTS {
            self.events.pop_front();
        }
        wakers
    }

    /// Makes all readers read the database, because this server has missed many events. No reader is closed, because
    /// the readers are not too slow. Returns the wakers of the readers.
    pub fn restart(&mut self) -> Vec<Waker> {
        let readers = std::mem::take(&mut self.readers);
        // The first reader that joins requests another read, because it may have read the database before the newest
        // event was committed.
        *self = Self { readers, announced: i64::MAX, ..Self::default() };
        let mut wakers = Vec::new();
        for (_, reader) in &mut self.readers {
            if reader.state == State::Live {
                reader.state = State::Reading;
            }
            reader.position = NOWHERE;
            wakers.extend(reader.waker.take());
        }
        wakers
    }

    /// Ends all readers, and returns their wakers.
    pub fn end(&mut self) -> Vec<Waker> {
        let mut wakers = Vec::new();
        for (_, reader) in &mut self.readers {
            reader.state = State::Over;
            reader.position = NOWHERE;
            wakers.extend(reader.waker.take());
        }
        self.behind = 0;
        self.events = VecDeque::new();
        wakers
    }

    /// Makes the feed store new events for a reader that is about to read the database. Returns false if the reader was
    /// ended and need not read.
    pub fn hold(&mut self, reader: usize) -> bool {
        let goes_on = self.readers[reader].state != State::Over;
        if goes_on {
            self.place(reader, self.newest.unwrap_or(NOWHERE));
        }
        goes_on
    }

    /// Makes a reader live after it has read the database up to the event `number`. Does nothing if the reader was
    /// ended. Returns:
    /// - `None` if the feed lacks some of the later events, so that the reader must read again
    /// - `Some(Some(announced))` if the event `announced` was announced and must still be read
    /// - `Some(None)` otherwise
    pub fn join(&mut self, reader: usize, number: i64) -> Option<Option<i64>> {
        if self.readers[reader].state == State::Over {
            return Some(None);
        }
        let newest = *self.newest.get_or_insert(number);
        if newest - number > self.events.len() as i64 {
            return None;
        }
        self.place(reader, number);
        self.readers[reader].state = State::Live;
        let announced = std::mem::take(&mut self.announced);
        Some((announced > newest).then_some(announced))
    }

    /// Returns the next step of a reader that has joined.
    pub fn poll(&mut self, reader: usize, context: &mut Context<'_>) -> Poll<Delivery<Event>> {
        let Reader { position, state, waker } = &mut self.readers[reader];
        match state {
            State::Live => {}
            State::Reading => return Poll::Ready(Delivery::ReadAgain),
            State::Over => return Poll::Ready(Delivery::Closed),
        }
        let ahead = self.newest.unwrap_or_default() - *position;
        if ahead <= 0 {
            match waker {
                Some(waker) => waker.clone_from(context.waker()),
                None => *waker = Some(context.waker().clone()),
            }
            return Poll::Pending;
        }
        let number = *position + 1;
        let event = self.events[self.events.len() - ahead as usize].clone();
        self.place(reader, number);
        Poll::Ready(Delivery::Event(number, event))
    }

    fn place(&mut self, reader: usize, position: i64) {
        let newest = self.newest.unwrap_or_default();
        let reader = &mut self.readers[reader];
        let was_behind = reader.position < newest;
        reader.position = position;
        self.behind = self.behind + usize::from(position < newest) - usize::from(was_behind);
        if self.behind == 0 {
            // A new queue frees the memory of the old one. Most topics are silent most of the time.
            self.events = VecDeque::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Feed = super::Feed<String>;

    fn event(number: i64) -> String {
        number.to_string()
    }

    fn poll(feed: &mut Feed, reader: usize) -> Poll<Delivery<String>> {
        feed.poll(reader, &mut Context::from_waker(Waker::noop()))
    }

    fn next(feed: &mut Feed, reader: usize) -> i64 {
        match poll(feed, reader) {
            Poll::Ready(Delivery::Event(number, delivered)) if delivered == event(number) => number,
            other => panic!("{other:?}"),
        }
    }

    /// Returns a feed whose newest event is `number`, and a live reader of it.
    fn live(number: i64) -> (Feed, usize) {
        let mut feed = Feed::default();
        let reader = feed.add();
        assert_eq!(feed.join(reader, number), Some(None));
        (feed, reader)
    }

    #[test]
    fn a_reader_receives_each_event_once() {
        let (mut feed, one) = live(7);
        let two = feed.add();
        assert_eq!(feed.join(two, 7), Some(None));
        assert!(poll(&mut feed, one).is_pending());
        assert!(feed.is_next(8) && !feed.is_next(7) && !feed.is_next(9));
        assert_eq!(feed.push(event(8)).len(), 1, "who waits is woken");
        feed.push(event(9));
        assert_eq!([next(&mut feed, one), next(&mut feed, one), next(&mut feed, two)], [8, 9, 8]);
        assert_eq!(feed.events.len(), 2);
        assert_eq!(next(&mut feed, two), 9);
        assert_eq!(feed.events.capacity(), 0, "nothing is kept for nobody");
    }

    #[test]
    fn events_are_retained_while_a_reader_reads_the_database() {
        let (mut feed, _live) = live(7);
        let reader = feed.add();
        feed.push(event(8));
        assert_eq!(feed.join(reader, 6), None, "7 is not here");
        feed.hold(reader);
        feed.push(event(9));
        assert_eq!(feed.join(reader, 8), Some(None));
        assert_eq!(next(&mut feed, reader), 9);

        let ahead = feed.add();
        assert_eq!(feed.join(ahead, 11), Some(None), "the database was quicker");
        feed.push(event(10));
        feed.push(event(11));
        assert!(poll(&mut feed, ahead).is_pending());
        feed.push(event(12));
        assert_eq!(next(&mut feed, ahead), 12);
    }

    #[test]
    fn events_before_the_first_reader_are_read() {
        let mut feed = Feed::default();
        let reader = feed.add();
        assert!(!feed.is_missing(8) && !feed.is_missing(5));
        assert_eq!(feed.join(reader, 7), Some(Some(8)));
        assert!(feed.is_missing(8) && !feed.is_missing(7));

        let mut feed = Feed::default();
        let reader = feed.add();
        assert_eq!(feed.number_to_read_from(), None);
        assert_eq!(
            feed.join(reader, 7),
            Some(Some(i64::MAX)),
            "it was to be read when nobody knew from where"
        );
        assert_eq!(feed.number_to_read_from(), Some(7));
    }

    #[test]
    fn a_reader_that_lags_is_closed() {
        let (mut feed, slow) = live(0);
        let quick = feed.add();
        assert_eq!(feed.join(quick, 0), Some(None));
        for number in 1..=MAX_QUEUED_EVENTS {
            feed.push(event(number));
            assert_eq!(next(&mut feed, quick), number);
        }
        assert_eq!(feed.events.len() as i64, MAX_QUEUED_EVENTS);
        feed.push(event(MAX_QUEUED_EVENTS + 1));
        assert_eq!(poll(&mut feed, slow), Poll::Ready(Delivery::Closed));
        assert_eq!(next(&mut feed, quick), MAX_QUEUED_EVENTS + 1);
        assert_eq!(feed.events.len(), 0);
        assert!(!feed.remove(slow));
        assert!(feed.remove(quick));
    }

    #[test]
    fn a_server_that_lags_sends_readers_to_the_database() {
        let (mut feed, reader) = live(7);
        assert!(poll(&mut feed, reader).is_pending());
        feed.push(event(8));
        assert!(poll(&mut feed, reader).is_ready() && poll(&mut feed, reader).is_pending());
        assert_eq!(feed.restart().len(), 1);
        assert_eq!(poll(&mut feed, reader), Poll::Ready(Delivery::ReadAgain));
        feed.hold(reader);
        assert!(!feed.is_missing(900), "it is announced, and read when a reader has joined");
        assert_eq!(feed.join(reader, 899), Some(Some(i64::MAX)));
        feed.push(event(900));
        assert_eq!(next(&mut feed, reader), 900);
    }

    #[test]
    fn all_readers_end() {
        let (mut feed, live) = live(7);
        let reading = feed.add();
        assert!(feed.hold(reading));
        feed.push(event(8));
        assert!(poll(&mut feed, live).is_ready() && poll(&mut feed, live).is_pending());
        assert_eq!(feed.end().len(), 1);
        assert_eq!((feed.events.len(), feed.behind), (0, 0));
        assert_eq!(poll(&mut feed, live), Poll::Ready(Delivery::Closed));
        assert!(!feed.hold(reading), "it has no more to read");
        assert_eq!(feed.join(reading, 7), Some(None));
        assert_eq!(poll(&mut feed, reading), Poll::Ready(Delivery::Closed));
        // A reader that is added after the end is not affected.
        let later = feed.add();
        assert_eq!(feed.join(later, 8), Some(None));
        feed.push(event(9));
        assert_eq!(next(&mut feed, later), 9);
    }

    #[test]
    fn a_reader_that_leaves_releases_its_events() {
        let (mut feed, quick) = live(0);
        let slow = feed.add();
        assert_eq!(feed.join(slow, 0), Some(None));
        feed.push(event(1));
        next(&mut feed, quick);
        assert_eq!(feed.events.len(), 1);
        feed.remove(slow);
        assert_eq!((feed.events.len(), feed.behind), (0, 0));
    }
}
