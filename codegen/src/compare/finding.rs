//! The differences between two documents.

use std::collections::HashSet;

use super::located::{Located, Side};
use super::rules::{Class, Direction, Rule};
use crate::document::Document;

/// One difference: the rule, the place and a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub class: Class,
    /// The rule's name. It begins with `request-` or `response-` if the rule distinguishes the directions of a value.
    pub rule: String,
    pub side: Side,
    pub line: usize,
    pub pointer: String,
    /// The ID of the compared operation, if the pointer is in `paths`.
    pub operation: Option<String>,
    pub text: String,
}

impl Finding {
    /// The finding as a line that names the new or the old document.
    pub fn line_of_report(&self, new: &str, old: &str) -> String {
        let Self { class, rule, line, pointer, text, .. } = self;
        let file = if self.side == Side::New { new } else { old };
        let pointer = if pointer.is_empty() { "/" } else { pointer };
        match class {
            Class::Wording => format!("{}   {file}:{line}: {pointer}: {text}", class.name()),
            _ => format!("{:8}  {file}:{line}: {pointer}: {rule}: {text}", class.name()),
        }
    }
}

/// The numbers of findings of each class.
pub fn counts(findings: &[Finding]) -> String {
    let count = |class| findings.iter().filter(|finding| finding.class == class).count();
    let additions = count(Class::Addition);
    let plural = if additions == 1 { "" } else { "s" };
    let (breaking, wording) = (count(Class::Breaking), count(Class::Wording));
    format!("{breaking} breaking, {additions} addition{plural}, {wording} of wording")
}

/// The parts of a finding by which duplicates are recognized.
#[derive(PartialEq, Eq, Hash)]
struct Difference {
    rule: Rule,
    direction: Option<Direction>,
    pointer: String,
    text: String,
}

/// All findings, each difference once.
pub struct Findings<'a> {
    old: &'a Document,
    new: &'a Document,
    pub list: Vec<Finding>,
    reported: HashSet<Difference>,
    /// The operation that is being compared.
    pub operation: Option<String>,
}

impl<'a> Findings<'a> {
    pub fn new(old: &'a Document, new: &'a Document) -> Self {
        Self { old, new, list: Vec::new(), reported: HashSet::new(), operation: None }
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
        // A component is compared wherever it is used, so the same difference may be found several times.
        let pointer = at.pointer.clone();
        if !self.reported.insert(Difference { rule, direction, pointer, text: text.clone() }) {
            return;
        }
        let document = match at.side {
            Side::Old => self.old,
            Side::New => self.new,
        };
        let is_own = at.pointer.starts_with("/paths/");
        self.list.push(Finding {
            class: rule.class(direction),
            rule: rule.name(direction),
            side: at.side,
            line: document.line(&at.pointer),
            pointer: at.pointer.clone(),
            operation: self.operation.clone().filter(|_| is_own),
            text,
        });
    }

    /// Sorts the findings: the worst first, then by document and line.
    pub fn finish(mut self) -> Vec<Finding> {
        self.list.sort_by_key(|finding| (finding.class, finding.side, finding.line));
        self.list
    }
}
