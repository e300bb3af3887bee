//! Calls every operation of the storefront with the clients of 1.0.0 and later. The command `stoa` plays the store's
//! part.

use std::process::Command;

use stoa_storefront_client::forms::ImageUpload;
use stoa_storefront_client::serde_json::{self, Value, json};
use stoa_storefront_client::types::{AnyDesign, AnyProduct, AuthData, DesignId};
use stoa_storefront_client::{
    AddCartItemReason, Client, FilePart, GetAccountReason, GetOrderReason, GetProductReason, GetSupportMessageReason, random_id,
};

const MUG: i64 = 4;
const PASSWORD: &str = "a lighthouse over a wave";

/// A picture of one pixel.
const PIXEL: &[u8] = b"GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

#[tokio::main]
async fn main() {
    let server = std::env::var("STOA_URL").unwrap();
    let visitor = Client::new(&server).unwrap();
    let email = format!("{}@example.com", random_id());
    catalog(&visitor).await;
    order(&visitor, &server, &email).await;
    let token = authentication(&visitor, &server, &email).await;
    let customer = Client::with_customer(&server, &token).unwrap();
    account(&customer, &email).await;
    support(&customer).await;
    designs(&visitor, &token, &server).await;
    println!("every operation of the storefront");
}

/// A request's body, written as JSON: what an application of that release would send.
macro_rules! read {
    ($json:expr) => {
        serde_json::from_value($json).unwrap()
    };
}

async fn catalog(visitor: &Client) {
    let found = visitor.list_products(1).search("LETTERPRESS cards").sort("price_asc".parse().unwrap()).limit(2);
    let found = found.await.unwrap();
    assert_eq!((found.data[0].slug.as_str(), found.pagination.limit), ("postcard-set", 2));
    let tote = visitor.get_product(1, "harbor-tote").await.unwrap().into_body().data;
    assert!(matches!(tote, AnyProduct::ProductDetail(tote) if tote.name == "Harbor Tote" && tote.variants.len() == 3));
    assert!(!visitor.list_product_styles(1, "harbor-tote").await.unwrap().data.is_empty());
    assert_eq!(visitor.list_categories(1).await.unwrap().data.len(), 4);
    let refused = visitor.get_product(1, "a/b ?#").await.unwrap_err();
    assert_eq!(refused.reason(), Some(GetProductReason::ProductNotFound));

    let rates = visitor.list_shipping_rates(1, "US").state("ME").variant_ids(&[1, 2]).await.unwrap();
    assert!(!rates.data.is_empty());
    let code = json!({"code": "welcome10", "subtotal": 8200});
    let discount = visitor.validate_discount(1, &read!(code)).await.unwrap().into_body().data;
    assert_eq!(discount.code, "WELCOME10");
    let code = json!({"code": "gift-7qhx-9kdm-2vwt"});
    let gift = visitor.validate_gift_certificate(1, &read!(code)).await.unwrap().into_body().data;
    assert_eq!(gift.code, "GIFT-7QHX-9KDM-2VWT");
}

/// Goes from the cart to the paid order.
async fn order(visitor: &Client, server: &str, email: &str) {
    let session = random_id();
    let tote = json!({"sessionId": session, "productId": 1, "variantId": 1, "quantity": 2});
    let line = visitor.add_cart_item(1, &read!(tote)).await.unwrap().into_body().data;
    let three = json!({"cartItemId": line.id, "quantity": 3});
    visitor.update_cart_item(1, &read!(three)).await.unwrap();
    let cart = visitor.get_cart(1, &session).await.unwrap().into_body().data;
    assert_eq!((cart.items.len(), cart.items[0].quantity), (1, 3));
    let too_many = json!({"sessionId": session, "productId": 1, "variantId": 1, "quantity": 900});
    let refused = visitor.add_cart_item(1, &read!(too_many)).await.unwrap_err();
    assert_eq!(refused.reason(), Some(AddCartItemReason::InsufficientStock));

    // The response is a redirect that sets a cookie.
    let cart_id = line.cart_id.to_string();
    let link = stoa(&["cart", "recovery-link", "--site", "1", "--cart", &cart_id, "--public-url", server]);
    let answer = visitor.recover_cart(1, link.trim().split_once("token=").unwrap().1).await.unwrap();
    assert_eq!(answer.status.as_u16(), 302);

    let checkout = json!({
        "sessionId": session,
        "customerEmail": email,
        "customerName": "Mara Lindqvist",
        "shippingAddress": {"line1": "4 Quay Street", "city": "Rockport", "state": "ME", "country": "US"},
        "shippingRateId": 1,
        "discountCode": "WELCOME10",
    });
    let (key, checkout) = (random_id(), read!(checkout));
    let placed = visitor.place_order(1, &checkout).idempotency_key(&key).await.unwrap().into_body().data;
    let again = visitor.place_order(1, &checkout).idempotency_key(&key).await.unwrap().into_body().data;
    assert_eq!(placed.order_number, again.order_number);
    let payment = json!({"clientSecret": placed.client_secret, "outcome": "succeeded"}).to_string();
    let call = ureq::post(format!("{server}/demo/store/payments")).header("content-type", "application/json");
    call.send(payment).unwrap();
    let order = visitor.get_order(1, &placed.order_number, email).await.unwrap().into_body().data;
    assert_eq!((order.status.to_string(), order.items.len()), ("paid".to_owned(), 1));
    let refused = visitor.get_order(1, &placed.order_number, "ida@example.com").await.unwrap_err();
    assert_eq!(refused.reason(), Some(GetOrderReason::OrderNotFound));
    visitor.clear_cart(1, &session).await.unwrap();
    assert!(visitor.get_cart(1, &session).await.unwrap().data.items.is_empty());
}

/// Calls each action. Returns the token of a session that remains open.
async fn authentication(visitor: &Client, server: &str, email: &str) -> String {
    let act = async |client: &Client, request: Value| {
        let answer = client.authenticate_customer(1, &read!(request)).await.unwrap();
        answer.into_body().data
    };
    let credentials = |action| json!({"action": action, "email": email, "password": PASSWORD});
    act(visitor, credentials("register")).await;
    act(visitor, json!({"action": "forgot-password", "email": email})).await;
    let mail = stoa(&["mail", "show", "--last"]);
    let token = mail.split_once("token=").unwrap().1;
    let token = token.split(|letter: char| !letter.is_alphanumeric() && !"-_".contains(letter)).next().unwrap();
    act(visitor, json!({"action": "reset-password", "token": token, "password": PASSWORD})).await;
    let log_in = async || match act(visitor, credentials("login")).await {
        Some(AuthData::AuthSession(session)) => session.token,
        other => panic!("{other:?}"),
    };
    let leaving = Client::with_customer(server, &log_in().await).unwrap();
    act(&leaving, json!({"action": "me"})).await;
    act(&leaving, json!({"action": "logout"})).await;
    let refused = leaving.get_account(1).await.unwrap_err();
    assert_eq!(refused.reason(), Some(GetAccountReason::Unauthorized));
    log_in().await
}

async fn account(customer: &Client, email: &str) {
    assert_eq!(customer.get_account(1).await.unwrap().data.email, email);
    let changes = json!({"firstName": "Mara", "phone": null, "addressBook": [{"city": "Rockport"}]});
    let changed = customer.update_account(1, &read!(changes)).await.unwrap().into_body().data;
    assert_eq!((changed.first_name.as_deref(), changed.phone), (Some("Mara"), None));

    let session = random_id();
    let mug = json!({"sessionId": session, "productId": MUG, "quantity": 1});
    customer.add_cart_item(1, &read!(mug)).await.unwrap();
    let checkout = json!({"sessionId": session, "customerEmail": email, "customerName": "Mara"});
    // Without an `Idempotency-Key` from the caller the client makes one.
    let placed = customer.place_order(1, &read!(checkout)).await.unwrap();
    // The order of the visitor above has the same e-mail address.
    assert!(customer.list_account_orders(1).limit(5).await.unwrap().pagination.total >= 1);
    let order = customer.get_account_order(1, &placed.data.order_number).await.unwrap().into_body().data;
    assert_eq!(order.id, placed.data.order_id);

    let added = customer.add_wishlist_item(1, &read!(json!({"productId": MUG}))).await.unwrap();
    assert_eq!(added.data.product_id, MUG);
    assert_eq!(customer.get_wishlist(1).await.unwrap().data.items.len(), 1);
    customer.remove_wishlist_item(1, &read!(json!({"productId": MUG}))).await.unwrap();
}

async fn support(customer: &Client) {
    let seam = json!({"subject": "A seam came loose", "body": "The left one."});
    let written = customer.create_support_message(1, &read!(seam)).await.unwrap().into_body().data;
    let reply = json!({"body": "Here it is."});
    customer.reply_to_support_message(1, written.id, &read!(reply)).await.unwrap();
    let read_back = customer.get_support_message(1, written.id).await.unwrap().into_body().data;
    assert_eq!(read_back.subject, "A seam came loose");
    assert_eq!(customer.list_support_messages(1).page(1).await.unwrap().data.len(), 1);
    let refused = customer.get_support_message(1, 999_999).await.unwrap_err();
    assert_eq!(refused.reason(), Some(GetSupportMessageReason::MessageNotFound));
}

async fn designs(visitor: &Client, token: &str, server: &str) {
    let whales = json!({"type": "text", "side": "wrap", "text": "Whales", "x": 0.5, "y": 0.5, "fontSize": 0.2});
    let begin = json!({"productId": MUG, "name": "Two whales", "layers": [whales]});
    let begun = visitor.create_design(1, &read!(begin)).await.unwrap().into_body().data;
    let (id, session) = (DesignId::Integer(begun.id), begun.session_id.unwrap());
    let designer = Client::with_design_session(server, &session).unwrap();
    assert!(!designer.list_design_fonts(1).await.unwrap().data.is_empty());
    assert_eq!(designer.count_anonymous_designs(1).await.unwrap().data.count, 1);
    let listed = designer.list_designs(1).product_id(MUG).await.unwrap().into_body().data;
    assert!(listed.iter().any(|design| design.id == begun.id));
    let AnyDesign::Design(design) = designer.get_design(1, &id).await.unwrap().into_body().data
    else {
        panic!("it is none of the legacy designer")
    };
    assert_eq!((design.id, design.name.as_str()), (begun.id, "Two whales"));
    let changes = json!({"name": "Three whales", "styleOverrides": {"color": "#0f4c5c", "depth": [1, 1.5, null]}});
    designer.update_design(1, &id, &read!(changes)).await.unwrap();

    let pixel = FilePart::new("pixel.gif", "image/gif", PIXEL);
    let form = ImageUpload::builder().file(pixel).build();
    let asset = designer.upload_design_asset(1, &id, form.clone()).await.unwrap().into_body().data;
    assert_eq!(asset.width, Some(1));
    let asset = designer.upload_image(1, form).await.unwrap().into_body().data;
    let assets = designer.list_or_register_design_assets(1, &read!(json!({"ids": [asset.id]}))).await.unwrap();
    assert_eq!(assets.data[0].url, asset.url);
    let whales = json!({"prompt": "Two whales under a lighthouse", "n": 2});
    let drawn = designer.generate_design_image(1, &id, &read!(whales)).await.unwrap();
    assert!(drawn.data.file_size > 0);
    let cheerful = json!({"prompt": "Something cheerful for a sailor", "count": 2});
    assert_eq!(designer.suggest_design_text(1, &id, &read!(cheerful)).await.unwrap().data.suggestions.len(), 2);

    let thumbnail = json!({"designId": begun.id});
    designer.generate_design_thumbnail(1, &read!(thumbnail)).await.unwrap();
    designer.finalize_design(1, &id).await.unwrap();
    let share = json!({"isPublic": true});
    let shared = designer.share_design(1, &id, &read!(share)).await.unwrap().into_body();
    visitor.get_public_design(1, &shared.uuid).await.unwrap();
    let copy = json!({"name": "Two whales, for Jonas"});
    let copied = designer.clone_design(1, &id, &read!(copy)).await.unwrap().into_body().data;
    designer.delete_design(1, &DesignId::Integer(copied.id)).await.unwrap();
    let both = Client::builder(server).design_session(&session).customer(token).build().unwrap();
    let claim = json!({"sessionId": session, "customerId": both.get_account(1).await.unwrap().data.id});
    assert_eq!(both.claim_designs(1, &read!(claim)).await.unwrap().data.claimed, 1);
}

fn stoa(arguments: &[&str]) -> String {
    let output = Command::new(std::env::var("STOA").unwrap()).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
