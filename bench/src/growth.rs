//! Measures an import and the reads of a shop as its catalog grows, or of a server with many shops.

use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;
use stoa_site_bundle::Existing;

use crate::process;
use crate::store::load::Connection;
use crate::store::operations::{get, post};
use crate::store::server::{self, Queue};
use crate::store::site;

#[derive(clap::Args)]
pub struct Arguments {
    /// Number of products of all sites together
    #[arg(long, default_value_t = 1_000_000)]
    products: i64,
    /// Number of sites
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(i64).range(1..))]
    sites: i64,
    /// Requests of each kind; the result is their median
    #[arg(long, default_value_t = 11)]
    requests: usize,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let folder = process::data_folder()?;
    let postgres = server::postgres(folder.path(), true)?;
    tokio::runtime::Runtime::new()?.block_on(async {
        let config = postgres.config();
        import(arguments, &config, folder.path()).await?;
        let server = server::stoa(&postgres, 16, Queue::Off)?;
        let mut connection = Connection::open(server.address).await?;
        println!("{:>50}{:>12}{:>12}", "", "median ms", "slowest ms");
        for (name, request) in requests(arguments) {
            let mut times = Vec::new();
            // The first request prepares the statement.
            for _ in 0..=arguments.requests {
                let start = Instant::now();
                connection.exchange(request().as_bytes()).await?;
                times.push(start.elapsed());
            }
            times.remove(0);
            times.sort_unstable();
            let [median, slowest] = [times[times.len() / 2], times[times.len() - 1]].map(millis);
            println!("{name:>50}{median:>12.1}{slowest:>12.1}");
        }
        Ok(())
    })
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Makes the schema, and imports the sites one after the other.
async fn import(
    arguments: &Arguments,
    config: &tokio_postgres::Config,
    folder: &Path,
) -> anyhow::Result<()> {
    let of_site = arguments.products / arguments.sites;
    anyhow::ensure!(
        of_site > 0 && of_site * arguments.sites == arguments.products,
        "--products must be a multiple of --sites"
    );
    let mut client = stoa::database::connect(config).await?;
    stoa_schema::migrations::migrate(&mut client).await?;
    let file = folder.join("site.json");
    let (mut imports, mut bytes, mut time) = (Vec::new(), 0, Duration::ZERO);
    for site_id in 1..=arguments.sites {
        site::write_bundle(&file, site_id, of_site)?;
        bytes += File::open(&file)?.metadata()?.len();
        let start = Instant::now();
        imports.push(stoa_site_bundle::import(&mut client, &file, Existing::Refuse).await?);
        time += start.elapsed();
    }
    std::fs::remove_file(&file)?;
    let start = Instant::now();
    stoa_site_bundle::analyze(&client, &imports).await?;
    println!(
        "imported {} products of {} sites ({} MB) in {:.1} s, analyzed in {:.1} s; peak memory {} MiB",
        arguments.products,
        arguments.sites,
        bytes / 1_000_000,
        time.as_secs_f64(),
        start.elapsed().as_secs_f64(),
        process::own_peak_memory(),
    );
    Ok(())
}

/// Returns the name of each kind of request, and a function that makes one.
fn requests(arguments: &Arguments) -> Vec<(String, Box<dyn Fn() -> String>)> {
    let newest = arguments.products / arguments.sites;
    let read = |name: &str, path: &str| -> (String, Box<dyn Fn() -> String>) {
        let request = get(&format!("/api/storefront/1/{path}"));
        (name.to_owned(), Box::new(move || request.clone()))
    };
    let search = |words: &str, more: &str| {
        let query = format!("products?search={}{more}", words.replace(' ', "%20"));
        read(&format!("search: {words}{more}"), &query)
    };
    let last_page = (newest / 100).max(1);
    let middle_page = last_page.min(100);
    vec![
        read("list", "products"),
        read("list of a category", "products?category=mugs"),
        read("cheapest", "products?sort=price_asc"),
        read(
            &format!("page {middle_page} of 100"),
            &format!("products?limit=100&page={middle_page}"),
        ),
        read("last page of 100", &format!("products?limit=100&page={last_page}")),
        read(
            "last page of 100, featured",
            &format!("products?limit=100&sort=featured&page={last_page}"),
        ),
        read("product", &format!("products/product-{}", newest / 2)),
        read("categories", "categories"),
        (
            "addition to a cart".to_owned(),
            Box::new(move || {
                let session = format!("{:032x}", rand::random::<u128>());
                let line = json!({"sessionId": session, "productId": newest / 2, "variantId": site::variant_id(newest / 2, 1), "quantity": 1});
                post("/api/storefront/1/cart", &line.to_string())
            }),
        ),
        search(&format!("number {newest}"), ""),
        search("product 1234", ""),
        search("measuring", ""),
        search("measuring", "&sort=price_asc"),
        search("made for measuring product number", ""),
        search("me", ""),
        search("nowhere", ""),
    ]
}
