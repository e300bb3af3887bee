//! Rust source text: names, literals, doc comments, and rustfmt.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use heck::{ToPascalCase, ToSnakeCase};
use serde_json::Value;

use super::model::Type;
use super::tree::Tree;

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
pub fn snake(name: &str) -> String {
    let name = stem(name);
    if KEYWORDS.contains(&name.as_str()) { format!("r#{name}") } else { name }
}

/// Writes a name of the document as a file name, or as a part of a longer name. Most keywords are harmless there.
pub fn stem(name: &str) -> String {
    let name = name.to_snake_case();
    if UNWRITABLE.contains(&name.as_str()) { name + "_" } else { name }
}

/// Writes a name of the document as a type or variant.
pub fn pascal(name: &str) -> String {
    let name = name.to_pascal_case();
    match name.as_str() {
        "Self" => "Self_".to_owned(),
        _ if name.starts_with(|first: char| first.is_ascii_digit()) => format!("V{name}"),
        _ => name,
    }
}

/// The name of a tag's trait. It has a suffix because the document of a tag `cart` often has a type `Cart`.
pub fn trait_name(tag: &str) -> String {
    format!("{}Api", tag.to_pascal_case())
}

/// Writes a string literal.
pub fn text(value: &str) -> String {
    format!("{value:?}")
}

/// Writes a type as the types crate does. `prefix` precedes the name of a schema.
pub fn type_name(ty: &Type, prefix: &str) -> String {
    match ty {
        Type::Integer => "i64".to_owned(),
        Type::Number => "f64".to_owned(),
        Type::Boolean => "bool".to_owned(),
        Type::String => "String".to_owned(),
        Type::DateTime => format!("{prefix}Timestamp"),
        Type::Any => "serde_json::Value".to_owned(),
        Type::Object => "serde_json::Map<String, serde_json::Value>".to_owned(),
        Type::Array(item) => format!("Vec<{}>", type_name(item, prefix)),
        Type::Map(item) => format!("BTreeMap<String, {}>", type_name(item, prefix)),
        Type::Named(name) => format!("{prefix}{name}"),
    }
}

/// Writes a default of the document as an expression of the type.
pub fn literal(value: &Value, ty: &Type, prefix: &str) -> String {
    match (value, ty) {
        (Value::String(value), Type::Named(name)) => format!("{prefix}{name}::{}", pascal(value)),
        (Value::String(value), _) => format!("{}.to_owned()", text(value)),
        (Value::Array(_), _) => "Vec::new()".to_owned(),
        (Value::Object(_), Type::Object) => "serde_json::Map::new()".to_owned(),
        (Value::Object(_), _) => "BTreeMap::new()".to_owned(),
        // The document may write a float as an integer.
        (Value::Number(number), Type::Number) => {
            format!("{:?}", number.as_f64().unwrap_or_default())
        }
        (other, _) => other.to_string(),
    }
}

/// Writes paragraphs as a wrapped doc comment. Empty paragraphs are omitted.
pub fn doc(paragraphs: &[&str]) -> String {
    comment("///", paragraphs)
}

/// Like [`doc()`], but for the comment of a module or crate.
pub fn module_doc(paragraphs: &[&str]) -> String {
    comment("//!", paragraphs)
}

fn comment(mark: &str, paragraphs: &[&str]) -> String {
    let mut out = String::new();
    for paragraph in paragraphs.iter().filter(|paragraph| !paragraph.trim().is_empty()) {
        let paragraph: String = paragraph.chars().map(plain).collect();
        if !out.is_empty() {
            out.push_str(&format!("{mark}\n"));
        }
        for line in paragraph.trim().lines() {
            for wrapped in wrap(line, 96) {
                out.push_str(format!("{mark} {wrapped}").trim_end());
                out.push('\n');
            }
        }
    }
    out
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
pub fn indented(lines: &str) -> String {
    lines.lines().map(|line| format!("    {line}").trim_end().to_owned() + "\n").collect()
}

/// Returns the configuration that `cargo fmt` uses for files in this folder, unless it is the user's own.
pub fn rustfmt_config(folder: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(folder).ok()?;
    let names = ["rustfmt.toml", ".rustfmt.toml"];
    let configs = folder.ancestors().flat_map(|parent| names.map(|name| parent.join(name)));
    configs.into_iter().find(|config| config.exists())
}

/// Formats these source files of a tree in one run of rustfmt.
pub fn format(tree: &mut Tree, sources: &[String], config: Option<&Path>) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let paths: Vec<_> = sources.iter().map(|path| folder.path().join(path)).collect();
    for (path, file) in sources.iter().zip(&paths) {
        fs::create_dir_all(file.parent().context("a file without a folder")?)?;
        fs::write(file, &tree[path])?;
    }
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--edition", "2024", "--quiet"]);
    if let Some(config) = config {
        rustfmt.arg("--config-path").arg(config);
    }
    let output =
        rustfmt.args(&paths).output().context("rustfmt is needed: rustup component add rustfmt")?;
    if !output.status.success() {
        let folder = format!("{}/", folder.path().display());
        bail!("rustfmt refused:\n{}", String::from_utf8_lossy(&output.stderr).replace(&folder, ""));
    }
    for (path, file) in sources.iter().zip(&paths) {
        tree.insert(path.clone(), fs::read_to_string(file)?);
    }
    Ok(())
}
