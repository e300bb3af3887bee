//! Bodies that come a byte at a time.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::siege::context::{ATTACKER, Context};

const BODY_BYTE_PAUSE: Duration = Duration::from_millis(250);

pub async fn send(context: Arc<Context>) -> anyhow::Result<()> {
    loop {
        let stream = TcpStream::connect(context.server.address).await?;
        let (mut answer, mut stream) = stream.into_split();
        let head = format!(
            "POST /api/storefront/1/cart HTTP/1.1\r\nhost: shop.example\r\ncontent-type: application/json\r\n\
             x-forwarded-for: {ATTACKER}\r\ncontent-length: 1000000\r\n\r\n{{"
        );
        stream.write_all(head.as_bytes()).await?;
        context.ledger.attack_came_to("begun");
        let mut status = [0; 12];
        loop {
            tokio::select! {
                read = answer.read_exact(&mut status) => {
                    read?;
                    context.ledger.attack_came_to(std::str::from_utf8(&status[9..]).unwrap_or("?"));
                    break;
                }
                () = tokio::time::sleep(BODY_BYTE_PAUSE) => stream.write_all(b" ").await?,
            }
        }
    }
}
