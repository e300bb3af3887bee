//! A headless Chromium driven through chromedriver: the part of WebDriver (w3.org/TR/webdriver2) that one page needs.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::sleep;

use super::{DEADLINE, skipped};

/// One browser with one page. Dropping it ends its processes and removes its profile.
pub struct Browser {
    driver: Child,
    /// Held open, because the driver fails if it cannot print.
    _output: BufReader<ChildStdout>,
    driver_url: String,
    http: Client,
    /// Path of the WebDriver session; empty before it begins.
    session: String,
    profile: TempDir,
}

/// The key of an element's id in WebDriver's JSON.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Each poll costs the browser and the driver CPU time that the page needs.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl Browser {
    /// Opens a browser. If Chromium is not installed, reports the skipped test and returns `None`.
    pub async fn open() -> Option<Self> {
        let chromium =
            ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(program);
        let (Some(chromium), Some(chromedriver)) = (chromium, program("chromedriver")) else {
            skipped("the test in a browser needs chromium and chromedriver in the PATH");
            return None;
        };
        let profile = TempDir::new().unwrap();
        // chromedriver exits if the port that it picked for IPv4 is in use for IPv6.
        let (driver, output, port) = (0..5)
            .find_map(|_| start_driver(&chromedriver, profile.path()))
            .expect("chromedriver starts and says its port");
        rustls::crypto::ring::default_provider().install_default().ok();
        // A connection that stays open belongs to the runtime that opened it, which `drop` cannot use.
        let http = Client::builder().pool_max_idle_per_host(0).timeout(Duration::from_secs(60));
        let mut browser = Self {
            driver,
            _output: output,
            driver_url: format!("http://127.0.0.1:{port}"),
            http: http.build().unwrap(),
            session: String::new(),
            profile,
        };
        browser.begin(chromium).await;
        Some(browser)
    }

    async fn begin(&mut self, chromium: PathBuf) {
        let user_data = format!("--user-data-dir={}", self.profile.path().join("data").display());
        let arguments = [
            "--headless",
            // Chromium refuses to run as root with its sandbox, and the only page is our own.
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1200,800",
            &user_data,
        ];
        let capabilities = json!({
            "browserName": "chrome",
            "goog:chromeOptions": {"binary": chromium, "args": arguments},
            "goog:loggingPrefs": {"browser": "WARNING"},
        });
        let body = json!({"capabilities": {"alwaysMatch": capabilities}});
        let session = self.call(Method::POST, "/session", &body).await.unwrap();
        self.session = format!("/session/{}", session["sessionId"].as_str().unwrap());
    }

    pub async fn go(&self, url: &str) {
        self.command("/url", json!({"url": url})).await;
    }

    pub async fn reload(&self) {
        self.command("/refresh", json!({})).await;
    }

    /// Replaces the text of the field. Newlines are typed with shift, because Enter alone submits.
    pub async fn write(&self, field: &str, text: &str) {
        let path = self.element(field).await;
        self.command(&format!("{path}/clear"), json!({})).await;
        let keys = text.replace('\n', "\u{e008}\u{e007}\u{e008}");
        self.command(&format!("{path}/value"), json!({"text": keys})).await;
    }

    /// Chooses a file for the file input.
    pub async fn choose(&self, field: &str, file: &Path) {
        let path = self.element(field).await;
        self.command(&format!("{path}/value"), json!({"text": file})).await;
    }

    /// Presses keys, one after the other, on the focused element.
    pub async fn press(&self, keys: &str) {
        let press = |key| {
            [json!({"type": "keyDown", "value": key}), json!({"type": "keyUp", "value": key})]
        };
        let actions: Vec<Value> = keys.chars().flat_map(press).collect();
        self.perform(json!({"type": "key", "id": "keys", "actions": actions})).await;
    }

    /// Drags the element by its centre, by these distances in pixels.
    pub async fn drag(&self, element: &str, right: i32, down: i32) {
        let path = self.element(element).await;
        let element = json!({ELEMENT: path.trim_start_matches("/element/")});
        let actions = [
            json!({"type": "pointerMove", "origin": element, "x": 0, "y": 0}),
            json!({"type": "pointerDown", "button": 0}),
            json!({"type": "pointerMove", "origin": "pointer", "x": right, "y": down, "duration": 50}),
            json!({"type": "pointerUp", "button": 0}),
        ];
        self.perform(json!({"type": "pointer", "id": "mouse", "actions": actions})).await;
    }

    async fn perform(&self, source: Value) {
        self.command("/actions", json!({"actions": [source]})).await;
    }

    /// Sets the size of the page. A headless window cannot be resized to an arbitrary size.
    pub async fn resize(&self, width: u32, height: u32) {
        let params =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        let command = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": params});
        self.command("/goog/cdp/execute", command).await;
    }

    /// Runs a script on the page and returns its result.
    pub async fn run(&self, script: &str) -> Value {
        self.command("/execute/sync", json!({"script": script, "args": []})).await
    }

    pub async fn click(&self, button: &str) {
        let path = format!("{}{}/click", self.session, self.element(button).await);
        // Scrolls the button to the centre, where no element that sticks to an edge of the page covers it.
        let selector = json!(button);
        let center =
            format!("document.querySelector({selector}).scrollIntoView({{block: 'center'}})");
        self.run(&center).await;
        let deadline = Instant::now() + DEADLINE;
        // The element may not be on the page yet.
        while let Err(error) = self.call(Method::POST, &path, &json!({})).await {
            assert!(Instant::now() < deadline, "{button} cannot be clicked: {error}");
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Waits until the visible text of the element contains this.
    pub async fn shows(&self, element: &str, expected: &str) {
        let deadline = Instant::now() + DEADLINE;
        loop {
            let text = self.text(element).await;
            if text.as_deref().is_ok_and(|text| text.contains(expected)) {
                return;
            }
            assert!(Instant::now() < deadline, "{element} never showed {expected}: {text:?}");
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Waits until the JavaScript expression is true on the page.
    pub async fn until(&self, expression: &str) {
        let deadline = Instant::now() + DEADLINE;
        while self.run(&format!("return !!({expression})")).await != true {
            assert!(Instant::now() < deadline, "it never came to be: {expression}");
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Warnings and errors on the page's console, except those for the HTTP status of a request.
    pub async fn complaints(&self) -> String {
        let entries = self.command("/se/log", json!({"type": "browser"})).await;
        let entries = entries.as_array().unwrap().iter();
        let others = entries.filter(|entry| entry["source"] != "network");
        others.map(|entry| format!("{entry}\n")).collect()
    }

    async fn text(&self, element: &str) -> Result<String, Value> {
        let path = self.find(element).await?;
        let text =
            self.call(Method::GET, &format!("{}{path}/text", self.session), &Value::Null).await?;
        Ok(text.as_str().unwrap().to_owned())
    }

    async fn element(&self, selector: &str) -> String {
        self.find(selector).await.unwrap()
    }

    /// The path of the first element that matches this CSS selector.
    async fn find(&self, selector: &str) -> Result<String, Value> {
        let body = json!({"using": "css selector", "value": selector});
        let found = self.call(Method::POST, &format!("{}/element", self.session), &body).await?;
        Ok(format!("/element/{}", found[ELEMENT].as_str().unwrap()))
    }

    async fn command(&self, path: &str, body: Value) -> Value {
        let answer = self.call(Method::POST, &format!("{}{path}", self.session), &body).await;
        answer.unwrap_or_else(|error| panic!("{path} {body}: {error}"))
    }

    /// The `value` of the driver's response, as `Ok` for a success and `Err` for a failure.
    async fn call(&self, method: Method, path: &str, body: &Value) -> Result<Value, Value> {
        let mut request = self.http.request(method, format!("{}{path}", self.driver_url));
        if !body.is_null() {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        let answer = request.send().await.unwrap();
        let is_success = answer.status() == 200;
        let mut json: Value = serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap();
        let value = json["value"].take();
        if is_success { Ok(value) } else { Err(value) }
    }

    /// Processes that were started with this browser's profile, which is unique.
    #[cfg(target_os = "linux")]
    fn processes(&self) -> Vec<Pid> {
        let profile = self.profile.path().as_os_str().as_encoded_bytes();
        let of_ours = |process: &fs::DirEntry| {
            let command = fs::read(process.path().join("cmdline")).unwrap_or_default();
            command.windows(profile.len()).any(|part| part == profile)
        };
        let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let names = processes.filter(of_ours).map(|process| process.file_name());
        names.filter_map(|name| name.to_str()?.parse().ok().map(Pid::from_raw)).collect()
    }

    #[cfg(not(target_os = "linux"))]
    fn processes(&self) -> Vec<Pid> {
        Vec::new()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A browser that hangs ignores this and is killed below.
        let quit = self.http.delete(format!("{}{}", self.driver_url, self.session)).send();
        // The test's runtime is blocked until this function returns.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let _ = thread::spawn(move || runtime.block_on(quit)).join();
        let _ = killpg(Pid::from_raw(self.driver.id().cast_signed()), Signal::SIGKILL);
        let _ = self.driver.wait();
        let deadline = Instant::now() + Duration::from_secs(5);
        while !self.processes().is_empty() && Instant::now() < deadline {
            for process in self.processes() {
                let _ = kill(process, Signal::SIGKILL);
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Starts the driver; returns the process, its output after the line with its port, and the port.
fn start_driver(
    chromedriver: &Path,
    profile: &Path,
) -> Option<(Child, BufReader<ChildStdout>, u16)> {
    let mut driver = Command::new(chromedriver)
        .arg("--port=0")
        .env("TMPDIR", profile)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    let mut output = BufReader::new(driver.stdout.take().unwrap());
    let port = output.by_ref().lines().map_while(Result::ok).find_map(|line| {
        line.strip_suffix('.')?.split_once("started successfully on port ")?.1.parse().ok()
    });
    match port {
        Some(port) => Some((driver, output, port)),
        None => {
            driver.wait().unwrap();
            None
        }
    }
}

/// Finds the program in the PATH.
fn program(name: &str) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    env::split_paths(&paths).map(|folder| folder.join(name)).find(|path| path.is_file())
}
