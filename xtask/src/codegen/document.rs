//! A YAML document. Every value knows its JSON pointer and its line, and the document collects the faults found in it.

mod extensions;
mod fault;
mod node;
mod pointer;
mod yaml;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

pub use extensions::is_others;
pub use fault::{Fault, Faults, Faulty, Result, all, one_line};
pub use node::Node;
pub use pointer::escape;
use serde_json::Value;

/// A parsed document.
#[derive(Debug)]
pub struct Document {
    file: PathBuf,
    root: Value,
    lines: HashMap<String, usize>,
    /// Pointers of YAML values that have no JSON value.
    lost: HashSet<String>,
    faults: RefCell<BTreeSet<Fault>>,
    /// Whether a reference to a component may be missing, because it is invalid or could not be read.
    misses_reference: Cell<bool>,
}

impl Document {
    pub fn parse(file: &Path, text: &str) -> std::result::Result<Self, Faults> {
        let yaml::Loaded { root, lines, faults, lost } = yaml::load(text);
        let fault = |(line, pointer, text)| Fault { file: file.to_owned(), line, pointer, text };
        let faults: BTreeSet<Fault> = faults.into_iter().map(fault).collect();
        match root {
            Some(root) => {
                let misses_reference = Cell::new(!lost.is_empty());
                let faults = RefCell::new(faults);
                Ok(Self { lines, lost, faults, misses_reference, ..Self::from_json(file, root) })
            }
            None => Err(Faults(faults)),
        }
    }

    /// Wraps JSON that was never text: its values have no lines.
    pub fn from_json(file: &Path, root: Value) -> Self {
        Self {
            file: file.to_owned(),
            root,
            lines: HashMap::new(),
            lost: HashSet::new(),
            faults: RefCell::default(),
            misses_reference: Cell::new(false),
        }
    }

    pub fn root(&self) -> Node<'_> {
        Node::new(self, String::new(), &self.root)
    }

    /// The line of the value at a JSON pointer; 1 if it is unknown.
    pub fn line(&self, pointer: &str) -> usize {
        self.lines.get(pointer).copied().unwrap_or(1)
    }

    /// The document as JSON, with keys in the document's order.
    pub fn json(&self) -> &Value {
        &self.root
    }

    /// Returns the value, or all faults if the document has any.
    pub fn if_sound<T>(&self, read: Result<T>) -> std::result::Result<T, Faults> {
        let faults = self.faults.borrow();
        match read {
            Ok(value) if faults.is_empty() => Ok(value),
            _ => Err(Faults(faults.clone())),
        }
    }

    /// The pointers of all values that have a fault.
    pub fn faulty_pointers(&self) -> Vec<String> {
        self.faults.borrow().iter().map(|fault| fault.pointer.clone()).collect()
    }

    /// Whether every reference to a component could be read.
    pub fn has_all_references(&self) -> bool {
        !self.misses_reference.get()
    }

    fn record(&self, pointer: &str, text: String) -> Faulty {
        let line = self.line(pointer);
        let fault = Fault { file: self.file.clone(), line, pointer: pointer.to_owned(), text };
        let is_known = self.lost.contains(&fault.pointer);
        fault.recorded_in(&mut self.faults.borrow_mut(), is_known)
    }
}
