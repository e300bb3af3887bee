use serde_json::{Value, json};

use super::{Content, Pictures};

/// Converts a content of a post with one picture.
fn content(html: &str) -> Content {
    let picture = json!({"id": 1, "url": "https://a.example/p.jpg", "alt": "A pier"});
    super::content(html, &|ids| match ids {
        None | Some("7") => Pictures { items: vec![&picture], missing: Vec::new() },
        Some(ids) => Pictures { items: Vec::new(), missing: vec![format!("attachment {ids}")] },
    })
}

fn converted(html: &str) -> (Value, Vec<String>) {
    let content = content(html);
    (content.blocks.into(), content.lost.into_iter().collect())
}

#[test]
fn blocks_of_the_editor() {
    let html = r#"<!-- wp:heading {"level":3} --><h3 class="wp-block-heading">Salt &amp; <em>sea</em></h3><!-- /wp:heading -->
<!-- wp:paragraph --><p>See <a href="https://a.example/?a=1&amp;b=2" onclick="x()">our shop</a>,<br>now.</p><!-- /wp:paragraph -->
<!-- wp:list --><ul><li>one</li><li>two<ol><li>deep</li></ol></li></ul><!-- /wp:list -->
<!-- wp:quote --><blockquote class="wp-block-quote"><p>It is.</p><cite>Mara</cite></blockquote><!-- /wp:quote -->
<!-- wp:image {"id":7} --><figure class="wp-block-image"><img src="https://a.example/a.jpg" alt="A boat" width="640"/><figcaption>The <b>boat</b></figcaption></figure><!-- /wp:image -->
<!-- wp:gallery --><figure><ul><li><figure><img src="https://a.example/b.jpg"/></figure></li><li><figure><img src="https://a.example/c.jpg" alt="c"/><figcaption>C</figcaption></figure></li></ul></figure><!-- /wp:gallery -->
<!-- wp:code --><pre class="wp-block-code"><code>a &lt; b
  c</code></pre><!-- /wp:code -->
<!-- wp:table --><figure><table><thead><tr><th>Size</th><th></th></tr></thead><tbody><tr><td></td><td>2</td></tr></tbody></table></figure><!-- /wp:table -->
<!-- wp:embed {"url":"https://video.example/1"} --><figure><div>
https://video.example/1
</div></figure><!-- /wp:embed -->
<!-- wp:buttons --><div><div class="wp-block-button"><a class="wp-block-button__link" href="/buy">Buy</a></div></div><!-- /wp:buttons -->
<!-- wp:video --><figure><video controls src="https://a.example/v.mp4"></video></figure><!-- /wp:video -->
<!-- wp:separator --><hr/><!-- /wp:separator -->
<!-- wp:latest-posts /--><form><input name="a"><p>no</p></form><script>x</script>"#;
    let content = content(html);
    let expected = json!([
        {"type": "heading", "level": 3, "text": "Salt &amp; <em>sea</em>"},
        {"type": "text", "text": "See <a href=\"https://a.example/?a=1&amp;b=2\">our shop</a>,<br>now."},
        {"type": "list", "items": ["one", "two", "deep"], "ordered": false},
        {"type": "quote", "text": "It is.", "author": "Mara"},
        {"type": "image", "src": "https://a.example/a.jpg", "alt": "A boat", "width": 640, "caption": "The boat"},
        {"type": "gallery", "images": [
            {"src": "https://a.example/b.jpg"},
            {"src": "https://a.example/c.jpg", "alt": "c", "caption": "C"},
        ]},
        {"type": "code", "code": "a < b\n  c"},
        {"type": "table", "header": ["Size", ""], "rows": [["", "2"]]},
        {"type": "embed", "url": "https://video.example/1"},
        {"type": "button", "label": "Buy", "href": "/buy"},
        {"type": "video", "src": "https://a.example/v.mp4"},
        {"type": "divider"},
    ]);
    assert_eq!(json!(content.blocks), expected);
    let lost: Vec<&str> = content.lost.iter().map(String::as_str).collect();
    assert_eq!(lost, ["<form>", "<script>", "block latest-posts"]);
}

#[test]
fn classic_content_has_paragraphs_at_empty_lines() {
    let html = "First line\nsecond &amp; <strong>bold\n\nnext</strong> one\n\n<h2>Title</h2>\n<ul>\n <li>a</li>\n</ul>\n[caption id=\"a\" width=\"9\"]<a href=\"/x\"><img src=\"https://a.example/a.jpg\"></a> A boat[/caption]\n\nhttps://video.example/2\n\n[contact-form-7 id=\"1\"] [1] [note]";
    let content = content(html);
    let expected = json!([
        {"type": "text", "text": "First line<br>second &amp; <strong>bold</strong>"},
        {"type": "text", "text": "next one"},
        {"type": "heading", "level": 2, "text": "Title"},
        {"type": "list", "items": ["a"], "ordered": false},
        {"type": "image", "src": "https://a.example/a.jpg", "href": "/x", "caption": "A boat"},
        {"type": "embed", "url": "https://video.example/2"},
        {"type": "text", "text": "[1] [note]"},
    ]);
    assert_eq!(json!(content.blocks), expected);
    let lost: Vec<&str> = content.lost.iter().map(String::as_str).collect();
    assert_eq!(lost, ["the shortcode [contact-form-7]"]);
}

#[test]
fn shortcodes_become_blocks() {
    let image = json!({"src": "https://a.example/p.jpg", "alt": "A pier"});
    let text = |text: &str| json!({"type": "text", "text": text});
    for (html, blocks, lost) in [
        ("[gallery]", json!([{"type": "gallery", "images": [image]}]), vec![]),
        (
            "<!-- wp:shortcode -->\n[gallery ids=\"7\" columns=”2”]\n<!-- /wp:shortcode -->",
            json!([{"type": "gallery", "images": [image], "columns": 2}]),
            vec![],
        ),
        ("[gallery ids=\"8\"]", json!([]), vec!["attachment 8"]),
        (
            "See [embed width=\"9\"]https://video.example/?a=1&amp;b=2[/embed] now",
            json!([text("See"), {"type": "embed", "url": "https://video.example/?a=1&b=2"}, text("now")]),
            vec![],
        ),
        (
            "[youtube=https://video.example/3]",
            json!([{"type": "embed", "url": "https://video.example/3"}]),
            vec![],
        ),
        (
            "[caption caption=\"Old\"]<img src=\"/a.jpg\">[/caption]",
            json!([{"type": "image", "src": "/a.jpg", "caption": "Old"}]),
            vec![],
        ),
        (
            "one\n[caption id=\"a\"]Only text[/caption]",
            json!([text("one"), text("Only text")]),
            vec![],
        ),
        (
            "[video mp4=\"/v.mp4\" poster=\"/v.jpg\"][/video][audio]",
            json!([{"type": "video", "src": "/v.mp4", "poster": "/v.jpg"}]),
            vec!["the shortcode [audio]"],
        ),
        (
            "[sourcecode language=\"php\"]\n<?php $a[b c=1] < 2;\n[gallery]\n[/sourcecode]after",
            json!([
                {"type": "code", "code": "<?php $a[b c=1] < 2;\n[gallery]", "language": "php"},
                text("after"),
            ]),
            vec![],
        ),
        (
            "[ccne_java]a &lt; b[/ccne_java] [cc]c[/cc][css]e > f[/css]<pre lang=\"ruby\">d < e</pre>",
            json!([
                {"type": "code", "code": "a < b", "language": "java"},
                {"type": "code", "code": "c"},
                {"type": "code", "code": "e > f", "language": "css"},
                {"type": "code", "code": "d < e", "language": "ruby"},
            ]),
            vec![],
        ),
        (
            "[row][col]text[/col][/row] [shop_cart]",
            json!([text("text")]),
            vec!["the shortcode [col]", "the shortcode [row]", "the shortcode [shop_cart]"],
        ),
        ("a\n\n[jobs]\n\nb", json!([text("a"), text("b")]), vec!["the shortcode [jobs]"]),
        ("[name]\n[type]", json!([text("[name]<br>[type]")]), vec![]),
        ("<code>x [a b=1]</code>", json!([text("<code>x [a b=1]</code>")]), vec![]),
        (
            "[[gallery ids=\"7\"]] [1] [sic] [a b] x[i",
            json!([text("[gallery ids=\"7\"] [1] [sic] [a b] x[i")]),
            vec![],
        ),
        (
            "<pre>[gallery]<br>x<br/>y</pre>",
            json!([{"type": "code", "code": "[gallery]\nx\ny"}]),
            vec![],
        ),
    ] {
        assert_eq!(
            converted(html),
            (blocks, lost.into_iter().map(str::to_owned).collect()),
            "{html}"
        );
    }
}

#[test]
fn addresses_of_scripts_are_left_out() {
    let (blocks, lost) = converted(
        "<a href=\"java\nscript:alert(1)\">a</a> <a href=\"\u{1}JavaScript:x\">b</a> \
         <a href=\"https://a.exam\tple/\">c</a> <a href=\"mailto:a@a.example\">d</a> <a href=\"#e\">e</a>\
         <iframe src=\"data:text/html,x\">old</iframe><img src=\"data:image/png;base64,AA\">\
         <iframe src=\"//video.example/1\"></iframe><video src=\"vbscript:x\"></video>",
    );
    let text = "a b <a href=\"https://a.example/\">c</a> <a href=\"mailto:a@a.example\">d</a> <a href=\"#e\">e</a>";
    assert_eq!(
        blocks,
        json!([
            {"type": "text", "text": text},
            {"type": "embed", "url": "//video.example/1"},
        ])
    );
    assert_eq!(
        lost,
        [
            "the address \"JavaScript:x\"",
            "the address \"data:image/png;base64,AA\"",
            "the address \"data:text/html,x\"",
            "the address \"javascript:alert(1)\"",
            "the address \"vbscript:x\"",
        ]
    );
}

#[test]
fn captions_belong_to_their_figures() {
    let (blocks, _) = converted("<p>x</p><figure><figcaption>lost picture</figcaption></figure>");
    assert_eq!(
        blocks,
        json!([{"type": "text", "text": "x"}, {"type": "text", "text": "lost picture"}])
    );
}

#[test]
fn the_caption_of_a_gallery_is_a_text() {
    let (blocks, _) = converted(
        "<!-- wp:gallery --><figure><figure><img src=\"/a.jpg\"><figcaption class=\"blocks-gallery-item__caption\">A</figcaption></figure>\
         <figcaption class=\"blocks-gallery-caption wp-element-caption\">All</figcaption></figure><!-- /wp:gallery -->",
    );
    assert_eq!(
        blocks,
        json!([
            {"type": "gallery", "images": [{"src": "/a.jpg", "caption": "A"}]},
            {"type": "text", "text": "All"},
        ])
    );
}

#[test]
fn preformatted_text_is_no_paragraph() {
    let (blocks, _) = converted("a\nb\n\n<pre>c</pre>");
    assert_eq!(blocks, json!([{"type": "text", "text": "a<br>b"}, {"type": "code", "code": "c"}]));
}

#[test]
fn hostile_content_ends() {
    for html in [
        "<b>".repeat(20_000) + &"</i>".repeat(20_000),
        "<a".repeat(40_000),
        "<a href=\"".repeat(20_000),
        "<ul><li>".repeat(20_000),
        "<blockquote>".repeat(20_000),
        "<table><tr><td>".repeat(20_000),
        "<script>".repeat(20_000),
        "[caption".repeat(20_000),
        "[caption]".repeat(20_000),
        "[code]".repeat(20_000),
        "[code]x[/code]".repeat(20_000),
        "[/code]".to_owned() + &"[code]".repeat(20_000),
        "[/".repeat(20_000),
        "<pre ".repeat(20_000),
        "<pre lang=x>".repeat(20_000),
        "<a href=\"javascript:alert(1)\">x</a>".into(),
        "<!--".repeat(10),
        "</".repeat(20_000),
        "\u{1f600}<\u{1f600}".repeat(1_000),
    ] {
        let text = json!(content(&html).blocks).to_string();
        assert!(!text.contains("javascript"), "{text}");
    }
}
