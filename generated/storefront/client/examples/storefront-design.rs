//! Designs a mug in the demo's store: uploads an image, shares the design, logs in and claims it, and buys the mug.
//! Start the server with `cargo run` first.

use stoa_storefront_client::forms::ImageUpload;
use stoa_storefront_client::serde_json::{self, Map, Value, json};
use stoa_storefront_client::types::{
    AddCartItemRequest, AuthData, CheckoutRequest, ClaimDesignsRequest, CreateDesignRequest,
    DesignId, RegisterRequest, ShareDesignRequest, UpdateDesignRequest,
};
use stoa_storefront_client::{Client, FilePart, random_id};

const SITE: i64 = 1;
const MUG: i64 = 4;

/// A red disc of 16 pixels.
const DISC: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x01\x03\0\0\0\x25\x3d\x6d\x22\0\0\0\x06PLTE\xff\xff\xff\
      \x9a\x03\x1e\x74\x64\x80\xf8\0\0\0\x01tRNS\0\x40\xe6\xd8\x66\0\0\0\x21IDAT\x78\xda\x63\x60\x60\x60\xe0\xff\xc0\
      \x20\xff\x83\xc1\xfe\x0f\x43\xfd\x3f\xec\x08\x28\x05\x54\0\x54\xc6\xc0\0\0\xb8\xbc\x12\x8b\xf3\x3e\x10\x8a\0\0\
      \0\0IEND\xae\x42\x60\x82";

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let base_url = std::env::var("STOA_URL").unwrap_or("http://127.0.0.1:8080".to_owned());

    // A caller without a session gets a session with the first design. Only this response has the session's id.
    let mug = CreateDesignRequest::builder().product_id(MUG).name("Ahoy").build();
    let begun = Client::new(&base_url)?.create_design(SITE, &mug).data().await?;
    let session = begun.session_id.ok_or("a session should have begun")?;
    let visitor = Client::with_design_session(&base_url, &session)?;
    let design = DesignId::Integer(begun.id);

    let disc = FilePart::new("disc.png", "image/png", DISC);
    let form = ImageUpload::builder().file(disc).build();
    let asset = visitor.upload_design_asset(SITE, &design, form).data().await?;
    println!("asset {}: {}", asset.id, asset.url);
    let fonts = visitor.list_design_fonts(SITE).data().await?;
    let font = fonts.first().ok_or("there are no fonts")?;
    // Positions and sizes are fractions of the print area.
    let layers = json!([
        {"type": "image", "side": "wrap", "assetId": asset.id, "x": 0.5, "y": 0.5, "width": 0.4, "height": 0.64},
        {
            "type": "text", "side": "wrap", "text": "Ahoy!", "x": 0.5, "y": 0.5, "fontSize": 0.2,
            "fontFamily": font.family, "fill": "#ffffff", "align": "center",
        },
    ]);
    let layers: Vec<Map<String, Value>> = serde_json::from_value(layers)?;
    let change = UpdateDesignRequest::builder().layers(layers).build();
    visitor.update_design(SITE, &design, &change).await?;
    let share = ShareDesignRequest::builder().is_public(true).build();
    let shared = visitor.share_design(SITE, &design, &share).await?.into_body();
    println!("shared at {}", shared.shareable_url);

    // With both credentials, the customer claims the session's designs.
    let email = format!("{}@example.com", random_id());
    let (token, customer_id) = register(&base_url, &email).await?;
    let customer = Client::builder(&base_url).design_session(&session).customer(&token).build()?;
    let left = customer.count_anonymous_designs(SITE).data().await?;
    let session_id = left.session_id.ok_or("there is nothing to claim")?;
    let claim =
        ClaimDesignsRequest::builder().session_id(session_id).customer_id(customer_id).build();
    let claimed = customer.claim_designs(SITE, &claim).data().await?;
    println!("claimed: {}", claimed.claimed);

    // The current revision of the design is printed, whatever happens to the design later.
    let finalized = customer.finalize_design(SITE, &design).data().await?;
    println!("{}: {}", finalized.status, finalized.mockup_url.unwrap_or_default());
    let number = buy(&customer, &base_url, &email, &finalized.uuid).await?;
    let order = customer.get_account_order(SITE, &number).data().await?;
    println!("order {} is {}, payment {}", order.order_number, order.status, order.payment_status);
    Ok(())
}

/// Registers a new account. Returns the token of its first session and the account's id.
async fn register(
    base_url: &str,
    email: &str,
) -> Result<(String, i64), Box<dyn std::error::Error>> {
    let request = RegisterRequest::builder().email(email).password(random_id());
    let request = request.first_name("Mara").last_name("Lindqvist").build().into();
    let answer = Client::new(base_url)?.authenticate_customer(SITE, &request).await?;
    match answer.into_body().data {
        Some(AuthData::AuthSession(session)) => Ok((session.token, session.customer.id)),
        _ => Err("the answer has no session".into()),
    }
}

/// Buys a mug with the design on it, and returns the order's number.
async fn buy(
    client: &Client,
    base_url: &str,
    email: &str,
    design: &str,
) -> Result<String, Box<dyn std::error::Error>> {
    let session_id = random_id();
    let item = AddCartItemRequest::builder().session_id(&session_id).product_id(MUG);
    let item = item.design_id(design).build();
    client.add_cart_item(SITE, &item).await?;
    let rates = client.list_shipping_rates(SITE, "US").state("ME").data().await?;
    let cheapest = rates.first().ok_or("the store does not ship there")?;
    let checkout = CheckoutRequest::builder()
        .session_id(session_id)
        .customer_email(email)
        .customer_name("Mara Lindqvist")
        .shipping_address([("country", "US"), ("state", "ME")])
        .shipping_rate_id(cheapest.id.clone())
        .build();
    let order = client.place_order(SITE, &checkout).data().await?;
    pay(base_url, &order.client_secret)?;
    Ok(order.order_number)
}

/// Pays as the payment provider's library does in a browser. The demo's store uses the built-in test provider.
fn pay(base_url: &str, client_secret: &str) -> Result<(), Box<dyn std::error::Error>> {
    let payment = json!({"clientSecret": client_secret, "outcome": "succeeded"});
    let call = ureq::post(format!("{base_url}/demo/store/payments"))
        .header("content-type", "application/json");
    call.send(payment.to_string())?;
    Ok(())
}
