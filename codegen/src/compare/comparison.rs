//! A comparison in progress: the two documents, and the findings so far.

use std::collections::HashSet;

use super::finding::Finding;
use super::located::{Located, Side};
use super::rules::{Direction, Rule};
use crate::document::Document;

pub struct Comparison<'a> {
    pub old: Located<'a>,
    pub new: Located<'a>,
    /// The ID of the operation that is being compared.
    pub operation: Option<String>,
    findings: Vec<Finding>,
    /// The pointers of the pairs of schemas that were compared.
    pub(super) compared: HashSet<(Direction, [String; 2])>,
}

impl<'a> Comparison<'a> {
    pub fn new(old: &'a Document, new: &'a Document) -> Self {
        Self {
            old: Located::root(Side::Old, old),
            new: Located::root(Side::New, new),
            operation: None,
            findings: Vec::new(),
            compared: HashSet::new(),
        }
    }

    /// Reports a difference that means the same in requests and responses.
    pub fn report(&mut self, rule: Rule, at: &Located<'_>, text: impl Into<String>) {
        self.add(rule, None, at, text.into());
    }

    /// Reports a difference that means something else in a request than in a response.
    pub fn report_value(
        &mut self,
        direction: Direction,
        rule: Rule,
        at: &Located<'_>,
        text: impl Into<String>,
    ) {
        self.add(rule, Some(direction), at, text.into());
    }

    fn add(&mut self, rule: Rule, direction: Option<Direction>, at: &Located<'_>, text: String) {
        let is_own = at.pointer.starts_with("/paths/");
        self.findings.push(Finding {
            class: rule.class(direction),
            rule: rule.name(direction),
            side: at.side,
            line: at.line(),
            pointer: at.pointer.clone(),
            operation: self.operation.clone().filter(|_| is_own),
            text,
        });
    }

    /// Reports that `required` was set or removed. Absent means false.
    pub fn required(
        &mut self,
        old: &Located<'_>,
        new: &Located<'_>,
        (set, removed): (Rule, Rule),
        text: &str,
    ) {
        match (old.flag("required"), new.flag("required")) {
            (false, true) => self.report(set, new, format!("{text} is required")),
            (true, false) => self.report(removed, new, format!("{text} may be left out")),
            _ => {}
        }
    }

    /// Returns the findings: the worst first, then by document and line. A component is compared wherever it is used, so
    /// the same difference may be found several times; it is returned once.
    pub fn finish(mut self) -> Vec<Finding> {
        let key = |Finding { class, rule, side, line, pointer, text, .. }: &Finding| {
            (*class, *side, *line, pointer.clone(), rule.clone(), text.clone())
        };
        self.findings.sort_by_cached_key(key);
        self.findings.dedup_by_key(|finding| key(finding));
        self.findings
    }
}
