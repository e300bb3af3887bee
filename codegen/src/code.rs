//! Rust code as a type. [`code!`](code) writes it from a template, and no text of a document gets into it unquoted.

use std::fmt::{self, Display, Write};

/// Rust code: an item, an expression, a type, or several of them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Code(String);

/// An identifier, or a path such as `fmt::Display`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name(String);

/// A value that a template may contain.
pub trait Fragment: Display {}

impl Fragment for Code {}
impl Fragment for Name {}
impl Fragment for i64 {}
impl Fragment for u64 {}
impl Fragment for u16 {}
impl<F: Fragment + ?Sized> Fragment for &F {}

/// Writes [`Code`] from a template of `format!`. Each placeholder is the name of an argument, `name` or `name = value`,
/// and each argument is a [`Fragment`]. In `concat!`, `format!` takes no other variables.
macro_rules! code {
    (@value $name:ident) => { $name };
    (@value $name:ident = $value:expr) => { $value };
    ($template:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::code::Code::unchecked(format!(
            concat!($template)
            $(, $name = $crate::code::fragment(&code!(@value $name $(= $value)?)))*
        ))
    };
}
pub(crate) use code;

pub fn fragment<F: Fragment>(value: &F) -> &F {
    value
}

impl Code {
    pub fn join<F: Fragment>(fragments: impl IntoIterator<Item = F>, separator: &str) -> Self {
        let mut out = String::new();
        for (index, fragment) in fragments.into_iter().enumerate() {
            let separator = if index == 0 { "" } else { separator };
            _ = write!(out, "{separator}{fragment}");
        }
        Self(out)
    }

    /// Takes text as it is, such as a literal.
    pub fn unchecked(text: String) -> Self {
        Self(text)
    }

    pub fn push(&mut self, fragment: impl Fragment) {
        _ = write!(self.0, "{fragment}");
    }

    pub fn with(self, placeholder: &str, fragment: impl Fragment) -> Self {
        Self(self.0.replace(placeholder, &fragment.to_string()))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

impl<F: Fragment> FromIterator<F> for Code {
    fn from_iter<I: IntoIterator<Item = F>>(fragments: I) -> Self {
        Self::join(fragments, "")
    }
}

impl Name {
    /// # Panics
    ///
    /// If the text is no name. The reader of documents refuses such names.
    #[track_caller]
    pub fn new(text: &str) -> Self {
        let path = text.strip_prefix("::").unwrap_or(text);
        assert!(path.split("::").all(is_identifier), "`{text}` is no name");
        Self(text.to_owned())
    }
}

impl Display for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

fn is_identifier(text: &str) -> bool {
    let letters = text.strip_prefix("r#").unwrap_or(text);
    letters.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && letters.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}
