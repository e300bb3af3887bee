//! Output that is not read to its end, as with `stoa site list | head -1`.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::Command;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::ask;
use crate::harness::database;
use crate::operations::embedded_postgres::harness::wait_until;
use crate::operations::start_up::{on, stoa};

/// The exit status and errors of a command whose output is a closed pipe.
fn unread(mut command: Command) -> (Option<i32>, String) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = command.stdout(writer).stderr(std::process::Stdio::piped()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[tokio::test]
async fn commands() {
    let database = database::seeded().await;
    for arguments in [
        &["site", "list"][..],
        &["site", "export", "1"],
        &["key", "list"],
        &["key", "create", "--site", "1"],
        &["order", "list"],
        &["mail", "list"],
        &["chat", "list"],
        &["customer", "list"],
        &["store", "secrets", "--site", "1"],
        &["migrate", "--status"],
        &["check"],
    ] {
        let (status, complaint) = unread(on(&database, arguments));
        assert_eq!(status, Some(141), "{arguments:?}: {complaint}");
        assert!(!complaint.contains("panicked") && !complaint.contains("pipe"), "{complaint}");
    }
    for arguments in [&["--help"][..], &["serve", "--help"], &["--version"]] {
        assert_eq!(unread(stoa(arguments)), (Some(0), String::new()), "{arguments:?}");
    }
}

#[tokio::test]
async fn serving() {
    let database = database::empty().await;
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = on(&database, &["--listen", &address.to_string()]);
    let mut server = command.stdout(writer).spawn().unwrap();
    wait_until("it serves", || is_there(address));
    let (status, _) = ask(&address.to_string(), "GET /api/v1/sites/1/config", None).await;
    assert_eq!(status, 404);
    kill(Pid::from_raw(server.id().try_into().unwrap()), Signal::SIGTERM).unwrap();
    assert_eq!(server.wait().unwrap().code(), Some(0));
}

fn is_there(address: SocketAddr) -> bool {
    TcpStream::connect(address).is_ok()
}
