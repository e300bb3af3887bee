//! The features that a client turns on in crates that an application may also use. Cargo unifies features, so the
//! application gets these features too.

use std::env;
use std::process::Command;

use super::package;

#[test]
fn the_clients_turn_on_no_feature_of_reqwest() {
    let folder = package("features", "client", ", features = [\"http2\", \"reqwest\"]");
    let output = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(["tree", "--offline", "--prefix", "none", "--format", "{p} [{f}]"])
        .current_dir(folder)
        .output()
        .unwrap();
    let tree = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    let features_of = |name: &str| {
        let line = tree.lines().find(|line| line.starts_with(&format!("{name} v")));
        let (_, features) = line.and_then(|line| line.split_once(" [")).expect(&tree);
        features.split(']').next().unwrap().to_owned()
    };
    assert_eq!(features_of("reqwest"), "");
    // These features add items and change nothing, except `ring`, which the READMEs of the clients describe.
    assert_eq!(features_of("rustls"), "ring,std,tls12");
    assert_eq!(features_of("hyper-rustls"), "http1,http2,tls12");
    assert_eq!(features_of("serde_json"), "default,std");
}
