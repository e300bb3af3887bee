//! An HTTP server with scripted answers, which records its requests and their connections. The tests of other
//! providers include this file.

use std::collections::VecDeque;
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep};

pub struct StandIn {
    /// Ends with a slash.
    pub url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

/// A request: a line such as `POST /v1/refunds`, headers as lines with lower-case names, and the body.
#[derive(Clone, Debug)]
pub struct Asked {
    pub line: String,
    pub headers: String,
    pub body: String,
    /// The number of the connection, from 1.
    pub connection: usize,
    pub at: Instant,
}

impl Asked {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.headers.lines().filter_map(|line| line.split_once(": "));
        let (_, value) = lines.find(|(other, _)| *other == name)?;
        Some(value)
    }
}

#[derive(Clone)]
pub enum Answer {
    Json(u16, &'static str),
    /// The status, the headers with their line ends, and the body.
    Http(u16, &'static str, String),
    /// Never answers, leaves the connection open, and pauses the clock.
    Silence,
    /// Closes the connection in the middle of an answer.
    Break,
    /// Sends these headers and an endless body.
    Flood(&'static str),
    /// Sends one byte a second, and pauses the clock.
    Drip,
}

impl StandIn {
    /// Sends these answers in turn, then closes each connection in the middle of an answer.
    pub async fn answers(answers: impl IntoIterator<Item = Answer>) -> Self {
        let answers = Mutex::new(answers.into_iter().collect::<VecDeque<_>>());
        Self::responds(move |_| answers.lock().unwrap().pop_front().unwrap_or(Answer::Break)).await
    }

    pub async fn responds(answer: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let asked = Arc::<Mutex<Vec<Asked>>>::default();
        let notes = asked.clone();
        let (answer, is_paused) = (Arc::new(answer), Arc::<AtomicBool>::default());
        tokio::spawn(async move {
            let mut connection = 0;
            while let Ok((socket, _)) = listener.accept().await {
                connection += 1;
                let (answer, notes, is_paused) = (answer.clone(), notes.clone(), is_paused.clone());
                tokio::spawn(async move {
                    let mut socket = BufReader::new(socket);
                    while let Some(asked) = read(&mut socket).await {
                        let asked = Asked { connection, ..asked };
                        notes.lock().unwrap().push(asked.clone());
                        if say(&mut socket, answer(&asked), &is_paused).await.is_none() {
                            return;
                        }
                    }
                });
            }
        });
        Self { url, asked }
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// Returns the request, if there was exactly one.
    pub fn asked_once(&self) -> Asked {
        let [asked] = self.asked().try_into().unwrap();
        asked
    }
}

/// Sends an answer. Returns `None` if the connection ends with this answer.
async fn say(
    socket: &mut BufReader<TcpStream>,
    answer: Answer,
    is_paused: &AtomicBool,
) -> Option<()> {
    // From here on, the test waits only for timers. A paused clock makes them expire at once.
    let pause = || {
        if !is_paused.swap(true, Ordering::Relaxed) {
            tokio::time::pause();
        }
    };
    let (status, headers, body) = match answer {
        Answer::Json(status, body) => (status, "content-type: application/json\r\n", body.into()),
        Answer::Http(status, headers, body) => (status, headers, body),
        Answer::Silence => {
            pause();
            std::future::pending().await
        }
        Answer::Break => {
            let _ = socket.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{").await;
            return None;
        }
        Answer::Flood(headers) => {
            socket.write_all(format!("HTTP/1.1 200 OK\r\n{headers}\r\n").as_bytes()).await.ok()?;
            loop {
                socket.write_all(&[b' '; 65_536]).await.ok()?;
            }
        }
        Answer::Drip => {
            socket.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.ok()?;
            pause();
            loop {
                socket.write_all(b" ").await.ok()?;
                sleep(Duration::from_secs(1)).await;
            }
        }
    };
    let length = match headers.contains("content-length") {
        true => String::new(),
        false => format!("content-length: {}\r\n", body.len()),
    };
    let head = format!("HTTP/1.1 {status} -\r\n{headers}{length}\r\n");
    socket.write_all(&[head.as_bytes(), body.as_bytes()].concat()).await.ok()
}

/// Reads a request, if there is one. Other test servers use this too.
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
    let body = String::from_utf8(body).ok()?;
    Some(Asked { line: line.to_owned(), headers, body, connection: 1, at: Instant::now() })
}
