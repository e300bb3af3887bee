//! Reads that are on their way, each with those who wait for it.

use std::{
    borrow::Cow,
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::watch;

use super::answer::Answer;

/// The reads of this moment, by the keys of what is read.
#[derive(Default)]
pub(crate) struct Flights(Mutex<Readings>);

type Readings = HashMap<Arc<[u8]>, Arc<Reading>>;

/// A read that somebody is at.
pub(crate) struct Reading {
    began: Instant,
    /// What this process had changed by then.
    changes: u64,
    landed: watch::Receiver<Option<Landed>>,
}

/// What came of a read, for all who waited for it.
#[derive(Clone)]
pub(crate) enum Landed {
    Answer(Arc<Answer>),
    Failure(SharedFailure),
    /// It cannot be shared: each asks by itself.
    Alone,
}

/// A failure, of which the one who has read knows the cause.
#[derive(Clone)]
pub(crate) enum SharedFailure {
    /// A status that the operation documents.
    Documented {
        status: u16,
        message: Cow<'static, str>,
        retry_after: Option<u64>,
    },
    Unavailable,
    Internal,
}

/// A place in a flight.
pub(crate) enum Place<'a> {
    /// Somebody is at it.
    Joined(Waiting),
    /// Nobody is: whoever has this reads.
    Leads(Flight<'a>),
}

/// Who waits for a read of somebody else's.
pub(crate) struct Waiting(watch::Receiver<Option<Landed>>);

/// A read that is this caller's to do. Dropped before it lands, it is left to one of those who wait.
pub(crate) struct Flight<'a> {
    flights: &'a Flights,
    pub(crate) key: Arc<[u8]>,
    pub(crate) began: Instant,
    pub(crate) changes: u64,
    landing: watch::Sender<Option<Landed>>,
    reading: Arc<Reading>,
}

impl Flights {
    /// Joins the flight of this key, unless what it reads may be too old for who comes now: it began before this
    /// process wrote, or longer ago than an answer lives.
    pub(crate) fn join_or_lead(
        &self,
        key: &[u8],
        now: Instant,
        changes: u64,
        lifetime: Duration,
    ) -> Place<'_> {
        let mut all = self.all();
        if let Some(reading) = all.get(key)
            && reading.changes == changes
            && now.saturating_duration_since(reading.began) < lifetime
        {
            return Place::Joined(Waiting(reading.landed.clone()));
        }
        let (landing, landed) = watch::channel(None);
        let reading = Arc::new(Reading { began: now, changes, landed });
        let key: Arc<[u8]> = key.into();
        all.insert(key.clone(), reading.clone());
        Place::Leads(Flight { flights: self, key, began: now, changes, landing, reading })
    }

    fn all(&self) -> MutexGuard<'_, Readings> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// What came of it; none where whoever was at it has left.
    pub(crate) async fn landed(mut self) -> Option<Landed> {
        let landed = self.0.wait_for(Option::is_some).await.ok()?;
        landed.clone()
    }
}

impl Flight<'_> {
    /// Tells all who wait.
    pub(crate) fn land(self, landed: Landed) {
        // Nobody can join from here on, so that nobody is told what is past.
        self.leave();
        self.landing.send_replace(Some(landed));
    }

    /// Whether no later flight of the same key has come in its place, which knows more or will.
    pub(crate) fn is_the_last(&self) -> bool {
        self.is_among(&self.flights.all())
    }

    fn is_among(&self, all: &Readings) -> bool {
        all.get(&self.key).is_some_and(|reading| Arc::ptr_eq(reading, &self.reading))
    }

    fn leave(&self) {
        let mut all = self.flights.all();
        if self.is_among(&all) {
            all.remove(&self.key);
        }
    }
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        self.leave();
    }
}
