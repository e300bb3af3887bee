//! A proxy in front of Postgres' socket. It records for each statement which result columns, and which members of the
//! JSON that the statement built, had a value at least once and which never had one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tempfile::TempDir;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};
use tokio_postgres::config::{Config, Host};

use super::database::Database;

const SOCKET: &str = ".s.PGSQL.5432";

/// Postgres' type number of JSON, which `json_build_object` and similar functions return.
const JSON: u32 = 114;

/// The recording proxy. It ends with the test's runtime.
pub struct Recorder {
    _folder: TempDir,
    answers: Arc<Mutex<BTreeMap<String, Answers>>>,
}

/// Everything that Postgres has answered to a statement.
#[derive(Clone, Default)]
pub struct Answers {
    pub has_run: bool,
    /// Number of executions.
    pub runs: usize,
    /// Name and type of each column.
    pub columns: Vec<(String, u32)>,
    /// Columns and members, such as `data.items[].name`, that had a value other than null and an empty list.
    filled: BTreeSet<String>,
    /// Columns and members that were null or an empty list.
    empty: BTreeSet<String>,
}

impl Answers {
    /// Adds the answers to another variant of the same `.sql` file.
    pub fn and(&mut self, other: &Self) {
        self.has_run |= other.has_run;
        self.runs += other.runs;
        self.columns.extend(other.columns.iter().cloned());
        self.filled.extend(other.filled.iter().cloned());
        self.empty.extend(other.empty.iter().cloned());
    }

    /// Columns and members that were null or empty in every row.
    pub fn never_filled(&self) -> Vec<&str> {
        let columns = self.columns.iter().map(|(name, _)| name);
        let all: BTreeSet<_> = columns.chain(&self.empty).collect();
        all.into_iter().filter(|path| !self.filled.contains(*path)).map(String::as_str).collect()
    }

    fn run(&mut self) {
        self.has_run = true;
        self.runs += 1;
    }

    fn note(&mut self, path: &str, value: Option<&Value>) {
        let is_empty = match value {
            None | Some(Value::Null) => true,
            Some(Value::Array(items)) => items.is_empty(),
            Some(_) => false,
        };
        let noted = if is_empty { &mut self.empty } else { &mut self.filled };
        noted.insert(path.into());
        match value {
            Some(Value::Array(items)) => {
                items.iter().for_each(|item| self.note(&format!("{path}[]"), Some(item)));
            }
            Some(Value::Object(members)) => members
                .iter()
                .for_each(|(name, value)| self.note(&format!("{path}.{name}"), Some(value))),
            _ => {}
        }
    }
}

/// Messages up to a Sync, which Postgres answers together.
#[derive(Default)]
struct Exchange {
    parsed: Option<String>,
    bound: Option<String>,
}

#[derive(Default)]
struct Connection {
    /// Prepared statements by name.
    statements: BTreeMap<Vec<u8>, String>,
    open: VecDeque<Exchange>,
}

impl Recorder {
    /// Routes all further connections to this database through a recorder.
    pub fn before(database: &mut Database) -> Self {
        let folder = TempDir::new().unwrap();
        let listener = UnixListener::bind(folder.path().join(SOCKET)).unwrap();
        let [Host::Unix(behind)] = database.config.get_hosts() else {
            panic!("the tests' Postgres has a private socket")
        };
        let behind: PathBuf = behind.join(SOCKET);
        let mut config = Config::new();
        config.host_path(folder.path()).user("postgres");
        config.dbname(database.config.get_dbname().unwrap());
        database.config = config;
        let answers = Arc::<Mutex<BTreeMap<_, _>>>::default();
        let noted = answers.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = UnixStream::connect(&behind).await?;
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                let connection = Arc::<Mutex<Connection>>::default();
                tokio::spawn(requests(from_client, to_server, connection.clone()));
                tokio::spawn(responses(from_server, to_client, connection, noted.clone()));
            }
            io::Result::Ok(())
        });
        Self { _folder: folder, answers }
    }

    /// The recorded answers by the text of their statement.
    pub fn answers(&self) -> BTreeMap<String, Answers> {
        self.answers.lock().unwrap().clone()
    }
}

async fn requests(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    connection: Arc<Mutex<Connection>>,
) -> io::Result<()> {
    // The start-up message has no kind.
    let length = from.read_u32().await?;
    let mut body = vec![0; length as usize - 4];
    from.read_exact(&mut body).await?;
    connection.lock().unwrap().open.push_back(Exchange::default());
    to.write_all(&length.to_be_bytes()).await?;
    to.write_all(&body).await?;
    let mut exchange = Exchange::default();
    loop {
        let message = read(&mut from).await?;
        let mut texts = message[5..].split(|byte| *byte == 0);
        let mut text = || texts.next().unwrap_or_default();
        {
            let mut connection = connection.lock().unwrap();
            match message[0] {
                b'P' => {
                    let (name, sql) = (text().to_vec(), String::from_utf8_lossy(text()));
                    connection.statements.insert(name, sql.clone().into_owned());
                    exchange.parsed = Some(sql.into_owned());
                }
                b'B' => {
                    text();
                    exchange.bound = connection.statements.get(text()).cloned();
                }
                // A Query message, or the Sync message that ends an extended query.
                b'Q' | b'S' => connection.open.push_back(std::mem::take(&mut exchange)),
                _ => {}
            }
        }
        to.write_all(&message).await?;
    }
}

async fn responses(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    connection: Arc<Mutex<Connection>>,
    answers: Arc<Mutex<BTreeMap<String, Answers>>>,
) -> io::Result<()> {
    loop {
        let message = read(&mut from).await?;
        let body = &message[5..];
        {
            let mut connection = connection.lock().unwrap();
            let mut answers = answers.lock().unwrap();
            let exchange = connection.open.front();
            let parsed = exchange.and_then(|exchange| exchange.parsed.clone());
            let bound = exchange.and_then(|exchange| exchange.bound.clone());
            match (message[0], parsed, bound) {
                // These messages are RowDescription, DataRow, CommandComplete and ReadyForQuery.
                (b'T', Some(sql), _) => answers.entry(sql).or_default().columns = columns(body),
                (b'D', _, Some(sql)) => note_row(answers.entry(sql).or_default(), body),
                (b'C', _, Some(sql)) => answers.entry(sql).or_default().run(),
                (b'Z', _, _) => _ = connection.open.pop_front(),
                _ => {}
            }
        }
        to.write_all(&message).await?;
    }
}

/// Reads a message: its kind, its length including the length field, and its content.
async fn read(from: &mut (impl AsyncRead + Unpin)) -> io::Result<Vec<u8>> {
    let kind = from.read_u8().await?;
    let length = from.read_u32().await?;
    let mut message = vec![0; length as usize + 1];
    message[0] = kind;
    message[1..5].copy_from_slice(&length.to_be_bytes());
    from.read_exact(&mut message[5..]).await?;
    Ok(message)
}

fn columns(mut body: &[u8]) -> Vec<(String, u32)> {
    let count = take(&mut body, 2);
    let column = |_| {
        let end = body.iter().position(|byte| *byte == 0).unwrap();
        let name = String::from_utf8_lossy(&body[..end]).into_owned();
        let kind = u32::from_be_bytes(body[end + 7..end + 11].try_into().unwrap());
        body = &body[end + 19..];
        (name, kind)
    };
    (0..u16::from_be_bytes(count.try_into().unwrap())).map(column).collect()
}

fn note_row(answers: &mut Answers, mut row: &[u8]) {
    take(&mut row, 2);
    for (name, kind) in answers.columns.clone() {
        // A negative length means null.
        let length = i32::from_be_bytes(take(&mut row, 4).try_into().unwrap());
        let value = usize::try_from(length).ok().map(|length| take(&mut row, length));
        let json = value.map(|value| match kind {
            JSON => serde_json::from_slice(value).unwrap(),
            _ => Value::Bool(true),
        });
        answers.note(&name, json.as_ref());
    }
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> &'a [u8] {
    let (taken, rest) = bytes.split_at(length);
    *bytes = rest;
    taken
}
