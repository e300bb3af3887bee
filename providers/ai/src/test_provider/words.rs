//! A short text from a digest.

const OPENINGS: [&str; 8] = [
    "Made for",
    "Born for",
    "Ready for",
    "Dreaming of",
    "Powered by",
    "Here for",
    "Lost in",
    "All for",
];

const KINDS: [&str; 8] = ["good", "bright", "calm", "salty", "quiet", "golden", "early", "windy"];

const THINGS: [&str; 8] =
    ["mornings", "harbors", "days", "stories", "weekends", "coffee", "company", "adventures"];

/// Returns a text such as `Made for salty mornings`, sometimes followed by the product's name.
pub(super) fn text(digest: &[u8; 32], product_name: Option<&str>) -> String {
    let pick = |words: [&'static str; 8], at: usize| words[usize::from(digest[at]) % words.len()];
    let text = format!("{} {} {}", pick(OPENINGS, 0), pick(KINDS, 1), pick(THINGS, 2));
    match product_name.map(str::trim).filter(|name| !name.is_empty() && digest[3].is_multiple_of(3))
    {
        Some(name) => format!("{text}: {name}"),
        None => text,
    }
}
