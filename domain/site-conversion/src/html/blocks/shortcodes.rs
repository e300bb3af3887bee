//! Shortcodes, which WordPress replaces when it shows a post.

use std::borrow::Cow;

/// Replaces the shortcode for captions by the elements that it stands for.
pub fn with_figures(html: &str) -> Cow<'_, str> {
    const END: &str = "[/caption]";
    if !html.contains("[caption") {
        return html.into();
    }
    let mut replaced = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once("[caption") {
        let figure = after.split_once(']').and_then(|(_, after)| after.split_once(END));
        let Some((figure, after)) = figure else { break };
        let (image, caption) = figure.split_at(figure.rfind('>').map_or(0, |end| end + 1));
        replaced.push_str(before);
        replaced.push_str(&format!("<figure>{image}<figcaption>{caption}</figcaption></figure>"));
        rest = after;
    }
    replaced.push_str(rest);
    replaced.into()
}

/// Returns the shortcodes in a text that only WordPress can fill, such as `[contact-form-7]`.
pub fn shortcodes(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split('[').skip(1).filter_map(|piece| {
        let (code, _) = piece.split_once(']')?;
        let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
        let name = &code[..code.find(|letter| !is_of_name(letter)).unwrap_or(code.len())];
        let rest = &code[name.len()..];
        let has_attributes = rest.starts_with(' ') && rest.contains('=');
        let is_bare = ["gallery", "audio", "video", "playlist"].contains(&name) && rest.is_empty();
        let is_name = name.starts_with(|letter: char| letter.is_ascii_lowercase());
        (is_name && name != "caption" && (has_attributes || is_bare)).then(|| format!("[{name}]"))
    })
}
