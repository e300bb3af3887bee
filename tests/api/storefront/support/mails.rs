//! Support messages are also mailed to the store and to the customer.

use stoa_outbox::staff::{find, show};
use stoa_smtp::Letter;

use super::*;
use crate::api::storefront::commands::stoa;
use crate::operations::mails::{self as outbox, Customers};

/// The newest mail in the outbox; `None` if it is the mail about the registration.
async fn newest(server: &Server) -> Option<Letter> {
    let context = outbox::context(server, Customers::new(&[]));
    let found = find(&server.db(), Some(1), None).await.unwrap();
    let letter = show(&context, found[0]).await.unwrap().unwrap();
    (!letter.subject.starts_with("Welcome")).then_some(letter)
}

#[tokio::test]
async fn to_the_store() {
    let (server, token) = with_customer(served().await).await;
    let id = written(&server, &token).await;
    let letter = newest(&server).await.unwrap();
    assert_eq!(letter.to, "hello@harborgoods.example");
    assert_eq!(letter.subject, "A customer wrote: A seam came loose");
    let answer = format!("stoa support reply {id}");
    for text in [EMAIL, "The left strap has come loose.", &answer] {
        assert!(letter.text.contains(text) && letter.html.contains(text), "{}", letter.text);
    }
    reply(&server, &token, id, "And the right one.").await;
    let letter = newest(&server).await.unwrap();
    assert_eq!(letter.subject, "A customer wrote: A seam came loose");
    assert!(letter.text.contains("And the right one."), "{}", letter.text);
    // A refused message is not mailed.
    let mails = server.count("mails").await;
    reply(&server, &token, 99, "Hi").await;
    assert_eq!(server.count("mails").await, mails);
}

#[tokio::test]
async fn to_a_store_without_an_address() {
    let server = served().await;
    server.sql("update stores set email = null").await;
    let token = &registered(&server, EMAIL).await;
    written(&server, token).await;
    assert!(newest(&server).await.is_none());
}

/// A mail contains the customer's own text only if the address is verified.
#[tokio::test]
async fn to_the_customer() {
    let (server, token) = with_customer(served().await).await;
    let id = written(&server, &token).await;
    for (is_verified, subject) in
        [(false, "Harbor Goods has answered you"), (true, "Re: A seam came loose")]
    {
        if is_verified {
            verify(&server, EMAIL).await;
        }
        let answer = ["support", "reply", &id.to_string(), "--name", "Ines", "We will mend it."];
        assert_eq!(stoa(&server, &answer, "").await, (String::new(), String::new()));
        let letter = newest(&server).await.unwrap();
        assert_eq!((letter.to.as_str(), letter.subject.as_str()), (EMAIL, subject));
        assert_eq!(letter.reply_to.as_deref(), Some("hello@harborgoods.example"));
        assert!(
            letter.text.contains("Ines has answered") && letter.text.contains("We will mend it.")
        );
    }
}
