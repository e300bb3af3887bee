//! A limit on how much of a file one record may take, so that a quote or a tag that is never closed does not read the
//! whole file into memory.

use std::cell::Cell;
use std::io::{self, Read, Seek, SeekFrom};
use std::rc::Rc;

/// Maximum number of bytes of one row of a table, or of one text in XML.
const MAX_RECORD_BYTES: usize = 32 << 20;

/// The number of bytes that may still be read for the current record.
#[derive(Clone)]
pub struct Budget(Rc<Cell<usize>>);

impl Budget {
    pub fn new() -> Self {
        Self(Rc::new(Cell::new(MAX_RECORD_BYTES)))
    }

    /// Begins the next record.
    pub fn renew(&self) {
        self.0.set(MAX_RECORD_BYTES);
    }
}

/// A reader whose records are limited by a budget.
pub struct Limited<R> {
    inner: R,
    budget: Budget,
}

impl<R> Limited<R> {
    pub fn new(inner: R, budget: Budget) -> Self {
        Self { inner, budget }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        match self.budget.0.get().checked_sub(read) {
            Some(left) => self.budget.0.set(left),
            None => {
                return Err(io::Error::other(format!(
                    "it is longer than {} MiB, so a closing mark may be missing before it",
                    MAX_RECORD_BYTES >> 20
                )));
            }
        }
        Ok(read)
    }
}

impl<R: Seek> Seek for Limited<R> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.inner.seek(position)
    }
}
