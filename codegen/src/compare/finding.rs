//! The differences between two documents.

use super::located::Side;
use super::rules::Class;

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

pub fn counts(findings: &[Finding]) -> String {
    let count = |class| findings.iter().filter(|finding| finding.class == class).count();
    let additions = count(Class::Addition);
    let plural = if additions == 1 { "" } else { "s" };
    let (breaking, wording) = (count(Class::Breaking), count(Class::Wording));
    format!("{breaking} breaking, {additions} addition{plural}, {wording} of wording")
}
