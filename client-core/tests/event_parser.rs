//! The parser of server-sent events, tested with the cases of the WHATWG's standard. The parser's file is compiled into
//! this test, because it is private to the crate.

#![cfg(test)]

#[path = "../src/events/parser.rs"]
mod parser;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use parser::{MAX_EVENT_BYTES, Parser, RawEvent, TooLong};

/// Returns the parsed events. Asserts that the events are the same if the input is split into single bytes, or into two
/// chunks at any place.
fn events(bytes: &[u8]) -> Vec<(String, String, Option<String>)> {
    let whole = read([bytes]);
    assert_eq!(read(bytes.chunks(1)), whole, "byte by byte");
    for cut in 0..bytes.len() {
        let (start, end) = bytes.split_at(cut);
        assert_eq!(read([start, end]), whole, "cut at {cut}");
    }
    whole
}

fn read<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<(String, String, Option<String>)> {
    let (mut parser, mut events) = (Parser::default(), VecDeque::new());
    chunks.into_iter().for_each(|chunk| parser.read(chunk, &mut events).unwrap());
    events
        .into_iter()
        .map(|event| (event.name, event.data, event.id.as_deref().map(str::to_owned)))
        .collect()
}

/// Formats each event as `name|data|id`, with `-` for an event without id.
fn shown(text: &str) -> Vec<String> {
    let show = |(name, data, id): (String, String, Option<String>)| {
        format!("{name}|{data}|{}", id.unwrap_or("-".to_owned()))
    };
    events(text.as_bytes()).into_iter().map(show).collect()
}

#[test]
fn standard() {
    let cases: &[(&str, &[&str])] = &[
        ("event: hello\nid: 7\ndata: {}\n\n", &["hello|{}|7"]),
        ("data: a\n\ndata: b\n\n", &["message|a|-", "message|b|-"]),
        // Line endings of each kind, and mixed.
        ("event: e\r\ndata: a\r\n\r\n", &["e|a|-"]),
        ("event: e\rdata: a\r\r", &["e|a|-"]),
        ("data: a\r\ndata: b\rdata: c\n\r\n", &["message|a\nb\nc|-"]),
        ("data: a\n\r\ndata: b\r\r\n", &["message|a|-", "message|b|-"]),
        ("data: a\u{2028}b\u{85}c\n\n", &["message|a\u{2028}b\u{85}c|-"]),
        // Data with several lines, no lines and empty lines.
        ("data: a\ndata:\ndata: b\n\n", &["message|a\n\nb|-"]),
        ("data\n\n", &["message||-"]),
        ("data\ndata\n\n", &["message|\n|-"]),
        ("event: e\n\ndata: a\n\n", &["message|a|-"]),
        // Only the first space is removed. Only the first colon separates.
        ("data:a\n\ndata:  a: b\n\n", &["message|a|-", "message| a: b|-"]),
        // Comments, unknown fields, fields in another case.
        (": ping\n\n:\ndata: a\nDATA: b\nelse: c\n data: d\n\n", &["message|a|-"]),
        ("\u{feff}data: a\n\n", &["message|a|-"]),
        ("\u{feff}\u{feff}data: a\n\n", &[]),
        ("data: a\n\n\u{feff}data: b\n\n", &["message|a|-"]),
        // An id applies to later events too, and an empty id resets it. An id that is not valid in a header is ignored.
        (
            "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
            &["message|a|1", "message|b|1", "message|c|-"],
        ),
        ("id: 1\n\ndata: a\n\n", &["message|a|1"]),
        ("id: 1\nid: 2\0\nid: 3\u{1}\ndata: a\n\n", &["message|a|1"]),
        ("id: é\ndata: a\n\n", &["message|a|é"]),
        // Incomplete events.
        ("data: a\n", &[]),
        ("data: a\n\nid: 2\ndata: b", &["message|a|-"]),
        ("", &[]),
    ];
    for (text, expected) in cases {
        assert_eq!(shown(text), *expected, "{text:?}");
    }
}

#[test]
fn broken_letters_are_replaced() {
    let read = events(b"data: \xFF\xF0\x9F\n\n");
    assert_eq!(read, [("message".into(), "\u{fffd}\u{fffd}".into(), None)]);
}

#[test]
fn retry() {
    let (mut parser, mut events) = (Parser::default(), VecDeque::new());
    for (text, expected) in [
        ("retry: 3000\n", 3000),
        ("retry: 1e3\nretry: -1\nretry:\nretry: +5\nretry: 99999999999999999999999\n", 3000),
        ("retry:0010\n", 10),
    ] {
        parser.read(text.as_bytes(), &mut events).unwrap();
        assert_eq!(parser.retry, Some(Duration::from_millis(expected)), "{text}");
    }
}

#[test]
fn restart() {
    let (mut parser, mut events) = (Parser::default(), VecDeque::new());
    parser.read(b"retry: 5\nid: 1\ndata: a\n\nid: 2\nevent: e\ndata: lost", &mut events).unwrap();
    parser.restart();
    assert_eq!(parser.last_id.as_deref(), Some("1"), "the second event did not come whole");
    parser.read("\u{feff}data: b\n\n".as_bytes(), &mut events).unwrap();
    let event =
        |data: &str| RawEvent { name: "message".into(), data: data.into(), id: Some("1".into()) };
    assert_eq!(events, [event("a"), event("b")]);
    assert_eq!(parser.retry, Some(Duration::from_millis(5)));
}

#[test]
fn memory_is_bounded() {
    let line = [b'x'; 1 << 16];
    for start in ["data: ", ": "] {
        let (mut parser, mut events) = (Parser::default(), VecDeque::new());
        parser.read(start.as_bytes(), &mut events).unwrap();
        let chunks = (0..=MAX_EVENT_BYTES / line.len()).map(|_| parser.read(&line, &mut events));
        assert_eq!(chunks.last(), Some(Err(TooLong)));
    }
    // Events share one copy of a long id.
    let (mut parser, mut events) = (Parser::default(), VecDeque::new());
    parser.read(b"id: long\ndata\n\ndata\n\n", &mut events).unwrap();
    let ids: Vec<_> = events.iter().map(|event| event.id.as_ref().unwrap()).collect();
    assert!(Arc::ptr_eq(ids[0], ids[1]));
    let (mut parser, mut events) = (Parser::default(), VecDeque::new());
    let lines = "data: 1234567890\n".repeat(1 << 16);
    let chunks =
        (0..MAX_EVENT_BYTES / lines.len() * 2).map(|_| parser.read(lines.as_bytes(), &mut events));
    assert_eq!(chunks.last(), Some(Err(TooLong)));
}
