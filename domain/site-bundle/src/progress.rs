//! The progress of an import, in bytes of the file.

use std::io::{self, Read};

/// Counts the bytes of all readings of one file.
pub struct Progress {
    read: u64,
    total: u64,
    report: Box<dyn Fn(u64, u64) + Send>,
}

impl Progress {
    /// `report` receives the number of bytes read so far and the number of bytes to read in all.
    pub fn new(total: u64, report: impl Fn(u64, u64) + Send + 'static) -> Self {
        Self { read: 0, total, report: Box::new(report) }
    }

    pub fn bytes_read(&self) -> u64 {
        self.read
    }

    /// Adds `bytes` to the total, for another reading of the file.
    pub fn expect_more(&mut self, bytes: u64) {
        self.total += bytes;
    }

    pub fn count<'a, R: Read>(&'a mut self, from: R) -> Counted<'a, R> {
        Counted { from, progress: self }
    }
}

pub struct Counted<'a, R> {
    from: R,
    progress: &'a mut Progress,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer)?;
        self.progress.read += read as u64;
        (self.progress.report)(self.progress.read, self.progress.total);
        Ok(read)
    }
}
