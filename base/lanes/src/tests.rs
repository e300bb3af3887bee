use std::collections::HashMap;
use std::fmt;
use std::future::pending;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

type Lane = (i64, &'static str);

/// An outbox in memory. Items of the lane `hanging` never end, and unsent ones of the lane `broken` are errors.
#[derive(Default)]
struct Fake {
    due: Mutex<HashMap<Lane, Vec<bool>>>,
    noted: Mutex<Vec<(Lane, Option<bool>)>>,
    running: AtomicUsize,
    most_running: AtomicUsize,
    /// Number of notes that fail.
    failing_notes: AtomicUsize,
}

#[derive(Debug)]
struct Broken;

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("broken")
    }
}

impl Error for Broken {}

struct FakeItem(Lane, bool);

impl Outbox for Fake {
    type Lane = Lane;
    type Item = FakeItem;
    type Outcome = bool;
    type Error = Broken;

    const CONCURRENT_ATTEMPTS: usize = 2;
    const OUTCOMES_PER_NOTE: usize = 100;
    const FAILURES_PER_TURN: usize = 2;
    const CONCURRENT_STATEMENTS: usize = 1;

    fn site_id(lane: &Lane) -> i64 {
        lane.0
    }

    async fn due_lanes(&self) -> Result<Vec<Lane>, Broken> {
        let mut lanes: Vec<Lane> = self.due.lock().unwrap().keys().copied().collect();
        lanes.sort_unstable();
        Ok(lanes)
    }

    async fn claim(&self, lane: &Lane) -> Result<Vec<FakeItem>, Broken> {
        let items = self.due.lock().unwrap().remove(lane).unwrap_or_default();
        Ok(items.into_iter().map(|is_sent| FakeItem(*lane, is_sent)).collect())
    }

    async fn attempt(&self, item: &FakeItem) -> Result<bool, Broken> {
        let running = self.running.fetch_add(1, Ordering::SeqCst) + 1;
        self.most_running.fetch_max(running, Ordering::SeqCst);
        tokio::task::yield_now().await;
        if item.0.1 == "hanging" {
            pending::<()>().await;
        }
        self.running.fetch_sub(1, Ordering::SeqCst);
        match item {
            FakeItem((_, "broken"), false) => Err(Broken),
            FakeItem(_, is_sent) => Ok(*is_sent),
        }
    }

    fn is_failure(outcome: &bool) -> bool {
        !outcome
    }

    async fn note(&self, lane: &Lane, attempted: &[Attempted<Self>]) -> Result<(), Broken> {
        let fails = |left: usize| left.checked_sub(1);
        if self.failing_notes.fetch_update(Ordering::SeqCst, Ordering::SeqCst, fails).is_ok() {
            return Err(Broken);
        }
        let noted = attempted.iter().map(|attempted| (*lane, attempted.outcome));
        self.noted.lock().unwrap().extend(noted);
        Ok(())
    }
}

fn lanes(due: &[(Lane, &[bool])], bounds: Bounds) -> Lanes<Fake> {
    let due = due.iter().map(|(lane, items)| (*lane, items.to_vec())).collect();
    Lanes::new(Fake { due: Mutex::new(due), ..Fake::default() }, bounds)
}

const WIDE: Bounds = Bounds { lanes: 100, lanes_per_site: 100 };

#[tokio::test]
async fn every_due_item_is_attempted_and_noted() {
    let lanes = lanes(&[((1, "a"), &[true; 7]), ((2, "a"), &[true; 3])], WIDE);
    lanes.start_due().await.unwrap();
    lanes.idle().await;
    let noted = lanes.outbox().noted.lock().unwrap().clone();
    assert_eq!(noted.len(), 10);
    assert!(noted.iter().all(|(_, outcome)| *outcome == Some(true)));
    assert!(lanes.outbox().most_running.load(Ordering::SeqCst) <= 4);
}

#[tokio::test]
async fn a_hanging_lane_delays_no_other() {
    let due: &[(Lane, &[bool])] = &[((1, "hanging"), &[true; 9]), ((1, "other"), &[true; 5])];
    let lanes = lanes(due, WIDE);
    lanes.start_due().await.unwrap();
    while lanes.outbox().noted.lock().unwrap().len() < 5 {
        tokio::task::yield_now().await;
    }
    assert_eq!(lanes.0.state().busy(), 1);
    // The lane that hangs has no second turn.
    lanes.outbox().due.lock().unwrap().insert((1, "hanging"), vec![true]);
    lanes.start_due().await.unwrap();
    assert_eq!(lanes.0.state().busy(), 1);
}

#[tokio::test]
async fn a_turn_ends_after_failures_in_a_row() {
    let items = [false, true, false, false, true, true, true];
    let lanes = lanes(&[((1, "a"), &items)], WIDE);
    lanes.start_due().await.unwrap();
    lanes.idle().await;
    let noted = lanes.outbox().noted.lock().unwrap().clone();
    let outcomes: Vec<_> = noted.into_iter().map(|(_, outcome)| outcome).collect();
    assert_eq!(outcomes.len(), items.len());
    assert!(outcomes.contains(&None), "{outcomes:?}");
}

#[tokio::test]
async fn bounds() {
    for (bounds, most) in
        [(Bounds { lanes: 1, lanes_per_site: 9 }, 2), (Bounds { lanes: 9, lanes_per_site: 1 }, 4)]
    {
        let due: Vec<(Lane, &[bool])> = [(1, "a"), (1, "b"), (1, "c"), (2, "a"), (2, "b")]
            .map(|lane| (lane, [true; 6].as_slice()))
            .to_vec();
        let lanes = lanes(&due, bounds);
        lanes.start_due().await.unwrap();
        lanes.idle().await;
        assert_eq!(lanes.outbox().noted.lock().unwrap().len(), 30);
        let most_running = lanes.outbox().most_running.load(Ordering::SeqCst);
        assert!(most_running <= most, "{most_running}");
    }
}

/// The site with many lanes does not take all turns.
#[tokio::test]
async fn sites_share_the_turns() {
    let mut state = State::new(Bounds { lanes: 3, lanes_per_site: 3 });
    state.add_waiting(vec![(1, "a"), (1, "b"), (1, "c"), (2, "a")], |lane: &Lane| lane.0);
    let begun: Vec<_> = std::iter::from_fn(|| state.next()).collect();
    assert_eq!(begun, [(1, "a"), (2, "a"), (1, "b")]);
    state.end(&(1, "a"), Some(1));
    assert_eq!(state.next(), Some((1, "c")));
}

#[tokio::test]
async fn after_stop_no_attempt_begins() {
    let lanes = lanes(&[((1, "a"), &[true; 9])], WIDE);
    lanes.0.state().stop();
    lanes.start_due().await.unwrap();
    lanes.stop().await;
    assert_eq!(lanes.outbox().noted.lock().unwrap().len(), 0);
}

/// The other attempts of the turn are noted, and the rest is released.
#[tokio::test]
async fn an_error_ends_no_other_attempt() {
    let lanes = lanes(&[((1, "broken"), &[false, true, true, true])], WIDE);
    lanes.start_due().await.unwrap();
    lanes.idle().await;
    let noted = lanes.outbox().noted.lock().unwrap().clone();
    let outcomes: Vec<_> = noted.into_iter().map(|(_, outcome)| outcome).collect();
    assert_eq!((outcomes.len(), outcomes[0], outcomes[2]), (3, Some(true), None));
}

#[tokio::test(start_paused = true)]
async fn a_failed_note_is_tried_again() {
    let lanes = lanes(&[((1, "a"), &[true; 3])], WIDE);
    lanes.outbox().failing_notes.store(3, Ordering::SeqCst);
    lanes.start_due().await.unwrap();
    lanes.idle().await;
    assert_eq!(lanes.outbox().noted.lock().unwrap().len(), 3);
}

/// Due lanes that are found again keep their places.
#[test]
fn waiting_lanes() {
    let mut state = State::new(Bounds { lanes: 1, lanes_per_site: 1 });
    let site_id = |lane: &Lane| lane.0;
    state.add_waiting(vec![(1, "a"), (1, "b"), (1, "c")], site_id);
    assert_eq!(state.next(), Some((1, "a")));
    state.add_waiting(vec![(1, "d"), (1, "c"), (1, "a"), (1, "b")], site_id);
    for (ended, next) in [("a", "b"), ("b", "c"), ("c", "d")] {
        state.end(&(1, ended), None);
        assert_eq!(state.next(), Some((1, next)));
    }
    state.stop();
    state.add_waiting(vec![(1, "e")], site_id);
    assert_eq!(state.busy(), 1);
}
