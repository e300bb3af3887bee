//! Rows of text as aligned columns, for the commands that list.

use std::io::Write;

use anyhow::Result;

/// Writes the headings and a line for each row, which has as many cells. What is not there is shown as `-`.
pub fn write(
    headings: &[&str],
    rows: impl IntoIterator<Item = Vec<Option<String>>>,
    out: &mut (dyn Write + Send),
) -> Result<()> {
    let mut lines = vec![headings.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>()];
    lines.extend(rows.into_iter().map(|row| {
        // A line break or an escape sequence in a name would break the table, or the terminal.
        let shown =
            |cell: &Option<String>| cell.as_deref().unwrap_or("-").replace(char::is_control, " ");
        row.iter().map(shown).collect()
    }));

    let width =
        |column: usize| lines.iter().map(|cells| cells[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    for cells in &lines {
        let padded: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
        writeln!(out, "{}", padded.join("  ").trim_end())?;
    }
    Ok(())
}
