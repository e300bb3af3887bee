//! Rebuilds this crate when a migration is added: `refinery::embed_migrations!` lists the folder, which cargo does not
//! know.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
}
