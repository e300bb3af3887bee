//! The faults of a bundle, each with its JSON pointer, in the order of the file.

use std::fmt;

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind};

/// Maximum number of listed faults. Further faults are only counted.
const MAX_LISTED_FAULTS: usize = 1_000;

/// Maximum number of faults in one line, and of characters of each.
const MAX_FAULTS_IN_A_LINE: usize = 20;
const MAX_FAULT_CHARACTERS: usize = 200;

/// The faults of a bundle. A bundle with faults is not imported.
#[derive(Debug, Default)]
pub struct Faults {
    kept: Vec<Fault>,
    count: usize,
}

#[derive(Debug)]
struct Fault {
    /// Number of items before the fault in the file. Faults are listed in this order, but references without a target
    /// are only found at the end of the file.
    place: usize,
    line: String,
}

impl Faults {
    pub fn one(pointer: &str, text: impl fmt::Display) -> Self {
        let mut faults = Self::default();
        faults.add(0, pointer, text);
        faults
    }

    /// Adds a fault with the line `pointer: text`. `place` is the number of items before the fault in the file.
    pub fn add(&mut self, place: usize, pointer: &str, text: impl fmt::Display) {
        self.count += 1;
        if self.kept.len() < MAX_LISTED_FAULTS {
            let line =
                if pointer.is_empty() { text.to_string() } else { format!("{pointer}: {text}") };
            // A line break or an escape sequence in a key would break the list or the terminal.
            let line = line.replace(char::is_control, "\u{fffd}");
            self.kept.push(Fault { place, line });
        }
    }

    /// Adds a violation of the schema by the value at `pointer`.
    pub fn add_violation(&mut self, place: usize, pointer: &str, violation: &ValidationError<'_>) {
        let pointer = format!("{pointer}{}", violation.instance_path().as_str());
        match violation.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                for key in unexpected {
                    self.add(place, &below(&pointer, key), "unknown key");
                }
            }
            ValidationErrorKind::Required { property } => {
                let key = property.as_str().unwrap_or_default();
                self.add(place, &below(&pointer, key), "is required");
            }
            kind => self.add(place, &pointer, wording(kind, violation)),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn sort(&mut self) {
        self.kept.sort_by_key(|fault| fault.place);
    }

    /// Returns the first faults in one line: `/site: is required; /formatVersion: must be 1; and 3 more`.
    pub fn first(&self) -> String {
        let first = self.lines().take(MAX_FAULTS_IN_A_LINE);
        let first = first.map(|line| line.chars().take(MAX_FAULT_CHARACTERS).collect());
        let first = first.collect::<Vec<String>>().join("; ");
        let more = match self.count.saturating_sub(MAX_FAULTS_IN_A_LINE) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        first + &more
    }

    /// Returns at most 1,000 faults, such as `/products/3/slug: slug "mug" is given twice`.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.kept.iter().map(|fault| fault.line.as_str())
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.count == 1 { "" } else { "s" };
        write!(f, "{} fault{plural}, nothing was imported", self.count)?;
        for line in self.lines() {
            write!(f, "\n{line}")?;
        }
        match self.count - self.kept.len() {
            0 => Ok(()),
            more => write!(f, "\n… and {more} more"),
        }
    }
}

impl std::error::Error for Faults {}

/// Returns the pointer to `key` in the object at `pointer`, escaped according to RFC 6901.
fn below(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))
}

/// Returns how to fix a violation. The text never contains the value, which may be long or a secret.
fn wording(kind: &ValidationErrorKind, violation: &ValidationError<'_>) -> String {
    match kind {
        ValidationErrorKind::Type { kind: TypeKind::Single(wanted) } => {
            format!("must be {}", article(wanted))
        }
        ValidationErrorKind::Type { kind: TypeKind::Multiple(wanted) } => {
            let (null, others): (Vec<_>, Vec<_>) =
                wanted.iter().map(article).partition(|wanted| wanted == "null");
            format!("must be {}", [others, null].concat().join(" or "))
        }
        ValidationErrorKind::Minimum { limit } => format!("must be at least {limit}"),
        ValidationErrorKind::Maximum { limit } => format!("must be at most {limit}"),
        ValidationErrorKind::MaxItems { limit } => format!("must have at most {limit} items"),
        ValidationErrorKind::MaxLength { limit } => format!("must have at most {limit} characters"),
        ValidationErrorKind::Enum { options } => format!("must be one of {options}"),
        ValidationErrorKind::Constant { expected_value } => format!("must be {expected_value}"),
        ValidationErrorKind::Pattern { pattern } => format!("must match {pattern}"),
        ValidationErrorKind::Format { format } => format!("must be a {format}"),
        ValidationErrorKind::UniqueItems => "must not hold a value twice".to_owned(),
        // The schema has one `oneOf`, in an API key.
        ValidationErrorKind::OneOfNotValid { .. } => "needs secret or secretSha256".to_owned(),
        ValidationErrorKind::OneOfMultipleValid { .. } => {
            "needs secret or secretSha256, not both".to_owned()
        }
        _ => violation.masked().to_string(),
    }
}

fn article(wanted: impl fmt::Display) -> String {
    match wanted.to_string().as_str() {
        "null" => "null".to_owned(),
        noun @ ("integer" | "array" | "object") => format!("an {noun}"),
        noun => format!("a {noun}"),
    }
}
