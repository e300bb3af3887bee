//! What differs between two documents, a line for each.

use std::collections::HashSet;

use super::at::{At, Side};
use super::rules::{Class, Rule, Way};
use crate::codegen::document::Document;

/// One difference: the rule, where it stands, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub class: Class,
    /// The rule's name, with the way of the value.
    pub rule: String,
    pub side: Side,
    pub line: usize,
    pub pointer: String,
    /// The operationId, where the pointer is one operation's own.
    pub operation: Option<String>,
    pub text: String,
}

/// All that was found, each difference once.
pub struct Findings<'a> {
    old: &'a Document,
    new: &'a Document,
    pub list: Vec<Finding>,
    told: HashSet<(Rule, Option<Way>, String, String)>,
    /// The operation that is compared just now.
    pub operation: Option<String>,
}

impl<'a> Findings<'a> {
    pub fn new(old: &'a Document, new: &'a Document) -> Self {
        Self { old, new, list: Vec::new(), told: HashSet::new(), operation: None }
    }

    /// What holds whichever way a value goes.
    pub fn tell(&mut self, rule: Rule, at: &At<'_>, text: impl Into<String>) {
        self.add(rule, None, at, text.into());
    }

    /// What means something else in a request than in a response.
    pub fn tell_value(&mut self, way: Way, rule: Rule, at: &At<'_>, text: impl Into<String>) {
        self.add(rule, Some(way), at, text.into());
    }

    fn add(&mut self, rule: Rule, way: Option<Way>, at: &At<'_>, text: String) {
        // A component is compared wherever it is used.
        if !self.told.insert((rule, way, at.pointer.clone(), text.clone())) {
            return;
        }
        let document = match at.side {
            Side::Old => self.old,
            Side::New => self.new,
        };
        let is_own = at.pointer.starts_with("/paths/");
        self.list.push(Finding {
            class: rule.class(way),
            rule: rule.name(way),
            side: at.side,
            line: document.line(&at.pointer),
            pointer: at.pointer.clone(),
            operation: self.operation.clone().filter(|_| is_own),
            text,
        });
    }

    /// The worst first, then as they stand in the document.
    pub fn finish(mut self) -> Vec<Finding> {
        self.list.sort_by_key(|finding| (finding.class, finding.side, finding.line));
        self.list
    }
}
