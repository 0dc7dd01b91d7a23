//! The checks of the page.

use anyhow::{Context as _, Result, ensure};

use crate::browser::Page;

/// The slides' printed tour of 8x8 from 2,4: visit numbers, row by row.
const SLIDES: &str = include_str!("../../../crates/board/tests/data/cg-8x8-from-2-4.txt");

/// Every check of a browser with WebGPU.
pub async fn with_webgpu(page: &Page) -> Result<()> {
    the_gpu_is_opened_and_the_first_tour_is_made(page).await?;
    the_slides_tour_comes_from_every_schedule(page).await?;
    every_state_from_every_start_is_the_mirrors(page).await?;
    boards_with_holes_and_every_rule_agree(page).await?;
    passes_go_on_and_back(page).await?;
    a_link_holds_board_start_rule_and_pass(page).await?;
    the_keyboard_and_the_pointer_tell_the_words_of_a_square(page).await?;
    an_error_planted_in_a_shader_is_named(page).await?;
    what_does_not_compile_is_reported_with_its_line(page).await?;
    scattering_loses_the_knight(page).await?;
    a_tour_is_saved_as_svg_and_png(page).await?;
    many_knights_fare_alike_on_both_devices(page).await?;
    a_mosaic_of_1024x1024_is_proven(page).await?;
    light_and_dark_can_be_switched(page).await?;
    wrong_input_is_reported(page).await
}

/// Every check of a browser without.
pub async fn without_webgpu(page: &Page) -> Result<()> {
    page.visit("#board=8x8&start=e6").await?;
    let device = page.wait("device", "GPU (").await?;
    ensure!(device.starts_with("No GPU (") && device.contains("CPU runs everything"), "{device}");
    page.wait("where", "Before").await?;
    page.click("step").await?;
    page.wait("where", "Pass 1: rank").await?;
    page.click("last").await?;
    let done = page.wait("where", "Done").await?;
    ensure!(done.contains("a closed tour, checked. 64 squares"), "{done}");
    let locked = page
        .run("return document.getElementById('wgsl').readOnly && document.getElementById('scatter').disabled")
        .await?;
    ensure!(locked == true, "a shader can be edited that no GPU runs");
    page.click("tab-wall").await?;
    page.wait("wall-says", "CPU:").await?;
    page.click("tab-large").await?;
    page.wait("large-says", "CPU:").await?;
    passed("without WebGPU the mirror runs everything, and the page says so")
}

fn passed(what: &str) -> Result<()> {
    println!("ok: {what}");
    Ok(())
}

async fn the_gpu_is_opened_and_the_first_tour_is_made(page: &Page) -> Result<()> {
    page.visit("#board=8x8&start=e6").await?;
    let device = page.wait("device", "GPU: ").await?;
    page.wait("where", "Before").await?;
    let ready = page.run("return performance.now()").await?.as_f64().context("no time")?;
    page.click("last").await?;
    let done = page.wait("where", "Done").await?;
    ensure!(done == "Done: a closed tour, checked. 64 squares.", "{done}");
    let first = page.run("return performance.now()").await?.as_f64().context("no time")?;
    let step = page
        .run(
            "const step = document.getElementById('step');
             document.getElementById('first').click();
             const said = (text) => new Promise((resolve) => {
               const look = () => (document.getElementById('where').textContent.includes(text) ? resolve() : setTimeout(look));
               look();
             });
             await said('Before');
             const begun = performance.now();
             for (let pass = 1; pass <= 30; pass++) {
               step.click();
               await said(`Pass ${pass}:`);
             }
             return (performance.now() - begun) / 30;",
        )
        .await?
        .as_f64()
        .context("no time")?;
    println!(
        "{device}: ready after {ready:.0} ms, first tour after {first:.0} ms, one pass with its drawing {step:.1} ms"
    );
    passed("the GPU is opened and the first tour is made")
}

/// A script with `m`, the module, and `run(asked)`, which gives a run on the GPU.
fn with_module(body: &str) -> String {
    format!(
        "const m = await import(new URL('./courser_web.js', location.href));
         const asked = (rows, cols, holes, start, rule = 'warnsdorff', seed = 0, schedule = 'whole') =>
           new m.Asked(rows, cols, Uint32Array.from(holes), start).by(rule, seed).laid(schedule);
         const passes = async (asked) => {{
           const run = await m.Run.begin(asked, true);
           let states = 0;
           let more = 1;
           for (let pass = 0; more; pass = run.passes() + 1) {{
             // One pass after the end shows that the end is an end.
             more = run.word() === 'running';
             await run.go_to(pass);
             if (run.difference() !== undefined) throw new Error(run.difference());
             states += 1;
           }}
           const word = run.word();
           run.free();
           return [states, word];
         }};
         {body}"
    )
}

async fn the_slides_tour_comes_from_every_schedule(page: &Page) -> Result<()> {
    let expected: Vec<u64> = SLIDES.split_whitespace().map(|number| number.parse()).collect::<Result<_, _>>()?;
    for schedule in ["whole", "near", "resident"] {
        let script = with_module(&format!(
            "const run = await m.Run.begin(asked(8, 8, [], 20, 'warnsdorff', 0, '{schedule}'), true);
             await run.finish();
             const visits = [...run.state()].filter((_, at) => at % 4 === 0);
             const differs = run.difference();
             run.free();
             return differs ?? visits;"
        ));
        let visits = page.run(&script).await?;
        ensure!(visits == serde_json::json!(expected), "{schedule}: {visits}");
    }
    passed("the slides' tour comes from every schedule")
}

async fn every_state_from_every_start_is_the_mirrors(page: &Page) -> Result<()> {
    let compared = page
        .run(&with_module(
            "let [states, done] = [0, 0];
             for (let start = 0; start < 64; start++) {
               const [some, word] = await passes(asked(8, 8, [], start));
               done += word === 'done';
               states += some;
             }
             // From some squares the rule gets stuck.
             if (done < 50 || done === 64 || states < 192 * done) throw new Error(`${done} tours, ${states} states`);
             for (const schedule of ['near', 'resident']) {
               for (let start = 0; start < 64; start += 9) states += (await passes(asked(8, 8, [], start, 'warnsdorff', 0, schedule)))[0];
             }
             return states;",
        ))
        .await?;
    println!("{compared} states compared");
    passed("every state from every start of 8x8 is the mirror's")
}

async fn boards_with_holes_and_every_rule_agree(page: &Page) -> Result<()> {
    page.run(&with_module(
        "for (const rule of m.rules()) await passes(asked(6, 6, [], 0, rule, 7, 'near'));
         await passes(asked(7, 9, [3, 31, 40], 8, 'random', 3));
         const [, word] = await passes(asked(3, 3, [4], 0));
         if (word !== 'done') throw new Error(word);
         const [, stuck] = await passes(asked(4, 4, [], 5));
         if (stuck !== 'stuck') throw new Error(stuck);",
    ))
    .await?;
    passed("boards with holes and every rule agree")
}

async fn passes_go_on_and_back(page: &Page) -> Result<()> {
    page.visit("#board=6x7&start=a1&schedule=near&pass=10").await?;
    page.wait("where", "Pass 10: rank, move 4.").await?;
    page.click("step").await?;
    page.wait("where", "Pass 11: decide").await?;
    page.click("back").await?;
    page.click("back").await?;
    page.wait("where", "Pass 9: pull, move 3. 4 of 42").await?;
    page.click("first").await?;
    page.wait("where", "Before the first pass. 1 of 42").await?;
    page.run("document.getElementById('pace').value = 10;").await?;
    page.click("play").await?;
    page.wait("where", "Done: ").await?;
    page.run(&with_module(
        "const run = await m.Run.begin(asked(6, 7, [], 35), true);
         const states = [];
         for (let pass = 0; pass < 20; pass++) {
           await run.go_to(pass);
           states.push(String(run.state()));
         }
         for (let pass = 19; pass >= 0; pass -= 3) {
           await run.go_to(pass);
           if (String(run.state()) !== states[pass]) throw new Error(`going back to pass ${pass} gives another state`);
         }
         run.free();",
    ))
    .await?;
    passed("passes go on and back, and play to the end")
}

async fn a_link_holds_board_start_rule_and_pass(page: &Page) -> Result<()> {
    page.visit("#board=6x5&start=c4&holes=a1,e6&rule=random&schedule=whole&seed=9&pass=7").await?;
    page.wait("where", "Pass 7: rank, move 3. 3 of 28").await?;
    page.click("step").await?;
    page.wait("where", "Pass 8").await?;
    let address = page.text("return location.hash").await?;
    ensure!(
        address == "#board=6x5&start=c4&holes=e6,a1&rule=random&schedule=whole&seed=9&pass=8"
            || address.contains("holes=a1,e6"),
        "{address}"
    );
    for part in ["board=6x5", "start=c4", "rule=random", "schedule=whole", "seed=9", "pass=8"] {
        ensure!(address.contains(part), "{address}");
    }
    // Invalid settings in an address are ignored.
    page.visit("#board=900x1&start=zz9&rule=none&pass=-4").await?;
    page.wait("where", "Before the first pass. 1 of 64").await?;
    passed("a link holds board, start, rule, seed and pass")
}

async fn the_keyboard_and_the_pointer_tell_the_words_of_a_square(page: &Page) -> Result<()> {
    page.visit("#board=8x8&start=e6&pass=3").await?;
    page.wait("where", "Pass 3").await?;
    page.run("document.getElementById('board').focus();").await?;
    page.keys("board", "\u{e014}").await?;
    let e6 = page.wait("square", "e6").await?;
    ensure!(e6.contains("R visit 1") && e6.contains("G phase left") && e6.contains("B rank 8"), "{e6}");
    ensure!(e6.contains("In pull the invocation of e6 reads") && e6.contains("8 dashed"), "{e6}");
    page.keys("board", "\u{e013}").await?;
    page.wait("square", "e7").await?;
    page.keys("board", ".").await?;
    page.wait("where", "Pass 4").await?;
    page.keys("board", ",").await?;
    page.wait("where", "Pass 3").await?;
    page.run(
        "const board = document.getElementById('board');
         const box = board.getBoundingClientRect();
         const at = { bubbles: true, clientX: box.left + box.width / 2 - 1, clientY: box.top + box.height / 2 - 1 };
         board.dispatchEvent(new MouseEvent('mousemove', at));",
    )
    .await?;
    page.wait("square", "d5").await?;
    page.run("document.querySelector('input[value=hole]').click();").await?;
    page.keys("board", "\u{e007}").await?;
    page.wait("where", "1 of 63").await?;
    page.run("document.querySelector('input[value=start]').click();").await?;
    page.keys("board", "\u{e014}\u{e007}").await?;
    page.wait("where", "Before").await?;
    let address = page.text("await new Promise((resolve) => setTimeout(resolve, 300)); return location.hash").await?;
    ensure!(address.contains("start=e5") && address.contains("holes=d5"), "{address}");
    passed("the keyboard and the pointer show the words of a square, start there and make holes")
}

/// Replaces `old` by `new` in the shader of a pass, and compiles it.
async fn edit(page: &Page, pass: usize, old: &str, new: &str) -> Result<()> {
    page.run(&format!(
        "document.querySelectorAll('#passes button')[{pass}].click();
         const text = document.getElementById('wgsl');
         if (!text.value.includes('{old}')) throw new Error('the shader has no {old}');
         text.value = text.value.replace('{old}', '{new}');
         text.dispatchEvent(new Event('input'));"
    ))
    .await?;
    page.click("compile").await
}

async fn an_error_planted_in_a_shader_is_named(page: &Page) -> Result<()> {
    for schedule in ["whole", "near", "resident"] {
        page.visit(&format!("#board=8x8&start=e6&schedule={schedule}&pass=5")).await?;
        page.wait("where", "Pass 5").await?;
        // Nothing differs before.
        ensure!(page.says("wrong").await?.is_empty());
        edit(page, 0, "rank += 1u", "rank += 2u").await?;
        let wrong = page.wait("wrong", "differ").await?;
        ensure!(wrong.contains("Move 1, after rank (pass 1): B (rank) of a8 is 4, the CPU reference has 2"), "{wrong}");
        page.click("restore").await?;
        page.wait("where", "Before").await?;
        page.click("last").await?;
        page.wait("where", "Done").await?;
    }
    // One word of one square, late in the tour.
    page.visit("#board=8x8&start=e6&pass=60").await?;
    page.wait("where", "Pass 60").await?;
    edit(page, 2, "cell.r = other.r + 1u", "cell.r = select(other.r + 1u, 0u, other.r == 16u)").await?;
    let wrong = page.wait("wrong", "differ").await?;
    ensure!(wrong.contains("Move 16, after pull (pass 48): R (visit) of f7 is 0, the CPU reference has 17"), "{wrong}");
    passed("an error planted in a shader is named: move, pass, word, square, both values")
}

async fn what_does_not_compile_is_reported_with_its_line(page: &Page) -> Result<()> {
    page.visit("#board=8x8&start=e6").await?;
    page.wait("where", "Before").await?;
    edit(page, 0, "rank += 1u;", "rank += 1.5;").await?;
    let messages = page.wait("messages", "line").await?;
    ensure!(messages.starts_with("line 17"), "{messages}");
    let marked = page.text("return document.querySelector('#gutter .bad').textContent").await?;
    ensure!(marked == "17", "{marked}");
    page.click("restore").await?;
    page.wait("where", "Before").await?;
    ensure!(page.says("messages").await?.is_empty());
    passed("what does not compile is reported with its line")
}

async fn scattering_loses_the_knight(page: &Page) -> Result<()> {
    page.visit("#board=8x8&start=e6").await?;
    page.wait("where", "Before").await?;
    page.click("scatter").await?;
    let wrong = page.wait("wrong", "differ").await?;
    ensure!(
        wrong.contains("after pull") && wrong.contains("R (visit)") && wrong.contains("Two invocations wrote"),
        "{wrong}"
    );
    page.click("restore").await?;
    page.wait("where", "Before").await?;
    passed("scattering loses the knight, and the mirror says where")
}

async fn a_tour_is_saved_as_svg_and_png(page: &Page) -> Result<()> {
    let saved = page
        .run(&with_module(
            "const run = await m.Run.begin(asked(8, 8, [], 20), true);
             await run.finish();
             const [svg, png] = [run.svg(false), run.png(true)];
             run.free();
             const image = new Image();
             image.src = URL.createObjectURL(new Blob([png], { type: 'image/png' }));
             await image.decode();
             const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml');
             return [drawing.documentElement.nodeName, image.width > 200, drawing.querySelector('title').textContent];",
        ))
        .await?;
    ensure!(saved == serde_json::json!(["svg", true, "closed tour of 8x8"]), "{saved}");
    page.click("svg").await?;
    page.wait("saved", "Saved tour-8x8-e6.svg").await?;
    page.click("png").await?;
    page.wait("saved", "Saved tour-8x8-e6.png").await?;
    passed("a tour is saved as SVG and PNG")
}

async fn many_knights_fare_alike_on_both_devices(page: &Page) -> Result<()> {
    page.click("tab-wall").await?;
    let says = page.wait("wall-says", "complete").await?;
    ensure!(says.contains("1,024 knights") && says.contains("GPU:"), "{says}");
    let tally = page
        .run(&with_module(
            "const one = (gpu) => m.Wall.walk(asked(8, 8, [], 0, 'random', 5), 2000, 100, gpu);
             const [gpu, cpu] = [await one(true), await one(false)];
             if (String(gpu.words()) !== String(cpu.words())) throw new Error('the devices differ');
             for (let knight = 0; knight < 100; knight++) {
               if (String(gpu.path(knight)) !== String(cpu.path(knight))) throw new Error(`knight ${knight} differs`);
             }
             return [...gpu.tally()];",
        ))
        .await?;
    let complete = tally[0].as_u64().context("no tally")?;
    ensure!((1900..2000).contains(&complete), "{tally}");
    passed("many knights fare alike on both devices")
}

async fn a_mosaic_of_1024x1024_is_proven(page: &Page) -> Result<()> {
    page.click("tab-large").await?;
    page.wait("large-says", "proven to be").await?;
    page.run(
        "for (const side of ['rows', 'cols']) document.getElementById(`large-${side}`).value = 1024;
         document.getElementById('large-method').value = 'mosaic';
         document.getElementById('large-asked').requestSubmit();",
    )
    .await?;
    let says = page.wait("large-says", "1,048,576 squares").await?;
    ensure!(says.contains("numbered and proven to be a closed tour. GPU: "), "{says}");
    // The page's own judge, which shares nothing with the engine's.
    page.run(&with_module(
        "const [rows, cols] = [1024, 1024];
         const visits = await m.mosaic(rows, cols, true, 1, true);
         const at = new Uint32Array(rows * cols + 1).fill(0xffffffff);
         visits.forEach((visit, square) => { at[visit] = square; });
         for (let visit = 1; visit <= rows * cols; visit++) {
           const [here, there] = [at[visit], at[visit === rows * cols ? 1 : visit + 1]];
           const down = Math.abs(Math.floor(here / cols) - Math.floor(there / cols));
           const over = Math.abs((here % cols) - (there % cols));
           if (down * over !== 2) throw new Error(`visit ${visit} is not a move`);
         }",
    ))
    .await?;
    page.run("for (let times = 0; times < 7; times++) document.getElementById('zoom-in').click();").await?;
    page.run("document.getElementById('large-method').value = 'grown'; document.getElementById('large-rows').value = 200; document.getElementById('large-cols').value = 300; document.getElementById('large-asked').requestSubmit();").await?;
    page.wait("large-says", "60,000 squares numbered and proven to be a closed tour").await?;
    passed("a mosaic of 1024x1024 and a grown tour are proven")
}

async fn light_and_dark_can_be_switched(page: &Page) -> Result<()> {
    let theme = "return document.documentElement.dataset.theme";
    for dark in [false, true] {
        page.prefer_dark(dark).await?;
        page.visit("").await?;
        page.wait("device", "GPU: ").await?;
        let expected = if dark { "dark" } else { "light" };
        ensure!(page.text(theme).await? == expected);
    }
    page.click("theme").await?;
    ensure!(page.text(theme).await? == "light");
    page.visit("").await?;
    ensure!(page.text(theme).await? == "light", "the page has forgotten it");
    passed("light and dark follow the system, and can be switched")
}

async fn wrong_input_is_reported(page: &Page) -> Result<()> {
    page.visit("#board=8x8&start=e6&rule=squirrel-cull").await?;
    let wrong = page.wait("wrong", "squirrel-cull").await?;
    ensure!(wrong.contains("corner") || wrong.contains("start"), "{wrong}");
    page.click("tab-large").await?;
    page.wait("large-says", "proven to be").await?;
    page.run(
        "document.getElementById('large-rows').value = 5;
         document.getElementById('large-cols').value = 5;
         document.getElementById('large-asked').requestSubmit();",
    )
    .await?;
    page.wait("large-says", "5x5").await?;
    passed("wrong input is reported in words")
}
