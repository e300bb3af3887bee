//! HTML, read as tolerantly as browsers do.

mod blocks;

pub use blocks::content;

use std::borrow::Cow;

use super::entities::decode_entities;
use stoa_values::text::one_line;

/// The names of attributes and their values, without entities.
type Attributes = Vec<(String, String)>;

#[derive(Debug, PartialEq)]
enum Token<'a> {
    /// Text as it is written, with entities.
    Text(&'a str),
    Open {
        name: String,
        attributes: Attributes,
    },
    Close(String),
    Comment(&'a str),
}

/// The longest tag. It has room for a small picture in an attribute.
const MAX_TAG_BYTES: usize = 256 << 10;

/// The pieces of a text of HTML. A `<` that begins no tag is text.
struct Tokens<'a> {
    rest: &'a str,
    /// The element whose content is no markup, such as `script`.
    raw: Option<String>,
}

/// Elements whose content is no markup.
const RAW: [&str; 5] = ["script", "style", "textarea", "title", "noscript"];

impl<'a> Tokens<'a> {
    fn new(html: &'a str) -> Self {
        Self { rest: html, raw: None }
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        taken
    }

    /// Takes a comment, a declaration or a tag at the start of the rest.
    fn markup(&mut self) -> Option<Token<'a>> {
        if let Some(comment) = self.rest.strip_prefix("<!--") {
            let end = comment.find("-->");
            let text = &comment[..end.unwrap_or(comment.len())];
            self.rest = end.map_or("", |end| &comment[end + 3..]);
            return Some(Token::Comment(text));
        }
        if self.rest.starts_with("<!") || self.rest.starts_with("<?") {
            let end = self.rest.find('>').map_or(self.rest.len(), |end| end + 1);
            self.take(end);
            return Some(Token::Comment(""));
        }
        let is_closing = self.rest.starts_with("</");
        let start = if is_closing { 2 } else { 1 };
        let name = self.rest.get(start..)?;
        if !name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            return None;
        }
        let end = tag_end(self.rest)?;
        let tag = self.take(end + 1);
        let inside = tag[start..tag.len() - 1].trim_end_matches('/');
        let length = inside
            .find(|letter: char| letter.is_whitespace() || letter == '/')
            .unwrap_or(inside.len());
        let name = inside[..length].to_ascii_lowercase();
        if is_closing {
            return Some(Token::Close(name));
        }
        if RAW.contains(&name.as_str()) {
            self.raw = Some(name.clone());
        }
        Some(Token::Open { name, attributes: attributes(&inside[length..]) })
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        if let Some(name) = self.raw.take() {
            let end = raw_end(self.rest, &name);
            if end > 0 {
                return Some(Token::Text(self.take(end)));
            }
        }
        if self.rest.starts_with('<')
            && let Some(token) = self.markup()
        {
            return Some(token);
        }
        // The first character is text even if it is a `<`.
        let first = self.rest.chars().next().map_or(0, char::len_utf8);
        let end = self.rest[first..].find('<').map_or(self.rest.len(), |end| first + end);
        Some(Token::Text(self.take(end)))
    }
}

/// Returns where the content of a raw element ends: before its closing tag.
fn raw_end(text: &str, name: &str) -> usize {
    let mut from = 0;
    while let Some(at) = text[from..].find("</").map(|at| from + at) {
        let closing = text.as_bytes().get(at + 2..at + 2 + name.len());
        if closing.is_some_and(|closing| closing.eq_ignore_ascii_case(name.as_bytes())) {
            return at;
        }
        from = at + 2;
    }
    text.len()
}

/// Returns the position of the `>` that ends the tag. A `>` in quotes does not.
fn tag_end(tag: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = b' ';
    for (index, byte) in tag.bytes().take(MAX_TAG_BYTES).enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(index),
            // A tag begins before this one ends, so this one is text.
            (None, b'<') if index > 0 => return None,
            // A quote begins a value only after `=`.
            (None, b'"' | b'\'') if before == b'=' => quote = Some(byte),
            (Some(mark), _) if mark == byte => quote = None,
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
    }
    None
}

fn attributes(text: &str) -> Attributes {
    let mut found = Attributes::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end =
            rest.find(|letter: char| letter.is_whitespace() || letter == '=').unwrap_or(rest.len());
        let name = rest[..end].to_ascii_lowercase();
        rest = rest[end..].trim_start();
        let mut value = "";
        if let Some(after) = rest.strip_prefix('=') {
            let after = after.trim_start();
            let mark = after.chars().next().filter(|&letter| letter == '"' || letter == '\'');
            let (start, end) = match mark {
                Some(mark) => (1, after[1..].find(mark).map_or(after.len(), |end| end + 1)),
                None => (0, after.find(char::is_whitespace).unwrap_or(after.len())),
            };
            value = &after[start..end];
            rest = after.get(end + usize::from(mark.is_some())..).unwrap_or_default();
        }
        if !name.is_empty() {
            found.push((name, decode_entities(value).into_owned()));
        }
        rest = rest.trim_start();
    }
    found
}

/// Returns an attribute unless it is empty.
fn attribute<'a>(attributes: &'a Attributes, name: &str) -> Option<&'a str> {
    let found = attributes.iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
}

/// Returns the text of HTML as one line.
pub fn text_of(html: &str) -> String {
    let mut text = String::new();
    let mut is_hidden = false;
    for token in Tokens::new(html) {
        match token {
            Token::Text(_) if is_hidden => {}
            Token::Text(piece) => text.push_str(&decode_entities(piece)),
            Token::Open { name, .. } => {
                is_hidden = name == "script" || name == "style";
                if !is_inline(&name) {
                    text.push(' ');
                }
            }
            Token::Close(name) => {
                is_hidden = false;
                if !is_inline(&name) {
                    text.push(' ');
                }
            }
            Token::Comment(_) => {}
        }
    }
    one_line(&text)
}

/// Whether an element is a part of a line of text.
fn is_inline(name: &str) -> bool {
    INLINE.contains(&name)
        || matches!(
            name,
            "span"
                | "font"
                | "abbr"
                | "cite"
                | "q"
                | "tt"
                | "bdo"
                | "wbr"
                | "time"
                | "label"
                | "acronym"
                | "big"
        )
}

/// The elements that texts of blocks retain.
const INLINE: [&str; 16] = [
    "a", "b", "strong", "i", "em", "u", "s", "del", "ins", "code", "kbd", "mark", "small", "sub",
    "sup", "strike",
];

/// Escapes text for HTML.
fn escaped(text: &str) -> Cow<'_, str> {
    match text.contains(['&', '<', '>']) {
        true => text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").into(),
        false => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_text() {
        for (html, text) in [
            ("<p>Salt &amp; <b>Pepper</b></p><p>next</p>", "Salt & Pepper next"),
            ("a < b and <3", "a < b and <3"),
            ("<script>if (a < b) x()</script>seen<style>p{}</style>", "seen"),
            ("<a title='>' href=x>link</a", "link</a"),
            ("<b <i>x</i>", "<b x"),
            ("<", "<"),
            ("é<ü>", "é<ü>"),
            ("<!-- hidden --><!DOCTYPE html>x", "x"),
            ("<!-- never closed", ""),
            ("<SCRIPT>x</ScRiPt>y", "y"),
        ] {
            assert_eq!(text_of(html), text, "{html}");
        }
    }

    #[test]
    fn attributes_are_read() {
        let token =
            Tokens::new("<IMG Src=\"a.jpg?x=1&amp;y=2\" alt='A \"mug\"' width=5 hidden/>").next();
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let attributes = vec![
            pair("src", "a.jpg?x=1&y=2"),
            pair("alt", "A \"mug\""),
            pair("width", "5"),
            pair("hidden", ""),
        ];
        assert_eq!(token, Some(Token::Open { name: "img".into(), attributes }));
    }
}
