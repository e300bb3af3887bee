//! The generated client's event stream, against the served app and against misbehaving servers.

use std::net::SocketAddr;
use std::time::Duration;

use stoa_conversations::Conversation;
use stoa_live_chat::Tokens;
use stoa_live_chat_client::types::{
    ChatEvent, ConversationStatus, SendMessageRequest, StartRequest, StartedConversation, WidgetId,
};
use stoa_live_chat_client::{Client, Error, ErrorKind, Event, EventStream, StreamEvents};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

use crate::api::live_chat::staff;
use crate::harness::{DEADLINE, SECRET, Server, served};

#[tokio::test]
async fn a_conversation() {
    let server = served().await;
    let visitor = start(&server).await;
    let client = Client::with_conversation(&server.url(), &visitor.ephemeral_token).unwrap();
    let mut events = open(&client, &visitor).until(is_closed).await.unwrap();
    assert_eq!(next(&mut events).await, "0 hello");
    send(&client, &visitor, "Hi\ndata: there").await.unwrap();
    assert_eq!(next(&mut events).await, "1 Visitor: Hi\ndata: there");

    let db = &server.db();
    staff::reply(db, of_demo(&visitor), "Ines", "Ahoy", server.now()).await.unwrap();
    assert_eq!(next(&mut events).await, "2 assigned");
    assert_eq!(next(&mut events).await, "3 Ines: Ahoy");
    staff::release(db, of_demo(&visitor), server.now()).await.unwrap();
    assert_eq!(next(&mut events).await, "4 open");
    staff::close(db, of_demo(&visitor), server.now()).await.unwrap();
    assert_eq!(next(&mut events).await, "5 closed");
    assert!(events.next().await.is_none());
    assert!(events.next().await.is_none());
    let refused = send(&client, &visitor, "Hello?").await.unwrap_err();
    assert_eq!(refused.message(), Some("Conversation is closed"));

    // A later stream reads the same events, from any position.
    let mut events = open(&client, &visitor).last_event_id("3").until(is_closed).await.unwrap();
    assert_eq!(rest(&mut events).await, ["3 hello", "4 open", "5 closed"]);
}

#[tokio::test]
async fn cut_connections_lose_nothing() {
    const REPLIES: usize = 40;
    let server = served().await;
    let visitor = start(&server).await;
    // Each connection passes at most a few events, and most are cut within an event.
    let lengths = (0..).map(|connection| 900 + connection * 211 % 1100);
    let client =
        Client::with_conversation(&proxy(&server, lengths).await, &visitor.ephemeral_token)
            .unwrap();
    let mut events = open(&client, &visitor).until(is_closed).await.unwrap();
    let (db, conversation, now) = (server.db(), of_demo(&visitor), server.now());
    let replies = tokio::spawn(async move {
        for number in 0..REPLIES {
            staff::reply(&db, conversation, "Ines", &number.to_string(), now).await.unwrap();
        }
        staff::close(&db, conversation, now).await.unwrap();
    });
    let received = rest(&mut events).await;
    replies.await.unwrap();

    let (hellos, received): (Vec<_>, Vec<_>) =
        received.into_iter().partition(|event| event.ends_with("hello"));
    let replies = (0..REPLIES).map(|number| format!("{} Ines: {number}", number + 2));
    let closed = format!("{} closed", REPLIES + 2);
    let expected: Vec<_> =
        ["1 assigned".to_owned()].into_iter().chain(replies).chain([closed]).collect();
    assert_eq!(received, expected);
    assert!(hellos.len() > 5, "{hellos:?}");
}

#[tokio::test]
async fn a_restart_of_the_server() {
    let server = served().await;
    let visitor = start(&server).await;
    let client = Client::with_conversation(&server.url(), &visitor.ephemeral_token).unwrap();
    let mut events = open(&client, &visitor).await.unwrap();
    assert_eq!(next(&mut events).await, "0 hello");
    let server = server.restarted().await;
    let db = &server.db();
    staff::assign(db, of_demo(&visitor), None, server.now()).await.unwrap();
    assert_eq!(next(&mut events).await, "0 hello");
    assert_eq!(next(&mut events).await, "1 assigned");
}

#[tokio::test]
async fn an_expired_token_ends_it() {
    let server = served().await;
    let visitor = start(&server).await;
    let lifetime = Duration::from_secs(1);
    let token = Tokens::new(SECRET).issue(of_demo(&visitor), (server.now() + lifetime).into());
    let whole = std::iter::repeat(usize::MAX);
    let client = Client::with_conversation(&proxy(&server, whole).await, &token).unwrap();
    let mut events = open(&client, &visitor).await.unwrap();
    assert_eq!(next(&mut events).await, "0 hello");
    server.pass(lifetime);
    assert_eq!(next(&mut events).await, "401 Unauthorized");
    assert!(events.next().await.is_none());
}

/// The stream goes on in the conversation that the visitor has then, without losing or repeating an event.
#[tokio::test]
async fn an_ended_token_is_renewed() {
    let server = served().await;
    let visitor = start(&server).await;
    let lifetime = Duration::from_secs(1);
    let token = Tokens::new(SECRET).issue(of_demo(&visitor), (server.now() + lifetime).into());
    let client = Client::with_conversation(&server.url(), &token).unwrap();
    let url = server.url();
    let renew = move || {
        let url = url.clone();
        async move {
            let visitor = StartRequest::builder().widget_id(1).visitor_id("mara").build();
            let visitor = Client::new(&url)?.start_conversation(&visitor).data().await?;
            let client = Client::with_conversation(&url, &visitor.ephemeral_token)?;
            Ok(client.stream_events(visitor.conversation_id))
        }
    };
    let mut events = open(&client, &visitor).renew(renew).await.unwrap();
    assert_eq!(next(&mut events).await, "0 hello");
    server.pass(lifetime);
    let db = &server.db();
    staff::assign(db, of_demo(&visitor), None, server.now()).await.unwrap();
    let mut received = Vec::new();
    while received.last().is_none_or(|event| event != "1 assigned") {
        received.push(next(&mut events).await);
    }
    assert!(received.iter().all(|event| !event.contains("401")), "{received:?}");
    assert_eq!(received.iter().filter(|event| *event == "1 assigned").count(), 1);
}

#[tokio::test]
async fn refused() {
    let server = served().await;
    let visitor = start(&server).await;
    let client = Client::with_conversation(&server.url(), "x").unwrap();
    let error = open(&client, &visitor).await.unwrap_err();
    assert_eq!(error.message(), Some("Unauthorized"));
    let client = Client::with_conversation(&server.url(), &visitor.ephemeral_token).unwrap();
    let error = open(&client, &visitor).last_event_id_header("first").await.unwrap_err();
    assert_eq!(error.status().unwrap(), 400);
    let nobody = Client::builder("http://127.0.0.1:1").timeout(Duration::from_secs(1));
    let nobody = nobody.build().unwrap();
    let error = open(&nobody, &visitor).await.unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Transport(_)), "{error}");
}

#[tokio::test]
async fn temporary_refusals_are_retried() {
    let (mut events, mut requests) = scripted(vec![
        "HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            .into(),
        sent("retry: 10\nid: 7\nevent: hello\ndata: {\"conversationId\": 1}\n\n"),
        "HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n".into(),
        "nonsense".into(),
        sent("id: 8\nevent: hello\ndata: {\"conversationId\": 1}\n\nid: 9\ndata: cut"),
        "HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 45\r\n\r\n\
         {\"success\": false, \"message\": \"It has gone.\"}"
            .into(),
    ])
    .await;
    assert_eq!(rest(&mut events).await, ["7 hello", "8 hello", "404 It has gone."]);
    let (mut resumed, mut times) = (Vec::new(), Vec::new());
    while let Ok((time, request)) = requests.try_recv() {
        times.push(time);
        let id = request.lines().find_map(|line| line.strip_prefix("last-event-id: "));
        resumed.push(id.unwrap_or("-").to_owned());
        assert!(request.contains("\r\naccept: text/event-stream\r\n"), "{request}");
    }
    assert_eq!(resumed, ["earliest", "earliest", "7", "7", "7", "8"]);
    assert!(times[1] - times[0] >= Duration::from_secs(1), "as Retry-After says");
    assert!(times[4] - times[3] >= Duration::from_millis(40), "waits grow");
}

#[tokio::test]
async fn unknown_and_invalid_events() {
    let (mut events, _) = scripted(vec![
        sent(
            "event: typing\ndata: {}\n\n: ping\n\nid: 1\nevent: hello\ndata: nonsense\n\n\
             id: 2\nevent: hello\ndata: {}\n\nid: 3\nevent: hello\ndata: {\"conversationId\": 1, \"new\": 1}\n\n",
        ),
        sent("").replace("text/event-stream", "text/html"),
    ])
    .await;
    let undocumented = "200, but the answer is not as documented";
    let events = rest(&mut events).await;
    assert_eq!(events.len(), 4, "{events:?}");
    assert!(events[0].starts_with(undocumented) && events[1].starts_with(undocumented));
    assert_eq!(events[2], "3 hello");
    assert_eq!(events[3], format!("{undocumented}: something else than events"));
}

#[tokio::test]
async fn a_silent_connection_times_out() {
    let hello = "retry: 10\nevent: hello\ndata: {\"conversationId\": 1}\n\n";
    let endless = sent(&format!("id: 1\n{hello}")).replace("content-length: ", "content-length: 9");
    let (mut events, _requests) = scripted(vec![endless, sent(&format!("id: 2\n{hello}"))]).await;
    assert_eq!(next(&mut events).await, "1 hello");
    let waits = tokio::spawn(async move { events.next().await.map(shown) });
    tokio::task::yield_now().await;
    // The clock is paused only briefly, because a paused clock advances on its own while the runtime waits for sockets.
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(59)).await;
    assert!(!waits.is_finished());
    tokio::time::advance(Duration::from_secs(2)).await;
    tokio::time::resume();
    let event = timeout(DEADLINE, waits).await.expect("another connection").unwrap();
    assert_eq!(event.unwrap(), "2 hello");
}

async fn start(server: &Server) -> StartedConversation {
    let visitor = StartRequest {
        widget_id: WidgetId::Integer(1),
        visitor_id: "mara".into(),
        name: None,
        email: None,
    };
    let client = Client::new(&server.url()).unwrap();
    client.start_conversation(&visitor).await.unwrap().into_body().data
}

async fn send(client: &Client, visitor: &StartedConversation, text: &str) -> Result<(), Error> {
    let message = SendMessageRequest {
        conversation_id: visitor.conversation_id,
        ephemeral_token: visitor.ephemeral_token.clone(),
        body: text.into(),
    };
    client.send_message(&message).await.map(drop)
}

fn open(client: &Client, visitor: &StartedConversation) -> StreamEvents {
    client.stream_events(visitor.conversation_id)
}

fn of_demo(visitor: &StartedConversation) -> Conversation {
    Conversation { site_id: 1, id: visitor.conversation_id }
}

fn is_closed(event: &ChatEvent) -> bool {
    matches!(event, ChatEvent::Status(change) if change.status == ConversationStatus::Closed)
}

/// The next event as text: its id and its type, status or error.
async fn next(events: &mut EventStream<ChatEvent>) -> String {
    shown(timeout(DEADLINE, events.next()).await.expect("an event").expect("a stream that goes on"))
}

/// All events up to the end of the stream.
async fn rest(events: &mut EventStream<ChatEvent>) -> Vec<String> {
    let mut rest = Vec::new();
    while let Some(event) = timeout(DEADLINE, events.next()).await.expect("an event") {
        rest.push(shown(event));
    }
    rest
}

fn shown(event: Result<Event<ChatEvent>, Error>) -> String {
    let Event { id, event, .. } = match event {
        Ok(event) => event,
        Err(error) => return error.kind.to_string(),
    };
    let id = id.unwrap_or("-".into());
    match event {
        ChatEvent::Hello(_) => format!("{id} hello"),
        ChatEvent::Message(message) => {
            assert_eq!(message.event_id, id);
            format!("{id} {}: {}", message.data.author_name, message.data.body)
        }
        ChatEvent::Status(change) => format!("{id} {}", change.status),
    }
}

/// Forwards connections to the server, cuts each after the given number of response bytes, and tells clients to
/// reconnect soon.
async fn proxy(
    server: &Server,
    mut lengths: impl Iterator<Item = usize> + Send + 'static,
) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let server = server.address;
    tokio::spawn(async move {
        while let (Ok((visitor, _)), Some(length)) = (listener.accept().await, lengths.next()) {
            tokio::spawn(pass(visitor, server, length));
        }
    });
    url
}

async fn pass(
    mut visitor: TcpStream,
    server: SocketAddr,
    mut length: usize,
) -> std::io::Result<()> {
    let mut server = TcpStream::connect(server).await?;
    let (mut from_visitor, mut to_visitor) = visitor.split();
    let (mut from_server, mut to_server) = server.split();
    let answer = async {
        let mut buffer = [0; 4096];
        while length > 0 {
            let read = from_server.read(&mut buffer).await?;
            if read == 0 {
                break;
            }
            let wish = b"retry: 3000";
            if let Some(place) = buffer[..read].windows(wish.len()).position(|bytes| bytes == wish)
            {
                buffer[place..place + wish.len()].copy_from_slice(b"retry: 0010");
            }
            let passed = read.min(length);
            to_visitor.write_all(&buffer[..passed]).await?;
            length -= passed;
        }
        Ok(())
    };
    tokio::select! {
        result = answer => result,
        result = copy(&mut from_visitor, &mut to_server) => result.map(drop),
    }
}

/// An HTTP response with these events.
fn sent(events: &str) -> String {
    format!(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n{events}",
        events.len()
    )
}

/// Opens a stream from `earliest` on a server that sends these responses, one per connection. Also returns the
/// requests.
async fn scripted(
    answers: Vec<String>,
) -> (EventStream<ChatEvent>, mpsc::UnboundedReceiver<(Instant, String)>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = Client::new(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
    let (requested, requests) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        let mut sockets = Vec::new();
        for answer in answers {
            let (mut socket, _) = listener.accept().await.unwrap();
            let mut request = [0; 4096];
            let length = socket.read(&mut request).await.unwrap();
            let request = String::from_utf8(request[..length].to_vec()).unwrap();
            requested.send((Instant::now(), request)).ok();
            socket.write_all(answer.as_bytes()).await.unwrap();
            sockets.push(socket);
        }
        // Keeps the sockets open until the test ends.
        requested.closed().await;
    });
    let events = client.stream_events(1).last_event_id_header("earliest").await.unwrap();
    (events, requests)
}
