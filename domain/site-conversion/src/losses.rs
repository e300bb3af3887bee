//! The list of what could not be carried over.

use std::fmt::Display;
use std::io::{self, Write};

use stoa_values::text::is_control;

/// Maximum number of characters of a line. Longer lines are cut, because cells of an export may be of any length.
const MAX_LINE_CHARACTERS: usize = 300;

/// Writes one line for each loss, such as `line 12: the stock -3 is negative, so it is 0`.
pub struct Losses<'a> {
    out: &'a mut dyn Write,
    count: usize,
    written: io::Result<()>,
}

impl<'a> Losses<'a> {
    pub fn new(out: &'a mut dyn Write) -> Self {
        Self { out, count: 0, written: Ok(()) }
    }

    /// Adds a loss. Control characters in it become spaces.
    pub fn add(&mut self, place: impl Display, loss: impl Display) {
        let line = format!("{place}: {loss}").replace(is_control, " ");
        let line = match line.char_indices().nth(MAX_LINE_CHARACTERS) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line,
        };
        self.count += 1;
        if self.written.is_ok() {
            self.written = writeln!(self.out, "{line}");
        }
    }

    /// Returns the number of lines. Fails if a line could not be written.
    pub fn finish(self) -> io::Result<usize> {
        self.written?;
        self.out.flush()?;
        Ok(self.count)
    }
}

/// Counts things, such as `1 line` or `2 lines`.
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Shows a value of the export in a loss, in quotes and cut to 60 characters.
pub fn shown(value: &str) -> String {
    const MAX_CHARACTERS: usize = 60;
    match value.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("\"{}…\"", &value[..end]),
        None => format!("\"{value}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_is_one_line() {
        let mut out = Vec::new();
        let mut losses = Losses::new(&mut out);
        losses.add("line 2", format_args!("the tag {} is too long", shown("a\nb\u{1b}[2J")));
        losses.add("line 3", "é".repeat(1_000));
        assert_eq!(losses.finish().unwrap(), 2);
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "line 2: the tag \"a b [2J\" is too long");
        assert_eq!(lines[1].chars().count(), MAX_LINE_CHARACTERS + 1);
    }
}
