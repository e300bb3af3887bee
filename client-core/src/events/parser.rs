//! Parser of server-sent events (the WHATWG's event stream format). The input may come in chunks of any size.

use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;
use std::time::Duration;

/// Maximum size of a line or an event.
pub const MAX_EVENT_BYTES: usize = 16 << 20;

/// An event as it was sent, with unparsed `data`.
#[derive(Debug, PartialEq)]
pub struct RawEvent {
    /// The event's name, or `message` if the server sends no name.
    pub name: String,
    pub data: String,
    /// The last id that the server has sent so far. Several events may have the same id.
    pub id: Option<Arc<str>>,
}

/// An event has more than [`MAX_EVENT_BYTES`] bytes.
#[derive(Debug, PartialEq)]
pub struct TooLong;

/// Parses the events of a stream over all of its connections.
#[derive(Debug, Default)]
pub struct Parser {
    /// Id of the last complete event.
    pub last_id: Option<Arc<str>>,
    /// The server's last `retry:`, which is the wait before a reconnection.
    pub retry: Option<Duration>,
    /// These four fields are what has arrived of the current event and line.
    name: String,
    data: String,
    id: Option<Arc<str>>,
    line: Vec<u8>,
    is_after_cr: bool,
    is_after_first_line: bool,
}

impl Parser {
    /// Prepares for a new connection. Discards an incomplete event and its id.
    pub fn restart(&mut self) {
        let (last_id, retry) = (self.last_id.take(), self.retry);
        *self = Self { id: last_id.clone(), last_id, retry, ..Self::default() };
    }

    /// Parses the next bytes, and appends the events that these bytes complete.
    pub fn read(&mut self, bytes: &[u8], events: &mut VecDeque<RawEvent>) -> Result<(), TooLong> {
        for &byte in bytes {
            let is_after_cr = mem::replace(&mut self.is_after_cr, byte == b'\r');
            match byte {
                b'\n' if is_after_cr => {}
                b'\n' | b'\r' => events.extend(self.end_of_line()),
                _ => self.line.push(byte),
            }
            if self.line.len() + self.data.len() > MAX_EVENT_BYTES {
                return Err(TooLong);
            }
        }
        Ok(())
    }

    fn end_of_line(&mut self) -> Option<RawEvent> {
        let bytes = mem::take(&mut self.line);
        let bytes = match mem::replace(&mut self.is_after_first_line, true) {
            false => bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes),
            true => &bytes,
        };
        if bytes.is_empty() {
            return self.end_of_event();
        }
        let line = String::from_utf8_lossy(bytes);
        let (field, value) = line.split_once(':').unwrap_or((&line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => self.name = value.to_owned(),
            "data" => {
                self.data.push_str(value);
                self.data.push('\n');
            }
            // The standard ignores an id with NUL. This parser ignores an id with any control character, so that every
            // id fits into a header.
            "id" if !value.contains(|letter: char| letter.is_ascii_control()) => {
                self.id = Some(value.into()).filter(|_| !value.is_empty());
            }
            "retry" if value.bytes().all(|byte| byte.is_ascii_digit()) => {
                let milliseconds = value.parse().ok();
                self.retry = milliseconds.map(Duration::from_millis).or(self.retry);
            }
            // Comments and unknown fields are ignored. A comment has no field name before its colon.
            _ => {}
        }
        None
    }

    fn end_of_event(&mut self) -> Option<RawEvent> {
        let (mut name, mut data) = (mem::take(&mut self.name), mem::take(&mut self.data));
        self.last_id.clone_from(&self.id);
        // An event without data is not returned, but its id counts.
        data.pop()?;
        if name.is_empty() {
            name.push_str("message");
        }
        Some(RawEvent { name, data, id: self.last_id.clone() })
    }
}
