//! Takes screenshots of the page for visual review: on a desktop and on a phone, in portrait and landscape, light and
//! dark.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use crate::browser::{Driver, Page};

/// Names of window sizes, each with the size in CSS pixels and the number of screen pixels per CSS pixel.
const SIZES: [(&str, u32, u32, f64); 3] =
    [("desk", 1280, 800, 1.0), ("phone", 390, 844, 2.0), ("sideways", 740, 360, 2.0)];

/// Takes all screenshots.
pub async fn take(driver: &Driver, url: &str, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let page = Page::open(driver, url, true).await?;
    let done = take_of(&page, folder).await;
    page.close(done).await
}

async fn take_of(page: &Page, folder: &Path) -> Result<()> {
    // This is the picture for the README.
    page.size(1000, 770, 1.0).await?;
    page.prefer(false, false).await?;
    page.visit("#board=8x8&start=e6&schedule=near&pass=32").await?;
    page.wait("square", "picks").await?;
    // The page shows the possible targets of the knight one after another. The picture is taken after the last target
    // appears.
    tokio::time::sleep(Duration::from_secs(4)).await;
    std::fs::write(folder.join("browser.png"), page.picture().await?)?;
    for (size, width, height, scale) in SIZES {
        page.size(width, height, scale).await?;
        for dark in [false, true] {
            page.prefer(dark, false).await?;
            let name = |what: &str| format!("{size}-{}-{what}.png", if dark { "dark" } else { "light" });
            let shoot = async |what: &str| -> Result<()> {
                tokio::time::sleep(Duration::from_millis(200)).await;
                Ok(std::fs::write(folder.join(name(what)), page.picture().await?)?)
            };
            page.visit("#board=8x8&start=e6&pass=3").await?;
            page.wait("where", "Pass 3").await?;
            shoot("pass-3").await?;
            page.visit("#board=8x8&start=e6&pass=31").await?;
            page.wait("where", "Pass 31").await?;
            page.run("document.getElementById('board').focus();").await?;
            page.keys("board", "\u{e014}\u{e014}").await?;
            shoot("looked-at").await?;
            page.run(
                "document.querySelectorAll('#passes button')[0].click();
                 const text = document.getElementById('wgsl');
                 text.value = text.value.replace('rank += 1u;', 'rank += 1.5;');
                 text.dispatchEvent(new Event('input'));
                 document.getElementById('compile').click();",
            )
            .await?;
            page.wait("messages", "line").await?;
            page.run("document.getElementById('pass-title').scrollIntoView();").await?;
            shoot("compiler").await?;
            page.run(
                "const text = document.getElementById('wgsl');
                 text.value = text.value.replace('rank += 1.5;', 'rank += 2u;');
                 text.dispatchEvent(new Event('input'));
                 document.getElementById('compile').click();
                 scrollTo(0, 0);",
            )
            .await?;
            page.wait("wrong", "differ").await?;
            shoot("differs").await?;
            page.visit("#board=8x8&start=e6").await?;
            page.wait("where", "Before").await?;
            page.run(
                "document.getElementById('lessons').open = true;
                 document.querySelectorAll('#lesson-list button')[4].click();",
            )
            .await?;
            page.wait("lesson-says", "Which word").await?;
            shoot("lesson").await?;
            page.run("document.querySelector('#lesson-answers button').click();").await?;
            page.wait("lesson-says", "Mend the marked").await?;
            shoot("lesson-answered").await?;
            page.visit("").await?;
            page.wait("relay-says", "of 4,096 squares visited").await?;
            shoot("opened").await?;
            page.click("how").await?;
            for step in 1..=6 {
                page.wait("guide-at", &format!("{step} of")).await?;
                // The page shows the possible targets of the knight one after another. The picture is taken after the
                // last target appears.
                tokio::time::sleep(Duration::from_secs(if step == 4 { 4 } else { 1 })).await;
                shoot(&format!("guide-{step}")).await?;
                page.click("guide-next").await?;
            }
            shoot("played").await?;
            page.visit("#board=8x8&start=e6").await?;
            page.wait("where", "Before").await?;
            page.click("last").await?;
            page.wait("where", "Done").await?;
            page.run("scrollTo(0, 0);").await?;
            shoot("done").await?;
            page.click("tab-wall").await?;
            page.wait("relay-passes", "64 knights").await?;
            page.click("relay-end").await?;
            page.wait("relay-says", "Done").await?;
            shoot("relay").await?;
            page.run("document.getElementById('wall-asked').scrollIntoView();").await?;
            page.wait("wall-says", "complete").await?;
            tokio::time::sleep(Duration::from_secs(4)).await;
            shoot("wall").await?;
            page.click("wall-canvas").await?;
            shoot("enlarged").await?;
            page.keys("enlarged", "\u{e00c}").await?;
            page.click("tab-large").await?;
            page.wait("large-says", "proven to be").await?;
            shoot("large").await?;
            page.run("for (let times = 0; times < 5; times++) document.getElementById('zoom-in').click();").await?;
            shoot("zoomed").await?;
            page.run(
                "document.getElementById('large-method').value = 'mosaic';
                 document.getElementById('large-asked').requestSubmit();",
            )
            .await?;
            page.wait("large-says", "numbers").await?;
            shoot("mosaic").await?;
            page.click("tab-speed").await?;
            page.run(
                "const button = document.getElementById('measure');
                 button.click();
                 while (button.disabled) await new Promise((resolve) => setTimeout(resolve, 100));",
            )
            .await?;
            shoot("speed").await?;
        }
    }
    page.visit("?cpu").await?;
    page.wait("device", "No GPU").await?;
    std::fs::write(folder.join("without.png"), page.picture().await?)?;
    Ok(())
}
