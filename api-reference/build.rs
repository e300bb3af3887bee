//! Takes the script out of Scalar's crate and compresses it, once for each version of it.

use std::io::Write;
use std::path::Path;
use std::{env, error::Error, fs};

use flate2::{Compression, write::GzEncoder};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let script = scalar_api_reference::get_asset("scalar.js").ok_or("the crate has no script")?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&script)?;
    let target = env::var("OUT_DIR")?;
    fs::write(Path::new(&target).join("scalar.js.gz"), encoder.finish()?)?;
    Ok(())
}
