//! What commands print: fields, aligned columns, and texts that people have written.

use std::fmt::Display;
use std::io::Write;

use anyhow::Result;
use chrono::{DateTime, Utc};
use stoa_db::Cells;
use stoa_values::text::is_control;

/// Where a command prints.
pub type Output = dyn Write + Send;

/// Writes a heading, and a line per row. A row has one cell for each word of the heading. Absent cells are shown as
/// `-`.
pub fn write(
    heading: &[&str],
    rows: impl IntoIterator<Item = Cells>,
    out: &mut Output,
) -> Result<()> {
    let mut lines = vec![heading.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>()];
    let shown = |cell: Option<String>| cell.map_or("-".into(), |cell| printable(&cell));
    lines.extend(rows.into_iter().map(|row| row.into_iter().map(shown).collect()));

    let width =
        |column: usize| lines.iter().map(|cells| cells[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..heading.len()).map(width).collect();
    for cells in &lines {
        let padded: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
        writeln!(out, "{}", padded.join("  ").trim_end())?;
    }
    Ok(())
}

/// Writes a line for each field that has a value. Its name takes `width` columns.
pub fn write_fields<Name: Display>(
    width: usize,
    fields: impl IntoIterator<Item = (Name, Option<String>)>,
    out: &mut Output,
) -> Result<()> {
    for (name, value) in fields {
        if let Some(value) = value {
            writeln!(out, "{name:<width$}{}", printable(&value))?;
        }
    }
    Ok(())
}

/// Writes what a person wrote in a conversation. `kind` is the person's part in it.
pub fn write_said(
    at: DateTime<Utc>,
    name: &str,
    kind: impl Display,
    text: &str,
    out: &mut Output,
) -> Result<()> {
    Ok(writeln!(out, "{}  {} ({kind}): {}", time(at), printable(name), indented(text))?)
}

pub fn time(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M:%S").to_string()
}

/// Replaces control characters, which could break a table or control the terminal.
pub fn printable(text: &str) -> String {
    text.replace(is_control, " ")
}

/// The same for a text of several lines.
pub fn indented(text: &str) -> String {
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n    ")
}
