//! What is asked of both servers, and the peer's statements for it as pgbench runs them.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, ensure};
use stoa::embedded_postgres::Postgres;

use crate::load::Asked;
use crate::stat::Postmaster;
use crate::store::carts;

pub struct Case {
    pub name: &'static str,
    pub asked: Asked,
    /// Chooses what is asked, as `asked` does.
    variables: &'static str,
    /// Sent together, each with the expressions for its parameters.
    statements: &'static [(&'static str, &'static [&'static str])],
}

pub static CASES: [Case; 3] = [
    Case {
        name: "listProducts",
        asked: Asked::Get { path: "/api/storefront/1/products", key: "" },
        variables: "\\set limit 24\n\\set offset 0\n",
        statements: &[
            ("products/list_products", &[":site_id", ":limit", ":offset"]),
            ("products/count_products", &[":site_id"]),
        ],
    },
    Case {
        name: "getProduct",
        asked: Asked::Get { path: "/api/storefront/1/products/product-1000", key: "" },
        variables: "",
        statements: &[
            ("products/get_product", PRODUCT),
            ("products/list_images", PRODUCT),
            ("products/list_options", PRODUCT),
            ("products/list_variants", PRODUCT),
            ("products/list_chosen", PRODUCT),
            ("products/list_rules", PRODUCT),
        ],
    },
    Case {
        name: "addCartItem",
        asked: Asked::Post {
            path: "/api/storefront/1/cart",
            body: || serde_json::to_string(&carts::addition()),
        },
        variables: include_str!("addition.pgbench"),
        statements: &[
            (
                "cart/add_line",
                &[":site_id", "('visited-' || :cart)", ":product_id", ":variant_id", "1", ":id"],
            ),
            ("cart/list_rules", &[":site_id", ":product_id"]),
        ],
    },
];

const PRODUCT: &[&str] = &[":site_id", "'product-1000'"];

/// As the peer has them.
const SESSION: &str = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off";

/// What pgbench has done.
pub struct Done {
    pub transactions: f64,
    pub per_second: f64,
}

impl Case {
    /// The peer's statements for so long; nothing where there is no pgbench.
    pub async fn run_by_pgbench(
        &self,
        postgres: &Postgres,
        postmaster: &Postmaster,
        connections: usize,
        time: Duration,
    ) -> anyhow::Result<Option<Done>> {
        let pgbench = postmaster.beside("pgbench")?;
        if !pgbench.exists() {
            return Ok(None);
        }
        let script = tempfile::NamedTempFile::new()?;
        std::fs::write(&script, self.script()?)?;
        let mut command = Command::new(pgbench);
        command
            .args([
                "--no-vacuum",
                "--protocol=prepared",
                "--define=site_id=1",
                "--username=postgres",
            ])
            .arg(format!("--client={connections}"))
            .arg(format!("--time={}", time.as_secs()))
            .arg("--host")
            .arg(postgres.socket_dir())
            .arg("--file")
            .arg(script.path())
            .arg("stoa")
            .env("PGOPTIONS", SESSION)
            .stdin(Stdio::null());
        let output = tokio::task::spawn_blocking(move || command.output()).await??;
        let said = String::from_utf8_lossy(&output.stdout);
        ensure!(output.status.success(), "pgbench: {}", String::from_utf8_lossy(&output.stderr));
        let number = |label: &str| {
            let rest = said.lines().find_map(|line| line.strip_prefix(label));
            rest.and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        };
        let transactions = number("number of transactions actually processed:");
        let per_second = number("tps =");
        transactions
            .zip(per_second)
            .map(|(transactions, per_second)| Some(Done { transactions, per_second }))
            .with_context(|| format!("pgbench says no figures: {said}"))
    }

    fn script(&self) -> anyhow::Result<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/axum/src");
        let mut script = format!("{}\\startpipeline\n", self.variables);
        for (name, parameters) in self.statements {
            let mut sql = std::fs::read_to_string(folder.join(name).with_extension("sql"))?;
            for (at, parameter) in parameters.iter().enumerate() {
                sql = sql.replace(&format!("${}", at + 1), parameter);
            }
            writeln!(script, "{};", sql.trim_end())?;
        }
        Ok(script + "\\endpipeline\n")
    }
}
