//! `--limit NAME=CALLS/SECONDS`: the operator's rates, which replace those of the documents.

use std::str::FromStr;

use clap::Args;
use stoa_runtime::{Rate, Rates};
use stoa_values::Clock;

use super::environment::nearest;
use crate::apis::APIS;
use crate::app::OTHER_REQUESTS;

/// The name that means all limits.
const ALL: &str = "all";

/// Overrides of the documents' rates.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Limits")]
pub struct RateLimitSettings {
    /// Override a rate limit, such as reads=600/60 (calls per seconds) or reads=off. Repeat the option or separate
    /// overrides by commas. The documents name the limits under x-rate-limits; other-requests counts pages, files and
    /// OPTIONS; all=off turns every limit off
    #[arg(long = "limit", env, value_delimiter = ',', value_name = "NAME=CALLS/SECONDS")]
    pub limits: Vec<LimitSetting>,
}

/// A limit and its rate. Without a rate, the limit is off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitSetting {
    name: String,
    rate: Option<Rate>,
}

impl RateLimitSettings {
    /// Returns the documents' rates with the overrides. The last override of a limit wins.
    pub fn rates(&self, clock: &Clock) -> Rates {
        let clock = clock.clone();
        let mut rates = Rates::new(move || clock.system_time());
        for LimitSetting { name, rate } in &self.limits {
            match name.as_str() {
                ALL => names().for_each(|name| rates.set(name, *rate)),
                name => rates.set(name, *rate),
            }
        }
        rates
    }
}

impl FromStr for LimitSetting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, rate) = text
            .split_once('=')
            .ok_or("write NAME=CALLS/SECONDS, or NAME=off to turn the limit off")?;
        if name != ALL && !names().any(|known| known == name) {
            let near = nearest(name, names().chain([ALL]));
            let advice = near.map(|near| format!("did you mean `{near}`?"));
            let advice =
                advice.unwrap_or("the documents list the limits under x-rate-limits".into());
            return Err(format!("there is no limit `{name}`: {advice}"));
        }
        let rate = match rate {
            "off" => None,
            _ => Some(parse_rate(rate)?),
        };
        match (name, rate) {
            (ALL, Some(_)) => Err("all limits together can only be turned off: write all=off".into()),
            ("api-keys", Some(_)) => {
                Err("each key has its own rate, which `stoa key create --per-minute` sets: only api-keys=off is possible".into())
            }
            _ => Ok(Self { name: name.to_owned(), rate }),
        }
    }
}

/// Names of the rate limits in all documents, and of the limit of all other requests.
fn names() -> impl Iterator<Item = &'static str> {
    let documented = APIS.iter().flat_map(|api| api.document.rate_limits).copied();
    documented.chain([OTHER_REQUESTS])
}

fn parse_rate(text: &str) -> Result<Rate, String> {
    let (calls, seconds) = text.split_once('/').ok_or("write the rate as CALLS/SECONDS, or off")?;
    let calls = calls.parse().ok().filter(|calls| (1..=1_000_000_000).contains(calls));
    let seconds = seconds.parse().ok().filter(|seconds| (60..=86_400).contains(seconds));
    Ok(Rate {
        calls: calls.ok_or("calls are a number from 1 to 1000000000")?,
        seconds: seconds.ok_or("seconds are a number from 60 to 86400")?,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn valid_and_invalid_rates() {
        let setting = |text: &str| text.parse::<LimitSetting>().map(|setting| setting.rate);
        assert_eq!(setting("reads=600/60"), Ok(Some(Rate { calls: 600, seconds: 60 })));
        assert_eq!(setting("conversations=off"), Ok(None));
        assert_eq!(setting("all=off"), Ok(None));
        for wrong in [
            "",
            "reads",
            "reads=",
            "reads=0/60",
            "reads=9",
            "reads=9/59",
            "reads=9/86401",
            "reads=-1/60",
            "reeds=9/60",
            "all=9/60",
            "api-keys=9/60",
            "=off",
        ] {
            let fault = setting(wrong).unwrap_err();
            assert!(!fault.contains('\n') && !fault.is_empty(), "{wrong}");
        }
    }

    #[test]
    fn a_misspelt_name() {
        let fault = |text: &str| text.parse::<LimitSetting>().unwrap_err();
        assert_eq!(fault("reeds=9/60"), "there is no limit `reeds`: did you mean `reads`?");
        assert_eq!(
            fault("conversation=off"),
            "there is no limit `conversation`: did you mean `conversations`?"
        );
        assert_eq!(fault("al=off"), "there is no limit `al`: did you mean `all`?");
        for name in ["", "xyzzy", "nothing-like-it"] {
            let said = format!(
                "there is no limit `{name}`: the documents list the limits under x-rate-limits"
            );
            assert_eq!(fault(&format!("{name}=off")), said);
        }
    }

    #[test]
    fn a_name_denotes_one_limit() {
        let unique: BTreeSet<&str> = names().collect();
        assert_eq!(unique.len(), names().count());
        assert!(!unique.contains(ALL));
    }
}
