//! Targets, headers and numbers of headers that are too long or too many.

use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::siege::context::{ATTACKER, Context};

pub async fn send(context: Arc<Context>, number: usize) -> anyhow::Result<()> {
    let long = "x".repeat(80 << 10);
    let many: String = (0..500).map(|number| format!("x-{number}: 1\r\n")).collect();
    let (target, headers) = match number % 3 {
        0 => (format!("/api/storefront/1/products?search={long}"), String::new()),
        1 => ("/api/storefront/1/products".to_owned(), format!("x-long: {long}\r\n")),
        _ => ("/api/storefront/1/products".to_owned(), many),
    };
    let request = format!(
        "GET {target} HTTP/1.1\r\nhost: shop.example\r\nx-forwarded-for: {ATTACKER}\r\n{headers}\r\n"
    );
    loop {
        let mut stream = TcpStream::connect(context.server.address).await?;
        // A server that has read enough may close.
        stream.write_all(request.as_bytes()).await.ok();
        let mut status = [0; 12];
        stream.read_exact(&mut status).await?;
        context.ledger.attack_came_to(std::str::from_utf8(&status[9..]).unwrap_or("?"));
    }
}
