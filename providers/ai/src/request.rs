//! Requests to a provider. They have no `Debug`, so that no customer's prompt is logged.

#[derive(Clone)]
pub struct ImageRequest {
    /// The final prompt, as [`augmented`] returns it.
    pub prompt: String,
    /// `1024x1024`, `1024x1536`, `1536x1024` or `auto`.
    pub size: String,
    /// `high`, `medium`, `low` or `auto`.
    pub quality: String,
    pub transparent: bool,
    /// Number of pictures, 1 to 10.
    pub count: usize,
}

#[derive(Clone)]
pub struct TextRequest {
    pub prompt: String,
    /// The product that the texts will be printed on.
    pub product_name: Option<String>,
    /// Number of texts, 1 to 10.
    pub count: usize,
}

/// Adds the style and the background to a prompt, because models follow the prompt more closely than a parameter. The
/// styles are `illustration`, `photo` and `graphic`. An unknown style adds nothing.
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
