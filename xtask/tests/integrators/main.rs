//! The types crates in a separate workspace, as an integrator uses them. In Stoa's own workspace, the servers turn on
//! the feature `exhaustive`, and Cargo unifies the features of all crates that it builds together.

#![cfg(test)]

mod features;
mod secrets;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const PROGRAM: &str = r#"
#![deny(unused_must_use)]
use stoa_live_chat_types::ChatEvent;
use stoa_storefront_types::*;

fn main() {
    let code = ValidateDiscountRequest::builder().code("WELCOME10").build();
    let ValidateDiscountRequest { code, .. } = code;
    let login = LoginRequest::builder().email("a@b.example");
    let login = login.password("secret").build();
    let account = UpdateAccountRequest::builder().first_name("Mara").phone(None);
    println!("{code} {login:?} {:?}", account.maybe_last_name(None::<String>).build());
}

pub fn checkout(rate: ShippingRateId) -> CheckoutRequest {
    _ = CheckoutRequest::builder().shipping_rate_id(7);
    _ = CheckoutRequest::builder().maybe_shipping_rate_id(Some("live"));
    CheckoutRequest::builder()
        .customer_name("Mara")
        .shipping_address([("country", "US"), ("state", "ME")])
        .billing_address(serde_json::Map::new())
        .session_id("session")
        .shipping_rate_id(rate)
        .customer_email(String::from("a@b.example"))
        .expected_total(900)
        .build()
}

pub fn open(status: DiscountType) -> bool {
    match status { DiscountType::Percent | DiscountType::FixedAmount | DiscountType::FreeShipping | DiscountType::Unknown(_) => true, _ => false }
}

pub fn closed(sort: ProductSort) -> bool {
    match sort { ProductSort::Newest | ProductSort::PriceAsc | ProductSort::PriceDesc | ProductSort::Featured => true, _ => false }
}

pub fn union(line: UpdatedCartItem) -> bool {
    match line { UpdatedCartItem::CartItemRecord(_) | UpdatedCartItem::RemovedCartItem(_) => true, _ => false }
}

pub fn event(event: ChatEvent) -> bool {
    match event { ChatEvent::Hello(_) | ChatEvent::Message(_) | ChatEvent::Status(_) => true, _ => false }
}
"#;

/// Mistakes that the compiler refuses: the code of the program, the wrong code that replaces it, and the error.
const MISTAKES: &[(&str, &str, &str)] = &[
    (
        r#"ValidateDiscountRequest::builder().code("WELCOME10").build()"#,
        r#"ValidateDiscountRequest { code: "WELCOME10".to_owned(), subtotal: None }"#,
        "error[E0639]: cannot create non-exhaustive struct",
    ),
    (".customer_name(\"Mara\")\n", "\n", "the member `Unset<customer_name>` was not set"),
    (
        ".session_id(\"session\")\n",
        ".session_id(\"session\").session_id(\"session\")\n",
        "session_id>` was already set",
    ),
    (
        "println!(\"{code} {login:?}",
        "println!(\"{code} {login:?} {:?}\", LoginRequest::builder().password(\"secret\"));\n    println!(\"{code} {login:?}",
        "doesn't implement `Debug`",
    ),
    ("{ code, .. }", "{ code, subtotal: _ }", "error[E0638]: `..` required"),
    (
        "let account = UpdateAccountRequest::builder()",
        "UpdateAccountRequest::default();\n    let account = UpdateAccountRequest::builder()",
        "that must be used",
    ),
    (
        "DiscountType::Unknown(_) => true, _ => false",
        "DiscountType::Unknown(_) => true",
        "error[E0004]",
    ),
    ("ProductSort::Featured => true, _ => false", "ProductSort::Featured => true", "error[E0004]"),
    ("RemovedCartItem(_) => true, _ => false", "RemovedCartItem(_) => true", "error[E0004]"),
    ("ChatEvent::Status(_) => true, _ => false", "ChatEvent::Status(_) => true", "error[E0004]"),
];

#[test]
fn a_later_version_may_add_to_each_type() {
    let mut programs = vec![("right".to_owned(), PROGRAM.to_owned())];
    for (number, (right, wrong, _)) in MISTAKES.iter().enumerate() {
        assert_eq!(PROGRAM.matches(right).count(), 1, "{right}");
        programs.push((format!("wrong{number}"), PROGRAM.replace(right, wrong)));
    }
    let folder = workspace("types", &programs);
    let (_, said) = cargo(&folder, &["check", "--examples", "--keep-going"]);
    let errors = |program: &str| {
        let lines =
            said.lines().filter(|line| line.starts_with(&format!("examples/{program}.rs:")));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(errors("right"), "", "{said}");
    for (number, (_, wrong, error)) in MISTAKES.iter().enumerate() {
        let errors = errors(&format!("wrong{number}"));
        assert!(
            errors.contains(error) && errors.matches("error").count() == 1,
            "{wrong}: {errors}"
        );
    }
    // The check above covers the mistakes. This check shows that the right program compiles.
    let (is_fine, said) = cargo(&folder, &["check", "--example", "right"]);
    assert!(is_fine, "{said}");
}

/// Creates a package with these programs as examples, and returns its folder. It uses the types crates without
/// features.
fn workspace(name: &str, programs: &[(String, String)]) -> PathBuf {
    let folder = package(name, "types", "");
    _ = fs::remove_dir_all(folder.join("examples"));
    fs::create_dir_all(folder.join("examples")).unwrap();
    for (program, text) in programs {
        fs::write(folder.join(format!("examples/{program}.rs")), text).unwrap();
    }
    folder
}

/// Creates a package without code, and returns its folder. The package depends on this part of each API (`types` or
/// `client`), with these options.
fn package(name: &str, part: &str, options: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("integrators").join(name);
    let generated = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated");
    let crates = apis().into_iter().map(|api| {
        let path = generated.join(&api).join(part);
        format!("stoa-{api}-{part} = {{ path = {path:?}{options} }}\n")
    });
    let manifest = format!(
        "[package]\nname = \"integrator\"\nedition = \"2024\"\n\n[dependencies]\nserde_json = \"1\"\n{}\n\
         [workspace]\n\n[profile.dev]\ndebug = false\n",
        crates.collect::<String>()
    );
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("src/lib.rs"), "").unwrap();
    // With the versions in the lock file, nothing is downloaded.
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    fs::copy(lock, folder.join("Cargo.lock")).unwrap();
    folder
}

fn apis() -> Vec<String> {
    xtask::codegen::apis(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap()
}

/// Runs cargo. Returns whether it succeeded, and its output with a line for each error.
fn cargo(folder: &Path, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(arguments)
        .args(["--offline", "--quiet", "--message-format", "short"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.with_file_name("target"))
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}
