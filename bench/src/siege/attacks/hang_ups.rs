//! Callers that send an expensive search and disconnect before the response.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::searches;
use crate::siege::context::{ATTACKER, Context};

/// This is long enough for the query to reach Postgres.
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
