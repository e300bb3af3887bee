//! Both providers as one stand-in, their answers, and the account and the requests that the tests use.

use std::sync::{Arc, Mutex};

use stoa_carriers::{
    Account, Address, BaseUrls, LiveRates, Parcel, PrintItem, PrintOrder, Rate, Shipment,
};

use crate::stand_in::{Answer, StandIn};

pub struct Provider {
    pub rates: Arc<LiveRates>,
    pub stand_in: StandIn,
    answer: Arc<Mutex<Answer>>,
}

impl Provider {
    pub async fn that(answer: Answer) -> Self {
        let answer = Arc::new(Mutex::new(answer));
        let current = answer.clone();
        let stand_in = StandIn::responds(move |_| current.lock().unwrap().clone()).await;
        let base_urls = BaseUrls { easypost: stand_in.url.clone(), printful: stand_in.url.clone() };
        let rates = Arc::new(LiveRates::new(&base_urls).unwrap());
        Self { rates, stand_in, answer }
    }

    pub async fn that_answers(status: u16, body: &str) -> Self {
        Self::that(Answer::Http(status, "", body.to_owned())).await
    }

    pub fn changes_to(&self, answer: Answer) {
        *self.answer.lock().unwrap() = answer;
    }

    pub fn calls(&self) -> usize {
        self.stand_in.asked().len()
    }

    pub async fn rates_of(&self, shipment: &Shipment) -> Arc<[Rate]> {
        self.rates.of_carriers(&account(), shipment, async { true }).await
    }

    pub async fn print_rates_of(&self, order: &PrintOrder) -> Arc<[Rate]> {
        self.rates.of_print_on_demand(&account(), order, async { true }).await
    }
}

pub fn account() -> Account {
    Account { site_id: 7, api_key: "EZTK_secret".to_owned(), currency: "USD".to_owned() }
}

pub fn shipment() -> Shipment {
    let parcel = Parcel { length_in: 12.0, width_in: 9.5, height_in: 4.0, weight_oz: 22.5 };
    Shipment { to: mara(), from: harbor_goods(), parcel }
}

pub fn order() -> PrintOrder {
    let item = PrintItem { external_variant_id: "MUG-11".to_owned(), quantity: 2 };
    PrintOrder { to: mara(), items: vec![item] }
}

fn mara() -> Address {
    Address {
        name: "Mara Lindqvist".to_owned(),
        email: "mara@example.com".to_owned(),
        street: String::new(),
        city: "Rockport".to_owned(),
        state: "ME".to_owned(),
        postal_code: "04856".to_owned(),
        country: "US".to_owned(),
    }
}

fn harbor_goods() -> Address {
    Address {
        name: "Harbor Goods".to_owned(),
        street: "1 Quay Street".to_owned(),
        city: "Portland".to_owned(),
        state: "ME".to_owned(),
        postal_code: "04101".to_owned(),
        country: "US".to_owned(),
        ..Address::default()
    }
}

pub const SHIPMENT: &str = r#"{
    "id": "shp_5b20",
    "object": "Shipment",
    "messages": [],
    "rates": [
        {"id": "rate_7c1f", "carrier": "USPS", "service": "Priority", "rate": "9.35", "currency": "USD",
         "delivery_days": 2, "est_delivery_days": 3, "delivery_date": null},
        {"id": "rate_8d2a", "carrier": "UPS", "service": "Ground", "rate": "12.4", "currency": "USD",
         "delivery_days": null, "est_delivery_days": 4},
        {"id": "rate_9e3b", "carrier": "DHL", "service": "Express", "rate": "31.125", "currency": "USD"}
    ]
}"#;

pub const RATES: &str = r#"{
    "code": 200,
    "result": [
        {"id": "STANDARD", "name": "Flat Rate (3-4 business days)", "rate": "4.75", "currency": "USD",
         "minDeliveryDays": 3, "maxDeliveryDays": 4, "minDeliveryDate": "2026-01-05"}
    ],
    "extra": []
}"#;
