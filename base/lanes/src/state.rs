//! The running and the waiting lanes of a server.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

use crate::Bounds;

pub(crate) struct State<Lane> {
    bounds: Bounds,
    /// The lanes that have a turn now, with their sites.
    running: HashMap<Lane, i64>,
    /// Number of running lanes by site.
    running_of_site: HashMap<i64, usize>,
    /// The lanes that wait for a turn, with their sites.
    waiting: VecDeque<(Lane, i64)>,
    is_stopped: bool,
}

impl<Lane: Clone + Eq + Hash> State<Lane> {
    pub fn new(bounds: Bounds) -> Self {
        Self {
            bounds,
            running: HashMap::new(),
            running_of_site: HashMap::new(),
            waiting: VecDeque::new(),
            is_stopped: false,
        }
    }

    /// Adds the lanes that are due now after the waiting ones, except those that run or wait. Does nothing after a stop.
    pub fn add_waiting(&mut self, due: Vec<Lane>, site_id: impl Fn(&Lane) -> i64) {
        if self.is_stopped {
            return;
        }
        let known: HashSet<Lane> = self.waiting.iter().map(|(lane, _)| lane.clone()).collect();
        let added = due
            .into_iter()
            .filter(|lane| !known.contains(lane) && !self.running.contains_key(lane))
            .map(|lane| (lane.clone(), site_id(&lane)));
        self.waiting.extend(added);
    }

    /// Takes the lane whose turn begins next: one of the site that has the fewest turns.
    pub fn next(&mut self) -> Option<Lane> {
        if self.is_stopped || self.running.len() >= self.bounds.lanes {
            return None;
        }
        let turns = |site_id: &i64| self.running_of_site.get(site_id).copied().unwrap_or_default();
        let (place, turns) = (self.waiting.iter().enumerate())
            .map(|(place, (_, site_id))| (place, turns(site_id)))
            .min_by_key(|(place, turns)| (*turns, *place))?;
        if turns >= self.bounds.lanes_per_site {
            return None;
        }
        let (lane, site_id) = self.waiting.remove(place)?;
        self.running.insert(lane.clone(), site_id);
        *self.running_of_site.entry(site_id).or_default() += 1;
        Some(lane)
    }

    /// Ends a turn. A lane with more due items waits for another turn after the waiting lanes.
    pub fn end(&mut self, lane: &Lane, waits_for_site: Option<i64>) {
        if let Some(site_id) = self.running.remove(lane)
            && let Some(turns) = self.running_of_site.get_mut(&site_id)
        {
            *turns -= 1;
            if *turns == 0 {
                self.running_of_site.remove(&site_id);
            }
        }
        if let Some(site_id) = waits_for_site
            && !self.is_stopped
        {
            self.waiting.push_back((lane.clone(), site_id));
        }
    }

    pub fn stop(&mut self) {
        self.is_stopped = true;
        self.waiting.clear();
    }

    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    pub fn busy(&self) -> usize {
        self.running.len() + self.waiting.len()
    }
}
