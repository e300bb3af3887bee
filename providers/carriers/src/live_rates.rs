//! Rates of all stores: one HTTP client, one memory of answers.

use std::sync::Arc;
use std::time::Duration;

use crate::{
    Account, PrintOrder, Rate, Shipment,
    answers::{Answer, Answers},
    call::{Failure, http},
    easypost::EasyPost,
    outages::Outages,
    printful::Printful,
    rate::usable,
    rate_source::RateSource,
};

/// How long rates are taken as they were quoted.
const RATES_ARE_REMEMBERED: Duration = Duration::from_secs(10 * 60);

/// How long a failure is: for its shipment always, for its whole account when it is not the shipment's fault.
const FAILURE_IS_REMEMBERED: Duration = Duration::from_secs(10);

/// Where the providers are.
#[derive(Debug, Clone)]
pub struct BaseUrls {
    pub easypost: String,
    pub printful: String,
}

impl Default for BaseUrls {
    fn default() -> Self {
        Self {
            easypost: "https://api.easypost.com".to_owned(),
            printful: "https://api.printful.com".to_owned(),
        }
    }
}

/// What asks providers for rates. Answers are remembered for ten minutes, and the same question is asked once
/// however many ask it at once.
pub struct LiveRates {
    http: reqwest::Client,
    easypost: EasyPost,
    printful: Printful,
    answers: Answers,
    outages: Outages,
}

impl LiveRates {
    /// Asks the providers at these addresses. Fails when the system's TLS certificates cannot be read.
    pub fn new(base_urls: &BaseUrls) -> Result<Self, reqwest::Error> {
        Ok(Self {
            http: http()?,
            easypost: EasyPost::at(&base_urls.easypost),
            printful: Printful::at(&base_urls.printful),
            answers: Answers::default(),
            outages: Outages::default(),
        })
    }

    /// What carriers ask; nothing when they do not answer in three seconds. Where no answer is remembered, `may_ask`
    /// says whether they are asked at all.
    pub async fn of_carriers(
        &self,
        account: &Account,
        shipment: &Shipment,
        may_ask: impl Fn() -> bool,
    ) -> Arc<[Rate]> {
        self.rates(&self.easypost, account, shipment, may_ask).await
    }

    /// The same of the printer.
    pub async fn of_print_on_demand(
        &self,
        account: &Account,
        order: &PrintOrder,
        may_ask: impl Fn() -> bool,
    ) -> Arc<[Rate]> {
        self.rates(&self.printful, account, order, may_ask).await
    }

    async fn rates<S: RateSource>(
        &self,
        source: &S,
        account: &Account,
        shipment: &S::Shipment,
        may_ask: impl Fn() -> bool,
    ) -> Arc<[Rate]> {
        let call = source.call(account, shipment);
        let answer = self.answers.get_or_ask(call.digest(), async {
            if let Some(end) = self.outages.end(call.account()) {
                return Answer::none_until(end);
            }
            if !may_ask() {
                return Answer::of(Vec::new(), Duration::ZERO);
            }
            let asked = async {
                let answer = call.send(&self.http).await?;
                Ok::<_, Failure>(source.rates(account, &call, &answer)?)
            };
            match asked.await {
                Ok(rates) => Answer::of(usable(rates), RATES_ARE_REMEMBERED),
                Err(failure) => {
                    tracing::warn!(
                        site_id = account.site_id,
                        provider = S::NAME,
                        %failure,
                        "live shipping rates are left out"
                    );
                    if failure.is_of_the_account() {
                        self.outages.begin(call.account(), FAILURE_IS_REMEMBERED);
                    }
                    Answer::of(Vec::new(), FAILURE_IS_REMEMBERED)
                }
            }
        });
        answer.await
    }
}
