//! `cargo xtask bench design`: how many designs are saved, drawn, finalized and uploaded a second, what memory that
//! takes, and what it costs those who only look around.

mod work;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use crate::figures::{self, Figures};
use crate::load::Asked;
use crate::process::{self, Server};
use crate::{figures_of, load, site};
use work::{WORK, Work};

/// Measure designs: saves, thumbnails, finalized designs and uploads, and lists of products beside them
#[derive(clap::Args)]
pub struct Arguments {
    /// Seconds for each figure
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Designers at once, each with a design and a session
    #[arg(long, default_value_t = 64)]
    designers: usize,
    /// Connections to Postgres
    #[arg(long, default_value_t = 16)]
    database_connections: usize,
}

/// Who looks around meanwhile, so many at once.
const VISITORS: usize = 4;

const PRODUCTS: Asked = Asked::Get { path: "/api/storefront/1/products", key: "" };

/// Others begin before what they are beside, and end after it.
const AHEAD: Duration = Duration::from_secs(1);

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let folder = tempfile::tempdir_in("/var/tmp")?;
    let postgres = process::postgres(folder.path(), true)?;
    let runtime = tokio::runtime::Runtime::new()?;
    let done = runtime.block_on(async {
        site::fill(&postgres.config(), folder.path()).await?;
        let files = folder.path().join("files");
        let connections = arguments.database_connections;
        let server = Server::stoa_with_files(&postgres, connections, 10_000, &files).await?;
        work::begin_designs(&postgres.config(), arguments.designers).await?;
        measure(arguments, &server).await
    });
    drop(runtime);
    drop(postgres);
    done
}

async fn measure(arguments: &Arguments, server: &Server) -> anyhow::Result<()> {
    let time = Duration::from_secs(arguments.seconds);
    let products = load::Target { address: server.address, asked: PRODUCTS };
    figures_of(server, &products, VISITORS, AHEAD).await?;
    let by_itself = figures_of(server, &products, VISITORS, time).await?;
    println!("{}", figures::HEADING);
    figures::print_line("products by themselves", &by_itself);
    for work in &WORK {
        println!("{}, {} at once", work.name, arguments.designers);
        let (done, refused, memory) = designed(server, work, arguments.designers, time).await?;
        figures::print_line("designers", &done);
        println!("  {refused} answered 503; at most {} MiB of memory", memory >> 20);
        let beside = beside(server, work, arguments.designers, &products, time).await?;
        figures::print_line("products beside", &beside);
        println!("  p99 beside / by itself {:.2}", beside.p99() / by_itself.p99());
    }
    Ok(())
}

/// What designers get done, and the most memory that the server had meanwhile.
async fn designed(
    server: &Server,
    work: &Work,
    designers: usize,
    time: Duration,
) -> anyhow::Result<(Figures, u64, i64)> {
    let is_over = Arc::new(AtomicBool::new(false));
    let most = Arc::new(AtomicI64::new(0));
    let before = server.cpu_time()?;
    let doing = tokio::task::spawn_blocking({
        let (work, address, is_over) = (*work, server.address, is_over.clone());
        move || {
            let done = work::run(&work, address, designers, time);
            is_over.store(true, Ordering::Relaxed);
            done
        }
    });
    while !is_over.load(Ordering::Relaxed) {
        most.fetch_max(server.resident_memory()?, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (mut done, refused) = doing.await??;
    done.cpu = Some(server.cpu_time()? - before);
    Ok((done, refused, most.load(Ordering::Relaxed)))
}

/// Lists of products while designers keep at it.
async fn beside(
    server: &Server,
    work: &Work,
    designers: usize,
    products: &load::Target,
    time: Duration,
) -> anyhow::Result<Figures> {
    let (work, address) = (*work, server.address);
    let longer = time + 2 * AHEAD;
    let doing = tokio::task::spawn_blocking(move || work::run(&work, address, designers, longer));
    tokio::time::sleep(AHEAD).await;
    let figures = figures_of(server, products, VISITORS, time).await?;
    doing.await??;
    Ok(figures)
}
