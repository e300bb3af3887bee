//! The items of a paginated list.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::vec;

use futures_core::Stream;
use sync_wrapper::SyncWrapper;

use crate::{Answering, Call, Error};

/// The items of a paginated list. Each page is requested when the items of the previous one are used up.
///
/// The stream ends where the newest page says that the list ends. An empty page is skipped, and cannot extend the list.
/// The stream also ends if the server answers with another page than the requested one.
///
/// If the list changes while the stream is read, items may move to another page. The stream then returns these items
/// twice or not at all.
///
/// The request for each page has the timeout and the retries of the original call. If a request fails, the stream
/// returns the error once and ends. [`resume`](Self::resume) continues the stream.
#[must_use = "pages are asked for when items are"]
pub struct Items<T> {
    call: Call,
    /// The query parameter that selects the page, such as `page`, `offset` or `cursor`.
    position: &'static str,
    ask: fn(Call) -> Answering<Page<T>>,
    state: State<T>,
    items: vec::IntoIter<T>,
    /// Position of the next page. `None` before the first page: a position that the application has chosen is already
    /// in `call`.
    next: Option<String>,
    /// The first position after the end of the list, as the newest page reports it. `None` for a list with cursors.
    end: Option<i64>,
}

enum State<T> {
    Ready,
    /// `SyncWrapper` makes the stream `Sync`.
    Asking(SyncWrapper<Answering<Page<T>>>),
    Failed,
    Ended,
}

/// A page of a list.
#[doc(hidden)]
pub struct Page<T> {
    items: Vec<T>,
    place: Place,
}

enum Place {
    /// Positions are counted in pages or in items. `end` is the first position after the end of the list.
    Counted { at: i64, next: i64, end: i64 },
    /// The cursor of the next page; `None` on the last page.
    Cursor(Option<String>),
}

impl<T> Page<T> {
    /// Creates a page from its number, counted from 1.
    pub fn numbered(items: Vec<T>, page: i64, total_pages: i64) -> Self {
        let (next, end) = (page.saturating_add(1), total_pages.saturating_add(1));
        Self { items, place: Place::Counted { at: page, next, end } }
    }

    /// Creates a page from the number of items before it.
    pub fn behind(items: Vec<T>, offset: i64, limit: i64, total: i64) -> Self {
        let next = offset.saturating_add(limit.max(1));
        Self { items, place: Place::Counted { at: offset, next, end: total } }
    }

    /// Creates a page of a list with cursors. `next` is the cursor of the next page.
    pub fn with_cursor(items: Vec<T>, next: Option<String>) -> Self {
        Self { items, place: Place::Cursor(next) }
    }
}

impl<T> Items<T> {
    #[doc(hidden)]
    pub fn new(call: Call, position: &'static str, ask: fn(Call) -> Answering<Page<T>>) -> Self {
        let (state, items) = (State::Ready, Vec::new().into_iter());
        Self { call, position, ask, state, items, next: None, end: None }
    }

    /// Returns the next item. Dropping the future before it is ready loses no item.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// Returns the items as an iterator that waits for each, without `async`.
    #[cfg(all(feature = "blocking", not(target_arch = "wasm32")))]
    pub fn blocking(self) -> crate::Blocking<Self> {
        crate::Blocking(self)
    }

    /// Continues after an error: requests the failed page again.
    pub fn resume(&mut self) {
        if let State::Failed = self.state {
            self.state = State::Ready;
        }
    }

    fn next_call(&self) -> Call {
        let call = self.call.clone();
        match &self.next {
            Some(position) => call.query(self.position, position),
            None => call,
        }
    }

    fn take(&mut self, page: Page<T>) -> State<T> {
        let asked = self.next.take();
        let is_last = match page.place {
            Place::Counted { at, .. }
                if asked.as_ref().is_some_and(|asked| *asked != at.to_string()) =>
            {
                return State::Ended;
            }
            Place::Counted { at, next, end } => {
                let end = match self.end {
                    Some(known) if page.items.is_empty() => known.min(end),
                    _ => end,
                };
                (self.next, self.end) = (Some(next.to_string()), Some(end));
                next <= at || end <= next
            }
            Place::Cursor(next) => {
                // A page that names itself as the next one would be requested forever.
                let is_last = next.is_none() || next == asked;
                self.next = next;
                is_last
            }
        };
        self.items = page.items.into_iter();
        if is_last { State::Ended } else { State::Ready }
    }
}

impl<T> Stream for Items<T> {
    type Item = Result<T, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        loop {
            if let Some(item) = this.items.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            this.state = match &mut this.state {
                State::Failed | State::Ended => return Poll::Ready(None),
                State::Ready => State::Asking(SyncWrapper::new((this.ask)(this.next_call()))),
                State::Asking(answer) => match ready!(answer.get_mut().as_mut().poll(context)) {
                    Ok(page) => this.take(page),
                    Err(error) => {
                        this.state = State::Failed;
                        return Poll::Ready(Some(Err(error)));
                    }
                },
            };
        }
    }
}

// This type never pins its items.
impl<T> Unpin for Items<T> {}

impl<T> fmt::Debug for Items<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Items")
            .field("call", &self.call)
            .field("next", &self.next)
            .finish_non_exhaustive()
    }
}
