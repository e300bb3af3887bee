//! The SMTP server, read from its URL. Nothing is sent unencrypted to another machine.

use std::{fmt, net::IpAddr};

use lettre::transport::smtp::{
    authentication::Credentials,
    client::{Certificate, CertificateStore, TlsParameters, TlsParametersBuilder},
};
use percent_encoding::percent_decode_str;
use url::{Host, Url};

use crate::SettingsError;

pub(crate) struct SmtpServer {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) encryption: Encryption,
    pub(crate) credentials: Option<Credentials>,
}

pub(crate) enum Encryption {
    /// From the start: `smtps://`.
    Tls(TlsParameters),
    /// By STARTTLS, which the server must offer: `smtp://…?tls=required`.
    StartTls(TlsParameters),
    /// By STARTTLS if the server offers it: `smtp://…?tls=opportunistic`, only on this machine.
    IfOffered(TlsParameters),
    /// Never: `smtp://`, only on this machine.
    Never,
}

impl SmtpServer {
    /// Reads `smtps://user:password@host:port`, or `smtp://…?tls=required`.
    ///
    /// `authority` is the certificate of a certificate authority, in PEM, that replaces the public authorities.
    pub(crate) fn read(smtp_url: &str, authority: Option<&[u8]>) -> Result<Self, SettingsError> {
        // Neither the URL nor the parser's error is repeated, because the URL contains a password.
        let url = Url::parse(smtp_url).map_err(|_| malformed())?;
        let host = url.host().ok_or_else(malformed)?;
        let tls: Vec<_> = url.query_pairs().collect();
        let tls = match tls.as_slice() {
            [] => None,
            [(name, value)] if name == "tls" => Some(value.as_ref()),
            _ => return Err(malformed()),
        };
        if !matches!(url.path(), "" | "/") || url.fragment().is_some() {
            return Err(malformed());
        }
        // `Host::to_string` would put an IPv6 address in brackets, but certificates have none.
        let name = match &host {
            Host::Domain(name) => (*name).to_owned(),
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        };
        let parameters = || tls_parameters(&name, authority);
        let (encryption, port) = match (url.scheme(), tls) {
            ("smtps", None | Some("required")) => (Encryption::Tls(parameters()?), 465),
            ("smtp", Some("required")) => (Encryption::StartTls(parameters()?), 587),
            ("smtp", None | Some("opportunistic")) if !is_loopback(&name) => {
                return Err(SettingsError(
                    "STOA_SMTP_URL would send mails unencrypted: it must begin with smtps:// or end with \
                     ?tls=required, unless its host is this machine"
                        .into(),
                ));
            }
            ("smtp", Some("opportunistic")) => (Encryption::IfOffered(parameters()?), 587),
            ("smtp", None) => (Encryption::Never, 25),
            _ => return Err(malformed()),
        };
        let decoded = |text: &str| {
            let text = percent_decode_str(text).decode_utf8().map_err(|_| malformed())?;
            Ok::<_, SettingsError>(text.into_owned())
        };
        let credentials = match (url.username(), url.password()) {
            ("", None) => None,
            (user, Some(password)) if !user.is_empty() => {
                Some(Credentials::new(decoded(user)?, decoded(password)?))
            }
            _ => return Err(malformed()),
        };
        Ok(Self { host: name, port: url.port().unwrap_or(port), encryption, credentials })
    }
}

impl fmt::Debug for SmtpServer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SmtpServer")
            .field("host", &self.host)
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn malformed() -> SettingsError {
    let text = "STOA_SMTP_URL must be smtps://user:password@host:port or smtp://user:password@host:port?tls=required, \
                with # / and ? of the user and the password written as %23 %2F and %3F";
    SettingsError(text.into())
}

fn tls_parameters(host: &str, authority: Option<&[u8]>) -> Result<TlsParameters, SettingsError> {
    let builder = TlsParameters::builder(host.to_owned());
    let builder = match authority {
        // A file without a certificate would be read as an empty list of authorities.
        Some(pem) if !String::from_utf8_lossy(pem).contains("-----BEGIN CERTIFICATE-----") => {
            return Err(no_certificate());
        }
        Some(pem) => {
            let certificate = Certificate::from_pem(pem).map_err(|_| no_certificate())?;
            builder.certificate_store(CertificateStore::None).add_root_certificate(certificate)
        }
        // The system's authorities are included by default.
        None => {
            let private = stoa_tls_roots::private().iter();
            let private = private.filter_map(|der| Certificate::from_der(der.to_vec()).ok());
            private.fold(builder, TlsParametersBuilder::add_root_certificate)
        }
    };
    builder.build_rustls().map_err(|_| match authority {
        Some(_) => no_certificate(),
        None => SettingsError(
            "the system has no certificates of authorities: install them (ca-certificates), or name some by --smtp-ca"
                .into(),
        ),
    })
}

fn no_certificate() -> SettingsError {
    SettingsError("--smtp-ca must name a file with a certificate in PEM".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encrypted_connections_may_go_anywhere() {
        let read = |url: &str| SmtpServer::read(url, None).unwrap();
        let server = read("smtps://mail.example");
        assert!(matches!(server.encryption, Encryption::Tls(_)));
        assert_eq!((server.host.as_str(), server.port), ("mail.example", 465));
        let server = read("smtp://ada:a%40b%2Fc@mail.example:2525?tls=required");
        assert!(matches!(server.encryption, Encryption::StartTls(_)));
        assert_eq!(server.port, 2525);
        assert_eq!(server.credentials, Some(Credentials::new("ada".into(), "a@b/c".into())));
        assert!(!format!("{server:?}").contains("a@b"));
    }

    #[test]
    fn unencrypted_connections_stay_on_this_machine() {
        for host in ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"] {
            assert!(SmtpServer::read(&format!("smtp://{host}:1025"), None).is_ok(), "{host}");
            let server = SmtpServer::read(&format!("smtp://{host}?tls=opportunistic"), None);
            assert!(matches!(server.unwrap().encryption, Encryption::IfOffered(_)), "{host}");
        }
        for host in ["mail.example", "10.0.0.1", "localhost.example", "[2001:db8::1]", "0.0.0.0"] {
            for url in [format!("smtp://{host}"), format!("smtp://{host}?tls=opportunistic")] {
                let error = SmtpServer::read(&url, None).unwrap_err().to_string();
                assert!(error.contains("unencrypted"), "{url}: {error}");
            }
        }
    }

    #[test]
    fn invalid_urls_are_not_quoted() {
        for url in [
            "",
            "mail.example",
            "http://ada:hunter22@mail.example",
            "smtp://ada:hunter22@mail.example?tls=Required",
            "smtp://ada:hunter22@mail.example?tls=required&tls=no",
            "smtps://ada:hunter22@mail.example?tls=opportunistic",
            "smtps://ada:hunter22@mail.example/hunter22",
            "smtps://ada:hunter22@mail.example#hunter22",
            "smtps://ada@mail.example",
            "smtps://:hunter22@mail.example",
            "smtps://ada:%ff@mail.example",
            "smtps://ada:hunter22@mail.example:99999",
        ] {
            let error = SmtpServer::read(url, None).unwrap_err().to_string();
            assert!(error.starts_with("STOA_SMTP_URL must be"), "{url}: {error}");
            assert!(!error.contains("hunter22"));
        }
        let error = SmtpServer::read("smtps://mail.example", Some(b"no certificate")).unwrap_err();
        assert!(error.to_string().starts_with("--smtp-ca"), "{error}");
    }
}
