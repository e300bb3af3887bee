//! A YAML document. The document knows the line of every value, and collects the faults that are found in it.

mod extensions;
mod fault;
mod node;
mod pointer;
mod yaml;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

pub use extensions::{intended_extension, is_vendor_extension};
pub use fault::{Fault, Faults, Faulty, Result, all, one_line};
pub use node::Node;
pub use pointer::{escape, segments};
use serde_json::Value;

#[derive(Debug)]
pub struct Document {
    file: PathBuf,
    root: Value,
    lines: HashMap<String, usize>,
    /// Pointers of values that JSON cannot express. In `root`, `null` replaces them.
    unreadable: HashSet<String>,
    faults: RefCell<BTreeSet<Fault>>,
    /// Whether a fault may hide a reference to a component.
    misses_reference: Cell<bool>,
}

impl Document {
    pub fn parse(file: &Path, text: &str) -> std::result::Result<Self, Faults> {
        let yaml::Loaded { root, lines, faults, unreadable } = yaml::load(file, text);
        match root {
            Some(root) => {
                let misses_reference = Cell::new(!unreadable.is_empty());
                let faults = RefCell::new(faults);
                Ok(Self {
                    lines,
                    unreadable,
                    faults,
                    misses_reference,
                    ..Self::from_json(file, root)
                })
            }
            None => Err(Faults(faults)),
        }
    }

    /// Wraps a JSON value that was not parsed from text, so `line` returns 1 for every value.
    pub fn from_json(file: &Path, root: Value) -> Self {
        Self {
            file: file.to_owned(),
            root,
            lines: HashMap::new(),
            unreadable: HashSet::new(),
            faults: RefCell::default(),
            misses_reference: Cell::new(false),
        }
    }

    pub fn root(&self) -> Node<'_> {
        Node::new(self, String::new(), &self.root)
    }

    /// Returns the line of the value at a JSON pointer, or 1 if the line is unknown.
    pub fn line(&self, pointer: &str) -> usize {
        self.lines.get(pointer).copied().unwrap_or(1)
    }

    /// The document as JSON, with keys in the document's order.
    pub fn json(&self) -> &Value {
        &self.root
    }

    /// Returns the value if it could be read and the document has no faults. Otherwise returns all faults.
    pub fn without_faults<T>(&self, read: Result<T>) -> std::result::Result<T, Faults> {
        let faults = self.faults.borrow();
        match read {
            Ok(value) if faults.is_empty() => Ok(value),
            _ => Err(Faults(faults.clone())),
        }
    }

    pub fn faulty_pointers(&self) -> Vec<String> {
        self.faults.borrow().iter().map(|fault| fault.pointer.clone()).collect()
    }

    /// Whether every reference to a component could be read.
    pub fn has_all_references(&self) -> bool {
        !self.misses_reference.get()
    }

    /// Records a fault, unless another fault already explains it (`is_known`).
    fn record(&self, pointer: &str, text: String, is_known: bool) -> Faulty {
        let (file, line) = (self.file.clone(), self.line(pointer));
        let fault = Fault { file, line, pointer: pointer.to_owned(), text };
        fault.recorded_in(&mut self.faults.borrow_mut(), is_known)
    }
}
