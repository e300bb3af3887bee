//! Aligned columns for commands that print lists.

use std::io::Write;

use anyhow::Result;
use stoa_db::Cells;
use stoa_values::text::is_control;

/// Writes a heading, and a line per row. A row has one cell for each word of the heading. Absent cells are shown as
/// `-`.
pub fn write(
    heading: &[&str],
    rows: impl IntoIterator<Item = Cells>,
    out: &mut (dyn Write + Send),
) -> Result<()> {
    let mut lines = vec![heading.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>()];
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

fn shown(cell: Option<String>) -> String {
    // Control characters in a name could break the table or control the terminal.
    cell.map_or("-".into(), |cell| cell.replace(is_control, " "))
}
