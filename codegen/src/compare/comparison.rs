//! A comparison in progress: the two documents, and the findings so far.

use std::collections::HashSet;

use super::finding::Findings;
use super::keys;
use super::located::{Located, Side};
use super::schemas::{Schemas, Seen};
use crate::document::Document;

pub struct Comparison<'a> {
    pub old: Located<'a>,
    pub new: Located<'a>,
    pub findings: Findings<'a>,
    seen: Seen,
}

impl<'a> Comparison<'a> {
    pub fn new(old: &'a Document, new: &'a Document) -> Self {
        Self {
            old: Located::root(Side::Old, old.json()),
            new: Located::root(Side::New, new.json()),
            findings: Findings::new(old, new),
            seen: HashSet::new(),
        }
    }

    pub fn schemas(&mut self) -> Schemas<'_, 'a> {
        Schemas::new(&mut self.findings, &mut self.seen)
    }

    pub fn rest(&mut self, old: &Located<'a>, new: &Located<'a>, compared: &[&str]) {
        keys::rest(&mut self.findings, old, new, compared);
    }
}
