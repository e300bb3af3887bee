//! The faults of a document, each printed as one line: the place, the problem and the fix.

use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::path::PathBuf;

/// A reason why no code can be generated from a document. Faults are ordered by file, then by line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    pub file: PathBuf,
    pub line: usize,
    pub pointer: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(pub BTreeSet<Fault>);

/// Proof that a fault is recorded in its document. A caller that receives a `Faulty` need not report the fault again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Faulty(());

/// A value, or the proof that a recorded fault prevents the value.
pub type Result<T> = std::result::Result<T, Faulty>;

/// Returns all values, or [`Faulty`] if any item is faulty. Evaluates every item to record all faults; `collect` would
/// stop at the first one.
pub fn all<T>(items: impl IntoIterator<Item = Result<T>>) -> Result<Vec<T>> {
    let items: Vec<_> = items.into_iter().collect();
    items.into_iter().collect()
}

impl Fault {
    /// Records the fault, unless another fault already explains it (`is_known`). No other function creates a
    /// [`Faulty`].
    pub(super) fn recorded_in(self, faults: &mut BTreeSet<Self>, is_known: bool) -> Faulty {
        if !is_known {
            faults.insert(self);
        }
        Faulty(())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, line) = (self.file.display(), self.line);
        let pointer = if self.pointer.is_empty() { "/" } else { &self.pointer };
        write!(out, "{file}:{line}: {}: {}", one_line(pointer), one_line(&self.text))
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            let end = if index == 0 { "" } else { "\n" };
            write!(out, "{end}{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// Returns text from a document as one line. Escapes control characters, invisible characters, and characters that
/// change the direction of writing.
pub fn one_line(text: &str) -> String {
    let mut line = String::new();
    for letter in text.chars() {
        let joins_or_turns = matches!(letter,
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
        match letter {
            '\n' | '\r' | '\t' => line.extend(letter.escape_default()),
            _ if letter.is_control() || joins_or_turns => {
                _ = write!(line, "\\u{{{:x}}}", u32::from(letter))
            }
            _ => line.push(letter),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_in_its_own_order() {
        let shown = one_line("a\nb\r\tc\u{0}\u{85}\u{2028}d\u{202e}e\u{200f}größe 日本");
        assert_eq!(shown, r"a\nb\r\tc\u{0}\u{85}\u{2028}d\u{202e}e\u{200f}größe 日本");
    }
}
