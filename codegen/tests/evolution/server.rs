//! A server of the newer document, limited to the operations that the program calls.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

const THING: &str = r#"{"id": 1, "name": "mug", "size": "immense", "color": "blue"}"#;

/// Starts the server, which ends with the test, and returns its address.
pub fn start() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            thread::spawn(|| answer(stream.unwrap()));
        }
    });
    format!("http://{address}")
}

fn answer(mut stream: TcpStream) {
    let (request, body) = read(&stream);
    let (status, media_type, body) = match request.as_str() {
        "GET /api/things/1" => (200, "application/json", THING.to_owned()),
        "GET /api/things/2" => (
            410,
            "application/json",
            r#"{"success": false, "message": "Thing was given away"}"#.to_owned(),
        ),
        // The program prints the name in the response. The name is therefore the body of the request.
        "POST /api/things" => {
            let name = body.replace('"', "'");
            (201, "application/json", format!(r#"{{"id": 2, "name": "{name}", "size": "small"}}"#))
        }
        // The program prints the parts of the form.
        "POST /api/pictures" => {
            let heads = body.lines().filter_map(|line| line.split_once("form-data; "));
            let parts: Vec<_> = heads.map(|(_, part)| part.replace('"', "'")).collect();
            let name = parts.join(", ");
            (201, "application/json", format!(r#"{{"id": 3, "name": "{name}", "size": "small"}}"#))
        }
        "GET /api/events" => {
            let event = |name| format!("event: {name}\ndata: {THING}\n\n");
            (200, "text/event-stream", ["created", "moved", "gone"].map(event).concat())
        }
        other => panic!("{other}"),
    };
    let head = format!(
        "HTTP/1.1 {status} Answered\r\ncontent-type: {media_type}\r\nconnection: close\r\n"
    );
    write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len()).unwrap();
}

/// Reads method and path, and the body.
fn read(stream: &TcpStream) -> (String, String) {
    let mut lines = BufReader::new(stream);
    let mut head = Vec::new();
    loop {
        let mut text = String::new();
        lines.read_line(&mut text).unwrap();
        match text.trim_end() {
            "" => break,
            text => head.push(text.to_owned()),
        }
    }
    let length = head
        .iter()
        .find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    lines.read_exact(&mut body).unwrap();
    let request = head[0].rsplit_once(' ').unwrap().0.to_owned();
    (request, String::from_utf8(body).unwrap())
}
