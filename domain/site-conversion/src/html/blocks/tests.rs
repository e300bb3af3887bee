use serde_json::json;

use super::content;

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
    let html = "First line\nsecond &amp; <strong>bold\n\nnext</strong> one\n\n<h2>Title</h2>\n<ul>\n <li>a</li>\n</ul>\n[caption id=\"a\" width=\"9\"]<a href=\"/x\"><img src=\"https://a.example/a.jpg\"></a> A boat[/caption]\n\nhttps://video.example/2\n\n[contact-form-7 id=\"1\"] [gallery] [1] [note]";
    let content = content(html);
    let expected = json!([
        {"type": "text", "text": "First line<br>second &amp; <strong>bold</strong>"},
        {"type": "text", "text": "next one"},
        {"type": "heading", "level": 2, "text": "Title"},
        {"type": "list", "items": ["a"], "ordered": false},
        {"type": "image", "src": "https://a.example/a.jpg", "href": "/x", "caption": "A boat"},
        {"type": "embed", "url": "https://video.example/2"},
        {"type": "text", "text": "[contact-form-7 id=\"1\"] [gallery] [1] [note]"},
    ]);
    assert_eq!(json!(content.blocks), expected);
    let lost: Vec<&str> = content.lost.iter().map(String::as_str).collect();
    assert_eq!(lost, ["[contact-form-7]", "[gallery]"]);
}

#[test]
fn hostile_content_ends() {
    for html in [
        "<b>".repeat(100_000) + &"</i>".repeat(100_000),
        "<a".repeat(200_000),
        "<a href=\"".repeat(100_000),
        "<ul><li>".repeat(100_000),
        "<blockquote>".repeat(100_000),
        "<table><tr><td>".repeat(100_000),
        "<script>".repeat(100_000),
        "[caption".repeat(100_000),
        "<a href=\"javascript:alert(1)\">x</a>".into(),
        "<!--".repeat(10),
        "</".repeat(100_000),
        "\u{1f600}<\u{1f600}".repeat(1_000),
    ] {
        let text = json!(content(&html).blocks).to_string();
        assert!(!text.contains("javascript"), "{text}");
    }
}
