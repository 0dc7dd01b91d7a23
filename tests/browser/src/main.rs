//! Tests the page of courser in a browser.
//!
//! - `courser-browser-tests URL` tests the page at URL in Chromium.
//! - `courser-browser-tests URL --only WORD` runs the checks whose names contain a word such as `relay` or
//!   `many_knights`.
//! - `courser-browser-tests URL FOLDER` takes screenshots of the page instead.

mod browser;
mod checks;
mod pictures;

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use browser::{Driver, Page};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let url = arguments.first().context("courser-browser-tests URL [--only WORD | FOLDER]")?;
    let driver = Driver::start()?;
    let only = match &arguments[1..] {
        [] => "",
        [option, word] if option == "--only" => word,
        [folder] if !folder.starts_with('-') => return pictures::take(&driver, url, Path::new(folder)).await,
        other => bail!("{other:?} is not understood: give --only WORD, or a folder for pictures"),
    };
    let page = Page::open(&driver, url, true).await?;
    let done = checks::with_webgpu(&page, only).await;
    page.close(done).await?;
    let page = Page::open(&driver, url, false).await?;
    let done = checks::without_webgpu(&page, only).await;
    page.close(done).await?;
    println!("the page does what it should");
    Ok(())
}
