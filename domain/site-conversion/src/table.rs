//! Tables of shops: CSV with a header, separated by commas, semicolons or tabs.

use std::fmt;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use csv::{ByteRecord, Position, Reader, ReaderBuilder};

use super::limited::{Budget, Limited};
use super::losses::{Losses, counted, shown};
use super::text::{decode, plain, present};

/// A file that is being read. Rows can be read again at their position.
pub struct Table {
    reader: Reader<Limited<File>>,
    budget: Budget,
    columns: Vec<Heading>,
    /// The number of rows that are longer than the header by empty cells.
    longer_rows: usize,
    /// The lines between a row's position and its first cell: the reader leaves the `\n` of `\r\n` for the next row.
    lines_before_row: u64,
}

/// A column of the file.
struct Heading {
    name: String,
    /// Whether a conversion reads the column.
    is_read: bool,
    /// The number of rows with a value that says something.
    values: usize,
}

/// The index of a column, if the file has it.
#[derive(Debug, Clone, Copy)]
pub struct Column(Option<usize>);

/// A row with its first line in the file, which is displayed as `line 12`.
pub struct Row {
    cells: ByteRecord,
    pub line: u64,
}

impl Table {
    /// Opens a file and reads its header.
    pub fn open(path: &Path) -> Result<Self> {
        let mut file = File::open(path).context("it cannot be opened")?;
        ensure!(file.metadata()?.is_file(), "it is not a regular file, and it is read twice");
        let mut begin = vec![0; 64 * 1024];
        let mut length = 0;
        while length < begin.len() {
            match file.read(&mut begin[length..]).context("it cannot be read")? {
                0 => break,
                read => length += read,
            }
        }
        let begin = &begin[..length];
        if let [0xff, 0xfe, ..] | [0xfe, 0xff, ..] = begin {
            bail!("it is UTF-16: save it as UTF-8");
        }
        ensure!(
            !begin.starts_with(b"PK\x03\x04"),
            "it is a workbook or a zip file: save it as CSV"
        );
        file.seek(SeekFrom::Start(0))?;

        let budget = Budget::new();
        let mut reader = ReaderBuilder::new()
            .delimiter(delimiter(begin))
            .flexible(true)
            .from_reader(Limited::new(file, budget.clone()));
        let header = reader.byte_headers().context("line 1")?;
        let columns = header
            .iter()
            .map(|name| Heading { name: plain(&decode(name).0), is_read: false, values: 0 })
            .collect();
        let lines_before_row = u64::from(has_windows_line_ends(begin));
        Ok(Self { reader, budget, columns, longer_rows: 0, lines_before_row })
    }

    /// Finds a column by one of its names, ignoring case.
    pub fn column(&mut self, names: &[&str]) -> Column {
        let found = names.iter().find_map(|name| {
            self.columns.iter().position(|column| column.name.eq_ignore_ascii_case(name))
        });
        if let Some(index) = found {
            self.columns[index].is_read = true;
        }
        Column(found)
    }

    /// Finds columns by their names, such as all metafields. `choose` returns what the caller makes of a name.
    pub fn columns<T>(&mut self, choose: impl Fn(&str) -> Option<T>) -> Vec<(Column, T)> {
        let columns = self.columns.iter_mut().enumerate();
        columns
            .filter_map(|(index, column)| {
                let chosen = choose(&column.name)?;
                column.is_read = true;
                Some((Column(Some(index)), chosen))
            })
            .collect()
    }

    /// Reads the next row with its position, counts the values of columns that no conversion reads, and reports values
    /// without a column.
    pub fn next(&mut self, losses: &mut Losses<'_>) -> Result<Option<(Row, Position)>> {
        let position = self.reader.position().clone();
        let Some(row) = self.read()? else { return Ok(None) };
        for (index, column) in self.columns.iter_mut().enumerate().filter(|(_, c)| !c.is_read) {
            let cell = row.cells.get(index).unwrap_or_default().trim_ascii();
            column.values += usize::from(says_something(cell));
        }
        let mut more = row.cells.iter().skip(self.columns.len()).peekable();
        self.longer_rows += usize::from(more.peek().is_some());
        if more.any(|cell| !cell.trim_ascii().is_empty()) {
            self.longer_rows -= 1;
            losses.add(&row, "the row has more cells than the first line, so its values may be in the wrong columns");
        }
        Ok(Some((row, position)))
    }

    /// Reads the row at a position again.
    pub fn at(&mut self, position: &Position) -> Result<Row> {
        self.reader.seek(position.clone())?;
        self.read()?.context("the file changed while it was read")
    }

    fn read(&mut self) -> Result<Option<Row>> {
        self.budget.renew();
        let line = self.reader.position().line() + self.lines_before_row;
        let mut cells = ByteRecord::new();
        let is_row = self
            .reader
            .read_byte_record(&mut cells)
            .map_err(|error| match error.into_kind() {
                csv::ErrorKind::Io(error) => anyhow::Error::new(error),
                kind => anyhow::anyhow!("{kind:?}"),
            })
            .with_context(|| format!("the row at line {line}"))?;
        Ok(is_row.then_some(Row { cells, line }))
    }

    /// Reports the cells without a column, and the columns that no conversion reads, except those whose name is in `known`: what they say is the default
    /// of a bundle, or is of no use outside of the shop.
    pub fn report_columns(&self, known: &[&str], losses: &mut Losses<'_>) {
        if self.longer_rows > 0 {
            let rows = counted(self.longer_rows, "row");
            losses.add(
                "line 1",
                format_args!("{rows} with more cells than this line; the cells are empty"),
            );
        }
        for column in self.columns.iter().filter(|column| !column.is_read && column.values > 0) {
            if !known.iter().any(|known| column.name.eq_ignore_ascii_case(known)) {
                let rows = counted(column.values, "row");
                losses.add(
                    format_args!("column {}", shown(&column.name)),
                    format_args!("a bundle has no field for it; {rows} had a value"),
                );
            }
        }
    }
}

impl Row {
    /// Returns a cell without surrounding white space. A missing cell is empty.
    pub fn text(&self, column: Column, losses: &mut Losses<'_>) -> String {
        let (text, is_other) = decode(self.cell(column));
        if is_other {
            losses.add(self, "a cell is not UTF-8, so it was read as Windows-1252");
        }
        text
    }

    /// Returns a cell of one line, without entities.
    pub fn plain(&self, column: Column, losses: &mut Losses<'_>) -> String {
        plain(&self.text(column, losses))
    }

    /// Returns a cell of one line unless it is empty.
    pub fn some(&self, column: Column, losses: &mut Losses<'_>) -> Option<String> {
        present(self.plain(column, losses))
    }

    /// Returns a cell that may be read before its losses are reported.
    pub fn key(&self, column: Column) -> String {
        plain(&decode(self.cell(column)).0)
    }

    /// Returns a cell without surrounding white space, and without the apostrophe that shops write before a text that a
    /// spreadsheet would calculate.
    fn cell(&self, column: Column) -> &[u8] {
        let cell = column.0.and_then(|index| self.cells.get(index)).unwrap_or_default();
        match cell.trim_ascii() {
            [b'\'', text @ ..] if text.starts_with(b"=") || text.starts_with(b"+") => text,
            [b'\'', text @ ..] if text.starts_with(b"-") || text.starts_with(b"@") => text,
            cell => cell,
        }
    }
}

impl Column {
    pub fn is_missing(self) -> bool {
        self.0.is_none()
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)
    }
}

/// Returns the separator that occurs most often in the header, outside of quotes.
fn delimiter(begin: &[u8]) -> u8 {
    let mut is_quoted = false;
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    for &byte in begin {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' | b'\r' if !is_quoted => break,
            _ if is_quoted => {}
            _ => counts.iter_mut().filter(|count| count.0 == byte).for_each(|count| count.1 += 1),
        }
    }
    // Of equal counts, `max_by_key` takes the last, so that a header of one column is separated by commas.
    counts.iter().rev().max_by_key(|count| count.1).map_or(b',', |count| count.0)
}

/// Whether the header's line ends with `\r\n`.
fn has_windows_line_ends(begin: &[u8]) -> bool {
    let mut is_quoted = false;
    let end = begin.iter().position(|&byte| {
        is_quoted ^= byte == b'"';
        byte == b'\n' && !is_quoted
    });
    end.is_some_and(|end| begin[..end].ends_with(b"\r"))
}

/// Whether a cell says more than that something is absent, or the same as for the product of a variation.
fn says_something(cell: &[u8]) -> bool {
    const DEFAULTS: [&[u8]; 4] = [b"", b"0", b"false", b"parent"];
    !DEFAULTS.iter().any(|default| cell.eq_ignore_ascii_case(default))
}

#[cfg(test)]
mod tests {
    use super::{delimiter, has_windows_line_ends};

    #[test]
    fn separators_are_recognized() {
        assert_eq!(delimiter(b"Handle,Title\na;b;c;d"), b',');
        assert_eq!(delimiter(b"\xef\xbb\xbfID;Type;\"a,b,c,d\"\r\n"), b';');
        assert_eq!(delimiter(b"ID\tName\n"), b'\t');
        assert_eq!(delimiter(b"Title"), b',');
        assert_eq!(delimiter(b""), b',');
    }

    #[test]
    fn line_ends_are_recognized() {
        assert!(has_windows_line_ends(b"\"a\nb\",c\r\n1,2\n"));
        assert!(!has_windows_line_ends(b"\"a\r\nb\",c\n1,2\r\n"));
        assert!(!has_windows_line_ends(b""));
    }
}
