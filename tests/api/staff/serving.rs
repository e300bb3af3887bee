//! Where the staff API is served, and which pages may call it.

use super::*;

const ORIGIN: &str = "https://portal.example.com";

#[tokio::test]
async fn before_the_first_person() {
    let server = served_part(Served::StaffOnceNeeded).await;
    let unknown = server.get("/api/unknown").unchecked().await;
    for (method, path) in [("POST", SESSIONS), ("GET", ME), ("GET", "/api/staff/nowhere")] {
        let answer = server.request(method, path).bearer("a").unchecked().await;
        assert_eq!((answer.status, &answer.body), (404, &unknown.body), "{path}");
        assert!(!answer.headers.contains_key("link"));
    }
    let preflight = server
        .request("OPTIONS", SESSIONS)
        .header("origin", ORIGIN)
        .header("access-control-request-method", "POST");
    assert_eq!(preflight.await.header("access-control-allow-methods"), "GET,HEAD");
    assert_eq!(server.get("/docs/staff").unchecked().await.status, 200);
    invited(&server, Some(1), INES, &["shop"]).await;
    let is_served = async || server.get(ME).unchecked().await.status == 401;
    eventually("the API is served", is_served).await;
    server.sql("delete from people").await;
    assert_eq!(server.get(ME).await.status(), 401, "it stays served");
    let other = server.another().await;
    assert_eq!(other.get(ME).unchecked().await.status, 404);
}

#[tokio::test]
async fn on_a_separate_listener() {
    let staff = served_part(Served::Staff).await;
    let main = staff.another_part(Served::WithoutStaff).await;
    let token = hired(&staff, Some(1), INES, &["shop"]).await;
    for (path, of_staff, of_main) in [
        (ME, 200, 404),
        ("/docs", 200, 200),
        ("/docs/staff", 200, 404),
        ("/docs/storefront", 404, 200),
        ("/openapi/staff.yaml", 200, 404),
        ("/openapi/staff-3.0.json", 200, 404),
        ("/openapi/storefront.json", 404, 200),
        ("/", 404, 200),
        ("/demo/store", 404, 200),
        ("/api/v1/sites/1/tags", 404, 401),
        ("/api/storefront/1/products", 404, 200),
    ] {
        let status =
            async |server: &Server| server.get(path).bearer(&token).unchecked().await.status;
        assert_eq!((status(&staff).await, status(&main).await), (of_staff, of_main), "{path}");
    }
    let refused = staff.get(ME).await;
    assert_eq!(refused.header("link"), "</docs/staff#getMe>; rel=\"describedby\"");
    for path in ["/", "/docs"] {
        let page = main.get(path).unchecked().await;
        let html = String::from_utf8(page.body).unwrap();
        assert!(html.contains("/docs/storefront") && !html.contains("/docs/staff"), "{path}");
    }
}

#[tokio::test]
async fn pages_of_other_origins() {
    let server = served_with_staff_origins(&[ORIGIN, "http://localhost:5173"]).await;
    let closed = served_read_only().await;
    let allowed = async |server: &Server, method, origin: &str| {
        let request = server
            .request(method, ME)
            .header("origin", origin)
            .header("access-control-request-method", "PUT")
            .header("access-control-request-headers", "authorization,content-type");
        let answer = request.await;
        let names = ["origin", "methods", "headers", "credentials"];
        let allow = |name| answer.header(&format!("access-control-allow-{name}")).to_owned();
        (names.map(allow), answer.header("access-control-expose-headers").to_owned())
    };
    let all = "GET,HEAD,POST,PUT,PATCH,DELETE";
    for origin in [ORIGIN, "http://localhost:5173"] {
        let (preflight, _) = allowed(&server, "OPTIONS", origin).await;
        assert_eq!(preflight, [origin, all, "authorization,content-type", ""]);
        let (answer, exposed) = allowed(&server, "GET", origin).await;
        assert_eq!(answer, [origin, "", "", ""]);
        assert!(exposed.contains("retry-after") && exposed.contains("x-request-id"), "{exposed}");
    }
    for (server, origin) in [
        (&server, "https://evil.example"),
        (&server, "https://portal.example.com.evil.example"),
        (&server, "http://portal.example.com"),
        (&server, "null"),
        (&closed, ORIGIN),
    ] {
        for method in ["OPTIONS", "GET"] {
            assert_eq!(allowed(server, method, origin).await.0[0], "", "{method} {origin}");
        }
    }
    let preflight = closed.request("OPTIONS", SESSIONS).header("origin", ORIGIN).await;
    assert_eq!((preflight.status(), preflight.header("allow")), (204, "OPTIONS, POST"));
    let unknown = closed.request("OPTIONS", "/api/staff/nowhere").unchecked().await;
    assert_eq!(unknown.status, 404);
}
