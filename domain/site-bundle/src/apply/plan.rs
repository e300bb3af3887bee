//! The order in which rows are written, if they depend on each other.
//!
//! A row waits for the row that has its slug, for a new row that it refers to, and for its parent if the parent's own
//! parent changes. So a slug is free when a row takes it, and parents never make a circle on the way. Rows that wait for
//! each other, such as two that swap their slugs, are written in one transaction.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

/// Maximum number of rows that wait for each other, and of rows in a batch of waiting rows.
pub const MAX_WAITING_AT_ONCE: usize = 1_000;

/// A row by the key of its section and its id.
pub type Key = (&'static str, i64);

/// Something that another row must do first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The row has the slug, and must get another one.
    Slug(Key),
    /// The row does not exist yet.
    Row(Key),
    /// The row exists, but its own parent may change.
    Parent(Key),
}

/// The rows that an apply writes, as far as they are compared.
#[derive(Debug, Default)]
pub struct Plan {
    rows: HashMap<Key, Planned>,
    needs: HashMap<Key, Vec<Need>>,
    /// The rows that are written, or are no longer needed.
    done: HashSet<Key>,
}

/// How a row is written.
#[derive(Debug, Clone, Copy)]
pub struct Planned {
    pub is_new: bool,
    /// Whether its slug changes.
    pub frees_slug: bool,
}

impl Need {
    pub fn key(self) -> Key {
        match self {
            Self::Slug(key) | Self::Row(key) | Self::Parent(key) => key,
        }
    }
}

impl Plan {
    pub fn add(&mut self, key: Key, row: Planned, needs: Vec<Need>) {
        self.rows.insert(key, row);
        if !needs.is_empty() {
            self.needs.insert(key, needs);
        }
    }

    pub fn is_planned(&self, key: Key) -> bool {
        self.rows.contains_key(&key)
    }

    /// The ids of a section's rows that are written.
    pub fn ids(&self, section: &str) -> Vec<i64> {
        self.rows.keys().filter(|key| key.0 == section).map(|key| key.1).collect()
    }

    /// Begins another pass.
    pub fn restart(&mut self) {
        self.done.clear();
    }

    /// Returns the rows of a batch that must wait for rows that are neither in the batch nor done. The others are done.
    pub fn waiting(&mut self, batch: &[Key], knows_all: bool) -> HashSet<Key> {
        let mut ready: HashSet<Key> = batch.iter().copied().collect();
        let mut needed_by: HashMap<Key, Vec<Key>> = HashMap::new();
        let mut left = Vec::new();
        for key in batch {
            for need in self.needs.get(key).into_iter().flatten() {
                let other = need.key();
                let is_moot = knows_all && !self.rows.contains_key(&other);
                if is_moot || (self.done.contains(&other) && self.unmet(*need).is_none()) {
                    continue;
                }
                if ready.contains(&other) && self.unmet(*need).is_none() {
                    needed_by.entry(other).or_default().push(*key);
                } else {
                    left.push(*key);
                }
            }
        }
        while let Some(key) = left.pop() {
            if ready.remove(&key) {
                left.extend(needed_by.get(&key).into_iter().flatten());
            }
        }
        self.done.extend(&ready);
        batch.iter().copied().filter(|key| !ready.contains(key)).collect()
    }

    /// Removes the rows whose needs no row meets, and the rows that need these. Returns the reasons.
    pub fn refuse(&mut self) -> BTreeMap<Key, String> {
        let mut needed_by: HashMap<Key, Vec<Key>> = HashMap::new();
        for (key, needs) in &self.needs {
            for need in needs {
                needed_by.entry(need.key()).or_default().push(*key);
            }
        }
        let mut refused = BTreeMap::new();
        let mut left: VecDeque<Key> = self.needs.keys().copied().collect();
        while let Some(key) = left.pop_front() {
            if !self.is_planned(key) {
                continue;
            }
            let needs = self.needs.get(&key).map_or(&[][..], Vec::as_slice);
            let Some(reason) = needs.iter().find_map(|need| self.unmet(*need)) else { continue };
            self.rows.remove(&key);
            refused.insert(key, reason);
            left.extend(needed_by.get(&key).into_iter().flatten());
        }
        refused
    }

    pub fn remove(&mut self, key: Key) {
        self.rows.remove(&key);
    }

    fn unmet(&self, need: Need) -> Option<String> {
        let row = self.rows.get(&need.key());
        let (section, id) = need.key();
        match need {
            Need::Slug(_) if row.is_none_or(|row| !row.frees_slug) => {
                Some(format!("the slug is that of {} {id}", noun(section)))
            }
            Need::Row(_) if row.is_none_or(|row| !row.is_new) => {
                Some(format!("the {} {id} does not exist", noun(section)))
            }
            _ => None,
        }
    }

    /// Puts the waiting rows of a section into batches, each after the batches that it waits for. Returns the rows of
    /// circles that are too long too.
    pub fn batches(&self, waiting: &[Key]) -> (Vec<Vec<Key>>, Vec<Key>) {
        let members: HashSet<Key> = waiting.iter().copied().collect();
        let needs = |key: &Key| {
            let needs = self.needs.get(key).map_or(&[][..], Vec::as_slice);
            needs.iter().map(|need| need.key()).filter(|key| members.contains(key))
        };
        let mut needed_by: HashMap<Key, Vec<Key>> = HashMap::new();
        let mut open: HashMap<Key, usize> = HashMap::new();
        for key in waiting {
            for need in needs(key) {
                needed_by.entry(need).or_default().push(*key);
            }
            open.insert(*key, needs(key).count());
        }
        let mut ready: VecDeque<Key> =
            waiting.iter().copied().filter(|key| open[key] == 0).collect();
        let mut ordered = Vec::with_capacity(waiting.len());
        while let Some(key) = ready.pop_front() {
            open.remove(&key);
            ordered.push(key);
            for next in needed_by.get(&key).into_iter().flatten() {
                if let Some(count) = open.get_mut(next) {
                    *count -= 1;
                    if *count == 0 {
                        ready.push_back(*next);
                    }
                }
            }
        }
        let mut batches: Vec<Vec<Key>> =
            ordered.chunks(MAX_WAITING_AT_ONCE).map(<[Key]>::to_vec).collect();
        let mut too_long = Vec::new();
        let mut last: Vec<Key> = Vec::new();
        for circle in
            connected(waiting.iter().copied().filter(|key| open.contains_key(key)), |key| {
                needs(key).chain(needed_by.get(key).into_iter().flatten().copied()).collect()
            })
        {
            if circle.len() > MAX_WAITING_AT_ONCE {
                too_long.extend(circle);
                continue;
            }
            if last.len() + circle.len() > MAX_WAITING_AT_ONCE {
                batches.push(std::mem::take(&mut last));
            }
            last.extend(circle);
        }
        batches.extend(Some(last).filter(|last| !last.is_empty()));
        (batches, too_long)
    }
}

/// Groups rows that are connected by way of others.
fn connected(
    rows: impl Iterator<Item = Key>,
    neighbours: impl Fn(&Key) -> Vec<Key>,
) -> Vec<Vec<Key>> {
    let rows: Vec<Key> = rows.collect();
    let mut left: HashSet<Key> = rows.iter().copied().collect();
    let mut groups = Vec::new();
    for start in rows {
        if !left.remove(&start) {
            continue;
        }
        let mut group = vec![start];
        let mut next = 0;
        while let Some(key) = group.get(next).copied() {
            group.extend(neighbours(&key).into_iter().filter(|key| left.remove(key)));
            next += 1;
        }
        groups.push(group);
    }
    groups
}

/// The rows among `written` whose parents lead back to themselves, if the rows get these parents.
pub fn circles(
    site: &HashMap<i64, i64>,
    written: &HashSet<i64>,
    file: &HashMap<i64, i64>,
) -> Vec<i64> {
    let parent = |id: i64| if written.contains(&id) { file.get(&id) } else { site.get(&id) };
    // The rows from which the way up ends.
    let mut ends: HashSet<i64> = HashSet::new();
    let mut found = Vec::new();
    for start in written {
        let mut path = vec![*start];
        let mut met: HashSet<i64> = HashSet::from([*start]);
        let mut id = *start;
        while let Some(next) = parent(id).filter(|next| !ends.contains(next)) {
            if !met.insert(*next) {
                let circle = path.iter().skip_while(|id| *id != next);
                found.extend(circle.filter(|id| written.contains(id)));
                break;
            }
            path.push(*next);
            id = *next;
        }
        ends.extend(path);
    }
    found
}

fn noun(section: &str) -> &'static str {
    super::kind(section).map_or("row", |kind| kind.table().noun)
}
