//! Lines that are added as most are, without a design and without an `Idempotency-Key`. Those that come while others
//! are being added wait for these and are then added together, by one statement: it costs hardly more for many than for
//! one. Nobody waits to be joined.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use stoa_commerce::carts::CART_TTL;
use stoa_db::{Db, DbError};
use stoa_storefront_types::{CartItemRecord, Timestamp};
use stoa_stores::catalog::BulkRule;
use stoa_values::Clock;
use tokio::sync::oneshot::{self, error::RecvError};
use tracing::{Instrument, Span};

/// Statements of one site at once, apart from one more for each that those who wait would fill. A line that comes while
/// fewer run begins the next.
const AT_ONCE: usize = 4;

/// Lines of one statement at most.
const TOGETHER: usize = 64;

/// What adds plain lines. Clones share it.
#[derive(Clone)]
pub struct PlainLines {
    db: Db,
    clock: Clock,
    sites: Arc<Mutex<HashMap<i64, Site>>>,
}

/// A line as it is asked for.
pub struct PlainLine {
    pub site_id: i64,
    pub session_id: String,
    pub product_id: i64,
    pub variant_id: Option<i64>,
    pub quantity: i64,
    /// Its id, if it is a new one.
    pub line_id: i64,
    pub customer_id: Option<i64>,
    /// Whether a cart may be begun for it.
    pub may_begin: bool,
}

/// A line that was added, at its list price, with the rules that may change that.
pub struct AddedPlainly {
    pub line: CartItemRecord,
    pub rules: Vec<BulkRule>,
    /// Whether its cart was begun for it.
    pub begins_cart: bool,
}

/// None where it takes more than that to add the line, or to refuse it: nothing has changed then.
type Outcome = Result<Option<AddedPlainly>, DbError>;

/// What a site's lines wait for.
#[derive(Default)]
struct Site {
    waiting: VecDeque<Waiting>,
    at_work: usize,
}

struct Waiting {
    line: PlainLine,
    /// The caller's, for traces.
    span: Span,
    caller: oneshot::Sender<Outcome>,
}

/// A row of the statement.
#[derive(Deserialize)]
struct Added(usize, bool, i64, i64, i64, Timestamp, i64, Vec<BulkRule>);

impl PlainLines {
    pub fn new(db: Db, clock: Clock) -> Self {
        Self { db, clock, sites: Arc::default() }
    }

    /// Adds the line, alone or together with others.
    pub async fn add(&self, line: PlainLine) -> Result<Outcome, RecvError> {
        let site_id = line.site_id;
        let (caller, outcome) = oneshot::channel();
        let waiting = Waiting { line, span: Span::current(), caller };
        if self.is_to_begin(waiting) {
            // A task, so that a client who hangs up takes nobody's line with it.
            let at_work = AtWork { lines: self.clone(), site_id, has_left: false };
            tokio::spawn(at_work.run());
        }
        outcome.await
    }

    /// Takes the line in, and says whether another statement is to be begun.
    fn is_to_begin(&self, waiting: Waiting) -> bool {
        let mut sites = self.sites();
        let site = sites.entry(waiting.line.site_id).or_default();
        site.waiting.push_back(waiting);
        let begins = site.at_work < AT_ONCE + site.waiting.len() / TOGETHER;
        site.at_work += usize::from(begins);
        begins
    }

    fn sites(&self) -> MutexGuard<'_, HashMap<i64, Site>> {
        self.sites.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn add_together(&self, site_id: i64, together: Vec<Waiting>) {
        let span = together.first().map_or_else(Span::none, |first| first.span.clone());
        match self.added(site_id, &together).instrument(span).await {
            Ok(added) => {
                for (waiting, added) in together.into_iter().zip(added) {
                    waiting.tell(Ok(added));
                }
            }
            // Postgres has refused all of them for one's sake: each is told by itself what is wrong.
            Err(error) if error.code().is_some() && !error.is_unavailable() => {
                together.into_iter().for_each(|waiting| waiting.tell(Ok(None)));
            }
            Err(error) => {
                together.into_iter().for_each(|waiting| waiting.tell(Err(error.clone())));
            }
        }
    }

    /// What was added of each.
    async fn added(
        &self,
        site_id: i64,
        together: &[Waiting],
    ) -> Result<Vec<Option<AddedPlainly>>, DbError> {
        let now = self.clock.now();
        let lines: Vec<&PlainLine> = together.iter().map(|waiting| &waiting.line).collect();
        let rows: Vec<Added> = self
            .db
            .rows(
                include_str!("add_plain_lines.sql"),
                &[
                    &site_id,
                    &column(&lines, |line| line.session_id.as_str()),
                    &column(&lines, |line| line.product_id),
                    &column(&lines, |line| line.variant_id),
                    &column(&lines, |line| line.quantity),
                    &column(&lines, |line| line.line_id),
                    &column(&lines, |line| line.customer_id),
                    &column(&lines, |line| line.may_begin),
                    &now,
                    &(now + CART_TTL),
                ],
            )
            .await?;
        let mut added: Vec<_> = lines.iter().map(|_| None).collect();
        for Added(number, begins_cart, id, cart_id, quantity, created_at, price, rules) in rows {
            let place = number - 1;
            let PlainLine { product_id, variant_id, .. } = *lines[place];
            let line = CartItemRecord {
                id,
                cart_id,
                product_id,
                variant_id,
                design_id: None,
                quantity,
                unit_price: price,
                line_total: 0,
                created_at,
                updated_at: Timestamp(now),
            };
            added[place] = Some(AddedPlainly { line, rules, begins_cart });
        }
        Ok(added)
    }
}

impl Waiting {
    /// A caller who has hung up is told in vain.
    fn tell(self, outcome: Outcome) {
        let _ = self.caller.send(outcome);
    }
}

fn column<'a, T>(lines: &[&'a PlainLine], value: impl Fn(&'a PlainLine) -> T) -> Vec<T> {
    lines.iter().map(|line| value(line)).collect()
}

/// One of those that add a site's lines, until none waits.
struct AtWork {
    lines: PlainLines,
    site_id: i64,
    has_left: bool,
}

impl AtWork {
    async fn run(mut self) {
        while let Some(together) = self.next_or_leave() {
            self.lines.add_together(self.site_id, together).await;
        }
    }

    /// The lines that are next. To find none and to leave is one step, so that none comes in between and waits for ever.
    fn next_or_leave(&mut self) -> Option<Vec<Waiting>> {
        let mut sites = self.lines.sites();
        let waiting = &mut sites.get_mut(&self.site_id)?.waiting;
        while !waiting.is_empty() {
            let together = take(waiting);
            if !together.is_empty() {
                return Some(together);
            }
        }
        leave(&mut sites, self.site_id);
        self.has_left = true;
        None
    }
}

impl Drop for AtWork {
    /// In a panic; and whoever waits after the last one has left so is told that nobody comes.
    fn drop(&mut self) {
        if !self.has_left {
            leave(&mut self.lines.sites(), self.site_id);
        }
    }
}

fn leave(sites: &mut HashMap<i64, Site>, site_id: i64) {
    let Some(site) = sites.get_mut(&site_id) else { return };
    site.at_work -= 1;
    if site.at_work == 0 {
        sites.remove(&site_id);
    }
}

/// The lines that are next: of each session one, in the order of their sessions, so that carts are begun in one order
/// by everyone.
fn take(waiting: &mut VecDeque<Waiting>) -> Vec<Waiting> {
    let next = waiting.drain(..waiting.len().min(TOGETHER));
    let mut next: Vec<_> = next.filter(|waiting| !waiting.caller.is_closed()).collect();
    next.sort_by(|one, other| one.line.session_id.cmp(&other.line.session_id));
    let mut together: Vec<Waiting> = Vec::with_capacity(next.len());
    for waiting in next {
        match together.last() {
            // One statement changes a cart once, and who fills one cart fast must not hold up the others.
            Some(last) if last.line.session_id == waiting.line.session_id => waiting.tell(Ok(None)),
            _ => together.push(waiting),
        }
    }
    together
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(queue: &mut VecDeque<Waiting>, session: &str) -> oneshot::Receiver<Outcome> {
        let (caller, outcome) = oneshot::channel();
        let line = PlainLine {
            site_id: 1,
            session_id: session.to_owned(),
            product_id: 1,
            variant_id: None,
            quantity: 1,
            line_id: 1,
            customer_id: None,
            may_begin: true,
        };
        queue.push_back(Waiting { line, span: Span::none(), caller });
        outcome
    }

    fn sessions(together: &[Waiting]) -> Vec<&str> {
        together.iter().map(|waiting| waiting.line.session_id.as_str()).collect()
    }

    #[test]
    fn each_session_has_one_line_in_a_statement() {
        let mut queue = VecDeque::new();
        let _first = wait(&mut queue, "b");
        drop(wait(&mut queue, "hung up"));
        let mut second = wait(&mut queue, "b");
        let _third = wait(&mut queue, "a");
        assert_eq!(sessions(&take(&mut queue)), ["a", "b"]);
        assert!(matches!(second.try_recv(), Ok(Ok(None))), "it is left to the whole statement");
        assert!(take(&mut queue).is_empty());
    }

    #[test]
    fn a_statement_has_so_many_lines_at_most() {
        let mut queue = VecDeque::new();
        let names: Vec<String> = (0..TOGETHER + 2).map(|number| format!("{number:03}")).collect();
        let _callers: Vec<_> = names.iter().map(|name| wait(&mut queue, name)).collect();
        assert_eq!(sessions(&take(&mut queue)), names[..TOGETHER]);
        assert_eq!(sessions(&take(&mut queue)), names[TOGETHER..]);
    }
}
