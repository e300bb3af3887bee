//! A proxy in front of Postgres' socket that counts how often each statement is run.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{UnixListener, UnixStream};
use tokio_postgres::config::{Config, Host};

use super::database::Database;

const SOCKET: &str = ".s.PGSQL.5432";

/// The number of executions by the statement's text.
type Runs = Arc<Mutex<BTreeMap<String, usize>>>;

/// The recording proxy. It ends with the test's runtime.
pub struct Recorder {
    _folder: TempDir,
    runs: Runs,
}

impl Recorder {
    /// Routes all further connections to this database through a recorder.
    pub fn before(database: &mut Database) -> Self {
        let folder = TempDir::new().unwrap();
        let listener = UnixListener::bind(folder.path().join(SOCKET)).unwrap();
        let [Host::Unix(behind)] = database.config.get_hosts() else {
            panic!("the tests' Postgres has a private socket")
        };
        let behind = behind.join(SOCKET);
        let mut config = Config::new();
        config.host_path(folder.path()).user("postgres");
        config.dbname(database.config.get_dbname().unwrap());
        database.config = config;
        let runs = Runs::default();
        let counted = runs.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = UnixStream::connect(&behind).await?;
                let (from_client, mut to_client) = client.into_split();
                let (mut from_server, to_server) = server.into_split();
                tokio::spawn(requests(from_client, to_server, counted.clone()));
                tokio::spawn(
                    async move { tokio::io::copy(&mut from_server, &mut to_client).await },
                );
            }
            io::Result::Ok(())
        });
        Self { _folder: folder, runs }
    }

    /// The number of executions by the statement's text.
    pub fn runs(&self) -> BTreeMap<String, usize> {
        self.runs.lock().unwrap().clone()
    }
}

async fn requests(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, runs: Runs) -> io::Result<()> {
    // The start-up message has no kind.
    let length = from.read_u32().await?;
    let mut body = vec![0; length as usize - 4];
    from.read_exact(&mut body).await?;
    to.write_all(&length.to_be_bytes()).await?;
    to.write_all(&body).await?;
    // Prepared statements by name.
    let mut statements = BTreeMap::new();
    loop {
        let message = read(&mut from).await?;
        let mut texts = message[5..].split(|byte| *byte == 0).map(String::from_utf8_lossy);
        let mut text = || texts.next().unwrap_or_default().into_owned();
        match message[0] {
            // Parse: the statement's name, and its text.
            b'P' => _ = statements.insert(text(), text()),
            // Bind: the portal's name, and the statement's.
            b'B' => {
                text();
                let statement: &String = &statements[&text()];
                *runs.lock().unwrap().entry(statement.clone()).or_default() += 1;
            }
            _ => {}
        }
        to.write_all(&message).await?;
    }
}

/// Reads a message: its kind, its length including the length field, and its content.
async fn read(from: &mut OwnedReadHalf) -> io::Result<Vec<u8>> {
    let kind = from.read_u8().await?;
    let length = from.read_u32().await?;
    let mut message = vec![0; length as usize + 1];
    message[0] = kind;
    message[1..5].copy_from_slice(&length.to_be_bytes());
    from.read_exact(&mut message[5..]).await?;
    Ok(message)
}
