//! Controls a browser through WebDriver: headless Chromium, with or without WebGPU.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

/// Arguments that start a browser without a window, a profile or a network connection.
const PLAIN: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
];

/// Additional arguments for WebGPU with SwiftShader.
const WEBGPU: [&str; 4] = [
    "--enable-unsafe-webgpu",
    "--use-webgpu-adapter=swiftshader",
    "--enable-features=Vulkan",
    "--disable-vulkan-surface",
];

/// Maximum number of checks of a condition. The checks are 50 milliseconds apart. The maximum wait is four minutes,
/// since other programs can use the same cores.
const PATIENCE: u32 = 4800;

/// A ChromeDriver process. The process ends when this value is dropped.
pub struct Driver {
    process: Child,
    port: u16,
}

impl Driver {
    /// Starts ChromeDriver on a separate port.
    pub fn start() -> Result<Self> {
        let mut command = Command::new("chromedriver");
        let mut process = command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut lines = BufReader::new(process.stdout.take().context("chromedriver has no output")?).lines();
        let port = lines.find_map(|line| {
            let line = line.ok()?;
            line.strip_prefix("ChromeDriver was started successfully on port ")?.trim_end_matches('.').parse().ok()
        });
        // Later output is read and discarded; otherwise a full pipe would block the process.
        std::thread::spawn(move || lines.for_each(drop));
        Ok(Self { port: port.context("chromedriver does not say its port")?, process })
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A browser with a single page.
pub struct Page {
    client: Client,
    url: String,
    /// Folder of the browser profile, removed with the page.
    _profile: TempDir,
}

impl Page {
    /// Opens a browser for the page at the address `url`.
    pub async fn open(driver: &Driver, url: &str, webgpu: bool) -> Result<Self> {
        let profile = tempfile::tempdir()?;
        let mut arguments: Vec<String> = PLAIN.iter().map(ToString::to_string).collect();
        if webgpu {
            arguments.extend(WEBGPU.iter().map(ToString::to_string));
        }
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        let capabilities: Map<String, Value> = [
            ("goog:chromeOptions".to_owned(), json!({ "args": arguments })),
            ("goog:loggingPrefs".to_owned(), json!({ "browser": "ALL" })),
            ("timeouts".to_owned(), json!({ "script": 900_000, "pageLoad": 300_000 })),
        ]
        .into_iter()
        .collect();
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&format!("http://127.0.0.1:{}", driver.port))
            .await
            .context("the browser does not start")?;
        let page = Self { client, url: url.to_owned(), _profile: profile };
        page.size(1280, 800, 1.0).await?;
        Ok(page)
    }

    /// Checks the messages on the console and closes the browser. Returns `done`, or an error if the console contains
    /// an error.
    pub async fn close(self, done: Result<()>) -> Result<()> {
        let answer = self.client.issue_cmd(Raw { path: "se/log", body: json!({ "type": "browser" }) }).await;
        self.client.close().await?;
        done?;
        let answer = answer?;
        let severe = |entry: &&Value| entry["level"] == "SEVERE";
        let errors: Vec<&Value> = answer.as_array().context("no log")?.iter().filter(severe).collect();
        ensure!(errors.is_empty(), "the console has errors: {errors:#?}");
        Ok(())
    }

    /// Reloads the page with `behind` appended to its address.
    pub async fn visit(&self, behind: &str) -> Result<()> {
        self.client.goto("about:blank").await?;
        self.client.goto(&format!("{}{behind}", self.url)).await?;
        Ok(())
    }

    /// Runs the body of a JavaScript function and returns its value. The body may await promises.
    pub async fn run(&self, body: &str) -> Result<Value> {
        let script = format!(
            "const done = arguments[arguments.length - 1];
             (async () => {{ {body} }})().then((value) => done({{ value }}), (error) => done({{ error: String(error?.message ?? error) }}));"
        );
        let mut answer = self.client.execute_async(&script, Vec::new()).await?;
        if let Some(error) = answer["error"].as_str() {
            bail!("{error}, in\n{body}");
        }
        Ok(answer["value"].take())
    }

    /// Runs the body of a JavaScript function and returns its value as text.
    pub async fn text(&self, body: &str) -> Result<String> {
        let answer = self.run(body).await?;
        Ok(answer.as_str().with_context(|| format!("{answer} is not text, of\n{body}"))?.to_owned())
    }

    /// Returns the text of an element.
    pub async fn says(&self, id: &str) -> Result<String> {
        self.text(&format!("return document.getElementById('{id}').textContent")).await
    }

    /// Clicks on an element.
    pub async fn click(&self, id: &str) -> Result<()> {
        let element = self.client.find(fantoccini::Locator::Id(id)).await?;
        element.click().await.with_context(|| format!("#{id}"))?;
        Ok(())
    }

    /// Sends keys to an element.
    pub async fn keys(&self, id: &str, keys: &str) -> Result<()> {
        Ok(self.client.find(fantoccini::Locator::Id(id)).await?.send_keys(keys).await?)
    }

    /// Waits until the text of an element contains `part`, and returns the whole text.
    pub async fn wait(&self, id: &str, part: &str) -> Result<String> {
        let mut says = String::new();
        for _ in 0..PATIENCE {
            says = self.says(id).await?;
            if says.contains(part) {
                return Ok(says);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bail!("#{id} says '{says}', and never '{part}'")
    }

    /// Sets the size of the viewport in CSS pixels, and the number of screen pixels per CSS pixel.
    pub async fn size(&self, width: u32, height: u32, scale: f64) -> Result<()> {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 600 });
        self.devtools("Emulation.setDeviceMetricsOverride", size).await
    }

    /// Sets the preferences for dark pages and for reduced motion.
    pub async fn prefer(&self, dark: bool, still: bool) -> Result<()> {
        let (scheme, motion) = (if dark { "dark" } else { "light" }, if still { "reduce" } else { "no-preference" });
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ] });
        self.devtools("Emulation.setEmulatedMedia", features).await
    }

    /// Moves the pointer to a point in the window, in CSS pixels.
    pub async fn point(&self, x: f64, y: f64) -> Result<()> {
        self.devtools("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": x, "y": y })).await
    }

    /// Waits until the body of a JavaScript function returns `true`. If this takes too long, returns an error whose
    /// message contains `what`.
    pub async fn until(&self, what: &str, body: &str) -> Result<()> {
        let mut last = Value::Null;
        for _ in 0..PATIENCE {
            last = self.run(body).await?;
            if last == true {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bail!("{what}: {last}")
    }

    /// Connects or disconnects the network of the page.
    pub async fn network(&self, connected: bool) -> Result<()> {
        let speed = json!({ "offline": !connected, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.devtools("Network.emulateNetworkConditions", speed).await
    }

    /// Permits the page to read and write the clipboard.
    pub async fn allow_clipboard(&self) -> Result<()> {
        let permissions = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
        self.devtools("Browser.grantPermissions", permissions).await
    }

    async fn devtools(&self, command: &'static str, params: Value) -> Result<()> {
        let body = json!({ "cmd": command, "params": params });
        self.client.issue_cmd(Raw { path: "goog/cdp/execute", body }).await?;
        Ok(())
    }

    /// Returns a screenshot of the visible part of the page as PNG.
    pub async fn picture(&self) -> Result<Vec<u8>> {
        Ok(self.client.screenshot().await?)
    }
}

/// A WebDriver command that only ChromeDriver supports.
#[derive(Debug)]
struct Raw {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Raw {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}
