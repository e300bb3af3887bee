//! Endpoints that would harm the server, or other endpoints.

use std::sync::Arc;

use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject};

use super::*;
use crate::harness::authority::Authority;

/// One endpoint hangs, and another one of the same site receives everything in the meantime.
#[tokio::test]
async fn an_endpoint_that_hangs_delays_no_other() {
    let shop = Shop::new().await;
    let (hanging, other) = (Receiver::start().await, Receiver::start().await);
    shop.endpoint(&hanging.url).await;
    shop.endpoint(&other.url).await;
    hanging.answers(Answer::Hang);
    for order in 0..300 {
        shop.paid(order).await;
    }
    stoa_events::dispatch_due(&shop.server.db(), shop.server.now()).await.unwrap();
    shop.sender.start_due().await.unwrap();
    eventually("the other endpoint has all", async || other.taken().len() == 300).await;
    assert!(hanging.taken().len() <= 10, "the bound of an endpoint");
    shop.sender.idle().await;
    let late = "webhook_deliveries where error = 'the endpoint did not answer within 10 seconds'";
    // The turn ends after 5 failures in a row.
    assert!((5..15).contains(&shop.server.count(late).await));
    assert_eq!(shop.server.count("webhook_deliveries where is_claimed").await, 0);
}

/// The sender reads the beginning of a long answer, and closes the connection.
#[tokio::test]
async fn an_answer_of_a_gibibyte() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    shop.endpoint(&receiver.url).await;
    receiver.answers(Answer::Long);
    shop.paid(7).await;
    shop.send().await;
    let [delivery] = shop.deliveries().await.try_into().unwrap();
    assert_eq!(delivery["status"], "delivered");
    let delivery = shop.get(&format!("{DELIVERIES}/{}", delivery["id"])).await;
    assert_eq!(delivery["answer"].as_str().unwrap().len(), 1024);
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (shop, receiver, inner) =
        (Shop::new().await, Receiver::start().await, Receiver::start().await);
    shop.endpoint(&receiver.url).await;
    receiver.answers(Answer::Redirect(inner.url.clone()));
    shop.paid(7).await;
    shop.send().await;
    assert_eq!((receiver.taken().len(), inner.taken().len()), (1, 0));
    let [delivery] = shop.deliveries().await.try_into().unwrap();
    assert_eq!((&delivery["status"], &delivery["statusCode"]), (&json!("waiting"), &json!(307)));
}

/// With the default of `--webhook-targets`, no request reaches the server's own network, also if the URL was stored
/// before, or if a name has a private address.
#[tokio::test]
async fn private_addresses() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    shop.endpoint(&receiver.url).await;
    shop.endpoint(&receiver.url.replace("http://127.0.0.1", "https://localhost.")).await;
    shop.paid(7).await;
    let db = shop.server.db();
    stoa_events::dispatch_due(&db, shop.server.now()).await.unwrap();
    let public = sender(&shop.server, Targets::Public);
    public.start_due().await.unwrap();
    public.idle().await;
    assert_eq!(receiver.taken().len(), 0);
    for delivery in shop.deliveries().await {
        assert_eq!(delivery["error"], "the URL is not an https URL of a public host");
    }
}

/// An endpoint whose certificate is not trusted, or not any more, receives nothing.
#[tokio::test]
async fn another_certificate() {
    let shop = Shop::new().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let receiver = Receiver::at(&format!("https://{address}"));
    let pair = Authority::new().pair("127.0.0.1");
    let certificate = CertificateDer::from_pem_slice(pair.certificate.as_bytes()).unwrap();
    let key = PrivateKeyDer::from_pem_slice(pair.key.as_bytes()).unwrap();
    let config = ServerConfig::builder().with_no_client_auth();
    let config = config.with_single_cert(vec![certificate], key).unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let serving = receiver.clone();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            if let Ok(socket) = acceptor.accept(socket).await {
                serving.serve(socket).await;
            }
        }
    });
    shop.endpoint(&receiver.url).await;
    shop.paid(7).await;
    shop.send().await;
    assert_eq!(receiver.taken().len(), 0);
    let [delivery] = shop.deliveries().await.try_into().unwrap();
    let error = delivery["error"].as_str().unwrap();
    assert!(error.contains("certificate"), "{error}");
}
