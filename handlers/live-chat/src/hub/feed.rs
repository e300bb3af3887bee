//! The events of one conversation that some stream has yet to take, kept once for all of its streams.

use std::collections::VecDeque;
use std::task::{Context, Poll, Waker};

use slab::Slab;
use stoa_live_chat_types::ChatEvent;

/// A stream that more events than this wait for is closed.
pub const MOST_WAITING: i64 = 256;

/// Events up to `newest`, the last of them with that number, as long as a reader is behind it.
#[derive(Default)]
pub struct Feed {
    /// Unknown until a reader has read the database.
    newest: Option<i64>,
    /// The highest number that was heard of before `newest` was known.
    heard: i64,
    events: VecDeque<ChatEvent>,
    readers: Slab<Reader>,
    /// Readers whose position is before `newest`.
    behind: usize,
}

struct Reader {
    /// The number up to which it needs no event from here.
    position: i64,
    state: State,
    waker: Option<Waker>,
}

#[derive(PartialEq)]
enum State {
    /// It reads the database and takes no events yet.
    Reading,
    Live,
    /// It was too slow.
    Lost,
}

/// The position of a reader for which no event is kept.
const NOWHERE: i64 = i64::MAX;

impl Feed {
    pub fn add(&mut self) -> usize {
        self.readers.insert(Reader { position: NOWHERE, state: State::Reading, waker: None })
    }

    /// Returns whether it was the last.
    pub fn remove(&mut self, reader: usize) -> bool {
        self.place(reader, NOWHERE);
        self.readers.remove(reader);
        self.readers.is_empty()
    }

    /// The newest number; while it is unknown, the first reader that joins has to read again.
    pub fn number_to_read_from(&mut self) -> Option<i64> {
        if self.newest.is_none() {
            self.heard = i64::MAX;
        }
        self.newest
    }

    pub fn is_next(&self, number: i64) -> bool {
        self.newest.is_some_and(|newest| number == newest + 1)
    }

    /// Whether the event with this number has not come here and must be read.
    pub fn is_missing(&mut self, number: i64) -> bool {
        match self.newest {
            Some(newest) => number > newest,
            None => {
                self.heard = self.heard.max(number);
                false
            }
        }
    }

    /// Adds the next event and returns who is to be woken.
    pub fn push(&mut self, event: ChatEvent) -> Vec<Waker> {
        let newest = self.newest.unwrap_or_default() + 1;
        self.newest = Some(newest);
        self.events.push_back(event);
        self.behind = 0;
        let mut wakers = Vec::new();
        for (_, reader) in &mut self.readers {
            if newest.saturating_sub(reader.position) > MOST_WAITING {
                if reader.state == State::Live {
                    reader.state = State::Lost;
                }
                reader.position = NOWHERE;
            }
            self.behind += usize::from(reader.position < newest);
            wakers.extend(reader.waker.take());
        }
        if self.behind == 0 {
            self.events = VecDeque::new();
        } else if self.events.len() as i64 > MOST_WAITING {
            self.events.pop_front();
        }
        wakers
    }

    /// Keeps what comes from now on for a reader that is about to read the database.
    pub fn hold(&mut self, reader: usize) {
        self.place(reader, self.newest.unwrap_or(NOWHERE));
    }

    /// Makes a reader live that has read the database up to this number, unless events between that and the
    /// ones here are missing. Returns nothing then, else a number that is to be read, if one was heard of.
    pub fn join(&mut self, reader: usize, number: i64) -> Option<Option<i64>> {
        let newest = *self.newest.get_or_insert(number);
        if newest - number > self.events.len() as i64 {
            return None;
        }
        self.place(reader, number);
        self.readers[reader].state = State::Live;
        let heard = std::mem::take(&mut self.heard);
        Some((heard > newest).then_some(heard))
    }

    /// The next event for a live reader, or the end for one that was too slow.
    pub fn poll(
        &mut self,
        reader: usize,
        context: &mut Context<'_>,
    ) -> Poll<Option<(i64, ChatEvent)>> {
        let Reader { position, state, waker } = &mut self.readers[reader];
        if *state == State::Lost {
            return Poll::Ready(None);
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
        Poll::Ready(Some((number, event)))
    }

    fn place(&mut self, reader: usize, position: i64) {
        let newest = self.newest.unwrap_or_default();
        let reader = &mut self.readers[reader];
        let was_behind = reader.position < newest;
        reader.position = position;
        self.behind = self.behind + usize::from(position < newest) - usize::from(was_behind);
        if self.behind == 0 {
            // The memory too: most conversations are silent most of the time.
            self.events = VecDeque::new();
        }
    }
}
