//! Lets progenitor generate a client of each document, lowered to OpenAPI 3.0.

#[path = "../../build/apis.rs"]
mod apis;
#[path = "build/left_out.rs"]
mod left_out;
#[path = "build/lens.rs"]
mod lens;

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, ensure};
use left_out::LEFT_OUT;
use progenitor_impl::Generator;
use serde_json::Value;

fn main() -> anyhow::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=../../specs");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut modules = String::new();
    for api in apis::apis(Path::new("../../specs"))? {
        let path = format!("../../generated/{api}/server/src/openapi-3.0.json");
        println!("cargo::rerun-if-changed={path}");
        let mut document = serde_json::from_str(&fs::read_to_string(path)?)?;
        lens::simplify(&mut document);
        for (_, operation, reason) in LEFT_OUT.iter().filter(|(of, _, _)| *of == api) {
            let alone = lens::take_out(&mut document, operation)
                .with_context(|| format!("build/left_out.rs: {api} has no {operation}"))?;
            let refusal = client(&alone).err().map(|error| error.to_string()).unwrap_or_default();
            ensure!(
                refusal.contains(reason),
                "build/left_out.rs: of {operation} alone progenitor says `{refusal}`"
            );
        }
        let file = out.join(format!("{api}.rs"));
        fs::write(&file, client(&document)?)?;
        let module = api.replace('-', "_");
        modules += &format!("#[path = {file:?}]\npub mod {module};\n");
    }
    fs::write(out.join("clients.rs"), modules)?;
    Ok(())
}

fn client(document: &Value) -> anyhow::Result<String> {
    let document = serde_json::from_value(document.clone())?;
    Ok(Generator::default().generate_tokens(&document)?.to_string())
}
