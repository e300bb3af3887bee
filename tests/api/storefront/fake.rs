//! The HTTP server of a fake provider.

use serde_json::Value;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// A request to the fake.
pub struct Asked {
    /// The request line and the headers.
    head: Vec<String>,
    pub body: String,
}

impl Asked {
    /// Method and path, without the query.
    pub fn target(&self) -> (&str, &str) {
        let mut words = self.head[0].split([' ', '?']);
        (words.next().unwrap(), words.next().unwrap())
    }

    /// The header's value, or an empty string.
    pub fn header(&self, name: &str) -> &str {
        let headers = self.head[1..].iter().filter_map(|line| line.split_once(": "));
        let mut named = headers.filter(|(other, _)| other.eq_ignore_ascii_case(name));
        named.next().map_or("", |(_, value)| value)
    }
}

/// Serves until the test ends, and returns the URL. A request whose answer is `None` gets no response.
pub async fn serve<F, A>(answer: F) -> String
where
    F: Fn(Asked) -> A + Clone + Send + 'static,
    A: Future<Output = Option<(u16, Value)>> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let respond = async move |socket: TcpStream, answer: F| {
        let mut socket = BufReader::new(socket);
        let Some(asked) = read_from(&mut socket).await else { return };
        let Some((status, json)) = answer(asked).await else {
            return std::future::pending().await;
        };
        let text = json.to_string();
        let length = text.len();
        let response = format!(
            "HTTP/1.1 {status} -\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
             connection: close\r\n\r\n{text}"
        );
        let _ = socket.write_all(response.as_bytes()).await;
    };
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(respond(socket, answer.clone()));
        }
    });
    url
}

/// Reads a request. `None` if the connection ends before.
pub async fn read_from(socket: &mut (impl AsyncBufRead + Unpin)) -> Option<Asked> {
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        socket.read_line(&mut line).await.ok().filter(|length| *length > 0)?;
        if line.trim().is_empty() {
            break;
        }
        head.push(line.trim().to_owned());
    }
    let asked = Asked { head, body: String::new() };
    let mut body = vec![0; asked.header("content-length").parse().unwrap_or(0)];
    socket.read_exact(&mut body).await.ok()?;
    Some(Asked { body: String::from_utf8(body).unwrap(), ..asked })
}
