//! Callers that ask for something dear and hang up at once.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::searches;
use crate::siege::context::{ATTACKER, Context};

/// For the question to get into the database.
const HANG_UP_AFTER: Duration = Duration::from_millis(30);

pub async fn ask(context: Arc<Context>) -> anyhow::Result<()> {
    let requests = searches::targets().map(|target| {
        format!(
            "GET {target} HTTP/1.1\r\nhost: shop.example\r\nx-forwarded-for: {ATTACKER}\r\n\r\n"
        )
    });
    for request in requests.iter().cycle() {
        let mut stream = TcpStream::connect(context.server.address).await?;
        stream.write_all(request.as_bytes()).await?;
        tokio::time::sleep(HANG_UP_AFTER).await;
        drop(stream);
        context.ledger.attack_came_to("hung up");
    }
    Ok(())
}
