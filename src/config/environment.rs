//! The environment: production or development, secrets in files, and unknown variables.

use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches, ValueEnum};

use super::Cli;
use crate::text;

/// Suffix of variables such as `STOA_SECRET_FILE`, which name a file that contains the value.
const FILE_SUFFIX: &str = "_FILE";

const VARIABLE_PREFIX: &str = "STOA_";

/// Maximum size of a file that contains a secret.
const MAX_SECRET_FILE_BYTES: u64 = 64 * 1024;

/// Minimum similarity, from 0 to 1, at which an unknown name is taken for a misspelt one.
const MIN_NAME_SIMILARITY: f64 = 0.5;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Environment {
    Production,
    Development,
}

/// The command line, merged with the environment.
pub struct Read {
    pub cli: Cli,
    /// A message for each unknown `STOA_` variable.
    pub unknown: Vec<String>,
}

impl Cli {
    /// Whether this is a production server rather than a trial.
    pub fn is_production(&self) -> bool {
        self.environment == Some(Environment::Production) || self.database.database_url.is_some()
    }

    /// Checks the settings that every command needs to open its database.
    pub fn check(&self) -> Result<()> {
        ensure!(
            !self.is_production() || self.database.database_url.is_some(),
            "STOA_ENV is production, which does not allow stoa's own Postgres: set DATABASE_URL"
        );
        Ok(())
    }
}

/// Reads the command line, the environment variables, and the files that the variables name. Ends the process if the
/// command line is wrong or asks for help.
pub fn read() -> Result<Read> {
    let command = Cli::command();
    let mut matches = command.clone().get_matches();
    let known = variables(&command);
    let files = secrets_in_files(&known)?;
    for name in files.keys() {
        let id = name.trim_start_matches(VARIABLE_PREFIX).to_lowercase();
        ensure!(!is_on_command_line(&matches, &id), "{}", twice(name));
    }
    if !files.is_empty() {
        matches = with_defaults(command, &files).get_matches();
    }
    refuse_misplaced(&matches)?;
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    Ok(Read { cli, unknown: unknown(&known) })
}

/// Refuses an option of `serve` before another command: `stoa --no-migrate serve` would ignore the option and migrate.
fn refuse_misplaced(matches: &ArgMatches) -> Result<()> {
    let Some(name) = matches.subcommand_name() else { return Ok(()) };
    let command = Cli::command();
    let mut of_serve = command.get_arguments().filter(|argument| !argument.is_global_set());
    let misplaced = of_serve.find(|argument| {
        matches.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine)
    });
    let Some(option) = misplaced.and_then(clap::Arg::get_long) else { return Ok(()) };
    bail!("--{option} has no effect before `{name}`: put it after, if `{name}` accepts it")
}

/// Adds our prefix to a variable: clap names that of the field `data_dir` `DATA_DIR`. Only `DATABASE_URL` has no prefix.
pub(super) fn with_prefix(argument: Arg) -> Arg {
    match argument.get_env().and_then(|name| name.to_str()) {
        None | Some("DATABASE_URL") => argument,
        Some(name) => {
            let name = format!("{VARIABLE_PREFIX}{name}");
            argument.env(name)
        }
    }
}

/// The same for all variables of a command.
pub(super) fn with_prefixes(command: clap::Command) -> clap::Command {
    command.mut_args(with_prefix).mut_subcommands(with_prefixes)
}

/// Returns the variables of all commands, and whether each is a secret.
fn variables(command: &clap::Command) -> BTreeMap<String, bool> {
    let own = command.get_arguments().filter_map(|argument| {
        let name = argument.get_env()?.to_str()?;
        Some((name.to_owned(), argument.is_hide_env_values_set()))
    });
    let of_subcommands = command.get_subcommands().flat_map(variables);
    own.chain(of_subcommands).collect()
}

/// Reads the secrets that are in files. Returns them by the names of their variables.
fn secrets_in_files(known: &BTreeMap<String, bool>) -> Result<BTreeMap<String, String>> {
    let mut secrets = BTreeMap::new();
    for name in known.iter().filter_map(|(name, is_secret)| is_secret.then_some(name)) {
        let variable = format!("{name}{FILE_SUFFIX}");
        let Some(path) = env::var_os(&variable) else { continue };
        ensure!(env::var_os(name).is_none(), "{}", twice(name));
        let secret = read_secret(Path::new(&path)).context(variable)?;
        secrets.insert(name.clone(), secret);
    }
    Ok(secrets)
}

/// Reads a file, and removes the line break that editors and `echo` append.
fn read_secret(path: &Path) -> Result<String> {
    let shown = path.display();
    let file = File::open(path).with_context(|| format!("{shown} cannot be read"))?;
    let mut secret = Vec::new();
    let read = file.take(MAX_SECRET_FILE_BYTES + 1).read_to_end(&mut secret);
    read.with_context(|| format!("{shown} cannot be read"))?;
    ensure!(secret.len() as u64 <= MAX_SECRET_FILE_BYTES, "{shown} is too long for a secret");
    let secret = text::decode(secret).with_context(|| format!("{shown} cannot be read"))?;
    let secret = secret.trim_end_matches(['\r', '\n']);
    ensure!(!secret.is_empty(), "{shown} is empty");
    Ok(secret.to_owned())
}

/// Adds the secrets from files to the command as default values.
fn with_defaults(command: clap::Command, files: &BTreeMap<String, String>) -> clap::Command {
    command
        .mut_args(|argument| {
            let name = argument.get_env().and_then(|name| name.to_str());
            match name.and_then(|name| files.get(name)) {
                Some(value) => argument.default_value(value.clone()).hide_default_value(true),
                None => argument,
            }
        })
        .mut_subcommands(|command| with_defaults(command, files))
}

/// Whether the command, or its subcommand, was given this argument as an option.
fn is_on_command_line(matches: &ArgMatches, id: &str) -> bool {
    let is_known = matches.try_contains_id(id).is_ok();
    is_known && matches.value_source(id) == Some(ValueSource::CommandLine)
        || matches.subcommand().is_some_and(|(_, matches)| is_on_command_line(matches, id))
}

fn twice(name: &str) -> String {
    format!("{name} and {name}{FILE_SUFFIX} are both given: remove one of them")
}

/// Returns a message for each variable with our prefix that no command reads.
fn unknown(known: &BTreeMap<String, bool>) -> Vec<String> {
    let is_known = |name: &str| {
        known.contains_key(name)
            || name.strip_suffix(FILE_SUFFIX).is_some_and(|name| known.get(name) == Some(&true))
    };
    let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let mut unknown: Vec<String> = names
        .filter(|name| name.starts_with(VARIABLE_PREFIX) && !is_known(name) && !is_injected(name))
        .map(|name| match nearest_variable(&name, known) {
            Some(near) => format!("{name} is not a setting: did you mean {near}?"),
            None => format!("{name} is not a setting: `stoa serve --help` lists them all"),
        })
        .collect();
    unknown.sort();
    unknown
}

fn nearest_variable(name: &str, known: &BTreeMap<String, bool>) -> Option<String> {
    // Only secrets can be read from files. For another setting with the suffix, suggest its name without the suffix.
    if let Some(setting) =
        name.strip_suffix(FILE_SUFFIX).filter(|setting| known.contains_key(*setting))
    {
        return Some(setting.to_owned());
    }
    let secrets = known.iter().filter(|(_, is_secret)| **is_secret);
    let files: Vec<String> = secrets.map(|(name, _)| format!("{name}{FILE_SUFFIX}")).collect();
    nearest(name, known.keys().chain(&files).map(String::as_str)).map(str::to_owned)
}

/// Returns the known name that a misspelt name may stand for. Our prefix does not count.
pub(super) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let rest = |name: &'a str| name.strip_prefix(VARIABLE_PREFIX).unwrap_or(name);
    let name = name.strip_prefix(VARIABLE_PREFIX).unwrap_or(name);
    let alike =
        known.map(|known| (strsim::normalized_damerau_levenshtein(name, rest(known)), known));
    let (alike, nearest) = alike.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (alike >= MIN_NAME_SIMILARITY).then_some(nearest)
}

/// Whether Kubernetes or Docker set the variable for a service called `stoa` or `stoa-…`. Examples:
/// `STOA_SERVICE_HOST`, `STOA_SERVICE_PORT_HTTP`, `STOA_PORT`, `STOA_DB_PORT_5432_TCP_ADDR`.
fn is_injected(name: &str) -> bool {
    let words: Vec<&str> = name.split('_').skip(1).collect();
    let is_of_service =
        |at: usize| words[at] == "SERVICE" && matches!(words.get(at + 1), Some(&("HOST" | "PORT")));
    let is_of_port = |at: usize| {
        words[at] == "PORT" && words.get(at + 1).is_none_or(|number| number.parse::<u16>().is_ok())
    };
    (0..words.len()).any(|at| is_of_service(at) || is_of_port(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn injected_variables() {
        for name in [
            "STOA_PORT",
            "STOA_PORT_8080_TCP",
            "STOA_PORT_8080_TCP_ADDR",
            "STOA_SERVICE_HOST",
            "STOA_SERVICE_PORT",
            "STOA_SERVICE_PORT_HTTP",
            "STOA_DB_SERVICE_HOST",
            "STOA_DB_PORT_5432_TCP_PROTO",
        ] {
            assert!(is_injected(name), "{name}");
        }
        for name in ["STOA_SECRT", "STOA_SERVICE", "STOA_PORTS", "STOA_PORT_NUMBER", "STOA_"] {
            assert!(!is_injected(name), "{name}");
        }
    }

    #[test]
    fn before_a_command() {
        let read = |line: &str| {
            let matches = Cli::command().try_get_matches_from(line.split(' ')).unwrap();
            refuse_misplaced(&matches).map_err(|error| error.to_string())
        };
        for line in
            ["stoa --listen 127.0.0.1:1", "stoa --data-dir /a serve --no-migrate", "stoa check"]
        {
            assert_eq!(read(line), Ok(()), "{line}");
        }
    }
}
