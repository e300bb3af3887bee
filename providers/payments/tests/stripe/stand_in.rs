//! An HTTP server that answers in turn what a test tells it to, and notes what it was asked.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

pub struct StandIn {
    pub url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

/// A request: `POST /v1/refunds`, headers as lines in lower case, the body.
#[derive(Clone, Debug)]
pub struct Asked {
    pub line: String,
    pub headers: String,
    pub body: String,
}

impl Asked {
    /// The body's fields in one order, since that of metadata is the library's.
    pub fn form(&self) -> Vec<&str> {
        let mut fields: Vec<_> = self.body.split('&').collect();
        fields.sort_unstable();
        fields
    }
}

pub enum Answer {
    Json(u16, &'static str),
    /// Status, headers with their line ends, body.
    Http(u16, &'static str, String),
    /// Keeps the connection open and says nothing.
    Silence,
    /// Closes the connection in the middle of an answer.
    Break,
}

impl StandIn {
    /// After the last answer it breaks connections.
    pub async fn answers(answers: impl IntoIterator<Item = Answer>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let asked = Arc::<Mutex<Vec<Asked>>>::default();
        let notes = asked.clone();
        let mut answers: VecDeque<_> = answers.into_iter().collect();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let answer = answers.pop_front().unwrap_or(Answer::Break);
                tokio::spawn(serve(socket, answer, notes.clone()));
            }
        });
        Self { url, asked }
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// The only request there was.
    pub fn asked_once(&self) -> Asked {
        let [asked] = self.asked().try_into().unwrap();
        asked
    }
}

async fn serve(socket: TcpStream, answer: Answer, notes: Arc<Mutex<Vec<Asked>>>) {
    let mut socket = BufReader::new(socket);
    let Some(asked) = read(&mut socket).await else { return };
    notes.lock().unwrap().push(asked);
    let (status, headers, body) = match answer {
        Answer::Json(status, body) => (status, "content-type: application/json\r\n", body.into()),
        Answer::Http(status, headers, body) => (status, headers, body),
        Answer::Silence => return std::future::pending().await,
        Answer::Break => {
            let _ = socket.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{").await;
            return;
        }
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status} -\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n"
    );
    let _ = socket.write_all(&[head.as_bytes(), body.as_bytes()].concat()).await;
}

/// One request, if there is one. For the tests' other servers too.
pub async fn read(socket: &mut BufReader<TcpStream>) -> Option<Asked> {
    let mut line = String::new();
    socket.read_line(&mut line).await.ok()?;
    let (line, _) = line.rsplit_once(' ')?;
    let mut headers = String::new();
    let mut length = 0;
    loop {
        let mut header = String::new();
        socket.read_line(&mut header).await.ok()?;
        let (name, value) = match header.trim_end().split_once(": ") {
            Some((name, value)) => (name.to_ascii_lowercase(), value),
            None => break,
        };
        if name == "content-length" {
            length = value.parse().ok()?;
        }
        headers += &format!("{name}: {value}\n");
    }
    let mut body = vec![0; length];
    socket.read_exact(&mut body).await.ok()?;
    Some(Asked { line: line.to_owned(), headers, body: String::from_utf8(body).ok()? })
}
