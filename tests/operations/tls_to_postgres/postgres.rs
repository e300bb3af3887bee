//! A Postgres with TLS on a port, and certificates for both sides.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, ExtendedKeyUsagePurpose, IsCa,
    KeyPair,
};
use tempfile::TempDir;

use crate::operations::embedded_postgres::harness::Folder;

type Authority = CertifiedIssuer<'static, KeyPair>;

/// Certificates and keys as PEM files.
pub struct Certificates {
    _folder: TempDir,
    /// The authority that signed the server's certificate and one client's.
    pub authority: PathBuf,
    pub another_authority: PathBuf,
    /// The server's certificate for `localhost`, and its key.
    server: (PathBuf, PathBuf),
    /// The certificate of the user `certified`.
    pub client: (PathBuf, PathBuf),
    /// A certificate for the same name, signed by the other authority.
    pub another_client: (PathBuf, PathBuf),
}

impl Certificates {
    pub fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let at = folder.path();
        // Postgres may run as another user than root.
        fs::set_permissions(at, fs::Permissions::from_mode(0o755)).unwrap();
        let (ours, others) = (authority("ours"), authority("others"));
        let pem = |name: &str, authority: &Authority| {
            let path = at.join(name);
            fs::write(&path, authority.pem()).unwrap();
            path
        };
        Self {
            authority: pem("ours.pem", &ours),
            another_authority: pem("others.pem", &others),
            server: signed(at, "localhost", ExtendedKeyUsagePurpose::ServerAuth, &ours),
            client: signed(at, "certified", ExtendedKeyUsagePurpose::ClientAuth, &ours),
            another_client: signed(
                &at.join("others"),
                "certified",
                ExtendedKeyUsagePurpose::ClientAuth,
                &others,
            ),
            _folder: folder,
        }
    }
}

fn authority(name: &str) -> Authority {
    let mut parameters = CertificateParams::default();
    parameters.distinguished_name.push(DnType::CommonName, name);
    parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(parameters, KeyPair::generate().unwrap()).unwrap()
}

fn signed(
    folder: &Path,
    name: &str,
    purpose: ExtendedKeyUsagePurpose,
    authority: &Authority,
) -> (PathBuf, PathBuf) {
    fs::create_dir_all(folder).unwrap();
    let mut parameters = CertificateParams::new(vec![name.to_owned()]).unwrap();
    parameters.distinguished_name.push(DnType::CommonName, name);
    parameters.extended_key_usages = vec![purpose];
    let key = KeyPair::generate().unwrap();
    let certificate = parameters.signed_by(&key, authority).unwrap();
    let files = (folder.join(format!("{name}.pem")), folder.join(format!("{name}.key")));
    fs::write(&files.0, certificate.pem()).unwrap();
    fs::write(&files.1, key.serialize_pem()).unwrap();
    files
}

/// A running Postgres. It ends when it is dropped.
pub struct Postgres {
    process: Child,
    port: u16,
    _folder: Folder,
}

const USERS: &str = "create role anybody superuser login; create role by_tls superuser login; \
    create role without_tls login; create role certified login; create role scrammed login password 'secret'";

const WHO_MAY_COME: &str = "local all all trust
host all anybody 127.0.0.1/32 trust
hostssl all by_tls 127.0.0.1/32 trust
hostnossl all without_tls 127.0.0.1/32 trust
hostssl all certified 127.0.0.1/32 cert
host all scrammed 127.0.0.1/32 scram-sha-256
";

impl Postgres {
    /// Starts Postgres on a data directory that the server has created, with other settings.
    pub async fn start(certificates: &Certificates) -> Self {
        let folder = Folder::new();
        let binary = made(&folder);
        let cluster = folder.cluster();
        let owner = fs::metadata(&cluster).unwrap();
        fs::write(cluster.join("pg_hba.conf"), WHO_MAY_COME).unwrap();
        let (certificate, key) = &certificates.server;
        if nix::unistd::geteuid().is_root() {
            chown(key, Some(owner.uid()), Some(owner.gid())).unwrap();
        }
        fs::set_permissions(key, fs::Permissions::from_mode(0o600)).unwrap();
        let settings = format!(
            "ssl = on\nssl_cert_file = '{}'\nssl_key_file = '{}'\nssl_ca_file = '{}'\nfsync = off\n",
            certificate.display(),
            key.display(),
            certificates.authority.display()
        );
        fs::write(cluster.join("postgresql.auto.conf"), settings).unwrap();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let mut command = Command::new(binary);
        command.arg("-D").arg(&cluster).args(["-k", "", "-c", "listen_addresses=127.0.0.1"]);
        command.args(["-c", &format!("port={port}")]).current_dir("/").env_clear();
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if nix::unistd::geteuid().is_root() {
            command.uid(owner.uid()).gid(owner.gid());
        }
        let process = command.spawn().unwrap();
        let mut started = Self { process, port, _folder: folder };
        started.answers().await;
        started
    }

    async fn answers(&mut self) {
        let deadline = Instant::now() + Duration::from_secs(60);
        let server: stoa_db::Server = self.url("anybody", "localhost", "").parse().unwrap();
        while server.connect().await.is_err() {
            assert!(self.process.try_wait().unwrap().is_none(), "Postgres has ended");
            assert!(Instant::now() < deadline, "Postgres does not answer");
            tokio::task::yield_now().await;
        }
    }

    /// The URL for this user and this name of the host.
    pub fn url(&self, user: &str, host: &str, query: &str) -> String {
        let port = self.port;
        format!("postgres://{user}@{host}:{port}/stoa?hostaddr=127.0.0.1&{query}")
    }

    /// Disables TLS for new connections.
    pub async fn without_tls(&self) {
        let server: stoa_db::Server = self.url("anybody", "localhost", "").parse().unwrap();
        let client = stoa::database::connect(&server).await.unwrap();
        client.batch_execute("alter system set ssl = off").await.unwrap();
        client.batch_execute("select pg_reload_conf()").await.unwrap();
        let sql = "select ssl from pg_stat_ssl where pid = pg_backend_pid()";
        loop {
            let client = stoa::database::connect(&server).await.unwrap();
            if !client.query_one(sql, &[]).await.unwrap().get::<_, bool>(0) {
                break;
            }
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // SIGQUIT shuts Postgres down immediately, without a checkpoint.
        let process = nix::unistd::Pid::from_raw(self.process.id().try_into().unwrap());
        let _ = nix::sys::signal::kill(process, nix::sys::signal::Signal::SIGQUIT);
        let _ = self.process.wait();
    }
}

/// Creates the data directory and its users, and returns the path of the Postgres binary.
fn made(folder: &Folder) -> PathBuf {
    let options = folder.options();
    // Postgres ends with the thread that started it.
    let made = std::thread::spawn(move || {
        let postgres = stoa_embedded_postgres::start(&options).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let process: i32 = runtime.block_on(async {
            let client = stoa::database::connect(postgres.config()).await.unwrap();
            client.batch_execute(USERS).await.unwrap();
            client.query_one("select pg_backend_pid()", &[]).await.unwrap().get(0)
        });
        let program = fs::read_link(format!("/proc/{process}/exe")).unwrap();
        postgres.stop();
        program
    });
    made.join().unwrap()
}
