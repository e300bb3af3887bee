//! The report at the end, and whether the siege succeeded.

use std::time::Duration;

use super::audit::Audit;
use super::context::Context;
use super::ledger::{Counts, Page};

pub struct Outcome {
    audit: Audit,
    pages: Vec<Page>,
    oddities: Vec<(String, u64)>,
    patrons: Counts,
    panics: usize,
}

/// Limit of the printed lines of each kind: unexpected results, lost data, duplicated data.
const MOST_LINES: usize = 20;

impl Outcome {
    pub fn new(context: &Context, audit: Audit) -> Self {
        let mut pages = context.ledger.pages();
        Self {
            audit,
            pages: std::mem::take(&mut pages.chapters),
            oddities: std::mem::take(&mut pages.oddities).into_iter().collect(),
            patrons: std::mem::take(&mut pages.patrons),
            panics: context.server.panics(),
        }
    }

    /// Whether nothing was lost or duplicated, there was no 500 and no panic, and the server used at most `memory` MiB.
    pub fn is_clean(&self, memory: u64) -> bool {
        self.audit.lost.is_empty()
            && self.audit.doubled.is_empty()
            && self.answers("500") == 0
            && self.panics == 0
            && self.memory() <= memory
    }

    pub fn print(&self, memory: u64) {
        println!(
            "{:<18}{:>6}{:>9}{:>9}{:>10}{:>8}  innocent callers; the attack",
            "chapter", "s", "calls", "p99 ms", "worst ms", "MiB"
        );
        for page in &self.pages {
            page.print();
        }
        println!();
        let innocent = sum(self.pages.iter().map(|page| &page.innocent));
        let waits = || self.pages.iter().flat_map(|page| &page.waits).copied();
        let (p99, worst) = p99_and_worst(waits().collect());
        println!("innocent callers: {}; p99 {} ms, worst {} ms", text(&innocent), p99, worst);
        println!("the site with another provider: {}", text(&self.patrons));
        for (oddity, count) in self.oddities.iter().take(MOST_LINES) {
            println!("  {count} × {oddity}");
        }
        let Audit { orders, replays, messages, events, lost, doubled } = &self.audit;
        println!(
            "orders answered {orders}, replays identical {replays}; messages answered {messages}, events read {events}"
        );
        println!(
            "lost {}, doubled {}, answered 500 {}, panics {}, highest memory {} MiB of {memory}",
            lost.len(),
            doubled.len(),
            self.answers("500"),
            self.panics,
            self.memory(),
        );
        for (what, lines) in [("lost", lost), ("doubled", doubled)] {
            for line in lines.iter().take(MOST_LINES) {
                println!("  {what}: {line}");
            }
        }
    }

    fn memory(&self) -> u64 {
        self.pages.iter().map(|page| page.memory).max().unwrap_or(0)
    }

    /// Counts the responses with this status, to all callers.
    fn answers(&self, status: &str) -> u64 {
        let counts = self.pages.iter().flat_map(|page| [&page.innocent, &page.attack]);
        let counts = counts.chain([&self.patrons]).flatten();
        counts.filter(|(what, _)| what.ends_with(status)).map(|(_, count)| count).sum()
    }
}

impl Page {
    fn print(&self) {
        let calls: u64 = self.innocent.values().sum();
        let (p99, worst) = p99_and_worst(self.waits.clone());
        let attack = if self.attack.is_empty() {
            String::new()
        } else {
            format!("; {}", text(&self.attack))
        };
        let notes: String = self.notes.iter().map(|note| format!("; {note}")).collect();
        println!(
            "{:<18}{:>6.1}{calls:>9}{p99:>9}{worst:>10}{:>8}  {}{attack}{notes}",
            self.name,
            self.time.as_secs_f64(),
            self.memory,
            text(&self.innocent),
        );
    }
}

fn p99_and_worst(mut waits: Vec<Duration>) -> (u128, u128) {
    waits.sort_unstable();
    let at = |place: usize| waits.get(place).map_or(0, Duration::as_millis);
    (at(waits.len() * 99 / 100), at(waits.len().saturating_sub(1)))
}

fn text(counts: &Counts) -> String {
    let counts: Vec<String> =
        counts.iter().map(|(what, count)| format!("{what} × {count}")).collect();
    counts.join(", ")
}

fn sum<'a>(counts: impl Iterator<Item = &'a Counts>) -> Counts {
    let mut sum = Counts::new();
    for (what, count) in counts.flatten() {
        *sum.entry(what.clone()).or_default() += count;
    }
    sum
}
