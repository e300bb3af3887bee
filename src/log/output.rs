//! Standard error, as lines leave for it: each by one call of the system, side by side. A lock around it, as the
//! standard library has one, would be held while the system writes, and every request on another thread waits there.

use std::io::{self, Write, stderr};
use std::sync::{PoisonError, RwLock};

/// What a pipe takes whole, whoever else writes to it (`PIPE_BUF`).
const WHOLE: usize = 4096;

/// Held together by who writes lines that a pipe takes whole, alone by who writes a longer one.
static PLACE: RwLock<()> = RwLock::new(());

pub(super) struct Output;

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(nix::unistd::write(stderr(), bytes)?)
    }

    fn write_all(&mut self, mut line: &[u8]) -> io::Result<()> {
        let (_shared, _alone);
        if line.len() <= WHOLE {
            _shared = PLACE.read().unwrap_or_else(PoisonError::into_inner);
        } else {
            _alone = PLACE.write().unwrap_or_else(PoisonError::into_inner);
        }
        while !line.is_empty() {
            match self.write(line) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => line = &line[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
