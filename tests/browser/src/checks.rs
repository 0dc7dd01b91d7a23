//! The checks of the page.

use anyhow::{Context as _, Result, ensure};

use crate::browser::Page;

/// The slides' printed tour of 8x8 from 2,4: visit numbers, row by row.
const SLIDES: &str = include_str!("../../../crates/board/tests/data/cg-8x8-from-2-4.txt");

/// Runs the checks whose names have a word in them, in this order.
macro_rules! run {
    ($page:ident, $only:ident: $($check:ident)*) => {
        $(if stringify!($check).contains($only) {
            $check($page).await.context(stringify!($check))?;
            println!("ok: {}", stringify!($check).replace('_', " "));
        })*
    };
}

/// Runs the checks of a browser with WebGPU.
pub async fn with_webgpu(page: &Page, only: &str) -> Result<()> {
    run!(page, only:
        the_gpu_is_opened_and_the_first_tour_is_made
        the_tour_of_the_slides_comes_from_every_schedule
        every_state_from_every_start_of_8x8_is_the_mirrors
        boards_with_holes_and_every_rule_agree
        passes_go_on_and_back_and_play_to_the_end
        a_link_holds_board_start_rule_seed_and_pass
        the_keyboard_and_the_pointer_show_the_words_of_a_square
        an_error_planted_in_a_shader_is_named
        what_does_not_compile_is_reported_with_its_line
        every_lesson_breaks_the_cycle_and_can_be_solved
        edited_shaders_are_kept_per_pass_in_the_link_and_after_a_reload
        the_guide_leads_through_the_first_move
        the_end_is_the_last_pass
        a_tour_is_saved_as_svg_and_png
        many_knights_tour_one_board_in_fewer_passes
        many_knights_fare_alike_on_both_devices
        a_board_of_the_wall_is_shown_large
        a_mosaic_of_1024x1024_is_proven
        a_grown_tour_is_the_same_on_both_devices
        colours_and_seeds_of_large_boards_can_be_chosen
        speed_gives_a_sentence_and_a_report
        light_and_dark_follow_the_system_and_can_be_switched
        wrong_input_is_reported_in_words
        phones_and_wide_screens_show_all_of_it
        a_lost_device_is_opened_again
        everything_works_without_a_network
        an_endless_loop_is_told_and_left
    );
    Ok(())
}

/// Runs the check of a browser without WebGPU.
pub async fn without_webgpu(page: &Page, only: &str) -> Result<()> {
    run!(page, only: the_mirror_runs_everything_without_webgpu);
    Ok(())
}

async fn the_mirror_runs_everything_without_webgpu(page: &Page) -> Result<()> {
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
        .run(
            "return document.getElementById('wgsl').readOnly && document.querySelector('#lesson-list button').disabled",
        )
        .await?;
    ensure!(locked == true, "a shader can be edited that no GPU runs");
    page.click("tab-wall").await?;
    page.wait("wall-says", "CPU:").await?;
    page.click("tab-large").await?;
    page.wait("large-says", "Your CPU, one core:").await?;
    page.click("tab-wall").await?;
    page.click("relay-end").await?;
    page.wait("relay-says", "Done after").await?;
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
    Ok(())
}

/// Opens the page as it is without settings in its address.
async fn open(page: &Page) -> Result<()> {
    page.visit("").await?;
    page.wait("device", "GPU: ").await.map(drop)
}

/// A script with `m`, the module, and `run(asked)`, which gives a run on the GPU.
fn with_module(body: &str) -> String {
    format!(
        "const m = await import(new URL('./courser_web.js', location.href));
         const asked = (rows, cols, holes, start, rule = 'warnsdorff', seed = 0, schedule = 'whole') =>
           new m.RunRequest(rows, cols, Uint32Array.from(holes), start).by(rule, seed).laid(schedule);
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

async fn the_tour_of_the_slides_comes_from_every_schedule(page: &Page) -> Result<()> {
    open(page).await?;
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
    Ok(())
}

async fn every_state_from_every_start_of_8x8_is_the_mirrors(page: &Page) -> Result<()> {
    open(page).await?;
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
    Ok(())
}

async fn boards_with_holes_and_every_rule_agree(page: &Page) -> Result<()> {
    open(page).await?;
    page.run(&with_module(
        "for (const rule of m.rules()) await passes(asked(6, 6, [], 0, rule, 7, 'near'));
         await passes(asked(7, 9, [3, 31, 40], 8, 'random', 3));
         const [, word] = await passes(asked(3, 3, [4], 0));
         if (word !== 'done') throw new Error(word);
         const [, stuck] = await passes(asked(4, 4, [], 5));
         if (stuck !== 'stuck') throw new Error(stuck);",
    ))
    .await?;
    Ok(())
}

async fn passes_go_on_and_back_and_play_to_the_end(page: &Page) -> Result<()> {
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
    Ok(())
}

async fn a_link_holds_board_start_rule_seed_and_pass(page: &Page) -> Result<()> {
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
    Ok(())
}

async fn the_keyboard_and_the_pointer_show_the_words_of_a_square(page: &Page) -> Result<()> {
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
         // Just left of and above the middle: the margin with the letters is at the left and below.
         const at = { bubbles: true, clientX: box.left + box.width / 2 + 8, clientY: box.top + box.height / 2 - 10 };
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
    Ok(())
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
    edit(page, 2, "cell.r = after_visit(other.r)", "cell.r = select(after_visit(other.r), 0u, other.r == 16u)").await?;
    let wrong = page.wait("wrong", "differ").await?;
    ensure!(wrong.contains("Move 16, after pull (pass 48): R (visit) of f7 is 0, the CPU reference has 17"), "{wrong}");
    Ok(())
}

async fn what_does_not_compile_is_reported_with_its_line(page: &Page) -> Result<()> {
    page.visit("#board=8x8&start=e6").await?;
    page.wait("where", "Before").await?;
    let rank = include_str!("../../../shaders/cycle/rank.wgsl");
    let line = 1 + rank.lines().position(|line| line.contains("rank += 1u;")).context("rank counts by 1")?;
    edit(page, 0, "rank += 1u;", "rank += 1.5;").await?;
    let messages = page.wait("messages", "line").await?;
    ensure!(messages.starts_with(&format!("line {line}")), "{messages}");
    let marked = page.text("return document.querySelector('#gutter .bad').textContent").await?;
    ensure!(marked == line.to_string(), "{marked}");
    page.click("restore").await?;
    page.wait("where", "Before").await?;
    ensure!(page.says("messages").await?.is_empty());
    Ok(())
}

/// Opens a lesson, whose button is hidden until then.
async fn lesson(page: &Page, number: usize) -> Result<()> {
    page.run(&format!(
        "document.getElementById('lessons').open = true;
         document.querySelectorAll('#lesson-list button')[{number}].click();"
    ))
    .await
    .map(drop)
}

async fn every_lesson_breaks_the_cycle_and_can_be_solved(page: &Page) -> Result<()> {
    page.visit("#board=6x7&start=a1&rule=random").await?;
    page.wait("where", "Before").await?;
    let expected =
        ["Move 1, after rank (pass 1): B (rank) of", "after decide", "after decide", "after pull", "after pull"];
    for (number, part) in expected.into_iter().enumerate() {
        lesson(page, number).await?;
        page.wait("lesson-says", "Mend the shader").await?;
        let wrong = page.says("wrong").await?;
        ensure!(wrong.contains("differ") && wrong.contains(part), "lesson {number}: {wrong}");
        let rows = page.run("return document.querySelectorAll('#differences tbody tr').length").await?;
        ensure!(rows.as_u64() > Some(0), "lesson {number} lists no words that differ");
        page.click("restore").await?;
        page.wait("lesson-says", "Solved").await?;
    }
    let solved = "return document.querySelectorAll('#lesson-list .solved').length";
    ensure!(page.run(solved).await? == expected.len());
    // Mended by hand, and kept after a reload.
    page.run("localStorage.removeItem('lessons')").await?;
    page.visit("#board=8x8&start=e6").await?;
    page.wait("where", "Before").await?;
    ensure!(page.run(solved).await? == 0);
    lesson(page, 0).await?;
    page.wait("lesson-says", "Mend the shader").await?;
    edit(page, 0, "if true {", "if there < 64u {").await?;
    page.wait("lesson-says", "Solved: Look beyond the edge. Your shader").await?;
    page.visit("#board=8x8&start=e6").await?;
    page.wait("where", "Before").await?;
    ensure!(page.run(solved).await? == 1);
    Ok(())
}

async fn edited_shaders_are_kept_per_pass_in_the_link_and_after_a_reload(page: &Page) -> Result<()> {
    page.visit("#board=8x8&start=e6&pass=2").await?;
    page.wait("where", "Pass 2").await?;
    edit(page, 1, "let here = place(square);", "let here = place(square); // kept").await?;
    page.wait("where", "Pass 3").await?;
    let address = page.text("return location.hash").await?;
    ensure!(address.contains("&edit1="), "{address}");
    page.visit(&address).await?;
    page.wait("where", "Pass 3").await?;
    page.run("document.querySelectorAll('#passes button')[1].click();").await?;
    ensure!(page.text("return document.getElementById('wgsl').value").await?.contains("// kept"));
    // A text that does not run yet stays with its pass.
    page.run(
        "const text = document.getElementById('wgsl');
         text.value += '// draft';
         text.dispatchEvent(new Event('input'));
         document.querySelectorAll('#passes button')[2].click();
         document.querySelectorAll('#passes button')[1].click();",
    )
    .await?;
    ensure!(page.text("return document.getElementById('wgsl').value").await?.ends_with("// draft"));
    // Ctrl+Enter runs it.
    page.keys("wgsl", "\u{e009}\u{e007}").await?;
    for _ in 0..100 {
        if page.run("return document.getElementById('compile').hidden").await? == true {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    ensure!(page.run("return document.getElementById('compile').hidden").await? == true, "Ctrl+Enter does not run it");
    // Damaged edits in an address are ignored.
    page.visit("#board=8x8&start=e6&edit0=%%%&edit1=AAAA").await?;
    page.wait("where", "Before").await?;
    Ok(())
}

async fn the_guide_leads_through_the_first_move(page: &Page) -> Result<()> {
    page.run("localStorage.clear()").await?;
    page.visit("").await?;
    let seen = [
        ("1 of 6", "knight stands"),
        ("2 of 6", "four numbers"),
        ("3 of 6", "rank:"),
        ("4 of 6", "decide:"),
        ("5 of 6", "pull:"),
        ("6 of 6", "Play"),
    ];
    for (at, says) in seen {
        page.wait("guide-at", at).await?;
        ensure!(page.says("guide-says").await?.contains(says), "{at}");
        // One button is highlighted, and nothing but the board is beside it.
        let shown = page
            .run("return [...document.querySelectorAll('#knight button.main')].filter((button) => button.offsetParent).map((button) => button.id)")
            .await?;
        let expected =
            if at == "6 of 6" { serde_json::json!(["guide-next", "play"]) } else { serde_json::json!(["guide-next"]) };
        ensure!(shown == expected, "{at}: {shown}");
        if at != "6 of 6" {
            page.click("guide-next").await?;
        }
    }
    page.click("play").await?;
    page.wait("where", "Done: a closed tour").await?;
    ensure!(page.run("return document.getElementById('guide').hidden").await? == true);
    // Not again by itself, but by its button, and from a step's address.
    page.visit("").await?;
    page.wait("where", "Before").await?;
    ensure!(page.run("return document.getElementById('guide').hidden").await? == true);
    page.click("guide-again").await?;
    page.wait("guide-at", "1 of 6").await?;
    page.click("guide-skip").await?;
    page.visit("#guide=4").await?;
    page.wait("guide-at", "4 of 6").await?;
    page.wait("where", "Pass 2: decide").await?;
    page.click("guide-skip").await?;
    Ok(())
}

async fn the_end_is_the_last_pass(page: &Page) -> Result<()> {
    page.visit("#board=8x8&start=e6").await?;
    page.wait("where", "Before").await?;
    page.click("last").await?;
    page.wait("where", "Done").await?;
    let address = page.text("return location.hash").await?;
    ensure!(address.contains("pass=191"), "{address}");
    page.click("back").await?;
    page.wait("where", "Pass 190: rank").await?;
    // An address beyond the end shows the end.
    page.visit("#board=8x8&start=e6&pass=393").await?;
    page.wait("where", "Done").await?;
    page.click("back").await?;
    page.wait("where", "Pass 190: rank").await?;
    Ok(())
}

async fn phones_and_wide_screens_show_all_of_it(page: &Page) -> Result<()> {
    for (width, height) in [(360, 740), (740, 360), (1280, 800), (2560, 1300)] {
        page.size(width, height, 1.0).await?;
        page.visit("#board=8x8&start=e6&pass=3").await?;
        page.wait("where", "Pass 3").await?;
        let shown = page
            .run(
                "const box = (id) => document.getElementById(id).getBoundingClientRect();
                 const side = document.documentElement;
                 return [side.scrollWidth <= side.clientWidth, box('board').width, box('step').bottom - box('board').top];",
            )
            .await?;
        ensure!(shown[0] == true, "{width}x{height} scrolls sideways");
        let (board, both) = (shown[1].as_f64().context("no width")?, shown[2].as_f64().context("no height")?);
        ensure!(both <= f64::from(height), "{width}x{height}: board and buttons are {both} pixels high");
        ensure!(width < 2000 || board > 700.0, "{width}x{height}: the board has {board} pixels");
    }
    page.size(1280, 800, 1.0).await?;
    page.visit("#board=64x64&start=a1").await?;
    page.wait("where", "Before").await?;
    let wide = "return document.getElementById('board').getBoundingClientRect().width";
    let before = page.run(wide).await?.as_f64().context("no width")?;
    page.click("closer").await?;
    let after = page.run(wide).await?.as_f64().context("no width")?;
    ensure!(after > 1.9 * before, "{before}, then {after}");
    Ok(())
}

async fn a_lost_device_is_opened_again(page: &Page) -> Result<()> {
    page.visit("#board=8x8&start=e6&pass=9").await?;
    page.wait("where", "Pass 9").await?;
    page.run("(await import(new URL('./engine.js', location.href))).gpu.device.destroy();").await?;
    page.wait("trouble-says", "The GPU was lost").await?;
    page.click("start-again").await?;
    page.wait("device", "GPU: ").await?;
    page.wait("where", "Pass 9").await?;
    page.click("last").await?;
    page.wait("where", "Done: a closed tour").await?;
    ensure!(page.run("return document.getElementById('trouble').hidden").await? == true);
    Ok(())
}

async fn everything_works_without_a_network(page: &Page) -> Result<()> {
    page.visit("#board=8x8&start=e6").await?;
    page.wait("where", "Before").await?;
    page.network(false).await?;
    page.click("tab-large").await?;
    page.wait("large-says", "proven to be").await?;
    page.click("tab-wall").await?;
    page.wait("wall-says", "complete").await?;
    page.click("tab-knight").await?;
    lesson(page, 4).await?;
    page.wait("lesson-says", "Mend the shader").await?;
    page.network(true).await?;
    // The worker that keeps the files has all of them, and the page comes from there.
    let kept = page
        .run(
            "await navigator.serviceWorker.ready;
             const files = await (await fetch('files.json')).json();
             const kept = await caches.open('courser');
             const missing = [];
             for (const file of files) if (!(await kept.match(file))) missing.push(file);
             return [files.length > 15, missing, Boolean(navigator.serviceWorker.controller)];",
        )
        .await?;
    ensure!(kept == serde_json::json!([true, [], true]), "{kept}");
    Ok(())
}

async fn an_endless_loop_is_told_and_left(page: &Page) -> Result<()> {
    page.visit("#board=8x8&start=e6").await?;
    page.wait("where", "Before").await?;
    edit(page, 0, "cell.b = rank;", "while rank < 99u { rank = rank & 7u; } cell.b = rank;").await?;
    page.wait("trouble-says", "GPU").await?;
    page.click("start-again").await?;
    page.wait("device", "GPU").await?;
    page.wait("where", "Before").await?;
    // The text is still there, and does not run.
    page.run("document.querySelectorAll('#passes button')[0].click();").await?;
    ensure!(page.text("return document.getElementById('wgsl').value").await?.contains("rank & 7u"));
    page.click("last").await?;
    page.wait("where", "Done: a closed tour").await?;
    Ok(())
}

/// Keeps the files that the page saves in `saved`.
const KEEP_SAVED: &str = "globalThis.saved = [];
     const make = URL.createObjectURL;
     URL.createObjectURL = (blob) => (saved.push(blob), make.call(URL, blob));";

async fn a_tour_is_saved_as_svg_and_png(page: &Page) -> Result<()> {
    open(page).await?;
    let saved = page
        .run(&with_module(
            "const run = await m.Run.begin(asked(8, 8, [], 20), true);
             await run.finish();
             const drawing = new DOMParser().parseFromString(run.svg(false), 'image/svg+xml');
             run.free();
             return [drawing.documentElement.nodeName, drawing.querySelector('title').textContent];",
        ))
        .await?;
    ensure!(saved == serde_json::json!(["svg", "closed tour of 8x8"]), "{saved}");
    page.visit("#board=8x8&start=e6").await?;
    page.wait("where", "Before").await?;
    page.click("last").await?;
    page.wait("where", "Done").await?;
    page.run(KEEP_SAVED).await?;
    page.click("svg").await?;
    page.wait("saved", "Saved tour-8x8-e6.svg").await?;
    page.click("png").await?;
    page.wait("saved", "Saved tour-8x8-e6.png").await?;
    // The picture has the colours of the drawing: squares of two colours, and the line.
    let painted = page
        .run(
            "const image = await createImageBitmap(saved.at(-1));
             const canvas = new OffscreenCanvas(image.width, image.height);
             const at = canvas.getContext('2d');
             at.drawImage(image, 0, 0);
             const words = new Uint32Array(at.getImageData(0, 0, image.width, image.height).data.buffer);
             return [saved.at(-1).type, image.width > 200, new Set(words).size > 3];",
        )
        .await?;
    ensure!(painted == serde_json::json!(["image/png", true, true]), "{painted}");
    Ok(())
}

async fn many_knights_tour_one_board_in_fewer_passes(page: &Page) -> Result<()> {
    open(page).await?;
    // GPU and mirror, pass by pass, restarts included.
    let compared = page
        .run(&with_module(
            "let states = 0;
             for (const [rows, cols, region] of [[16, 16, 8], [24, 26, 6], [13, 12, 12]]) {
               const asked = new m.RunRequest(rows, cols, new Uint32Array(), 0).by('random', 3).in_regions(region);
               const run = await m.Run.begin(asked, true);
               for (let pass = 1; run.word() === 'running'; pass++) {
                 await run.go_to(pass);
                 if (run.difference() !== undefined) throw new Error(run.difference());
                 states += 1;
               }
               if (run.passes() !== run.last()) throw new Error(`ended at ${run.passes()}, not at ${run.last()}`);
               if (!run.judged().endsWith('tour')) throw new Error(run.judged());
               run.free();
             }
             return states;",
        ))
        .await?;
    println!("{compared} states of relays compared");
    page.click("tab-wall").await?;
    page.wait("relay-passes", "1 knight: 12,287 passes").await?;
    let listed = page.wait("relay-passes", "64 knights: ").await?;
    let passes = listed.split("64 knights: ").nth(1).and_then(|rest| rest.split(' ').next()).context("no passes")?;
    // At least one try of 64 moves, and less than an eighth of what one knight takes.
    ensure!((189..12_287 / 8).contains(&passes.replace(',', "").parse::<u32>()?), "{listed}");
    page.click("relay-end").await?;
    let done = page.wait("relay-says", "Done").await?;
    let expected = format!(
        "Done after {passes} passes, restarts included, instead of 12,287: a closed tour, checked. 4,096 squares."
    );
    ensure!(done == expected, "{done}");
    // From the fewest knights to the most, by the keyboard.
    page.keys("relay-at", "\u{e011}").await?;
    page.wait("relay-knights", "1 knight").await?;
    page.keys("relay-at", "\u{e010}").await?;
    page.wait("relay-knights", "100 knights").await?;
    page.wait("relay-passes", "100 knights").await?;
    // Played frame by frame, with another seed.
    page.run(
        "const side = document.getElementById('relay-side');
         side.value = '16';
         side.dispatchEvent(new Event('change'));
         document.querySelector('[data-seed=relay-seed]').click();",
    )
    .await?;
    page.wait("relay-says", "Done after").await?;
    ensure!(page.says("relay-says").await?.contains("a closed tour, checked. 256 squares"));
    Ok(())
}

async fn a_board_of_the_wall_is_shown_large(page: &Page) -> Result<()> {
    open(page).await?;
    page.click("tab-wall").await?;
    page.wait("wall-says", "complete").await?;
    page.click("wall-canvas").await?;
    let says = page.wait("enlarged-says", "Knight").await?;
    let is_open = "return document.getElementById('enlarged').open";
    ensure!(page.run(is_open).await? == true);
    page.keys("enlarged", "\u{e00c}").await?;
    ensure!(page.run(is_open).await? == false, "Esc does not close it");
    page.run("document.getElementById('wall-canvas').focus();").await?;
    page.keys("wall-canvas", "\u{e014}").await?;
    let chosen = page.wait("wall-chosen", "Knight").await?;
    page.keys("wall-canvas", "\u{e007}").await?;
    let larger = page.says("enlarged-says").await?;
    ensure!(page.run(is_open).await? == true && larger != says && chosen.starts_with(&larger), "{chosen} {larger}");
    page.keys("enlarged", "\u{e00c}").await
}

async fn many_knights_fare_alike_on_both_devices(page: &Page) -> Result<()> {
    open(page).await?;
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
    Ok(())
}

async fn a_mosaic_of_1024x1024_is_proven(page: &Page) -> Result<()> {
    open(page).await?;
    page.click("tab-large").await?;
    page.wait("large-says", "proven to be").await?;
    page.run(
        "for (const side of ['rows', 'cols']) document.getElementById(`large-${side}`).value = 1024;
         document.getElementById('large-method').value = 'mosaic';
         document.getElementById('large-asked').requestSubmit();",
    )
    .await?;
    let says = page.wait("large-says", "the same tour").await?;
    ensure!(says.contains("1,048,576 squares numbered and proven to be a closed tour. Your GPU: numbers"), "{says}");
    ensure!(says.contains("Your CPU, one core: numbers") && says.matches(", proof ").count() == 2, "{says}");
    // The page's own judge, which shares nothing with the engine's.
    page.run(&with_module(
        "const [rows, cols] = [1024, 1024];
         const visits = (await m.Heat.new(rows, cols, true, 1, false, true, () => {})).visits();
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
    Ok(())
}

async fn a_grown_tour_is_the_same_on_both_devices(page: &Page) -> Result<()> {
    open(page).await?;
    page.run(&with_module(
        "for (const [rows, cols, closed, seed] of [[40, 50, true, 1], [45, 33, false, 2], [200, 300, true, 7]]) {
           const visits = async (gpu) => (await m.Heat.new(rows, cols, closed, seed, true, gpu, () => {})).visits();
           const [gpu, cpu] = [await visits(true), await visits(false)];
           if (String(gpu) !== String(cpu)) throw new Error(`${rows}x${cols}: the devices differ`);
         }",
    ))
    .await?;
    page.click("tab-large").await?;
    let says = page.wait("large-says", "the same tour").await?;
    ensure!(says.contains("262,144 squares numbered and proven to be a closed tour. Your GPU: all passes"), "{says}");
    Ok(())
}

async fn colours_and_seeds_of_large_boards_can_be_chosen(page: &Page) -> Result<()> {
    open(page).await?;
    page.click("tab-large").await?;
    page.wait("large-says", "the same tour").await?;
    let seen = "const canvas = document.getElementById('large-canvas');
         const words = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
         return [words.reduce((sum, word, at) => (Math.imul(sum, 31) + word) | 0, 0), new Set(words).size];";
    let grown = page.run(seen).await?;
    page.run("document.querySelector('[data-seed=large-seed]').click();").await?;
    page.wait("large-says", "At work").await?;
    page.wait("large-says", "the same tour").await?;
    let reseeded = page.run(seen).await?;
    ensure!(grown[0] != reseeded[0], "another seed shows the same picture");
    page.run(
        "const palette = document.getElementById('large-palette');
         palette.value = 'ember';
         palette.dispatchEvent(new Event('change'));",
    )
    .await?;
    ensure!(page.run(seen).await?[0] != reseeded[0], "another palette shows the same picture");
    // A mosaic has more colours than a gradient: its tiles are seen.
    page.run(
        "document.getElementById('large-method').value = 'mosaic';
         document.getElementById('large-asked').requestSubmit();",
    )
    .await?;
    page.wait("large-says", "Your GPU: numbers").await?;
    let mosaic = page.run(seen).await?;
    ensure!(mosaic[1].as_u64() > Some(1000) && grown[1].as_u64() <= Some(257), "{grown}, {mosaic}");
    Ok(())
}

async fn speed_gives_a_sentence_and_a_report(page: &Page) -> Result<()> {
    open(page).await?;
    page.click("tab-speed").await?;
    page.click("measure").await?;
    let sentence = page.wait("speed-sentence", "numbered and proven in").await?;
    ensure!(sentence.contains("16,384 knights on 8x8 in") && sentence.ends_with("than one core."), "{sentence}");
    page.allow_clipboard().await?;
    page.click("speed-copy").await?;
    page.wait("speed-saved", "The sentence is copied").await?;
    ensure!(page.text("return navigator.clipboard.readText()").await? == sentence);
    page.run(KEEP_SAVED).await?;
    page.click("speed-save").await?;
    page.wait("speed-saved", "Saved courser-bench.json").await?;
    let report = page.text("return saved.at(-1).text()").await?;
    ensure!(report.matches("\"compute\":[").count() == 8, "{report}");
    // tests/web gives it to `courser bench --from`.
    if let Some(file) = std::env::var_os("COURSER_BENCH_REPORT") {
        std::fs::write(file, report)?;
    }
    Ok(())
}

async fn light_and_dark_follow_the_system_and_can_be_switched(page: &Page) -> Result<()> {
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
    Ok(())
}

async fn wrong_input_is_reported_in_words(page: &Page) -> Result<()> {
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
    Ok(())
}
