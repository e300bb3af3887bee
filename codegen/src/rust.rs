//! How the names, types, values and texts of a document are written in Rust.

use heck::{ToPascalCase, ToSnakeCase};
use serde_json::Value;

use super::code::{Code, Name, code};
use super::model::Type;

const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// Keywords that cannot be names, not even with `r#`.
const UNWRITABLE: &[&str] = &["crate", "self", "super"];

/// Writes a name of the document as a field, parameter, function or module.
pub fn snake(name: &str) -> Name {
    Name::new(&snake_case(name))
}

/// Like [`snake`], but also for a name that the document may not have.
pub fn snake_case(name: &str) -> String {
    let name = stem(name);
    if KEYWORDS.contains(&name.as_str()) { format!("r#{name}") } else { name }
}

/// Writes a name of the document as a file name, or as a part of a longer name. Most keywords are harmless there.
pub fn stem(name: &str) -> String {
    let name = name.to_snake_case();
    if UNWRITABLE.contains(&name.as_str()) { name + "_" } else { name }
}

/// Writes a name of the document as a type or variant.
pub fn pascal(name: &str) -> Name {
    Name::new(&pascal_case(name))
}

/// Like [`pascal`], but also for a name that the document may not have.
pub fn pascal_case(name: &str) -> String {
    let name = name.to_pascal_case();
    match name.as_str() {
        "Self" => "Self_".to_owned(),
        _ if name.starts_with(|first: char| first.is_ascii_digit()) => format!("V{name}"),
        _ => name,
    }
}

/// The name of a tag's trait. It has a suffix because the document of a tag `cart` often has a type `Cart`.
pub fn trait_name(tag: &str) -> Name {
    Name::new(&trait_case(tag))
}

/// Like [`trait_name`], but also for a name that the document may not have.
pub fn trait_case(tag: &str) -> String {
    format!("{}Api", tag.to_pascal_case())
}

pub fn text(value: &str) -> Code {
    Code::unchecked(format!("{value:?}"))
}

/// The crate whose types a file names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scope {
    /// The types crate itself.
    Types,
    /// A crate that imports the types crate as `types`.
    Imported,
}

/// Writes a type as this crate names it.
pub fn type_name(ty: &Type, scope: Scope) -> Code {
    let item = |item: &Type| type_name(item, scope);
    match ty {
        Type::Integer => code!("i64"),
        Type::Number => code!("f64"),
        Type::Boolean => code!("bool"),
        Type::String => code!("String"),
        Type::DateTime => schema("Timestamp", scope),
        Type::Any => code!("serde_json::Value"),
        Type::Object => code!("serde_json::Map<String, serde_json::Value>"),
        Type::Array(ty) => code!("Vec<{item}>", item = item(ty)),
        Type::Map(ty) => code!("BTreeMap<String, {item}>", item = item(ty)),
        Type::Named(name) => schema(name, scope),
    }
}

fn schema(name: &str, scope: Scope) -> Code {
    let name = Name::new(name);
    match scope {
        Scope::Types => code!("{name}", name),
        Scope::Imported => code!("types::{name}", name),
    }
}

/// Writes a default of the document as an expression of the type.
pub fn literal(value: &Value, ty: &Type, scope: Scope) -> Code {
    match (value, ty) {
        (Value::String(value), Type::Named(name)) => {
            code!("{name}::{value}", name = schema(name, scope), value = pascal(value))
        }
        (Value::String(value), _) => code!("{value}.to_owned()", value = text(value)),
        (Value::Array(_), _) => code!("Vec::new()"),
        (Value::Object(_), Type::Object) => code!("serde_json::Map::new()"),
        (Value::Object(_), _) => code!("BTreeMap::new()"),
        // The document may write a float as an integer.
        (Value::Number(number), Type::Number) => {
            Code::unchecked(format!("{:?}", number.as_f64().unwrap_or_default()))
        }
        (other, _) => Code::unchecked(other.to_string()),
    }
}

/// Writes paragraphs as a wrapped doc comment. Empty paragraphs are omitted.
pub fn doc(paragraphs: &[&str]) -> Code {
    comment("///", wrapped(paragraphs))
}

/// Like [`doc()`], but for the comment of a module or crate.
pub fn module_doc(paragraphs: &[&str]) -> Code {
    comment("//!", wrapped(paragraphs))
}

/// A line that is no documentation.
pub fn line_comment(text: &str) -> Code {
    comment("//", text.lines().map(str::to_owned))
}

/// Begins each line with `mark`.
fn comment(mark: &str, lines: impl IntoIterator<Item = String>) -> Code {
    let lines = lines.into_iter();
    Code::unchecked(
        lines.map(|line| format!("{mark} {line}").trim_end().to_owned() + "\n").collect(),
    )
}

/// Groups the digits of a number: `86_400`, `86,400`.
pub fn grouped(number: u64, separator: char) -> String {
    match number {
        ..1_000 => number.to_string(),
        _ => format!("{}{separator}{:03}", grouped(number / 1_000, separator), number % 1_000),
    }
}

fn wrapped(paragraphs: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    for paragraph in paragraphs.iter().filter(|paragraph| !paragraph.trim().is_empty()) {
        let paragraph: String = paragraph.chars().map(plain).collect();
        if !out.is_empty() {
            out.push(String::new());
        }
        out.extend(as_text(paragraph.trim()).iter().flat_map(|line| wrap(line, 96)));
    }
    out
}

/// Marks code blocks as text. Otherwise rustdoc would compile and run them as tests of the generated crate.
fn as_text(paragraph: &str) -> Vec<String> {
    let (mut in_fence, mut in_list) = (false, false);
    let line = |line: &str| {
        let (begin, indent) = (line.trim_start(), line.len() - line.trim_start().len());
        let marker: String = begin.chars().take_while(|c| *c == '`' || *c == '~').collect();
        if marker.len() >= 3 {
            in_fence = !in_fence;
            let info = begin[marker.len()..].trim();
            let is_rust = info.is_empty() || info.starts_with("rust");
            return match in_fence && is_rust {
                true => format!("{}{marker}text", &line[..indent]),
                false => line.to_owned(),
            };
        }
        let is_item =
            begin.starts_with(['-', '*', '+']) || begin.starts_with(|c: char| c.is_ascii_digit());
        in_list = is_item || in_list && (indent > 0 || begin.is_empty());
        // Four spaces begin a code block.
        match indent >= 4 && !in_list && !in_fence {
            true => begin.to_owned(),
            false => line.to_owned(),
        }
    };
    paragraph.lines().map(line).collect()
}

/// Replaces characters that the compiler refuses in a comment: carriage returns, and characters that change the
/// direction of text.
fn plain(letter: char) -> char {
    match letter {
        '\n' => letter,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => ' ',
        _ if letter.is_control() => ' ',
        _ => letter,
    }
}

fn wrap(line: &str, width: usize) -> Vec<String> {
    // A row of a table stays on one line.
    if line.trim_start().starts_with('|') {
        return vec![line.to_owned()];
    }
    let indent: String = line.chars().take_while(|c| *c == ' ').collect();
    let hang =
        if line.trim_start().starts_with("- ") { format!("{indent}  ") } else { indent.clone() };
    let mut lines = vec![indent];
    for word in line.split_whitespace() {
        let Some(last) = lines.last_mut() else { break };
        if !last.trim().is_empty() && last.chars().count() + word.chars().count() >= width {
            lines.push(format!("{hang}{word}"));
        } else {
            if !last.trim().is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

/// Indents the content of a macro's braces, which rustfmt does not format.
pub fn indented(lines: &Code) -> Code {
    let lines = lines.as_str().lines();
    Code::unchecked(lines.map(|line| format!("    {line}").trim_end().to_owned() + "\n").collect())
}

#[cfg(test)]
mod tests {
    use super::doc;

    #[test]
    fn code_blocks_are_no_tests() {
        for (text, comment) in [
            ("a\n```\nf()\n```", "/// a\n/// ```text\n/// f()\n/// ```\n"),
            ("~~~rust\nf()\n~~~", "/// ~~~text\n/// f()\n/// ~~~\n"),
            ("```json\n{}\n```", "/// ```json\n/// {}\n/// ```\n"),
            ("a\n\n    f()", "/// a\n///\n/// f()\n"),
            ("- a\n    - b", "/// - a\n///     - b\n"),
        ] {
            assert_eq!(doc(&[text]).to_string(), comment);
        }
    }
}
