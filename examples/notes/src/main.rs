//! Serves the notes at port 8080.

use stoa_runtime::{Limits, Stop, serve};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:8080").await?;
    println!(
        "http://{}/api/notes, with the header X-Api-Key: {}",
        listener.local_addr()?,
        notes::KEY
    );
    serve(listener, notes::router(), Limits::default(), Stop::new()).await;
    Ok(())
}
