//! Rows of text as aligned columns, for the commands that list.

use std::io::Write;

use anyhow::Result;
use tokio_postgres::Row;

/// Writes a heading and a line for each row. All columns are text; null is shown as `-`.
pub fn write(heading: &[&str], rows: &[Row], out: &mut (dyn Write + Send)) -> Result<()> {
    let mut lines = vec![heading.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>()];
    for row in rows {
        let cells = (0..heading.len()).map(|column| {
            let cell: Option<&str> = row.try_get(column)?;
            // A line break or an escape sequence in a name would break the table, or the terminal.
            Ok(cell.unwrap_or("-").replace(char::is_control, " "))
        });
        lines.push(cells.collect::<Result<_>>()?);
    }

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
