//! The rows that an apply changes or leaves, each with its differences.

use std::fmt;

use super::content::Difference;
use super::kinds::Identity;

/// A row that an apply has changed or would change, or that it leaves as it is.
pub struct RowChange {
    pub section: &'static str,
    /// The name of such a row, for people.
    pub noun: &'static str,
    pub identity: Identity,
    /// Negative for a row that has no id yet.
    pub id: i64,
    /// A name of this row, for people.
    pub label: String,
    pub action: Action,
}

pub enum Action {
    Added,
    Changed(Vec<Difference>),
    /// The file lacks the row. The text says what an apply does to such a row: `archived`.
    Pruned(String),
    /// The file lacks the row, and it stays because the site uses it.
    Kept,
    /// The row is left for this reason, with these differences.
    Conflict(String, Vec<Difference>),
    /// The row cannot be stored, for this reason.
    Refused(String),
}

impl fmt::Display for RowChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { noun, identity, id, label, action, .. } = self;
        match (identity, label.as_str()) {
            (Identity::Site, _) => write!(f, "{noun}: {action}"),
            (Identity::Id | Identity::IdOrName, "") => write!(f, "{noun} {id}: {action}"),
            (Identity::Code, _) => write!(f, "{noun} {label}: {action}"),
            (Identity::IdOrName, _) if *id < 0 => write!(f, "{noun} ({label}): {action}"),
            _ => write!(f, "{noun} {id} ({label}): {action}"),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Added => f.write_str("added"),
            Self::Changed(differences) => f.write_str(&joined(differences)),
            Self::Pruned(done) => f.write_str(done),
            Self::Kept => f.write_str("stays, because the site uses it"),
            Self::Conflict(reason, differences) if differences.is_empty() => {
                write!(f, "conflict: {reason}")
            }
            Self::Conflict(reason, differences) => {
                write!(f, "conflict: {reason}: {}", joined(differences))
            }
            Self::Refused(reason) => write!(f, "refused: {reason}"),
        }
    }
}

fn joined(differences: &[Difference]) -> String {
    let each: Vec<String> = differences.iter().map(Difference::to_string).collect();
    each.join(", ")
}
