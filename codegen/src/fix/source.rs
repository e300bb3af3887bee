//! The syntax of a YAML or JSON text: where each value is, and how it is written.

use std::ops::Range;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, StrInput};

#[derive(Debug)]
pub struct Part {
    /// The key and its byte range; `None` for items of lists, and for the document itself.
    pub key: Option<(String, Range<usize>)>,
    pub value: Range<usize>,
    pub style: Style,
    pub parts: Vec<Part>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Scalar,
    /// Each entry or item begins a line, without brackets.
    Block,
    /// In brackets.
    Flow,
}

impl Part {
    /// Where the key or, without a key, the value begins.
    pub fn start(&self) -> usize {
        self.key.as_ref().map_or(self.value.start, |(_, key)| key.start)
    }

    pub fn child(&self, key: &str) -> Option<&Part> {
        match self.parts.first()?.key {
            Some(_) => self
                .parts
                .iter()
                .find(|part| part.key.as_ref().is_some_and(|(name, _)| name == key)),
            None => self.parts.get(key.parse::<usize>().ok()?),
        }
    }
}

/// Reads the syntax of valid YAML. `None` if the text uses syntax that this cannot place, such as an alias.
pub fn read(text: &str) -> Option<Part> {
    let mut reader = Reader { text, events: Parser::new_from_str(text), at: (0, 0) };
    loop {
        match reader.events.next_event()?.ok()? {
            (Event::StreamStart | Event::DocumentStart(_) | Event::Nothing, _) => {}
            (event, span) => return reader.part(None, &event, span.start, span.end),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    events: Parser<'a, StrInput<'a>>,
    /// The last position, in characters and in bytes. Markers count characters, and most of them come in order.
    at: (usize, usize),
}

impl Reader<'_> {
    fn part(
        &mut self,
        key: Option<(String, Range<usize>)>,
        event: &Event<'_>,
        start: Marker,
        end: Marker,
    ) -> Option<Part> {
        let start = self.byte(start);
        let mut parts = Vec::new();
        match event {
            Event::Scalar(_, style, ..) => {
                let value = self.scalar(key.as_ref(), *style, start, end);
                Some(Part { key, value, style: Style::Scalar, parts })
            }
            Event::MappingStart(..) => loop {
                let (event, span) = self.events.next_event()?.ok()?;
                match event {
                    Event::MappingEnd => return self.collection(key, start, parts),
                    Event::Scalar(name, style, ..) => {
                        let from = self.byte(span.start);
                        let place = self.scalar(None, style, from, span.end);
                        let (event, span) = self.events.next_event()?.ok()?;
                        let key = Some((name.into_owned(), place));
                        parts.push(self.part(key, &event, span.start, span.end)?);
                    }
                    _ => return None,
                }
            },
            Event::SequenceStart(..) => loop {
                let (event, span) = self.events.next_event()?.ok()?;
                if event == Event::SequenceEnd {
                    return self.collection(key, start, parts);
                }
                parts.push(self.part(None, &event, span.start, span.end)?);
            },
            _ => None,
        }
    }

    fn collection(
        &mut self,
        key: Option<(String, Range<usize>)>,
        start: usize,
        parts: Vec<Part>,
    ) -> Option<Part> {
        // A list without brackets may begin at its first item, which may have brackets.
        let is_item = parts.first().is_some_and(|first| first.start() == start);
        let is_flow = self.text[start..].starts_with(['{', '[']) && !is_item;
        let (value, style) = match (is_flow, parts.first(), parts.last()) {
            (true, _, last) => {
                (start..self.bracket(last.map_or(start + 1, |last| last.value.end))?, Style::Flow)
            }
            // A list may begin at its first dash or at its first item.
            (false, Some(first), Some(last)) => {
                let item = first.key.is_none().then(|| dash(self.text, first.start())).flatten();
                (item.unwrap_or(first.start())..last.value.end, Style::Block)
            }
            _ => return None,
        };
        Some(Part { key, value, style, parts })
    }

    /// The end of the bracket that closes a collection, after its last value.
    fn bracket(&self, mut from: usize) -> Option<usize> {
        loop {
            from += self.text[from..].find(['}', ']', '#'])?;
            if !self.text[from..].starts_with('#') {
                return Some(from + 1);
            }
            from += self.text[from..].find('\n')?;
        }
    }

    /// The place of a scalar, without the white space after it.
    fn scalar(
        &mut self,
        key: Option<&(String, Range<usize>)>,
        style: ScalarStyle,
        start: usize,
        end: Marker,
    ) -> Range<usize> {
        let end = self.byte(end);
        if start == end
            && let Some((_, key)) = key
        {
            // An absent value: it belongs after the colon.
            let colon = self.text[key.end..].find(':').map_or(key.end, |colon| key.end + colon + 1);
            return colon..colon;
        }
        if matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
            // The span begins after the line with the indicator.
            let indicator = self.text[..start].rfind(['|', '>']).unwrap_or(start);
            return indicator..start + self.text[start..end].trim_end().len();
        }
        let written = &self.text[start..end];
        let length = match style {
            ScalarStyle::SingleQuoted => quoted(written, '\''),
            ScalarStyle::DoubleQuoted => quoted(written, '"'),
            _ => written.trim_end().len(),
        };
        start..start + length
    }

    fn byte(&mut self, marker: Marker) -> usize {
        let (mut character, mut byte) = self.at;
        if marker.index() < character {
            while character > marker.index() {
                byte -= self.text[..byte].chars().next_back().map_or(1, char::len_utf8);
                character -= 1;
            }
        } else {
            for letter in self.text[byte..].chars().take(marker.index() - character) {
                byte += letter.len_utf8();
            }
            character = marker.index();
        }
        self.at = (character, byte);
        byte
    }
}

/// The dash before an item, which may be in an earlier line.
pub fn dash(text: &str, item: usize) -> Option<usize> {
    let mut before = text[..item].trim_end();
    loop {
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        if !before[line..].trim_start().starts_with('#') {
            return before.ends_with('-').then(|| before.len() - 1);
        }
        before = before[..line].trim_end();
    }
}

/// The length of a quoted scalar. Its span may end only before the next token.
fn quoted(text: &str, quote: char) -> usize {
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        let is_doubled = quote == '\'' && letters.peek().is_some_and(|(_, next)| *next == quote);
        if letter == quote && !is_doubled {
            return at + 1;
        }
        if letter == quote || letter == '\\' && quote == '"' {
            letters.next();
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_where_they_end() {
        let mut found = Vec::new();
        for text in [
            "a:\n  b:\n  - {\"k\":[\"x\"]}\n  - h:\n      - \"s\"\n      - \"t\"\nc: 1\n",
            "a:\n  b:\n  - h:\n      - s\n      - t # é\n\nc: 1\n",
            "a:\n  b: |\n    é\n    t\n\nc: 1\n",
            "a:\n  b: é\n  t:\nc: 1\n",
            "a:\n  'b':\n  - x\n  - t\n'c': 1\n",
        ] {
            let root = read(text).unwrap();
            let part = root.child("a").unwrap().parts.last().unwrap();
            found.push(&text[part.value.clone()]);
        }
        assert_eq!(
            found,
            [
                "- {\"k\":[\"x\"]}\n  - h:\n      - \"s\"\n      - \"t\"",
                "- h:\n      - s\n      - t",
                "|\n    é\n    t",
                "",
                "- x\n  - t",
            ]
        );
    }
}
