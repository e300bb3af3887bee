//! A relay to localstripe that removes the fields that localstripe rejects.

use reqwest::Client;
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::server::Localstripe;
use crate::stand_in::{Asked, read};

const UNKNOWN: [&str; 2] = ["automatic_payment_methods", "receipt_email"];

/// Starts the relay and returns its URL.
pub async fn start(localstripe: &Localstripe) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (target, http) = (localstripe.url.clone(), localstripe.http.clone());
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(relay(socket, target.clone(), http.clone()));
        }
    });
    url
}

async fn relay(socket: TcpStream, target: String, http: Client) {
    let mut socket = BufReader::new(socket);
    let Some(asked) = read(&mut socket).await else { return };
    let (status, answer) = forward(asked, &target, &http).await;
    let length = answer.len();
    let head =
        format!("HTTP/1.1 {status} -\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
    socket.write_all(&[head.as_bytes(), answer.as_bytes()].concat()).await.unwrap();
}

async fn forward(asked: Asked, target: &str, http: &Client) -> (u16, String) {
    let (method, path) = asked.line.split_once(' ').unwrap();
    let is_known = |pair: &&str| !UNKNOWN.iter().any(|name| pair.starts_with(name));
    let body = asked.body.split('&').filter(is_known).collect::<Vec<_>>().join("&");
    let mut request = http.request(method.parse().unwrap(), format!("{target}{path}")).body(body);
    for (name, value) in asked.headers.lines().filter_map(|line| line.split_once(": ")) {
        if ["authorization", "content-type"].contains(&name) {
            request = request.header(name, value);
        }
    }
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.text().await.unwrap())
}
