//! Lets progenitor generate a client of each document, lowered to OpenAPI 3.0.

#[path = "../../build/apis.rs"]
mod apis;
#[path = "build/lens.rs"]
mod lens;

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, ensure};
use progenitor_impl::Generator;
use serde_json::Value;

/// The message with which progenitor refuses a form.
const NO_FORMS: &str = "unexpected content type: multipart/form-data";

fn main() -> anyhow::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=../../specs");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut modules = String::new();
    let mut left_out = Vec::new();
    for api in apis::apis(Path::new("../../specs"))? {
        let path = format!("../../generated/{api}/server/src/openapi-3.0.json");
        println!("cargo::rerun-if-changed={path}");
        let mut document = serde_json::from_str(&fs::read_to_string(path)?)?;
        lens::simplify(&mut document);
        for operation in lens::operations_with_forms(&document) {
            let alone = lens::take_out(&mut document, &operation).context(operation.clone())?;
            let refusal = client(&alone).err().map(|error| error.to_string()).unwrap_or_default();
            ensure!(refusal.contains(NO_FORMS), "of {operation} alone progenitor says `{refusal}`");
            left_out.push((api.clone(), operation));
        }
        let file = out.join(format!("{api}.rs"));
        fs::write(&file, client(&document)?)?;
        let module = api.replace('-', "_");
        modules += &format!("#[path = {file:?}]\npub mod {module};\n");
    }
    modules += &format!("pub const LEFT_OUT: &[(&str, &str)] = &{left_out:?};\n");
    fs::write(out.join("clients.rs"), modules)?;
    Ok(())
}

fn client(document: &Value) -> anyhow::Result<String> {
    let document = serde_json::from_value(document.clone())?;
    Ok(Generator::default().generate_tokens(&document)?.to_string())
}
