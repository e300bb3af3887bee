//! HTML, read as tolerantly as browsers do.

mod blocks;
mod paragraphs;

pub use blocks::{Pictures, content};
pub use paragraphs::with_paragraphs;

use std::borrow::Cow;
use std::collections::BTreeMap;

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{HtmlString, State, Tokenizer};
use stoa_values::text::one_line;

/// The names of attributes and their values, without entities.
type Attributes = BTreeMap<String, String>;

#[derive(Debug, PartialEq)]
enum Token {
    /// Text without entities.
    Text(String),
    Open {
        name: String,
        attributes: Attributes,
    },
    Close(String),
    Comment(String),
}

fn tokens(html: &str) -> impl Iterator<Item = Token> + '_ {
    let mut emitter = DefaultEmitter::default();
    // The content of elements such as `script` is no markup.
    emitter.naively_switch_states(true);
    Tokenizer::new_with_emitter(html, emitter).flatten().filter_map(|token| match token {
        html5gum::Token::String(text) => Some(Token::Text(string(&text))),
        html5gum::Token::StartTag(tag) => {
            let attributes = tag.attributes.iter();
            let attributes = attributes.map(|(name, value)| (string(name), string(value)));
            Some(Token::Open { name: string(&tag.name), attributes: attributes.collect() })
        }
        html5gum::Token::EndTag(tag) => Some(Token::Close(string(&tag.name))),
        html5gum::Token::Comment(text) => Some(Token::Comment(string(&text))),
        html5gum::Token::Doctype(_) | html5gum::Token::Error(_) => None,
    })
}

fn string(text: &HtmlString) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// The longest name of a character reference, `CounterClockwiseContourIntegral`, and its marks.
const MAX_REFERENCE_BYTES: usize = 33;

/// Replaces character references that end with a semicolon by their characters. Unknown ones, such as `&xyzzy;`, stay as
/// they are written. So do the `&` of URLs.
pub fn decode_entities(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(MAX_REFERENCE_BYTES).position(|byte| byte == b';');
        let reference = end.map_or("&", |end| &rest[..=end]);
        match character(reference) {
            Some(letters) => {
                decoded.push_str(&letters);
                rest = &rest[reference.len()..];
            }
            None => {
                decoded.push('&');
                rest = &rest[1..];
            }
        }
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

/// Returns the characters of a reference such as `&amp;` or `&#146;`.
fn character(reference: &str) -> Option<String> {
    let mut tokens = Tokenizer::new(reference);
    tokens.set_state(State::RcData);
    let text = tokens.flatten().find_map(|token| match token {
        html5gum::Token::String(text) => Some(string(&text)),
        _ => None,
    });
    text.filter(|text| reference != "&" && !text.ends_with(';'))
}

/// Returns an attribute unless it is empty.
fn attribute<'a>(attributes: &'a Attributes, name: &str) -> Option<&'a str> {
    attributes.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
}

/// Returns the text of HTML as one line.
pub fn text_of(html: &str) -> String {
    let mut text = String::new();
    let mut is_hidden = false;
    for token in tokens(html) {
        match token {
            Token::Text(_) if is_hidden => {}
            Token::Text(piece) => text.push_str(&piece),
            Token::Open { name, .. } => {
                is_hidden = ["script", "style", "iframe", "noscript"].contains(&name.as_str());
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
            ("<a title='>' href=x>link</a>", "link"),
            ("it&#146;s &#128;5 &hearts;", "it’s €5 ♥"),
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
    fn references_are_decoded_once() {
        for (text, decoded) in [
            ("Salt &amp; Pepper", "Salt & Pepper"),
            ("&amp;amp;", "&amp;"),
            ("&#8217;&#x2019;&rsquo;&#146;", "’’’’"),
            ("&eacute;&Uuml;&nbsp;&euro;", "éÜ\u{a0}€"),
            ("a & b; &xyzzy; &#x110000; &", "a & b; &xyzzy; \u{fffd} &"),
            ("?a=1&copy=2&notit;&é;", "?a=1&copy=2&notit;&é;"),
        ] {
            assert_eq!(decode_entities(text), decoded);
        }
    }
}
