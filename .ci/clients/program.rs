//! An application that uses reqwest and a Stoa client. `run_next_to_reqwest` replaces the words in capitals.

use CLIENT::Client;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let [http, https] = ["STOA_HTTP_URL", "STOA_HTTPS_URL"].map(|name| std::env::var(name).unwrap());

    let own = reqwest::Client::new();
    let get = async |url: &str| own.get(format!("{url}/openapi.yaml")).send().await?.error_for_status();
    get(&http).await.unwrap();
    // Whether this reqwest has TLS depends on the features that this package turns on.
    let secure = get(&https).await;
    assert_eq!(secure.is_ok(), HAS_TLS, "{secure:?}");

    let built = |url: &str| Client::builder(url).KEY;
    let mut clients = vec![built(&http), built(&https), built(&http).http(own.clone())];
    if HAS_TLS {
        clients.push(built(&https).http(own));
    }
    for client in clients {
        client.build().unwrap().CALL.await.unwrap();
    }
}
