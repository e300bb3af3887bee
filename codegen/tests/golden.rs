//! Compares the code generated from `fixture.yaml`, which has every construct of the dialect, with the files in
//! `golden/`.
//!
//! The files come from an earlier run, so this also tests that two runs write the same bytes. `UPDATE_GOLDEN=1 cargo
//! test -p stoa-codegen --test golden` rewrites `golden/`. Read the difference before you commit it.

#![cfg(test)]

use std::path::{Path, PathBuf};
use std::{env, fs};

use stoa_codegen::{self as codegen, Package, Tree};

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn fixture() -> String {
    fs::read_to_string(tests().join("fixture.yaml")).unwrap()
}

/// A package with every field.
fn package() -> Package {
    Package {
        name: "acme-fixture".to_owned(),
        version: "1.2.0".to_owned(),
        license: Some("MIT".to_owned()),
        license_files: [("LICENSE".to_owned(), "Permission is granted\n".to_owned())].into(),
        keywords: vec!["acme".to_owned()],
        document: "specs/fixture.yaml".to_owned(),
        command: "make generated".to_owned(),
        folder: "../acme/generated/fixture".to_owned(),
        libraries: Some("../../..".to_owned()),
        rustfmt_config: codegen::rustfmt_config(&tests()),
        ..Package::new("fixture")
    }
}

fn generate(yaml: &str) -> Tree {
    let example =
        |name: &str, about: &str| (name.to_owned(), format!("//! {about}.\n\nfn main() {{}}\n"));
    let examples = [example("fixture", "An example"), example("fixture-more", "Another one")];
    let examples = examples.into_iter().collect();
    codegen::emit(&package(), yaml, &examples).unwrap()
}

#[test]
fn golden() {
    let yaml = fixture();
    let mut fresh = generate(&yaml);
    // `golden/` does not contain the copies of the document, so they are checked here.
    assert_eq!(fresh.remove("server/src/openapi.yaml"), Some(yaml));
    assert!(
        fresh.remove("server/src/openapi.json").unwrap().starts_with("{\n  \"openapi\": \"3.1.0\"")
    );
    let golden = tests().join("golden");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        codegen::tree::replace(&tests(), "golden", &fresh).unwrap();
    }
    let old = codegen::tree::read(&golden).unwrap();
    let paths = |tree: &Tree| tree.keys().cloned().collect::<Vec<_>>();
    assert_eq!(paths(&fresh), paths(&old), "golden/ has other files");
    for (path, content) in &fresh {
        assert!(*content == old[path], "golden/{path} differs: run with UPDATE_GOLDEN=1 and look");
    }
}

/// Path parameters are arguments of a client's methods, in the order of the path.
#[test]
fn the_order_of_path_parameters_in_a_document_does_not_matter() {
    const KIND: &str = "
      - name: kind
        in: path
        required: true
        schema:
          $ref: '#/components/schemas/Kind'";
    const OWNER: &str = "
      - name: ownerId
        in: path
        required: true
        schema:
          $ref: '#/components/schemas/OwnerId'";
    let (yaml, listed) = (fixture(), [KIND, OWNER].concat());
    assert_eq!(yaml.matches(&listed).count(), 1);
    let code = |yaml: &str| {
        let mut tree = generate(yaml);
        tree.retain(|path, _| path.ends_with(".rs"));
        tree
    };
    assert_eq!(code(&yaml.replace(&listed, &[OWNER, KIND].concat())), code(&yaml));
}

/// `webhooks::verify` is in the module `webhooks`, whatever the document's tags are.
#[test]
fn a_tag_may_be_named_webhooks() {
    let yaml = fixture();
    let renamed = yaml.replace("access-control", "webhooks");
    let (before, after) = (generate(&yaml), generate(&renamed));
    let file = |tree: &Tree, name: &str| tree[&format!("client/src/{name}.rs")].clone();
    assert_eq!(file(&after, "webhooks"), file(&before, "webhooks"));
    let operations = file(&before, "access_control").replace("access-control", "webhooks");
    assert_eq!(file(&after, "webhook_operations"), operations);
    assert!(file(&after, "lib").contains("mod webhook_operations;\npub mod webhooks;\n"));
    assert!(file(&after, "lib").contains("pub use webhook_operations::*;\n"));
}

/// Without a `type` in each payload there is no union, and nothing to verify.
#[test]
fn webhooks_without_a_type_have_no_union() {
    let yaml = fixture().replace("const: thing.gone", "maxLength: 20");
    let tree = generate(&yaml);
    assert!(tree.values().all(|text| !text.contains("WebhookEvent")));
    assert!(!tree.contains_key("client/src/webhooks.rs"));
    assert!(tree["types/src/shared.rs"].contains("pub struct ThingMoved"));
}
