//! The report at the end, and whether the siege succeeded.

use std::time::Duration;

use super::audit::Audit;
use super::chapter::{Chapter, MaxFactors};
use super::context::Context;
use super::ledger::{Counts, Page};
use super::victim::VictimCall;

pub struct Outcome {
    audit: Audit,
    /// Chapters whose attacks slowed the victim by more than they may.
    too_slow: Vec<String>,
    pages: Vec<Page>,
    oddities: Vec<(String, u64)>,
    patrons: Counts,
    panics: usize,
}

/// Limit of the printed lines of each kind: unexpected results, lost data, duplicated data.
const MOST_LINES: usize = 20;

impl Outcome {
    /// `judged` are the chapters whose factors may not exceed their limits.
    pub fn new(context: &Context, audit: Audit, judged: &[&Chapter]) -> Self {
        let mut pages = context.ledger.pages();
        let too_slow = judged.iter().filter_map(|chapter| {
            let pages = pages.chapters.iter().filter(|page| page.name == chapter.name);
            too_slow(chapter.name, chapter.max_factors?, &pages.collect::<Vec<_>>())
        });
        Self {
            too_slow: too_slow.collect(),
            audit,
            pages: std::mem::take(&mut pages.chapters),
            oddities: std::mem::take(&mut pages.oddities).into_iter().collect(),
            patrons: std::mem::take(&mut pages.patrons),
            panics: context.server.panics(),
        }
    }

    /// Whether nothing was lost or duplicated, there was no 500 and no panic, the server used at most `memory` MiB, and no
    /// judged attack slowed the victim too much.
    pub fn is_clean(&self, memory: u64) -> bool {
        self.audit.lost.is_empty()
            && self.audit.doubled.is_empty()
            && self.answers("500") == 0
            && self.panics == 0
            && self.memory() <= memory
            && self.too_slow.is_empty()
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
        for (what, lines) in [("lost", lost), ("doubled", doubled), ("too slow", &self.too_slow)] {
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
        let victim = self.victim();
        let notes: String = self.notes.iter().map(|note| format!("; {note}")).collect();
        println!(
            "{:<18}{:>6.1}{calls:>9}{p99:>9}{worst:>10}{:>8}  {}{attack}{victim}{notes}",
            self.name,
            self.time.as_secs_f64(),
            self.memory,
            text(&self.innocent),
        );
    }

    /// The victim's p99 before and during the attack: `; victim's list 6 → 9 ms, addition 8 → 20 ms, 0 failed`.
    fn victim(&self) -> String {
        let change = |call| {
            let (before, during) = (self.victim_p99(call, false)?, self.victim_p99(call, true)?);
            Some(format!("{:.1} → {:.1} ms", before * 1e3, during * 1e3))
        };
        match (change(VictimCall::List), change(VictimCall::Addition)) {
            (Some(list), Some(addition)) => format!(
                "; victim's list {list}, addition {addition}, {} failed",
                self.victim_failures
            ),
            _ => String::new(),
        }
    }

    /// The factor by which the attack slowed the victim's calls.
    fn factor(&self, call: VictimCall) -> Option<f64> {
        Some(self.victim_p99(call, true)? / self.victim_p99(call, false)?)
    }

    /// In seconds.
    fn victim_p99(&self, call: VictimCall, is_during_attack: bool) -> Option<f64> {
        let waits = self.victim.iter();
        let waits = waits.filter(|it| it.call == call && it.is_during_attack == is_during_attack);
        let mut waits: Vec<f64> = waits.map(|it| it.wait.as_secs_f64()).collect();
        waits.sort_unstable_by(f64::total_cmp);
        waits.get(waits.len() * 99 / 100).copied()
    }
}

/// Compares the median factors of a chapter's rounds with their limits.
fn too_slow(name: &str, max: MaxFactors, pages: &[&Page]) -> Option<String> {
    let median = |call| {
        let mut factors: Vec<f64> = pages.iter().filter_map(|page| page.factor(call)).collect();
        factors.sort_unstable_by(f64::total_cmp);
        factors.get(factors.len() / 2).copied().unwrap_or(f64::INFINITY)
    };
    let (lists, additions) = (median(VictimCall::List), median(VictimCall::Addition));
    (lists > max.lists || additions > max.additions).then(|| {
        format!(
            "{name}: the victim's lists took {lists:.1} times as long (at most {}), its additions {additions:.1} times \
             (at most {})",
            max.lists, max.additions
        )
    })
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
