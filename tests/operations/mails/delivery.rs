//! Delivery to a mail server: by TLS from the first byte or by STARTTLS, with a login, and never to a server that
//! cannot prove its identity.

use stoa_smtp::{Letter, SendError};

use super::mail_server::{Encryption, MailServer, mailer};

fn letter() -> Letter {
    Letter {
        id: "1.7.18f".into(),
        from_name: "H\u{e4}fen, Goods".into(),
        to: "mara@example.com".into(),
        reply_to: Some("hello@harborgoods.example".into()),
        subject:
            "Gr\u{fc}\u{df}e \u{2013} a subject that is longer than a line of a mail may be, by far"
                .into(),
        text: "Hello,\n.\n..\nFrom here \u{2013} a dot alone ends no mail.\n".into(),
        html: "<p>Hello</p>".into(),
        unsubscribe_url: None,
    }
}

#[tokio::test]
async fn a_letter__is_delivered_by_every_transport() {
    for (tls, scheme, query) in [
        (Encryption::Never, "smtp", ""),
        (Encryption::Never, "smtp", "?tls=opportunistic"),
        (Encryption::ByStartTls, "smtp", "?tls=opportunistic"),
        (Encryption::ByStartTls, "smtp", "?tls=required"),
        (Encryption::FromTheStart, "smtps", ""),
    ] {
        for login in [false, true] {
            let Some(server) = MailServer::start_with(tls, login).await else { return };
            let user = if login { "stoa:a%25pass%20word@" } else { "" };
            let mailer = mailer(&server.url(scheme, user, query), server.authority.as_deref());
            mailer.send(&letter()).await.unwrap();
            let taken = server.only();
            assert_eq!(taken.from, "mail@stoa.example");
            assert_eq!(taken.to, ["mara@example.com"]);
            assert_eq!(taken.header("From"), "\"H\u{e4}fen, Goods\" <mail@stoa.example>");
            assert_eq!(taken.header("To"), "mara@example.com");
            assert_eq!(taken.header("Reply-To"), "hello@harborgoods.example");
            assert_eq!(taken.header("Message-ID"), "<1.7.18f@stoa.example>");
            assert_eq!(taken.header("Auto-Submitted"), "auto-generated");
            assert_eq!(taken.subject(), letter().subject);
            assert_eq!(taken.text.trim_end(), letter().text.trim_end());
            assert_eq!(taken.html.trim_end(), letter().html);
            assert_eq!(taken.login.as_deref(), login.then_some("stoa"));
        }
    }
}

/// A non-ASCII domain is sent in ASCII to any server; a non-ASCII local part needs a server that announces SMTPUTF8.
#[tokio::test]
async fn a_letter__to_an_address_in_another_script() {
    let Some(server) = MailServer::start().await else { return };
    let Some(utf8) = MailServer::start_with_smtputf8().await else { return };
    let mailers = [(server.mailer(), false), (utf8.mailer(), true)];
    let foreign = ["j\u{fc}rgen@xn--bcher-kva.example", "संपर्क@xn--bcher-kva.example"];
    for (mailer, has_smtputf8) in &mailers {
        let to = "mara@b\u{fc}cher.example".to_owned();
        mailer.send(&Letter { to, ..letter() }).await.unwrap();
        for to in ["j\u{fc}rgen@b\u{fc}cher.example", "संपर्क@b\u{fc}cher.example"] {
            let sent = mailer.send(&Letter { to: to.to_owned(), ..letter() }).await;
            assert_eq!(sent.err(), (!has_smtputf8).then_some(SendError::NeedsSmtpUtf8), "{to}");
        }
        // The connection is still usable.
        let reply_to = Some("l\u{e4}den@harborgoods.example".to_owned());
        mailer.send(&Letter { reply_to, ..letter() }).await.unwrap();
    }
    for (server, to) in [
        (&server, &["mara@xn--bcher-kva.example", "mara@example.com"][..]),
        (&utf8, &["mara@xn--bcher-kva.example", foreign[0], foreign[1], "mara@example.com"][..]),
    ] {
        let taken = server.taken();
        let all: Vec<&str> = taken.iter().map(|taken| taken.to[0].as_str()).collect();
        assert_eq!(all, to);
        let headers: Vec<&str> = taken.iter().map(|taken| taken.header("To")).collect();
        assert_eq!(headers, to);
        // A non-ASCII reply address would need SMTPUTF8 at the recipient's server too.
        let last = taken.last().unwrap();
        assert!(last.headers.iter().all(|(name, _)| name != "Reply-To"), "{:?}", last.headers);
    }
}

#[tokio::test]
async fn a_server_with_an_untrusted_certificate() {
    for (tls, scheme, query) in [
        (Encryption::ByStartTls, "smtp", "?tls=required"),
        (Encryption::ByStartTls, "smtp", "?tls=opportunistic"),
        (Encryption::FromTheStart, "smtps", ""),
    ] {
        let Some(server) = MailServer::start_with(tls, false).await else { return };
        let Some(other) = MailServer::start_with(tls, false).await else { return };
        let url = server.url(scheme, "", query);
        let by_name = url.replace("localhost", "127.0.0.1");
        for (url, authority) in [
            // The mailer knows no authority, or only another authority, or the certificate is for another name.
            (&url, None),
            (&url, other.authority.as_deref()),
            (&by_name, server.authority.as_deref()),
        ] {
            let refused = mailer(url, authority).send(&letter()).await.unwrap_err();
            assert!(matches!(refused, SendError::Unavailable(_)), "{refused}");
        }
        assert_eq!(server.taken().len(), 0);
    }
}

#[tokio::test]
async fn a_server_without_starttls__gets_no_letter() {
    let Some(server) = MailServer::start().await else { return };
    let required = mailer(&server.url("smtp", "", "?tls=required"), None);
    let refused = required.send(&letter()).await.unwrap_err();
    assert!(matches!(refused, SendError::Unavailable(_)), "{refused}");
    assert_eq!(server.taken().len(), 0);
}

#[tokio::test]
async fn a_refused_login__is_not_the_letters_failure() {
    let Some(server) = MailServer::start_with(Encryption::Never, true).await else { return };
    for login in ["", "stoa:wrong@"] {
        let refused = mailer(&server.url("smtp", login, ""), None).send(&letter()).await;
        let refused = refused.unwrap_err();
        assert!(matches!(refused, SendError::Unavailable(_)), "{login}: {refused}");
        assert!(!refused.to_string().contains("wrong"), "{refused}");
    }
    assert_eq!(server.taken().len(), 0);
}

#[tokio::test]
async fn replies_to_a_letter() {
    let Some(server) = MailServer::start().await else { return };
    let mailer = server.mailer();
    let send = |to: &'static str| {
        let letter = Letter { to: to.into(), ..letter() };
        let mailer = &mailer;
        async move { mailer.send(&letter).await }
    };
    assert_eq!(send("gone@example.com").await, Err(SendError::Refused(550)));
    assert_eq!(send("busy@example.com").await, Err(SendError::NotNow(Some(450))));
    assert_eq!(send("busy@example.com").await, Ok(()));
    assert_eq!(send("mara@example.com\r\nRCPT TO:<all@example.com>").await, Err(SendError::Unfit));
    assert_eq!(server.taken().len(), 1);
    drop(server);
    let refused = send("mara@example.com").await.unwrap_err();
    assert!(matches!(refused, SendError::Unavailable(_)), "{refused}");
}
