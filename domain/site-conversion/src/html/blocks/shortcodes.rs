//! Shortcodes, which WordPress replaces when it shows a post.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::links::is_address;
use super::{Writer, insert};
use crate::html::{Attributes, Token, attribute, escaped, tokens};

/// A part of a text.
pub enum Piece<'a> {
    Text(&'a str),
    /// `[gallery ids="1,2"]` has the name `gallery` and the rest ` ids="1,2"`. A closing shortcode has the name `/gallery`.
    Shortcode {
        name: &'a str,
        rest: &'a str,
    },
}

/// Shortcodes that need no attribute.
const KNOWN: [&str; 7] = ["gallery", "playlist", "audio", "video", "caption", "embed", "youtube"];

/// Shortcodes of the plugin SyntaxHighlighter, which wordpress.com has, without and with the language as name.
const CODE: [&str; 2] = ["code", "sourcecode"];
const LANGUAGES: &str = "bash shell cpp csharp css delphi diff erlang fsharp groovy html java javascript js latex \
    matlab objc perl php powershell python ruby scala sql vb vbnet xml xslt yaml text";

/// Replaces code that plugins show, such as `[sourcecode language="php"]…[/sourcecode]`, by the element for it. Such code
/// may contain `<` as it is.
pub fn with_code<'a>(html: &'a str, closed: &HashSet<String>) -> Cow<'a, str> {
    let mut replaced = String::new();
    let mut rest = html;
    // The text before it has no code.
    let mut from = 0;
    let mut unclosed = HashSet::new();
    while let Some(at) = rest[from..].find(['[', '<']).map(|at| from + at) {
        from = at + 1;
        let Some((language, end, inside)) = code_start(&rest[at..], closed) else { continue };
        if unclosed.contains(&end) {
            continue;
        }
        let Some((code, after)) = inside.split_once(&end) else {
            unclosed.insert(end);
            continue;
        };
        let language = escaped(&language).replace('"', "&quot;");
        let code = code.replace('<', "&lt;");
        replaced.push_str(&rest[..at]);
        replaced.push_str(&format!("<pre lang=\"{language}\">{code}</pre>"));
        rest = after;
        from = 0;
    }
    if replaced.is_empty() { html.into() } else { (replaced + rest).into() }
}

/// Returns the language of code that begins here, the text that ends it, and the text after its start.
fn code_start<'a>(here: &'a str, closed: &HashSet<String>) -> Option<(String, String, &'a str)> {
    if here.starts_with('<') {
        let tag = here.strip_prefix("<pre ")?;
        let (tag, inside) = tag.split_at(tag.find(['<', '>'])?);
        let inside = inside.strip_prefix('>')?;
        return Some((language(&attributes(tag))?, "</pre>".into(), inside));
    }
    let length = here[1..].find(['[', ']'])?;
    let (code, inside) = here[1..].split_at(length);
    let inside = inside.strip_prefix(']')?;
    let Piece::Shortcode { name, rest } = shortcode(code, false, closed)? else { return None };
    let is_language = LANGUAGES.split(' ').any(|language| language == name);
    let is_code = CODE.contains(&name) || is_language || is_of_codecolorer(name);
    let of_name = || match name.split_once('_') {
        Some((_, language)) => language.to_owned(),
        None if is_language => name.to_owned(),
        None => String::new(),
    };
    let language = language(&attributes(rest)).unwrap_or_else(of_name);
    is_code.then(|| (language, format!("[/{name}]"), inside))
}

/// Whether the name is one of the plugin CodeColorer, such as `cc`, or `ccen_php` with options and a language.
fn is_of_codecolorer(name: &str) -> bool {
    let options = name.split('_').next().and_then(|start| start.strip_prefix("cc"));
    options.is_some_and(|options| options.chars().all(|option| "eilnstwEILNSTW".contains(option)))
}

fn language(attributes: &Attributes) -> Option<String> {
    attribute(attributes, "lang").or(attribute(attributes, "language")).map(str::to_owned)
}

/// Returns the first piece of a text, and the text after it. `closed` contains the names that have a closing shortcode.
/// `begins_line` says whether the text begins a line.
pub fn first_piece<'a>(
    text: &'a str,
    begins_line: bool,
    closed: &HashSet<String>,
) -> (Piece<'a>, &'a str) {
    for (at, _) in text.match_indices('[') {
        let (before, here) = text.split_at(at);
        // `[[gallery]]` shows `[gallery]`.
        let is_quoted = here.starts_with("[[");
        let start = if is_quoted { 2 } else { 1 };
        let Some(length) = here[start..].find(['[', ']']) else { continue };
        let (code, after) = here[start..].split_at(length);
        let Some(after) = after.strip_prefix(if is_quoted { "]]" } else { "]" }) else { continue };
        let begins = before.ends_with("\n\n") || before.trim().is_empty() && begins_line;
        let is_alone = begins && (after.starts_with("\n\n") || after.trim().is_empty());
        let Some(shortcode) = shortcode(code, is_alone, closed) else { continue };
        return match (before, is_quoted) {
            ("", true) => (Piece::Text(&here[1..start + length + 1]), after),
            ("", false) => (shortcode, after),
            _ => (Piece::Text(before), here),
        };
    }
    (Piece::Text(text), "")
}

/// Returns a shortcode, unless it is text in brackets, such as `[1]`, or `[sic]` if it is no paragraph.
fn shortcode<'a>(code: &'a str, is_alone: bool, closed: &HashSet<String>) -> Option<Piece<'a>> {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    let start = usize::from(code.starts_with('/'));
    let length = code[start..].find(|letter| !is_of_name(letter)).unwrap_or(code.len() - start);
    let (name, rest) = code.split_at(start + length);
    let bare = &name[start..];
    let has_attributes = rest.starts_with(' ') && rest.contains('=');
    let is_shortcode = bare.starts_with(|letter: char| letter.is_ascii_lowercase())
        && (has_attributes
            || is_alone && rest.is_empty()
            || bare.contains('_')
            || KNOWN.contains(&bare)
            || closed.contains(bare));
    is_shortcode.then_some(Piece::Shortcode { name, rest })
}

/// Returns the names of the shortcodes that a content closes, such as `row` for `[row]…[/row]`.
pub fn closed(html: &str) -> HashSet<String> {
    let names = html.split("[/").skip(1).filter_map(|piece| piece.split_once(']'));
    names.map(|(name, _)| name.to_owned()).collect()
}

/// Returns the attributes of a shortcode. Word processors write other quotes.
fn attributes(rest: &str) -> Attributes {
    let rest = rest.replace(['“', '”', '″', '»'], "\"");
    match tokens(&format!("<x {rest}>")).next() {
        Some(Token::Open { attributes, .. }) => attributes,
        _ => Attributes::new(),
    }
}

impl Writer<'_> {
    /// Converts a shortcode to a block, or leaves it out. The text between two shortcodes is retained.
    pub fn shortcode(&mut self, name: &str, rest: &str) {
        let attributes = attributes(rest);
        match name {
            "caption" | "wp_caption" => {
                self.begin_caption();
                self.line.push_str(&escaped(attribute(&attributes, "caption").unwrap_or_default()));
            }
            "/caption" | "/wp_caption" => self.end_caption(),
            // An address that is alone in its line is embedded.
            "embed" | "/embed" => self.flush(),
            "gallery" => self.shortcode_gallery(&attributes),
            "audio" | "video" => self.shortcode_media(name, &attributes),
            "/audio" | "/video" => {}
            "youtube" | "vimeo" if is_address(rest.trim_start_matches(['=', ' '])) => {
                self.push("embed", json!({"url": rest.trim_start_matches(['=', ' '])}));
            }
            _ => {
                let name = name.trim_start_matches('/');
                self.content.lost.insert(format!("the shortcode [{name}]"));
            }
        }
    }

    fn shortcode_gallery(&mut self, attributes: &Attributes) {
        let ids = attribute(attributes, "ids").or(attribute(attributes, "include"));
        let found = (self.pictures)(ids);
        self.content.lost.extend(found.missing);
        let picture = |item: &Value| {
            let members = ["alt", "caption"]
                .iter()
                .filter_map(|&name| item.get(name).map(|value| (name.to_owned(), value.clone())));
            let mut image = Map::from_iter([("src".to_owned(), item["url"].clone())]);
            image.extend(members);
            Value::Object(image)
        };
        let images: Vec<Value> = found.items.into_iter().map(picture).collect();
        if !images.is_empty() {
            let mut members = json!({"images": images});
            let columns = attribute(attributes, "columns");
            if let Some(columns) = columns.and_then(|columns| columns.parse::<u8>().ok()) {
                members["columns"] = columns.into();
            }
            self.push("gallery", members);
        } else if ids.is_none() {
            self.content.lost.insert("the shortcode [gallery]".into());
        }
    }

    fn shortcode_media(&mut self, name: &str, attributes: &Attributes) {
        const SOURCES: [&str; 10] =
            ["src", "mp4", "m4v", "webm", "ogv", "mp3", "m4a", "ogg", "wav", "flac"];
        let source = SOURCES.iter().find(|name| attributes.contains_key(**name));
        let source = source.and_then(|source| self.address(attributes, source));
        match source {
            Some(src) => {
                let poster = self.address(attributes, "poster");
                let mut members = json!({"src": src});
                insert(&mut members, "poster", poster.as_deref());
                self.push(name, members);
            }
            None => {
                self.content.lost.insert(format!("the shortcode [{name}]"));
            }
        }
    }
}
