//! Captures the log of a piece of work. The tests of the carriers include this file.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, Once};

use tracing::instrument::WithSubscriber;

pub async fn log_while(work: impl Future<Output = ()>) -> String {
    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);
    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    // tracing disables a callsite that is first reached while no subscriber is registered.
    static REGISTER_SUBSCRIBER: Once = Once::new();
    REGISTER_SUBSCRIBER.call_once(|| tracing_subscriber::fmt().with_writer(io::sink).init());
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).without_time();
    let subscriber = subscriber.with_writer(move || writer.clone());
    work.with_subscriber(subscriber.finish()).await;
    let bytes = lines.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}
