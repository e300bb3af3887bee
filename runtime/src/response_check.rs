//! Checks a share of the responses against their OpenAPI document. The checks run on a separate thread and never change
//! a response.

mod documented;
mod responses;

use std::{
    io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use bytes::Bytes;
use http::{HeaderMap, Response};

pub use documented::DocumentedResponses;
pub use responses::{Answer, Disagreement};

use crate::{Body, request::RequestId, routing::routes::Route};

/// Maximum number of responses that wait to be checked. Further responses are skipped.
const MAX_WAITING_CHECKS: usize = 16;

/// Maximum length of a response that `--check-responses` checks. A longer one is only counted.
const MAX_CHECKED_BODY_BYTES: u64 = 4 * 1024 * 1024;

/// Checks a share of all responses on a separate thread. Counts the checked responses, and logs those that disagree
/// with their document.
#[derive(Clone)]
pub struct ResponseChecks {
    /// The share of responses to check, from 0 to 1.
    share: f64,
    queue: SyncSender<Work>,
    counts: Arc<Mutex<CheckCounts>>,
}

/// Numbers of responses:
/// - `checked`: compared with their document.
/// - `disagreed`: checked, and different from their document.
/// - `skipped`: not checked, because too many were waiting or the body was too large.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CheckCounts {
    pub checked: u64,
    pub disagreed: u64,
    pub skipped: u64,
}

enum Work {
    Check(Box<Sample>),
    /// Sends a message once all earlier work is done.
    Notify(SyncSender<()>),
}

struct Sample {
    route: Arc<Route>,
    request_id: RequestId,
    status: u16,
    headers: HeaderMap,
    /// `None` for `HEAD`, and for a body that is not in memory.
    body: Option<Bytes>,
}

impl ResponseChecks {
    /// Starts the thread. The thread ends when the last clone of the returned value is dropped.
    pub fn begin(share: f64, documents: Vec<DocumentedResponses>) -> io::Result<Self> {
        let (queue, waiting) = sync_channel(MAX_WAITING_CHECKS);
        let counts = Arc::<Mutex<CheckCounts>>::default();
        let of_thread = counts.clone();
        // The thread logs to the same subscriber as its creator.
        let log = tracing::dispatcher::get_default(Clone::clone);
        thread::Builder::new().name("response-checks".to_owned()).spawn(move || {
            tracing::dispatcher::with_default(&log, || check_all(&waiting, &documents, &of_thread));
        })?;
        Ok(Self { share, queue, counts })
    }

    /// Blocks until all responses that were taken so far are checked.
    pub fn settle(&self) {
        let (sender, done) = sync_channel(1);
        if self.queue.send(Work::Notify(sender)).is_ok() {
            // An error means that the thread has ended, and no check is pending.
            let _ = done.recv();
        }
    }

    pub fn counts(&self) -> CheckCounts {
        *locked(&self.counts)
    }

    /// Queues the response for a check with the probability `share`. Copies only the headers, and never waits.
    pub(crate) fn sample(
        &self,
        route: &Arc<Route>,
        request_id: &RequestId,
        is_head: bool,
        response: &Response<Body>,
    ) {
        if rand::random::<f64>() >= self.share {
            return;
        }
        let body = response.body().bytes().filter(|_| !is_head).cloned();
        let is_small = body.as_ref().is_none_or(|body| body.len() as u64 <= MAX_CHECKED_BODY_BYTES);
        let sample = Box::new(Sample {
            route: route.clone(),
            request_id: request_id.clone(),
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body,
        });
        if !is_small || self.queue.try_send(Work::Check(sample)).is_err() {
            locked(&self.counts).skipped += 1;
        }
    }
}

fn locked(counts: &Mutex<CheckCounts>) -> MutexGuard<'_, CheckCounts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

fn check_all(
    queue: &Receiver<Work>,
    documents: &[DocumentedResponses],
    counts: &Mutex<CheckCounts>,
) {
    for work in queue {
        let sample = match work {
            Work::Check(sample) => *sample,
            Work::Notify(sender) => {
                // An error means that the caller of `settle` no longer waits.
                let _ = sender.send(());
                continue;
            }
        };
        let Sample { route, request_id, status, headers, body } = sample;
        let method = route.method.as_str();
        let answer = Answer { status, headers: &headers, body: body.as_deref() };
        // Routes of pages and files are in no document.
        let found =
            documents.iter().find_map(|document| document.check(method, &route.template, &answer));
        let Some(disagreements) = found else { continue };
        if let Some(Disagreement { pointer, rule, .. }) = disagreements.first() {
            locked(counts).disagreed += 1;
            tracing::warn!(
                operation = route.operation_id,
                status,
                pointer,
                rule,
                more = disagreements.len() - 1,
                request_id = request_id.as_str(),
                "an answer is not as documented"
            );
        }
        locked(counts).checked += 1;
    }
}
