//! What a provider is asked for. Without `Debug`: a prompt is its customer's.

/// Pictures to draw.
#[derive(Clone)]
pub struct ImageRequest {
    /// As the generator is to have it: see [`augmented`].
    pub prompt: String,
    /// `1024x1024`, `1024x1536`, `1536x1024` or `auto`.
    pub size: String,
    /// `high`, `medium`, `low` or `auto`.
    pub quality: String,
    /// Without a background.
    pub transparent: bool,
    /// 1 to 10.
    pub count: usize,
}

/// Texts to write.
#[derive(Clone)]
pub struct TextRequest {
    pub prompt: String,
    /// What they will be printed on.
    pub product_name: Option<String>,
    /// 1 to 10.
    pub count: usize,
}

/// The prompt as a generator is to have it: with the style, `illustration`, `photo`, `graphic` or any other for none,
/// and with a word about the background, since models follow the prompt more than a parameter.
pub fn augmented(prompt: &str, style: &str, transparent: bool) -> String {
    let opening = match style {
        "illustration" => "Flat illustration: ",
        "photo" => "Photograph: ",
        "graphic" => "Bold graphic with few colors: ",
        _ => "",
    };
    let end = if prompt.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    let background =
        if transparent { " Alone on a transparent background." } else { " With a background." };
    format!("{opening}{prompt}{end}{background}")
}

#[cfg(test)]
mod tests {
    use super::augmented;

    #[test]
    fn a_prompt_gets_its_style_and_its_background() {
        for (style, transparent, expected) in [
            (
                "illustration",
                true,
                "Flat illustration: Two whales. Alone on a transparent background.",
            ),
            ("photo", false, "Photograph: Two whales. With a background."),
            ("auto", false, "Two whales. With a background."),
        ] {
            assert_eq!(augmented("Two whales", style, transparent), expected);
        }
        assert_eq!(augmented("Whales!", "auto", false), "Whales! With a background.");
    }
}
