//! How a call is answered from memory, or by a read that others wait for.

use std::{
    hash::Hash,
    pin::{Pin, pin},
    sync::Arc,
    time::{Duration, Instant},
};

use http::header;
use stoa_telemetry::{Chain, causes};
use tokio::time;

use super::{
    Encoded, ResponseCache,
    answer::{Answer, Asked},
    encoding::Encoding,
    flights::{Flight, Landed, Place, SharedFailure},
    key::key,
};
use crate::{
    Call, Error, Internal, Operation, Reply, operation::error::Failure, routing::router::IsPassing,
};

/// Who has waited this long for others, who left one after another, asks by itself.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long an answer is waited for where there is a last one to give instead.
const ANSWERED_WITHIN: Duration = Duration::from_secs(2);

/// What a handler is about to answer.
type Asking<'a> = Pin<&'a mut (dyn Future<Output = Result<Reply, Failure>> + Send)>;

/// What a call is answered with.
enum Found {
    Answer(Arc<Answer>),
    /// One of this age, for want of a newer one.
    Stale(Arc<Answer>, Duration),
    /// One that is this caller's alone.
    Reply(Reply),
}

/// Who asks, for the log, and what it takes for passing.
#[derive(Clone, Copy)]
struct Caller<'a> {
    request_id: &'a str,
    operation_id: &'static str,
    is_passing: IsPassing,
}

/// What is asked for.
struct Wanted<'a> {
    key: &'a [u8],
    site_id: i64,
    /// How long an answer lives.
    lifetime: Duration,
}

impl Call {
    /// The answer to this request: one that is less than so many seconds old where one is remembered, else what is
    /// asked for now, which others wait for and which is remembered. After a write of this process to the site nothing
    /// of before is given. While the database does not answer, it is the last answer, with its `Age`.
    ///
    /// ```ignore
    /// call.remembered(1, site_id, request, |request| async move {
    ///     let reply = api.list_posts(request).await?;
    ///     Ok(Reply::json(200, &reply).conditional())
    /// })
    /// .await
    /// ```
    pub async fn remembered<Op, Asked>(
        &mut self,
        seconds: u32,
        site_id: i64,
        request: Op,
        ask: impl FnOnce(Op) -> Asked + Send,
    ) -> Result<Reply, Error<Op>>
    where
        Op: Operation + Hash,
        Asked: Future<Output = Result<Reply, Error<Op>>> + Send,
    {
        // What reads stands in boxes of its own: a call that is answered from memory is not made with room for it.
        let Some(cache) = self.cache.clone() else { return Box::pin(ask(request)).await };
        let key = key(self.path_template(), &request);
        let lifetime = Duration::from_secs(seconds.into());
        let wanted = Wanted { key: &key, site_id, lifetime };
        let found = match cache.fresh(&wanted, cache.now()) {
            Some(answer) => {
                cache.hits.increment(1);
                Found::Answer(answer)
            }
            None => {
                let asking = async { ask(request).await.map_err(|error| error.failure) };
                let mut asking = Box::pin(asking);
                let read = cache.read(&wanted, self.caller(), asking.as_mut());
                Box::pin(read).await.map_err(Failure::into_error)?
            }
        };
        Ok(match found {
            Found::Answer(answer) => self.reply_with(cache, answer),
            Found::Stale(answer, age) => {
                cache.stale.increment(1);
                self.reply_with(cache, answer).header(header::AGE, age.as_secs())
            }
            Found::Reply(reply) => reply,
        })
    }

    fn reply_with(&self, cache: Arc<ResponseCache>, answer: Arc<Answer>) -> Reply {
        let mut reply = answer.content.reply();
        let encoding = Encoding::preferred(self.headers());
        if encoding != Encoding::Identity {
            reply.encoded = Some(Encoded { cache, answer, encoding });
        }
        reply
    }

    fn caller(&self) -> Caller<'_> {
        Caller {
            request_id: self.request_id(),
            operation_id: self.operation_id(),
            is_passing: self.is_passing,
        }
    }
}

impl Caller<'_> {
    /// Whether a failure says that there is nobody to ask.
    fn is_unavailable(&self, failure: &Failure) -> bool {
        match &failure.cause {
            Some(cause) => causes(cause.as_ref()).any(self.is_passing),
            None => failure.status == 503,
        }
    }

    /// Tells the log why an answer is an old one.
    fn log_stale(&self, failure: &Failure, age: Duration) {
        let cause = failure.cause.as_deref().map(|cause| Chain(cause).to_string());
        tracing::warn!(
            request_id = self.request_id,
            operation = self.operation_id,
            age = age.as_secs(),
            error = cause.as_deref().unwrap_or("no answer in time"),
            "unavailable, and answered from memory"
        );
    }
}

impl ResponseCache {
    fn fresh(&self, wanted: &Wanted<'_>, now: Instant) -> Option<Arc<Answer>> {
        let changes = self.settings.changes.number(wanted.site_id);
        self.get(wanted.key).filter(|answer| answer.is_fresh(now, changes, wanted.lifetime))
    }

    /// Reads what is not fresh, or waits for somebody else who does.
    async fn read(
        &self,
        wanted: &Wanted<'_>,
        caller: Caller<'_>,
        asking: Asking<'_>,
    ) -> Result<Found, Failure> {
        let Wanted { key, site_id, lifetime } = *wanted;
        let came = time::Instant::now();
        loop {
            let now = self.now();
            let changes = self.settings.changes.number(site_id);
            if let Some((answer, age)) = self.while_gone(key, now)
                && answer.was_just_unanswered(now, changes)
            {
                return Ok(Found::Stale(answer, age));
            }
            let waiting = match self.flights.join_or_lead(key, now, changes, lifetime) {
                Place::Leads(flight) => {
                    // It may have landed since this caller looked.
                    return match self.fresh(wanted, now) {
                        Some(answer) => {
                            flight.land(Landed::Answer(answer.clone()));
                            self.hits.increment(1);
                            Ok(Found::Answer(answer))
                        }
                        None => self.lead(flight, caller, asking).await,
                    };
                }
                Place::Joined(_) if came.elapsed() > PATIENCE => {
                    return asking.await.map(Found::Reply);
                }
                Place::Joined(waiting) => waiting,
            };
            let landed = self.unless_long(key, came + ANSWERED_WITHIN, waiting.landed()).await;
            match landed.unwrap_or(Some(Landed::Failure(SharedFailure::Unavailable))) {
                Some(Landed::Answer(answer)) => {
                    self.hits.increment(1);
                    return Ok(Found::Answer(answer));
                }
                Some(Landed::Failure(failure)) => return self.or_stale(key, failure),
                Some(Landed::Alone) => return asking.await.map(Found::Reply),
                // Whoever was at it has left: somebody else reads now.
                None => {}
            }
        }
    }

    /// Reads, for all who wait.
    async fn lead(
        &self,
        flight: Flight<'_>,
        caller: Caller<'_>,
        asking: Asking<'_>,
    ) -> Result<Found, Failure> {
        self.misses.increment(1);
        let last = self.answers.peek(&*flight.key).map(|kept| kept.answer);
        // One asks whether somebody is there again; the others need not wait for it.
        let asked = Asked { at: flight.began, changes: flight.changes };
        let asks_again = last.as_ref().map(|last| last.unanswered.asks_again(asked));
        let deadline = time::Instant::now() + ANSWERED_WITHIN;
        let answered = self.unless_long(&flight.key, deadline, asking).await;
        drop(asks_again);
        let answered = answered.unwrap_or_else(|| Err(Failure::unavailable()));
        let reply = match answered.and_then(Reply::written) {
            Ok(reply) => reply,
            Err(failure) => return self.failed(flight, caller, failure, last.as_deref()),
        };
        if !Answer::can_be(&reply) {
            flight.land(Landed::Alone);
            return Ok(Found::Reply(reply));
        }
        let key = flight.key.clone();
        let answer = Answer::of(reply, key, flight.began, flight.changes, last.as_deref());
        let answer = Arc::new(answer);
        if flight.is_the_last() {
            self.keep(&answer);
        }
        flight.land(Landed::Answer(answer.clone()));
        Ok(Found::Answer(answer))
    }

    /// What comes of this; none where that takes long and there is a last answer.
    async fn unless_long<T>(
        &self,
        key: &[u8],
        deadline: time::Instant,
        coming: impl Future<Output = T>,
    ) -> Option<T> {
        let mut coming = pin!(coming);
        match time::timeout_at(deadline, &mut coming).await {
            Ok(come) => Some(come),
            Err(_) if self.while_gone(key, self.now()).is_some() => None,
            Err(_) => Some(coming.await),
        }
    }

    /// A failure is for all who wait too: so many more would ask a database that is in trouble.
    fn failed(
        &self,
        flight: Flight<'_>,
        caller: Caller<'_>,
        failure: Failure,
        last: Option<&Answer>,
    ) -> Result<Found, Failure> {
        let shared = SharedFailure::of(&failure, caller.is_unavailable(&failure));
        let now = self.now();
        let stale = match &shared {
            SharedFailure::Unavailable => self.while_gone(&flight.key, now),
            SharedFailure::Internal => None,
            // What there is now is this, and nothing of before.
            SharedFailure::Documented { .. } => {
                if flight.is_the_last() {
                    self.forget(&flight.key);
                }
                None
            }
        };
        // Of a newer one, which somebody else has read meanwhile, that says nothing.
        if let Some(last) = last.filter(|_| stale.is_some()) {
            last.unanswered.note(Asked { at: now, changes: flight.changes });
        }
        flight.land(Landed::Failure(shared));
        let Some((answer, age)) = stale else { return Err(failure) };
        caller.log_stale(&failure, age);
        Ok(Found::Stale(answer, age))
    }

    /// For who has waited for a failure.
    fn or_stale(&self, key: &[u8], failure: SharedFailure) -> Result<Found, Failure> {
        match self.while_gone(key, self.now()) {
            Some((answer, age)) if matches!(failure, SharedFailure::Unavailable) => {
                Ok(Found::Stale(answer, age))
            }
            _ => Err(failure.into_failure()),
        }
    }
}

impl SharedFailure {
    fn of(failure: &Failure, is_unavailable: bool) -> Self {
        let Failure { status, message, retry_after, cause } = failure;
        match cause {
            _ if is_unavailable => Self::Unavailable,
            Some(_) => Self::Internal,
            None => Self::Documented {
                status: *status,
                message: message.clone(),
                retry_after: *retry_after,
            },
        }
    }

    fn into_failure(self) -> Failure {
        match self {
            Self::Documented { status, message, retry_after } => {
                Failure { retry_after, ..Failure::plain(status, message) }
            }
            Self::Unavailable => Failure::unavailable(),
            Self::Internal => Failure::internal(Internal("a read that several waited for".into())),
        }
    }
}
