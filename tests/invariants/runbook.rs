//! The runbook: its table of settings matches the server's help, and its commands exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, CommandFactory, Parser};
use stoa::config::Cli;

const SETTINGS_BEGIN: &str = "<!-- settings -->\n";
const SETTINGS_END: &str = "<!-- /settings -->";

/// A page of the runbook.
fn page(name: &str) -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy").join(name);
    let text = fs::read_to_string(&path).unwrap();
    (path, text)
}

/// `UPDATE_SETTINGS=1` rewrites the table.
#[test]
fn the_table_of_settings() {
    let (path, text) = page("settings.md");
    let (before, rest) = text.split_once(SETTINGS_BEGIN).unwrap();
    let (table, after) = rest.split_once(SETTINGS_END).unwrap();
    let made = settings();
    assert!(made.contains("`DATABASE_URL`") && made.contains("`STOA_LISTEN`"), "{made}");
    if std::env::var_os("UPDATE_SETTINGS").is_some() {
        fs::write(path, format!("{before}{SETTINGS_BEGIN}{made}{SETTINGS_END}{after}")).unwrap();
    } else {
        assert!(table == made, "UPDATE_SETTINGS=1 writes the table again:\n{made}");
    }
}

/// The settings that `stoa serve --help` lists.
fn settings() -> String {
    let mut command = Cli::command();
    command.build();
    let serve = command.find_subcommand("serve").unwrap();
    let mut rows: Vec<String> = serve.get_arguments().filter_map(row).collect();
    rows.sort();
    let head = "| variable | option | unless set | what for |\n| --- | --- | --- | --- |\n";
    head.to_owned() + &rows.concat()
}

fn row(argument: &Arg) -> Option<String> {
    let variable = argument.get_env()?.to_str()?;
    let option = argument.get_long().map_or(String::new(), |long| format!("`--{long}`"));
    let defaults = argument.get_default_values().iter().map(|value| value.to_string_lossy());
    let default = defaults.collect::<Vec<_>>().join(", ");
    let default = if default.is_empty() { default } else { format!("`{default}`") };
    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let help = help.replace('\n', " ").replace('|', "\\|");
    let secret = if argument.is_hide_env_values_set() { " (secret)" } else { "" };
    Some(format!("| `{variable}` | {option} | {default} | {help}{secret} |\n"))
}

/// A server refuses an unknown variable with its own prefix, so the proxy's variables must not have that prefix.
#[test]
fn variables_of_the_proxy() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/haproxy.cfg");
    let text = fs::read_to_string(path).unwrap();
    let used = text.split("${").skip(1);
    let variables: BTreeSet<&str> = used.filter_map(|rest| rest.split('-').next()).collect();
    assert_eq!(variables.len(), 5, "{variables:?}");
    assert!(variables.iter().all(|variable| !variable.starts_with("STOA_")), "{variables:?}");
}

#[test]
fn commands_of_the_runbook() {
    let text: String = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines = blocks.flat_map(str::lines).filter(|line| line.starts_with("stoa "));
    let mut count = 0;
    for line in lines {
        let line = line.split(" | ").next().unwrap();
        if let Err(error) = Cli::try_parse_from(line.split_whitespace()) {
            panic!("{line}: {error}");
        }
        count += 1;
    }
    assert!(count > 10, "{count}");
}

/// Every metric that the runbook recommends to watch exists.
#[test]
fn metrics_of_the_runbook() {
    let (_, watched) = page("metrics.md");
    let names = watched.split('`').map(|code| code.split('{').next().unwrap_or_default());
    let names: Vec<&str> =
        names.filter(|name| name.starts_with("stoa_") || name.starts_with("process_")).collect();
    assert!(names.len() > 8, "{names:?}");
    for name in names {
        assert!(stoa::telemetry::metrics::names().any(|metric| metric == name), "{name}");
    }
}
