//! Options, settings and the help.

use clap::CommandFactory;
use stoa::config::Cli;

use super::{Ran, is_done, is_refused, ran, run, stoa};

#[test]
fn wrong_options() {
    for line in [
        "--nope",
        "nothing",
        "--listen here",
        "serve here",
        "--max-connections many",
        "--min-free-disk -1",
        "--min-free-disk 5%",
        "--check-responses 1.1",
        "--check-responses -0.1",
        "--check-responses NaN",
        "--check-responses 1%",
        "--max-connections-per-client -1",
        "--trusted-proxies -1",
        "--trusted-clients 10.0.0.0/33",
        "--trusted-clients 10.0.0.0/8,here",
        "--postgres-binaries moon",
        "--database-connections x",
        "--database-connections 0",
        "--database-connections -1",
        "--database-connections 4000000000000000000",
        "--max-connections 0",
        "--max-connections 4000000000000000000",
        "--max-connections-per-client 0",
        "--max-requests-per-client 0",
        "--max-body-bytes-in-flight 0",
        "--max-body-bytes-in-flight 4000000000000000000",
        "--trusted-proxies 4000000000000000000",
        "--env staging",
        "migrate --check --status",
        "site",
        "site import",
        "site import site.json --discard-live-state",
        "site export one",
        "site apply",
        "site apply site.json --prefer both",
        "key create",
        "key create --site 1 --per-minute 0",
        "key create --site 1 --expires tomorrow",
        "key revoke --site 1",
        "migrate --nope",
        "--trusted-clients=",
    ] {
        let Ran { status, printed, complaint } = run(&line.split(' ').collect::<Vec<_>>());
        assert_eq!((status, printed.as_str()), (Some(2), ""), "{line}");
        assert!(!complaint.is_empty(), "{line}");
    }
}

/// The refusals name the wrong part, and what it should be.
#[test]
fn invalid_values() {
    for (option, value, said) in [
        (
            "--trusted-clients",
            "10.1.0.0/16, 2001:db8::/32,10.0.0.0/33",
            "error: invalid value '10.0.0.0/33' for '--trusted-clients <CIDR>': \
             neither an address nor a network such as 10.1.0.0/16",
        ),
        (
            "--limit",
            "reeds=9/60",
            "error: invalid value 'reeds=9/60' for '--limit <NAME=CALLS/SECONDS>': \
             there is no limit `reeds`: did you mean `reads`?",
        ),
        (
            "--limit",
            "xyzzy=off",
            "error: invalid value 'xyzzy=off' for '--limit <NAME=CALLS/SECONDS>': \
             there is no limit `xyzzy`: the documents list the limits under x-rate-limits",
        ),
    ] {
        let Ran { status, complaint, .. } = run(&[option, value]);
        assert_eq!((status, complaint.lines().next()), (Some(2), Some(said)));
    }
}

#[test]
fn invalid_settings() {
    for (arguments, said) in [
        (
            &["--database-url", "postgres://u:hunter2@127.0.0.1:1/none"][..],
            "the database cannot be reached",
        ),
        (
            &["site", "list", "--database-url", "postgres://u:hunter2@127.0.0.1:1/none"],
            "the database cannot be reached",
        ),
        (
            &["--database-url", "mysql://u:hunter2@127.0.0.1/none?ssl-mode=required"],
            "DATABASE_URL is not the URL of a Postgres (write postgres://user:password@host:5432/name): it begins with \
             mysql://, not with postgres://",
        ),
        (
            &["--database-url", "postgres://u:hunter2@home@127.0.0.1/none"],
            "an @ in the user or the password must be written as %40",
        ),
        (
            &["--database-url", "postgres://u:hunter2@no host/x@127.0.0.1/none"],
            "check the host; an @ elsewhere in the URL must be written as %40",
        ),
        (
            &["--database-url", "postgres://u:hunter2#home@127.0.0.1:1/none"],
            "the database cannot be reached",
        ),
        (
            &[
                "--database-url",
                "postgres://u@127.0.0.1:1/none",
                "--smtp-url",
                "smtps://u:hunter2#1@mail.test",
            ],
            "with # / and ? of the user and the password written as %23",
        ),
        (
            &[
                "--database-url",
                "postgres://u@127.0.0.1:1/none",
                "--valkey-url",
                "redis://u:hunter2#1@valkey",
            ],
            "with # / and ? of the user and the password written as %23",
        ),
        (&["--database-url", ""], "DATABASE_URL names no host"),
        (&["--database-url", "postgres:///none"], "DATABASE_URL names no host"),
        (
            &["--database-url", "postgres://u:hunter2@127.0.0.1:none/none"],
            "is not the URL of a Postgres",
        ),
        (&["--log", "a=b=c", "--database-url", "postgres://u@127.0.0.1:1/none"], "--log"),
    ] {
        let refused = run(arguments);
        is_refused(&refused, said);
        assert!(!refused.complaint.contains("hunter2") && refused.printed.is_empty());
    }
}

#[test]
fn without_a_secret() {
    let mut command = stoa(&["--database-url", "postgres://u@127.0.0.1:1/none"]);
    command.env_remove("STOA_SECRET");
    is_refused(&ran(command), "STOA_SECRET is not set");
}

#[test]
fn options_before_the_command() {
    for (arguments, option) in [
        (["--no-migrate", "serve"], "--no-migrate"),
        (["--listen=0.0.0.0:80", "check"], "--listen"),
    ] {
        let told = format!("{option} has no effect before `{}`", arguments[1]);
        is_refused(&run(&arguments), &told);
    }
}

#[test]
fn help_everywhere() {
    let mut stoa = Cli::command();
    stoa.build();
    let commands = paths(&stoa);
    assert!(commands.len() > 50, "{commands:?}");
    for command in commands {
        let arguments: Vec<&str> = command.split_whitespace().skip(1).chain(["--help"]).collect();
        let ran = run(&arguments);
        assert_eq!(ran.complaint, "", "{command}");
        let help = is_done(ran);
        let usage = format!("Usage: {command}");
        let has_options = command == "stoa" || help.contains("--database-url");
        assert!(help.contains(&usage) && has_options, "{command}: {help}");
    }
    let version = format!("stoa {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(run(&["--version"]).printed, version);
}

/// Without a command, the help fits on a screen: it has a line for each command, and names the help with the options.
#[test]
fn help_without_a_command() {
    let short = run(&["-h"]).printed;
    assert_eq!(short, run(&["--help"]).printed);
    for command in Cli::command().get_subcommands() {
        let line = format!("  {} ", command.get_name());
        let lines = short.lines().filter(|found| found.starts_with(&line)).count();
        assert_eq!(lines, 1, "{line}: {short}");
    }
    assert!(short.contains("stoa serve --help") && !short.contains("--listen"), "{short}");
    assert!(short.lines().count() < 40, "{short}");
    assert!(short.lines().all(|line| line.chars().count() <= 90), "{short}");
}

/// All commands, as they are typed. Asserts that each command and argument has a help text.
fn paths(command: &clap::Command) -> Vec<String> {
    let path = command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned();
    assert!(command.get_about().is_some(), "{path}");
    for argument in command.get_arguments() {
        assert!(argument.get_help().is_some(), "{path}: {argument}");
    }
    [path].into_iter().chain(command.get_subcommands().flat_map(paths)).collect()
}
