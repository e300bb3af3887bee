//! Rust code as a type. [`code!`](code) writes it from a template, and no text of a document gets into it unquoted.

use std::fmt::{self, Display, Write};

/// Rust code whose brackets are balanced: an item, an expression, a type, or several of them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Code(String);

/// An identifier, or a path such as `fmt::Display`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name(String);

/// The lines of a comment.
#[derive(Debug, Clone, PartialEq)]
pub struct Doc(String);

/// A value that a template may contain.
pub trait Fragment: Display {}

impl Fragment for Code {}
impl Fragment for Name {}
impl Fragment for Doc {}
impl Fragment for i64 {}
impl Fragment for u64 {}
impl Fragment for u16 {}
impl<F: Fragment + ?Sized> Fragment for &F {}

/// Writes [`Code`] from a template of `format!`. Each placeholder is the name of an argument, `name` or `name = value`,
/// and each argument is a [`Fragment`]. A template whose brackets are not balanced does not compile.
macro_rules! code {
    (@value $name:ident) => { $name };
    (@value $name:ident = $value:expr) => { $value };
    ($template:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const { $crate::code::check($template, &[$(stringify!($name)),*]) };
        $crate::code::Code::unchecked(
            format!($template $(, $name = $crate::code::fragment(&code!(@value $name $(= $value)?)))*)
        )
    }};
}
pub(crate) use code;

pub fn fragment<F: Fragment>(value: &F) -> &F {
    value
}

impl Code {
    /// Joins fragments. `separator` has no brackets.
    pub fn join<F: Fragment>(fragments: impl IntoIterator<Item = F>, separator: &str) -> Self {
        let mut out = String::new();
        for (index, fragment) in fragments.into_iter().enumerate() {
            let separator = if index == 0 { "" } else { separator };
            _ = write!(out, "{separator}{fragment}");
        }
        Self(out)
    }

    /// The text of a file in `codegen/templates/`.
    ///
    /// # Panics
    ///
    /// If its brackets are not balanced.
    #[track_caller]
    pub fn template(text: String) -> Self {
        // Outside of `format!`, a brace is written once.
        check(&text.replace('{', "{{").replace('}', "}}"), &[]);
        Self(text)
    }

    /// Takes text as it is, such as a literal.
    pub fn unchecked(text: String) -> Self {
        Self(text)
    }

    pub fn push(&mut self, fragment: impl Fragment) {
        _ = write!(self.0, "{fragment}");
    }

    /// Replaces a placeholder of a template.
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

impl Doc {
    /// Each line begins with `mark`.
    pub fn of_lines(mark: &str, lines: impl IntoIterator<Item = String>) -> Self {
        let lines = lines.into_iter();
        Self(lines.map(|line| format!("{mark} {line}").trim_end().to_owned() + "\n").collect())
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

impl Display for Doc {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

fn is_identifier(text: &str) -> bool {
    let letters = text.strip_prefix("r#").unwrap_or(text);
    letters.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && letters.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Checks a template of `format!`: each placeholder has one of these names, and the brackets outside of comments and
/// strings are balanced.
///
/// # Panics
///
/// If that is not so. In a constant, the compiler reports the panic.
pub const fn check(template: &str, names: &[&str]) {
    let text = template.as_bytes();
    let mut open = [0; 32];
    let mut depth = 0;
    let (mut in_string, mut in_comment) = (false, false);
    let mut at = 0;
    while at < text.len() {
        let next = if at + 1 < text.len() { text[at + 1] } else { 0 };
        let is_code = !in_string && !in_comment;
        match text[at] {
            b'\n' => in_comment = false,
            b'/' if next == b'/' && is_code => in_comment = true,
            b'\\' if in_string => at += 1,
            b'"' if !in_comment => in_string = !in_string,
            b'{' if next != b'{' => at = end_of_placeholder(text, at + 1, names),
            b'}' if next != b'}' => panic!("write a brace of a template twice"),
            bracket @ (b'(' | b'[' | b'{') => {
                if is_code {
                    open[depth] = bracket;
                    depth += 1;
                }
                at += (bracket == b'{') as usize;
            }
            bracket @ (b')' | b']' | b'}') => {
                if is_code {
                    assert!(depth > 0, "a closing bracket has no opening one");
                    depth -= 1;
                    // In ASCII, a closing bracket is one or two after the opening one.
                    assert!(
                        bracket.wrapping_sub(open[depth]) <= 2,
                        "a closing bracket does not match the opening one"
                    );
                }
                at += (bracket == b'}') as usize;
            }
            _ => {}
        }
        at += 1;
    }
    assert!(depth == 0, "a bracket is not closed");
    assert!(!in_string, "a string is not closed");
}

/// Returns the position of the brace that closes the placeholder.
const fn end_of_placeholder(text: &[u8], begin: usize, names: &[&str]) -> usize {
    let mut index = 0;
    while index < names.len() {
        let name = names[index].as_bytes();
        let end = begin + name.len();
        if end < text.len() && text[end] == b'}' && begins_with(text, begin, name) {
            return end;
        }
        index += 1;
    }
    panic!("a placeholder is not among the arguments of `code!`")
}

const fn begins_with(text: &[u8], begin: usize, name: &[u8]) -> bool {
    let mut index = 0;
    while index < name.len() {
        if text[begin + index] != name[index] {
            return false;
        }
        index += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::check;

    #[test]
    fn balanced() {
        for template in
            ["", "fn f() {{ [{a}] }}", "// ({a}\n{b}", "\"(\"", "{{{a}{b}}}", "\"\\\"[\""]
        {
            check(template, &["a", "b"]);
        }
    }

    #[test]
    fn refused() {
        for template in
            ["(", ")", "{{", "}}", "(]", "{{)", "{c}", "{", "}", "{}", "{a", "\"", "{ab}", "// {c}"]
        {
            assert!(catch_unwind(|| check(template, &["a", "b"])).is_err(), "{template}");
        }
    }
}
