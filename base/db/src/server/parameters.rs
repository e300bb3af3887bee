//! libpq's TLS parameters in a URL. tokio-postgres supports only some of them, and refuses the others.

use std::path::PathBuf;

use percent_encoding::percent_decode_str;

use super::WrongAddress;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Disable,
    /// Uses TLS only if the server refuses a connection without it.
    Allow,
    Prefer,
    Require,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    Nothing,
    Authority,
    AuthorityAndHost,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Roots {
    System,
    File(PathBuf),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parameters {
    pub mode: Mode,
    pub check: Check,
    pub roots: Option<Roots>,
    /// The PEM files of the client certificate and of its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// The parameters of a connection that [`Parameters`] takes out of its text.
const TLS_PARAMETERS: [&str; 4] = ["sslmode", "sslrootcert", "sslcert", "sslkey"];

impl Parameters {
    /// Takes the TLS parameters out of a URL or of `key=value` pairs. Returns the remaining text and the parameters.
    pub(super) fn take(text: &str) -> Result<(String, Self), WrongAddress> {
        let (rest, pairs) = if is_url(text)? { of_url(text)? } else { of_pairs(text)? };
        // The last value wins, as in libpq.
        let value = |name: &str| {
            let value = pairs.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value);
            value.filter(|value| !value.is_empty()).cloned()
        };
        let roots = value("sslrootcert").map(|roots| match roots.as_str() {
            "system" => Roots::System,
            file => Roots::File(file.into()),
        });
        let is_system = roots == Some(Roots::System);
        // As in libpq, `sslmode=require` verifies the authority if there is an `sslrootcert`.
        let by_authority = if roots.is_some() { Check::Authority } else { Check::Nothing };
        let (mode, check) = match value("sslmode").as_deref() {
            Some("verify-full") => (Mode::Require, Check::AuthorityAndHost),
            None if is_system => (Mode::Require, Check::AuthorityAndHost),
            Some(weak) if is_system => {
                return wrong(format!(
                    "sslrootcert=system goes with sslmode=verify-full, not with sslmode={weak}"
                ));
            }
            Some("disable") => (Mode::Disable, Check::Nothing),
            Some("allow") => (Mode::Allow, Check::Nothing),
            Some("prefer") | None => (Mode::Prefer, Check::Nothing),
            Some("require") => (Mode::Require, by_authority),
            Some("verify-ca") => (Mode::Require, Check::Authority),
            Some(other) => {
                return wrong(format!(
                    "sslmode={other} is none of disable, allow, prefer, require, verify-ca and verify-full"
                ));
            }
        };
        if check != Check::Nothing && roots.is_none() {
            return wrong(
                "sslmode=verify-ca and sslmode=verify-full need sslrootcert=FILE, the certificate of the authority, or \
                 sslrootcert=system with sslmode=verify-full",
            );
        }
        let certificate = match (value("sslcert"), value("sslkey")) {
            (Some(certificate), Some(key)) => Some((certificate.into(), key.into())),
            (None, None) => None,
            _ => return wrong("sslcert and sslkey go together"),
        };
        Ok((rest, Self { mode, check, roots, certificate }))
    }
}

fn wrong<T>(text: impl Into<String>) -> Result<T, WrongAddress> {
    Err(WrongAddress(text.into()))
}

type Pairs = Vec<(String, String)>;

/// Whether the text is a URL, not `key=value` pairs. Refuses URLs of other databases, which would be read as pairs.
fn is_url(text: &str) -> Result<bool, WrongAddress> {
    if text.starts_with("postgres://") || text.starts_with("postgresql://") {
        return Ok(true);
    }
    // A value may contain `://`, the name of a parameter may not.
    let scheme = text.split_once("://").map(|(scheme, _)| scheme);
    match scheme.filter(|scheme| !scheme.contains('=')) {
        Some(scheme) => wrong(format!("it begins with {scheme}://, not with postgres://")),
        None if text.trim().is_empty() || text.contains('=') => Ok(false),
        None => wrong("it does not begin with postgres://"),
    }
}

fn of_url(url: &str) -> Result<(String, Pairs), WrongAddress> {
    // tokio-postgres reads the text after the first `@` as the host, whatever the password contains.
    let host = url.find('@').map_or(0, |at| at + 1);
    if url[host..].split(['/', '?']).next().is_some_and(|host| host.contains('@')) {
        return wrong("an @ in the user or the password must be written as %40");
    }
    // An `@` in a parameter makes host, database and TLS parameters look like the user and the password.
    let (_, user) = url[..host].split_once("://").unwrap_or_default();
    if let Some((_, query)) = user.split_once('/').and_then(|(_, path)| path.split_once('?'))
        && TLS_PARAMETERS.iter().any(|key| query.contains(&format!("{key}=")))
    {
        return wrong("an @ in a parameter of the URL must be written as %40");
    }
    let Some(query) = url[host..].find('?').map(|place| host + place) else {
        return Ok((url.to_owned(), vec![]));
    };
    let (mut ours, mut others) = (vec![], vec![]);
    for pair in url[query + 1..].split('&') {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        match TLS_PARAMETERS.contains(&key) {
            true => ours.push((key.to_owned(), decoded(key, value)?)),
            false => others.push(pair),
        }
    }
    let mut rest = url[..query].to_owned();
    if !others.is_empty() {
        rest = format!("{rest}?{}", others.join("&"));
    }
    Ok((rest, ours))
}

fn decoded(key: &str, value: &str) -> Result<String, WrongAddress> {
    let value = percent_decode_str(value).decode_utf8();
    let value = value.map_err(|_| WrongAddress(format!("{key} is no text in UTF-8")))?;
    Ok(value.into_owned())
}

fn of_pairs(text: &str) -> Result<(String, Pairs), WrongAddress> {
    let (mut ours, mut others) = (vec![], String::new());
    let mut rest = text;
    while !rest.trim_start().is_empty() {
        rest = rest.trim_start();
        let Some((key, after)) = rest.split_once('=') else {
            return wrong("a parameter without a value");
        };
        let (value, length) = value(after.trim_start());
        let end = rest.len() - after.trim_start().len() + length;
        match TLS_PARAMETERS.contains(&key.trim()) {
            true => ours.push((key.trim().to_owned(), value)),
            false => others = format!("{others} {}", &rest[..end]),
        }
        rest = &rest[end..];
    }
    Ok((others, ours))
}

/// Parses the value at the beginning of a text. The value is quoted, or ends at white space. Returns the value, and the
/// number of bytes that it takes in the text, including quotes and backslashes.
fn value(text: &str) -> (String, usize) {
    let is_quoted = text.starts_with('\'');
    let mut value = String::new();
    let mut letters = text.char_indices().skip(usize::from(is_quoted));
    while let Some((place, letter)) = letters.next() {
        match letter {
            '\'' if is_quoted => return (value, place + 1),
            _ if letter.is_whitespace() && !is_quoted => return (value, place),
            '\\' => value.extend(letters.next().map(|(_, letter)| letter)),
            _ => value.push(letter),
        }
    }
    (value, text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(text: &str) -> (String, Parameters) {
        Parameters::take(text).unwrap()
    }

    #[test]
    fn taken_out_of_a_url() {
        let (rest, parameters) = take(
            "postgres://stoa:why?sslmode=no@db:5432/stoa?sslmode=verify-full&connect_timeout=5&sslrootcert=/etc/our%20roots.pem",
        );
        assert_eq!(rest, "postgres://stoa:why?sslmode=no@db:5432/stoa?connect_timeout=5");
        assert_eq!((parameters.mode, parameters.check), (Mode::Require, Check::AuthorityAndHost));
        assert_eq!(parameters.roots, Some(Roots::File("/etc/our roots.pem".into())));
        assert_eq!(take("postgresql://db/stoa?sslmode=disable").0, "postgresql://db/stoa");
        assert_eq!(take("postgres://db/stoa").1.mode, Mode::Prefer);
        for host in ["db", "db:5432"] {
            let url = format!("postgres://{host}/stoa?sslmode=require&application_name=a@b");
            let refused = Parameters::take(&url).unwrap_err().to_string();
            assert_eq!(refused, "an @ in a parameter of the URL must be written as %40");
        }
    }

    #[test]
    fn taken_out_of_pairs() {
        let (rest, parameters) = take(
            r"host=db sslrootcert = 'our \'own\' roots.pem' password='a b' sslmode=require sslcert=a sslkey=b dbname=stoa",
        );
        assert_eq!(rest, " host=db password='a b' dbname=stoa");
        assert_eq!((parameters.mode, parameters.check), (Mode::Require, Check::Authority));
        assert_eq!(parameters.roots, Some(Roots::File("our 'own' roots.pem".into())));
        assert_eq!(parameters.certificate, Some(("a".into(), "b".into())));
    }

    #[test]
    fn of_another_database() {
        for (text, said) in [
            ("mysql://u:hunter2@db/stoa", "it begins with mysql://, not with postgres://"),
            ("mysql://u:hunter2@db/stoa?ssl-mode=required", "it begins with mysql://"),
            (
                "jdbc:postgresql://db/stoa?user=u&password=hunter2",
                "it begins with jdbc:postgresql://",
            ),
            ("'postgres://u:hunter2@db/stoa'", "it begins with 'postgres://, not with postgres://"),
            ("POSTGRES://u:hunter2@db/stoa", "it begins with POSTGRES://"),
            ("u:hunter2@db/stoa", "it does not begin with postgres://"),
            ("db", "it does not begin with postgres://"),
        ] {
            let refused = Parameters::take(text).unwrap_err().to_string();
            assert!(refused.starts_with(said) && !refused.contains("hunter2"), "{refused}");
        }
        assert_eq!(take("host=db password=a://b").0, " host=db password=a://b");
        assert_eq!(take("").0, "");
    }

    #[test]
    fn an_at_in_the_password() {
        for url in [
            "postgres://u:a@b@db/stoa",
            "postgres://u:a@@db:5432/stoa?sslmode=require",
            "postgres://u@example.com:a@db",
            "postgres://u:a/b@c@db/stoa",
        ] {
            let refused = Parameters::take(url).unwrap_err().to_string();
            assert_eq!(refused, "an @ in the user or the password must be written as %40", "{url}");
        }
        for url in [
            "postgres://u:a%40b@db/stoa",
            "postgres://u:a#b@db/stoa",
            "postgres://u:a/b?c@db/stoa",
            "postgres://u:a@db/st@a/b",
            "postgres://u:a@db/stoa?application_name=a@b",
        ] {
            assert_eq!(take(url).0, url);
        }
    }

    #[test]
    fn refused_parameters() {
        for (query, said) in [
            ("sslmode=full", "sslmode=full is none of"),
            ("sslmode=verify-ca", "need sslrootcert=FILE"),
            ("sslmode=verify-full", "need sslrootcert=FILE"),
            ("sslmode=require&sslrootcert=system", "goes with sslmode=verify-full"),
            ("sslcert=a", "sslcert and sslkey go together"),
            ("sslrootcert=%ff", "sslrootcert is no text"),
        ] {
            let refused = Parameters::take(&format!("postgres://db/stoa?{query}")).unwrap_err();
            assert!(refused.to_string().contains(said), "{query}: {refused}");
        }
        assert_eq!(take("postgres://db?sslrootcert=system").1.check, Check::AuthorityAndHost);
    }
}
