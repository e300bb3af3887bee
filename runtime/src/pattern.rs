//! The `pattern` of a parameter, compiled when it is first needed.

use std::sync::OnceLock;

use regex::Regex;

/// A regular expression of the document: `static SLUG: Pattern = Pattern::new("^[a-z]+$");`
///
/// Matching takes time linear in the text, whatever the text is.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// Takes the expression, which the generator has tried.
    pub const fn new(source: &'static str) -> Self {
        Self { source, compiled: OnceLock::new() }
    }

    /// Whether the text matches. An expression that does not compile matches nothing.
    pub fn matches(&self, text: &str) -> bool {
        let compile = || match Regex::new(self.source) {
            Ok(regex) => Some(regex),
            Err(error) => {
                tracing::error!(pattern = self.source, %error, "a pattern of the document does not compile");
                None
            }
        };
        self.compiled.get_or_init(compile).as_ref().is_some_and(|regex| regex.is_match(text))
    }
}
