//! Responses by chapter, and the acknowledged data that the audit must find at the end.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::http::Answer;
use super::victim::VictimCall;

/// Numbers of calls by status. A call without a response counts as `none`, or under its cause if an attack reports one.
pub type Counts = BTreeMap<String, u64>;

#[derive(Default)]
pub struct Ledger(Mutex<Pages>);

#[derive(Default)]
pub struct Pages {
    pub chapters: Vec<Page>,
    pub orders: Vec<Answered>,
    /// Visitors' messages by conversation.
    pub messages: BTreeMap<i64, Vec<Message>>,
    /// Numbers of the events that the streams delivered, by conversation.
    pub events: BTreeMap<i64, Vec<i64>>,
    /// Responses of site 2, by call and status.
    pub patrons: Counts,
    /// Number of each unexpected result of innocent calls. Of the patrons' calls, only a 500 counts.
    pub oddities: BTreeMap<String, u64>,
}

/// The figures of one chapter.
pub struct Page {
    pub name: &'static str,
    began: Instant,
    pub time: Duration,
    pub innocent: Counts,
    pub attack: Counts,
    pub waits: Vec<Duration>,
    /// When the attack of the chapter began, after a time without it.
    attack_began: Option<Instant>,
    /// Calls of the victim that were answered 200.
    pub victim: Vec<VictimWait>,
    /// Calls of the victim with another response or none.
    pub victim_failures: u64,
    /// Peak memory of the server, in MiB.
    pub memory: u64,
    pub notes: Vec<String>,
}

/// How long the victim waited for a response.
pub struct VictimWait {
    pub call: VictimCall,
    pub is_during_attack: bool,
    pub wait: Duration,
}

/// A checkout that was answered 200.
#[derive(Clone)]
pub struct Answered {
    pub client: String,
    pub key: String,
    pub body: Value,
    pub data: Value,
    /// Whether the payment was answered 200 too.
    pub is_paid: bool,
}

pub struct Message {
    pub text: String,
    pub is_answered: bool,
}

impl Ledger {
    pub fn pages(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn turn_to(&self, name: &'static str) {
        self.pages().chapters.push(Page {
            name,
            began: Instant::now(),
            time: Duration::ZERO,
            innocent: Counts::new(),
            attack: Counts::new(),
            waits: Vec::new(),
            attack_began: None,
            victim: Vec::new(),
            victim_failures: 0,
            memory: 0,
            notes: Vec::new(),
        });
    }

    pub fn close(&self, memory: u64) {
        self.of_chapter(|page| {
            page.memory = page.memory.max(memory);
            page.time = page.began.elapsed();
        });
    }

    pub fn note(&self, text: String) {
        self.of_chapter(|page| page.notes.push(text));
    }

    /// Records the result and the duration of an innocent caller's call, in the chapter in which the call began.
    pub fn innocent(&self, what: &str, asked: Instant, answer: &anyhow::Result<Answer>) {
        let wait = asked.elapsed();
        let mut pages = self.pages();
        let odd = match answer {
            Ok(answer) if answer.status == 200 => None,
            Ok(answer) => Some(format!("{what}: {} {}", answer.status, answer.message())),
            Err(error) => Some(format!("{what}: {error:#}")),
        };
        if let Some(odd) = odd {
            *pages.oddities.entry(odd).or_default() += 1;
        }
        let page = pages.chapters.iter_mut().rfind(|page| page.began <= asked);
        let Some(page) = page else { return };
        count(&mut page.innocent, answer);
        page.waits.push(wait);
    }

    /// Marks the time at which the chapter's attack begins.
    pub fn attack_begins(&self) {
        self.of_chapter(|page| page.attack_began = Some(Instant::now()));
    }

    /// Records a call of the victim, in the chapter in which it was due.
    pub fn victim(&self, call: VictimCall, due: Instant, answer: &anyhow::Result<Answer>) {
        let wait = due.elapsed();
        let mut pages = self.pages();
        let Some(page) = pages.chapters.iter_mut().rfind(|page| page.began <= due) else { return };
        if answer.as_ref().is_ok_and(|answer| answer.status == 200) {
            let is_during_attack = page.attack_began.is_some_and(|began| began <= due);
            page.victim.push(VictimWait { call, is_during_attack, wait });
        } else {
            page.victim_failures += 1;
        }
    }

    /// Records the result of an attacker's call.
    pub fn attack(&self, answer: &anyhow::Result<Answer>) {
        self.of_chapter(|page| count(&mut page.attack, answer));
    }

    /// Records the result of an attacker's call in words.
    pub fn attack_came_to(&self, what: &str) {
        self.of_chapter(|page| *page.attack.entry(what.to_owned()).or_default() += 1);
    }

    pub fn sent(&self, conversation: i64, message: Message) {
        self.pages().messages.entry(conversation).or_default().push(message);
    }

    /// Records a response of site 2, whose providers may be slow or send false answers.
    pub fn patron(&self, what: &str, answer: &Answer) {
        let mut pages = self.pages();
        *pages.patrons.entry(format!("{what} {}", answer.status)).or_default() += 1;
        if answer.status == 500 {
            *pages.oddities.entry(format!("site 2, {what}: 500")).or_default() += 1;
        }
    }

    fn of_chapter(&self, write: impl FnOnce(&mut Page)) {
        if let Some(page) = self.pages().chapters.last_mut() {
            write(page);
        }
    }
}

fn count(counts: &mut Counts, answer: &anyhow::Result<Answer>) {
    let what = match answer {
        Ok(answer) => answer.status.to_string(),
        Err(_) => "none".to_owned(),
    };
    *counts.entry(what).or_default() += 1;
}
