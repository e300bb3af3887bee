//! Records log lines.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

use tracing::Subscriber;

#[derive(Clone, Default)]
pub struct Lines(pub Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Lines {
    /// A subscriber that appends to these lines.
    pub fn subscriber(&self) -> impl Subscriber + Send + Sync + 'static {
        let writer = self.clone();
        let subscriber = tracing_subscriber::fmt().with_ansi(false).without_time();
        subscriber.with_writer(move || writer.clone()).finish()
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}
