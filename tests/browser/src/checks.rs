//! Contains the checks of the page, which run in a browser.

use anyhow::{Context as _, Result, ensure};

use crate::browser::Page;

/// The 8x8 tour from the slides, which starts at row 2, column 4. The file contains the visit numbers row by row.
const SLIDES: &str = include_str!("../../../crates/board/tests/data/cg-8x8-from-2-4.txt");

/// Runs some of the listed checks, in the order of the list. A check runs if its name contains the word `$only`.
macro_rules! run {
    ($page:ident, $only:ident: $($check:ident)*) => {
        $(if stringify!($check).contains($only) {
            $check($page).await.context(stringify!($check))?;
            println!("ok: {}", stringify!($check).replace('_', " "));
        })*
    };
}

/// Runs all checks for a browser with WebGPU.
pub async fn with_webgpu(page: &Page, only: &str) -> Result<()> {
    run!(page, only:
        the_gpu_is_opened_and_the_first_tour_is_made
        the_tour_of_the_slides_comes_from_every_schedule
        every_state_from_every_eleventh_start_of_8x8_is_the_mirrors
        boards_with_holes_and_every_rule_agree
        passes_go_on_and_back_and_play_to_the_end
        a_link_holds_board_start_rule_seed_and_pass
        the_keyboard_and_the_pointer_show_the_words_of_a_square
        an_error_planted_in_a_shader_is_named
        what_does_not_compile_is_reported_with_its_line
        every_lesson_breaks_the_cycle_and_can_be_solved
        edited_shaders_are_kept_per_pass_in_the_link_and_after_a_reload
        the_page_opens_with_a_tour_that_draws_itself
        the_guide_leads_through_the_first_move
        every_step_of_the_guide_is_on_the_screen_at_every_size
        boards_fit_their_frames_after_every_button_at_every_size
        ranks_can_be_read_in_light_and_dark
        decide_shows_one_candidate_after_another
        states_move_into_one_another_unless_the_system_asks_for_less_motion
        a_finished_tour_is_drawn_as_a_tour
        a_dispatch_shows_its_workgroups_and_squares
        lines_of_the_shader_and_squares_show_one_another
        a_lesson_and_its_changed_line_are_in_one_view
        terms_are_explained_where_they_are_first_used
        the_end_is_the_last_pass
        a_tour_is_saved_as_svg_and_png
        many_knights_tour_one_board_in_fewer_passes
        many_knights_fare_alike_on_both_devices
        a_board_of_the_wall_is_shown_large
        a_mosaic_of_1024x1024_is_proven
        a_grown_tour_is_the_same_on_both_devices
        colours_and_seeds_of_large_boards_can_be_chosen
        a_large_board_has_a_start_an_end_a_scale_and_a_legend
        speed_has_bars_on_a_logarithmic_scale
        speed_gives_a_sentence_and_a_report
        light_and_dark_follow_the_system_and_can_be_switched
        wrong_input_is_reported_in_words
        phones_and_wide_screens_show_all_of_it
        axe_finds_nothing_on_any_tab
        a_lost_device_is_opened_again
        everything_works_without_a_network
        an_endless_loop_is_told_and_left
    );
    Ok(())
}

/// Runs the check for a browser without WebGPU.
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
    page.wait("where", "Pass 1, move 1, rank").await?;
    page.click("last").await?;
    let done = page.wait("where", "Done").await?;
    ensure!(done.contains("a closed tour, checked. 64 squares"), "{done}");
    let locked = page
        .run(
            "return document.getElementById('wgsl').readOnly && document.querySelector('#lesson-list button').disabled",
        )
        .await?;
    ensure!(locked == true, "a shader can be edited that no GPU runs");
    open_wall(page).await?;
    ensure!(page.says("wall-says").await?.contains("CPU:"));
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
               await said(`Pass ${pass},`);
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

/// Opens the wall of boards. Its knights start when the wall becomes visible.
async fn open_wall(page: &Page) -> Result<String> {
    page.click("tab-wall").await?;
    page.run("document.getElementById('wall-says').scrollIntoView({ block: 'center' });").await?;
    page.wait("wall-says", "complete").await
}

/// Opens the page by an address that contains no settings.
async fn open(page: &Page) -> Result<()> {
    page.visit("").await?;
    page.wait("device", "GPU: ").await.map(drop)
}

/// Returns a script that defines the module `m` and the function `run(asked)`, which returns a run on the GPU.
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
             // One pass beyond the end must not change the status.
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

async fn every_state_from_every_eleventh_start_of_8x8_is_the_mirrors(page: &Page) -> Result<()> {
    open(page).await?;
    let compared = page
        .run(&with_module(
            "let [states, done] = [0, 0];
             for (let start = 0; start < 64; start += 11) {
               const [some, word] = await passes(asked(8, 8, [], start));
               done += word === 'done';
               states += some;
             }
             // From some squares, the rule gets stuck.
             if (done < 4 || states < 192 * done) throw new Error(`${done} tours, ${states} states`);
             for (const schedule of ['near', 'resident']) {
               for (let start = 0; start < 64; start += 13) states += (await passes(asked(8, 8, [], start, 'warnsdorff', 0, schedule)))[0];
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
    page.wait("where", "Pass 10, move 4, rank").await?;
    page.click("step").await?;
    page.wait("where", "Pass 11, move 4, decide").await?;
    page.click("back").await?;
    page.click("back").await?;
    page.wait("where", "Pass 9, move 3, pull: the square that was picked pulls the knight. 4 of 42").await?;
    page.click("first").await?;
    page.wait("where", "Before the first pass: the knight is on ").await?;
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
    page.wait("where", "Pass 7, move 3, rank: every square counts its unvisited neighbours. 3 of 28").await?;
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
    // Invalid settings in the address are ignored.
    page.visit("#board=900x1&start=zz9&rule=none&pass=-4").await?;
    page.wait("where", "Before the first pass: the knight is on ").await?;
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
         // Relative to the middle of the canvas, this point is 8 pixels to the right and 10 pixels higher. Since the
         // margin for the letters is to the left of and below the board, the point is on d5.
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

/// Replaces `old` with `new` in the shader of a pass, and compiles the shader.
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
        // Before the edit, the GPU and the mirror do not differ.
        ensure!(page.says("wrong").await?.is_empty());
        edit(page, 0, "rank += 1u", "rank += 2u").await?;
        let wrong = page.wait("wrong", "differ").await?;
        ensure!(wrong.contains("Move 1, pass 1, after rank: B (rank) of a8 is 4, the CPU reference has 2"), "{wrong}");
        page.click("restore").await?;
        page.wait("where", "Before").await?;
        page.click("last").await?;
        page.wait("where", "Done").await?;
    }
    // The edited shader computes one wrong word of the state of one square, in pass 48.
    page.visit("#board=8x8&start=e6&pass=60").await?;
    page.wait("where", "Pass 60").await?;
    edit(page, 2, "cell.r = after_visit(other.r)", "cell.r = select(after_visit(other.r), 0u, other.r == 16u)").await?;
    let wrong = page.wait("wrong", "differ").await?;
    ensure!(wrong.contains("Move 16, pass 48, after pull: R (visit) of f7 is 0, the CPU reference has 17"), "{wrong}");
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

/// Opens a lesson from the list, chooses the answer "a rank" to the lesson's question, and waits for the explanation.
async fn lesson(page: &Page, number: usize) -> Result<String> {
    page.run(&format!(
        "document.getElementById('lessons').open = true;
         document.querySelectorAll('#lesson-list button')[{number}].click();"
    ))
    .await?;
    page.wait("lesson-says", "Which word will differ").await?;
    page.until("the changed lines are marked", "return document.querySelector('#coloured .new') !== null").await?;
    // The page asks the lesson's question. It runs the shader only after the question is answered.
    page.wait("where", "Before the first pass").await?;
    ensure!(page.run("return document.getElementById('wrong').hidden").await? == true);
    page.run("document.querySelectorAll('#lesson-answers button')[1].click();").await?;
    page.wait("lesson-says", "Mend the marked lines").await
}

async fn every_lesson_breaks_the_cycle_and_can_be_solved(page: &Page) -> Result<()> {
    page.visit("#board=6x7&start=a1&rule=random").await?;
    page.wait("where", "Before").await?;
    page.run("localStorage.removeItem('lessons')").await?;
    let expected =
        ["Move 1, pass 1, after rank: B (rank) of", "after decide", "after decide", "after pull", "after pull"];
    let solved = "return document.querySelectorAll('#lesson-list .solved').length";
    for (number, part) in expected.into_iter().enumerate() {
        let says = lesson(page, number).await?;
        // The page asks which word will be the first to differ from the mirror. This test always answers "a rank". The
        // page compares the answer with the first word that differs. Only the first lesson guarantees that this word is
        // a rank.
        let expected = if number == 0 { "You said a rank, and it is so." } else { "You said a rank, and it is a " };
        ensure!(says.starts_with(expected) || says.contains("a rank, and it is so"), "lesson {number}: {says}");
        let wrong = page.says("wrong").await?;
        ensure!(wrong.contains("differ") && wrong.contains(part), "lesson {number}: {wrong}");
        ensure!(says.contains("it is so") == wrong.contains("B (rank)"), "lesson {number}: {says} {wrong}");
        // The table of differences is closed at first.
        let rows = page
            .run("const list = document.getElementById('differing'); return [list.open, list.hidden, list.querySelectorAll('tbody tr').length]")
            .await?;
        ensure!(rows[0] == false && rows[1] == false && rows[2].as_u64() > Some(0), "lesson {number}: {rows}");
        page.click("restore").await?;
        page.wait("lesson-says", "Restored.").await?;
        ensure!(page.run(solved).await? == 0, "lesson {number} is ticked for Restore");
    }
    // The lesson is solved by an edit. After a reload, the page still shows that the lesson is solved.
    page.visit("#board=8x8&start=e6").await?;
    page.wait("where", "Before").await?;
    lesson(page, 0).await?;
    edit(page, 0, "if true {", "if there < 64u {").await?;
    page.wait("lesson-says", "Solved: Look beyond the edge. Your shader").await?;
    ensure!(page.run(solved).await? == 1);
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
    // If the edited text of a pass has not been run, the page still keeps the text for this pass.
    page.run(
        "const text = document.getElementById('wgsl');
         text.value += '// draft';
         text.dispatchEvent(new Event('input'));
         document.querySelectorAll('#passes button')[2].click();
         document.querySelectorAll('#passes button')[1].click();",
    )
    .await?;
    ensure!(page.text("return document.getElementById('wgsl').value").await?.ends_with("// draft"));
    // Ctrl+Enter runs the edited text.
    page.keys("wgsl", "\u{e009}\u{e007}").await?;
    for _ in 0..100 {
        if page.run("return document.getElementById('compile').hidden").await? == true {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    ensure!(page.run("return document.getElementById('compile').hidden").await? == true, "Ctrl+Enter does not run it");
    // Invalid edits in an address are ignored.
    page.visit("#board=8x8&start=e6&edit0=%%%&edit1=AAAA").await?;
    page.wait("where", "Before").await?;
    Ok(())
}

/// Window sizes in CSS pixels, for phones in portrait and landscape, a tablet, laptops and a desktop.
const SIZES: [(u32, u32); 8] =
    [(360, 740), (390, 844), (740, 360), (820, 1180), (1280, 650), (1280, 800), (1366, 768), (1920, 1080)];

/// JavaScript functions that measure the page. `seen` returns whether an element is completely inside the window. `cut`
/// returns an error message if the board or the page does not have the correct size.
const MEASURE: &str = "
    const box = (id) => document.getElementById(id).getBoundingClientRect();
    const view = document.documentElement;
    const seen = (id) => {
      const { left, top, right, bottom, width } = box(id);
      return width > 0 && left >= -1 && top >= -1 && right <= view.clientWidth + 1 && bottom <= view.clientHeight + 1;
    };
    const cut = () => {
      const [frame, board] = [box('frame'), box('board')];
      if (view.scrollWidth > view.clientWidth) return `the page is ${view.scrollWidth} wide`;
      if (!board.width || document.getElementById('frame').classList.contains('zoomed')) return '';
      const fits = board.left >= frame.left - 1 && board.right <= frame.right + 1 && board.bottom <= frame.bottom + 1;
      if (!fits) return `the board of ${board.width}x${board.height} is cut off by ${frame.width}x${frame.height}`;
      return board.width < 150 ? `the board is ${board.width} wide` : '';
    };";

/// Returns a condition for `Page::until` that can use the functions of [`MEASURE`].
fn measured(condition: &str) -> String {
    format!("{MEASURE} return {condition};")
}

async fn the_page_opens_with_a_tour_that_draws_itself(page: &Page) -> Result<()> {
    for (width, height) in SIZES {
        page.size(width, height, 1.0).await?;
        page.visit("").await?;
        page.wait("device", "GPU: ").await?;
        for id in ["how", "relay-board"] {
            page.until(&format!("#{id} is in the window of {width}x{height}"), &measured(&format!("seen('{id}')")))
                .await?;
        }
        let sideways = page.run(&measured("cut()")).await?;
        ensure!(sideways == "", "{width}x{height}: {sideways}");
    }
    page.size(1280, 800, 1.0).await?;
    // The page shows one sentence, one highlighted button, and 64 knights that move without a click.
    let shown = page
        .run(
            "const intro = document.querySelector('.intro');
             return [intro.querySelectorAll('h2').length, [...intro.querySelectorAll('button.main')].map((button) => button.textContent)];",
        )
        .await?;
    ensure!(shown == serde_json::json!([1, ["How does every square know?"]]), "{shown}");
    page.visit("").await?;
    page.wait("relay-says", "of 4,096 squares visited").await?;
    let moving = page.run("return performance.now()").await?.as_f64().context("no time")?;
    println!("the first knights have moved after {moving:.0} ms");
    page.wait("relay-says", "a closed tour, checked. 4,096 squares.").await?;
    // With reduced motion, the tour is shown immediately.
    page.prefer(false, true).await?;
    page.visit("").await?;
    page.wait("relay-says", "a closed tour, checked. 4,096 squares.").await?;
    page.prefer(false, false).await?;
    // The relay pauses while another view is open, and continues when its view is opened again.
    page.visit("").await?;
    page.wait("relay-says", "of 4,096 squares visited").await?;
    page.click("tab-knight").await?;
    page.wait("where", "Before").await?;
    page.click("tab-wall").await?;
    page.wait("relay-says", "a closed tour, checked. 4,096 squares.").await?;
    Ok(())
}

/// The steps of the guide. Each entry contains three values: a part of the step's sentence, the pass that the page
/// shows, and the highlighted elements.
const STEPS: [(&str, &str, &[&str]); 6] = [
    ("knight stands", "Before", &["frame"]),
    ("four words", "Before", &["frame", "legend"]),
    ("rank:", "Pass 1", &["frame", "passes"]),
    ("decide:", "Pass 2", &["frame", "passes"]),
    ("pull:", "Pass 3", &["frame", "passes"]),
    ("63 moves are a tour", "Pass 3", &["frame", "guide-next"]),
];

async fn the_guide_leads_through_the_first_move(page: &Page) -> Result<()> {
    page.visit("").await?;
    page.wait("device", "GPU: ").await?;
    page.click("how").await?;
    for (at, (says, pass, _)) in STEPS.iter().enumerate() {
        page.wait("guide-at", &format!("{} of 6", at + 1)).await?;
        page.wait("where", pass).await?;
        ensure!(page.says("guide-says").await?.contains(says), "step {}", at + 1);
        // Exactly one button is highlighted: Next or, at the end, Play.
        let shown = page
            .run("return [...document.querySelectorAll('#knight button.main')].filter((button) => button.offsetParent).map((button) => button.textContent.trim())")
            .await?;
        let expected = if at + 1 == STEPS.len() { "▶\u{fe0e} Play" } else { "Next" };
        ensure!(shown == serde_json::json!([expected]), "step {}: {shown}", at + 1);
        page.click("guide-next").await?;
    }
    ensure!(page.run("return document.getElementById('guide').hidden").await? == true);
    page.wait("where", "Done: a closed tour").await?;
    // The button opens the guide again at the first step. An address that names a step opens the guide at this step.
    page.click("guide-again").await?;
    page.wait("guide-at", "1 of 6").await?;
    page.click("guide-next").await?;
    page.wait("guide-at", "2 of 6").await?;
    page.click("guide-back").await?;
    page.wait("guide-at", "1 of 6").await?;
    page.click("guide-skip").await?;
    page.visit("#guide=4").await?;
    page.wait("guide-at", "4 of 6").await?;
    page.wait("where", "Pass 2, move 1, decide").await?;
    page.click("guide-skip").await?;
    Ok(())
}

async fn every_step_of_the_guide_is_on_the_screen_at_every_size(page: &Page) -> Result<()> {
    for (width, height) in SIZES {
        page.size(width, height, 1.0).await?;
        page.visit("").await?;
        page.wait("device", "GPU: ").await?;
        page.click("how").await?;
        for (at, (_, pass, subjects)) in STEPS.iter().enumerate() {
            page.wait("guide-at", &format!("{} of 6", at + 1)).await?;
            page.wait("where", pass).await?;
            for id in subjects.iter().chain(&["guide-says", "guide-next"]) {
                let what = format!("#{id} is in the window of {width}x{height} at step {}", at + 1);
                page.until(&what, &measured(&format!("scrollY === 0 && seen('{id}')"))).await?;
            }
            page.until(&format!("the board fits {width}x{height}"), &measured("cut() || true")).await?;
            if at + 1 < STEPS.len() {
                page.click("guide-next").await?;
            }
        }
    }
    page.size(1280, 800, 1.0).await
}

async fn boards_fit_their_frames_after_every_button_at_every_size(page: &Page) -> Result<()> {
    const BUTTONS: [&str; 24] = [
        "how",
        "guide-next",
        "guide-next",
        "guide-back",
        "guide-skip",
        "step",
        "back",
        "play",
        "play",
        "last",
        "as-words",
        "as-tour",
        "first",
        "closer",
        "farther",
        "guide-again",
        "guide-skip",
        "tab-large",
        "tab-speed",
        "tab-wall",
        "tab-knight",
        "theme",
        "theme",
        "step",
    ];
    for (width, height) in SIZES {
        page.size(width, height, 1.0).await?;
        page.visit("").await?;
        page.wait("device", "GPU: ").await?;
        for (at, id) in BUTTONS.iter().enumerate() {
            // A button is disabled while a click would have no effect.
            page.until(&format!("#{id} can be clicked"), &format!("return !document.getElementById('{id}').disabled"))
                .await?;
            page.run(&format!("document.getElementById('{id}').click();")).await?;
            let what = format!("{width}x{height} after #{id}, the click {}", at + 1);
            page.until(&what, &measured("cut() === '' || cut()")).await?;
        }
        page.wait("where", "Pass 1").await?;
        // The size of the window changes again, without another pass.
        page.size(height, width, 1.0).await?;
        page.until(&format!("{height}x{width} after {width}x{height}"), &measured("cut() === '' || cut()")).await?;
    }
    page.run("localStorage.removeItem('theme');").await?;
    // On a landscape screen, the board and the playback controls are inside the window.
    for (width, height) in [(1280, 650), (1280, 800), (1366, 768), (1920, 1080)] {
        page.size(width, height, 1.0).await?;
        page.visit("#board=8x8&start=e6&pass=3").await?;
        page.wait("where", "Pass 3").await?;
        for id in ["frame", "passes", "legend", "as-tour", "play", "where", "square"] {
            page.until(&format!("#{id} is in {width}x{height}"), &measured(&format!("seen('{id}')"))).await?;
        }
    }
    page.size(1280, 800, 1.0).await
}

/// A script that records every drawn text with its font size in pixels and its contrast. The contrast is measured at
/// four pixels around the text. The second lowest value is used, since one of these pixels can be on a line.
const NOTE_TEXTS: &str = "
    globalThis.texts = [];
    const bright = (bytes) => {
      const [r, g, b] = bytes.map((byte) => byte / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const write = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      const size = parseFloat(/([\\d.]+)px/.exec(this.font)[1]);
      const wide = this.measureText(text).width / 2 + 1;
      const { a: ratio } = this.getTransform();
      const ink = bright([1, 3, 5].map((at) => parseInt(this.fillStyle.slice(at, at + 2), 16)));
      const contrasts = [[-wide, 0], [wide, 0], [0, -0.48 * size], [0, 0.48 * size]].map(([right, down]) => {
        const pixel = [...this.getImageData((x + right) * ratio, (y + down) * ratio, 1, 1).data];
        const ground = bright(pixel);
        return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
      });
      texts.push({ text, size, fill: this.fillStyle, contrast: contrasts.sort((one, other) => one - other)[1] });
      return write.call(this, text, x, y);
    };";

async fn ranks_can_be_read_in_light_and_dark(page: &Page) -> Result<()> {
    for dark in [false, true] {
        page.prefer(dark, true).await?;
        // The contrast depends only on the theme, so the dark theme is checked at the smallest size only.
        for &(width, height) in if dark { &SIZES[..1] } else { &SIZES[..] } {
            page.size(width, height, 1.0).await?;
            // The first address of each pair shows the ranks computed by the pass *rank*, on the whole board or near
            // the knight. The second address shows the result of the *decide* pass: circles on the squares to which the
            // knight can move.
            for address in ["pass=1", "pass=2", "schedule=near&pass=4", "schedule=near&pass=5"] {
                page.visit(&format!("#board=8x8&start=e6&{address}")).await?;
                page.wait("where", "Pass ").await?;
                ensure!(
                    page.text("return document.documentElement.dataset.theme").await?
                        == if dark { "dark" } else { "light" }
                );
                let read = page
                    .run(&format!(
                        "{NOTE_TEXTS}
                         dispatchEvent(new Event('resize'));
                         const blue = document.createElement('canvas').getContext('2d');
                         blue.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--b').trim();
                         const ranks = texts.filter(({{ fill }}) => fill === blue.fillStyle);
                         const middle = ranks.length;
                         return [middle, Math.min(...ranks.map(({{ size }}) => size)), Math.min(...ranks.map(({{ contrast }}) => contrast))];"
                    ))
                    .await?;
                let [ranks, size, contrast] = [0, 1, 2].map(|at| read[at].as_f64().unwrap_or_default());
                let what = format!("{width}x{height}, dark {dark}, {address}: {read}");
                // After these passes, 62 or 63 squares are unvisited. The page must draw a rank on each of these
                // squares.
                ensure!(ranks >= 62.0 && size >= 12.0 && contrast >= 4.5, "{what}");
            }
        }
    }
    page.prefer(false, false).await?;
    page.size(1280, 800, 1.0).await
}

/// A script that replaces the clock of the page. `tick(milliseconds)` advances the clock and draws one frame.
const OWN_CLOCK: &str = "
    globalThis.clock = 0;
    let frames = new Map();
    let last = 0;
    performance.now = () => clock;
    globalThis.requestAnimationFrame = (draw) => (frames.set(++last, draw), last);
    globalThis.cancelAnimationFrame = (frame) => frames.delete(frame);
    globalThis.tick = (milliseconds) => {
      clock += milliseconds;
      const now = frames;
      frames = new Map();
      for (const draw of now.values()) draw(clock);
      return now.size;
    };";

async fn decide_shows_one_candidate_after_another(page: &Page) -> Result<()> {
    page.visit("#board=8x8&start=e6&pass=1").await?;
    page.wait("where", "Pass 1").await?;
    page.run(&format!(
        "{OWN_CLOCK}
         globalThis.rings = 0;
         const arc = CanvasRenderingContext2D.prototype.arc;
         CanvasRenderingContext2D.prototype.arc = function (...given) {{ rings += 1; return arc.apply(this, given); }};"
    ))
    .await?;
    page.click("step").await?;
    page.wait("where", "Pass 2").await?;
    page.wait("square", "picks").await?;
    // While pass 2 is shown, only the possible targets of the knight have circles.
    let rings = page
        .run(
            "const seen = [];
             for (let frame = 0; frame < 200; frame++) {
               rings = 0;
               if (!tick(50)) break;
               if (rings !== seen.at(-1)) seen.push(rings);
             }
             return seen;",
        )
        .await?;
    ensure!(rings == serde_json::json!([0, 1, 2, 3, 4, 5, 6, 7, 8]), "{rings}");
    // The sentence lists the neighbours with their ranks. The chosen neighbour is the square to which the *pull* pass
    // moves the knight.
    let says = page.says("square").await?;
    ensure!(says.matches("rank ").count() == 8, "{says}");
    let picked = says.split("It picks ").nth(1).context("no pick")?.trim_end_matches('.').to_owned();
    let ranks: Vec<(String, u32)> = says
        .split("can go to ")
        .nth(1)
        .and_then(|rest| rest.split(". It").next())
        .context("no candidates")?
        .split(", ")
        .map(|way| {
            let (name, rank) = way.trim_end_matches(')').split_once(" (rank ").context("no rank")?;
            Ok((name.to_owned(), rank.parse()?))
        })
        .collect::<Result<_>>()?;
    let least = ranks.iter().map(|way| way.1).min();
    let first = ranks.iter().find(|way| Some(way.1) == least).context("no candidates")?;
    ensure!(first.0 == picked, "{says}");
    page.click("step").await?;
    page.wait("where", "Pass 3").await?;
    let arrived = page
        .run(
            "const board = document.getElementById('board');
             board.focus();
             return location.hash;",
        )
        .await?;
    ensure!(arrived.as_str().is_some_and(|hash| hash.contains("pass=3")), "{arrived}");
    let there = page
        .run(&with_module(
            "const run = await m.Run.begin(asked(8, 8, [], 20), true);
             await run.go_to(3);
             const visits = [...run.state()].filter((_, at) => at % 4 === 0);
             const name = run.name(visits.indexOf(2));
             run.free();
             return name;",
        ))
        .await?;
    ensure!(there == picked.as_str(), "{there}, {says}");
    Ok(())
}

async fn states_move_into_one_another_unless_the_system_asks_for_less_motion(page: &Page) -> Result<()> {
    for still in [false, true] {
        page.prefer(false, still).await?;
        page.visit("#board=8x8&start=e6&pass=2").await?;
        page.wait("where", "Pass 2").await?;
        page.run(&format!(
            "{OWN_CLOCK}
             globalThis.knights = [];
             const write = CanvasRenderingContext2D.prototype.fillText;
             CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {{
               if (text.startsWith('♞')) knights.push([x, y]);
               return write.call(this, text, x, y);
             }};
             dispatchEvent(new Event('resize'));"
        ))
        .await?;
        page.click("step").await?;
        page.wait("where", "Pass 3").await?;
        let moved = page
            .run(
                "let frames = 0;
                 while (frames < 200 && tick(50)) frames += 1;
                 const places = new Set(knights.map(String));
                 return [places.size, frames];",
            )
            .await?;
        let (places, frames) = (moved[0].as_u64().context("no places")?, moved[1].as_u64().context("no frames")?);
        // The knight moves through several intermediate positions. With reduced motion, the knight jumps directly to
        // its new square.
        ensure!(if still { places == 2 && frames == 0 } else { places > 4 && (4..200).contains(&frames) }, "{moved}");
        // The last frame of a motion shows the state. Drawing the state again must not change any pixel.
        let pixels = "const board = document.getElementById('board');
             const all = () => board.getContext('2d').getImageData(0, 0, board.width, board.height).data.join();
             const before = all();
             dispatchEvent(new Event('resize'));
             return before === all();";
        ensure!(page.run(pixels).await? == true);
    }
    page.prefer(false, false).await
}

async fn a_finished_tour_is_drawn_as_a_tour(page: &Page) -> Result<()> {
    // The script counts the texts and the colours on the board.
    let drawn = format!(
        "{NOTE_TEXTS}
         dispatchEvent(new Event('resize'));
         const board = document.getElementById('board');
         const words = new Uint32Array(board.getContext('2d').getImageData(0, 0, board.width, board.height).data.buffer);
         CanvasRenderingContext2D.prototype.fillText = write;
         return [texts.filter(({{ text }}) => /^\\d+$/.test(text)).length, new Set(words).size, document.getElementById('as-tour').getAttribute('aria-pressed')];"
    );
    page.visit("#board=8x8&start=e6").await?;
    page.wait("where", "Before").await?;
    let before = page.run(&drawn).await?;
    ensure!(before[2] == "false", "{before}");
    page.click("last").await?;
    page.wait("where", "Done").await?;
    let tour = page.run(&drawn).await?;
    // The only numbers on the board are the eight row numbers. The line of the tour has the colours of a gradient.
    ensure!(tour[0] == 8 && tour[1].as_u64() > Some(60) && tour[2] == "true", "{tour}");
    page.click("as-words").await?;
    let words = page.run(&drawn).await?;
    ensure!(words[0].as_u64() > Some(70) && words[2] == "false", "{words}");
    page.click("as-tour").await?;
    ensure!(page.run(&drawn).await? == tour);
    page.click("back").await?;
    page.wait("where", "Pass 190").await?;
    ensure!(page.run(&drawn).await?[2] == "false");
    Ok(())
}

async fn a_dispatch_shows_its_workgroups_and_squares(page: &Page) -> Result<()> {
    // In every schedule, a pass must change only squares that the page lists as dispatched.
    page.visit("#board=8x8&start=e6").await?;
    page.wait("where", "Before").await?;
    ensure!(page.says("invoked").await? == "No pass has been dispatched yet.");
    let most = page
        .run(&with_module(
            "const found = {};
             for (const schedule of m.schedules()) {
               const run = await m.Run.begin(asked(13, 12, [5, 70], 77, 'warnsdorff', 0, schedule), true);
               let before = run.state();
               const most = [];
               while (run.word() === 'running') {
                 await run.go_to(run.passes() + 1);
                 const [state, invoked] = [run.state(), run.invoked()];
                 if (invoked.length % run.lanes()) throw new Error(`${schedule}: ${invoked.length} is no number of workgroups`);
                 const on = new Set([...invoked].filter((square) => square !== 0xffffffff));
                 if (on.size !== [...invoked].filter((square) => square !== 0xffffffff).length) throw new Error('a square has two invocations');
                 // The resident schedule is not tested here: its invocation also writes the states of neighbouring
                 // squares, and its second dispatch writes the arrows of all squares.
                 for (let word = 0; run.lanes() > 1 && word < state.length; word++) {
                   if (state[word] !== before[word] && !on.has(word >> 2)) throw new Error(`${schedule}, pass ${run.passes()}: ${run.name(word >> 2)} changes without an invocation`);
                 }
                 before = state;
                 most.push(on.size);
               }
               found[schedule] = [most[0], most[1], Math.max(...most.slice(3)), run.lanes()];
               run.free();
             }
             return found;",
        ))
        .await?;
    let expected =
        serde_json::json!({ "whole": [156, 156, 156, 64], "near": [156, 156, 41, 64], "resident": [156, 1, 1, 1] });
    ensure!(most["whole"] == expected["whole"] && most["near"] == expected["near"], "{most}");
    ensure!(most["resident"][2] == 1 && most["resident"][3] == 1, "{most}");
    // Each case is a schedule, the sentence that the page shows for it, and the number of shaded squares on a 24x24
    // board with the knight in the middle.
    for (schedule, says, shaded) in [
        ("whole", "576 invocations in 9 workgroups of 64.", 576),
        ("near", "41 invocations in one workgroup of 64; the other 23 have no square.", 41),
        ("resident", "1 invocation in one workgroup makes every move", 1),
    ] {
        page.visit(&format!("#board=24x24&start=l12&schedule={schedule}&pass=5")).await?;
        page.wait("where", "Pass 5").await?;
        page.wait("invoked", says).await?;
        let fills = page
            .run(
                "const board = document.getElementById('board');
                 const at = board.getContext('2d');
                 const shade = document.createElement('canvas').getContext('2d');
                 shade.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--shade').trim();
                 let shaded = 0;
                 const fill = CanvasRenderingContext2D.prototype.fillRect;
                 CanvasRenderingContext2D.prototype.fillRect = function (...given) {
                   if (this === at && this.fillStyle === shade.fillStyle) shaded += 1;
                   return fill.apply(this, given);
                 };
                 dispatchEvent(new Event('resize'));
                 CanvasRenderingContext2D.prototype.fillRect = fill;
                 return shaded;",
            )
            .await?;
        ensure!(fills == shaded, "{schedule}: {fills} squares are shaded, not {shaded}");
    }
    Ok(())
}

/// A JavaScript function that returns the pixels of a canvas as text.
const PIXELS: &str = "const pixels = (id) => {
       const canvas = document.getElementById(id);
       const words = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
       return words.join();
     };";

async fn lines_of_the_shader_and_squares_show_one_another(page: &Page) -> Result<()> {
    page.visit("#board=8x8&start=e6&schedule=near&pass=31").await?;
    page.wait("where", "Pass 31, move 11, rank").await?;
    page.prefer(false, true).await?;
    // Hovering over a line of the shader highlights the squares that the line reads.
    let lit = "const at = document.getElementById('board').getContext('2d');
         const read = document.createElement('canvas').getContext('2d');
         read.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--read').trim();
         let lit = 0;
         const fill = CanvasRenderingContext2D.prototype.fillRect;
         CanvasRenderingContext2D.prototype.fillRect = function (...given) {
           if (this === at && this.fillStyle === read.fillStyle) lit += 1;
           return fill.apply(this, given);
         };
         dispatchEvent(new Event('resize'));
         CanvasRenderingContext2D.prototype.fillRect = fill;
         return lit;";
    page.run("document.getElementById('code').scrollIntoView();").await?;
    let line = async |text: &str| -> Result<()> {
        let place = page
            .run(&format!(
                "const area = document.getElementById('wgsl');
                 const line = area.value.split('\\n').findIndex((line) => line.includes('{text}'));
                 if (line < 0) throw new Error('no {text}');
                 area.scrollTop = (line - 5) * 19.5;
                 const box = area.getBoundingClientRect();
                 return [box.left + 60, box.top + 8 + (line + 0.5) * 19.5 - area.scrollTop];"
            ))
            .await?;
        page.point(place[0].as_f64().context("no place")?, place[1].as_f64().context("no place")?).await
    };
    // Expected numbers of highlighted squares: the neighbours of the knight's square, and the squares that have an
    // invocation.
    let counts = page
        .run(&with_module(
            "const run = await m.Run.begin(asked(8, 8, [], 20, 'warnsdorff', 0, 'near'), true);
             await run.go_to(31);
             const found = [run.neighbours(run.knight()[0]).length, [...run.invoked()].filter((square) => square < 64).length];
             run.free();
             return found;",
        ))
        .await?;
    for (text, says, squares) in [
        ("var cell = seen(square)", "The square's own words", &serde_json::json!(1)),
        ("if seen(there).r == 0u", "Whether the knight has not been there yet", &counts[0]),
        ("fn near", "Near the knight", &counts[1]),
    ] {
        line(text).await?;
        page.wait("line-says", says).await?;
        let lit = page.run(lit).await?;
        ensure!(lit == *squares, "{text}: {lit} squares, not {squares}");
    }
    page.point(5.0, 5.0).await?;
    page.until("no line is pointed at", &lit.replace("return lit;", "return lit === 0;")).await?;
    // Hovering over an invocation marks its square. With the schedule `near`, the first invocation of a dispatch
    // belongs to the knight's square. Hovering over a square marks its invocation.
    let unmarked = page.text(&format!("{PIXELS} return pixels('dispatch');")).await?;
    page.run(
        "const figure = document.getElementById('dispatch');
         const box = figure.getBoundingClientRect();
         const at = { bubbles: true, clientX: box.left + 5, clientY: box.top + 5 };
         figure.dispatchEvent(new MouseEvent('mousemove', at));",
    )
    .await?;
    page.wait("square", "R visit 11").await?;
    page.until("an invocation is marked", &format!("{PIXELS} return pixels('dispatch') !== '{unmarked}';")).await?;
    page.visit("#board=8x8&start=e6&pass=31").await?;
    page.wait("where", "Pass 31, move 11, rank").await?;
    let unmarked = page.text(&format!("{PIXELS} return pixels('dispatch');")).await?;
    page.run("document.getElementById('board').focus();").await?;
    page.keys("board", "\u{e014}").await?;
    page.wait("square", "e6").await?;
    page.until("its invocation is marked", &format!("{PIXELS} return pixels('dispatch') !== '{unmarked}';")).await?;
    page.prefer(false, false).await
}

async fn a_lesson_and_its_changed_line_are_in_one_view(page: &Page) -> Result<()> {
    for (width, height) in SIZES.into_iter().filter(|&(_, height)| height > 400) {
        page.size(width, height, 1.0).await?;
        page.visit("#board=8x8&start=e6").await?;
        page.wait("where", "Before").await?;
        for number in 0..5 {
            for answered in [false, true] {
                if answered {
                    lesson(page, number).await?;
                } else {
                    page.run(&format!(
                        "document.getElementById('lessons').open = true;
                         document.querySelectorAll('#lesson-list button')[{number}].click();"
                    ))
                    .await?;
                    page.wait("lesson-says", "Which word will differ").await?;
                }
                // The page shows the text, the first changed line of code and, on wide screens, the board.
                let what = format!("lesson {number} at {width}x{height}, answered {answered}");
                page.until(
                    &what,
                    &measured(
                        "(() => {
                           const lines = [...document.querySelectorAll('#coloured .new')].filter((line) => !/^\\s*\\/\\//.test(line.textContent));
                           if (!lines.length) return 'no changed line';
                           const [line, editor] = [lines[0].getBoundingClientRect(), box('wgsl')];
                           const isSeen = line.top >= editor.top && line.bottom <= editor.bottom && line.bottom <= view.clientHeight;
                           if (!isSeen) return `the line is at ${line.top} in ${editor.top} to ${editor.bottom}`;
                           if (!seen('lesson-says')) return `the text is at ${box('lesson-says').top}`;
                           if (view.clientWidth > 820 && !seen('frame')) return `the board is at ${box('frame').top} to ${box('frame').bottom}`;
                           return true;
                         })()",
                    ),
                )
                .await?;
            }
        }
    }
    page.size(1280, 800, 1.0).await
}

async fn terms_are_explained_where_they_are_first_used(page: &Page) -> Result<()> {
    for (width, height) in [(360, 740), (1280, 800)] {
        page.size(width, height, 1.0).await?;
        page.visit("#guide=2").await?;
        page.wait("guide-at", "2 of 6").await?;
        let terms = page
            .run(&measured(
                "await (async () => {
                   const found = [];
                   for (const term of document.querySelectorAll('#guide-says .term')) {
                     term.click();
                     const tip = document.getElementById('term');
                     if (!tip.matches(':popover-open') || !seen('term')) throw new Error(`${term.textContent} is not explained`);
                     if (!/^[A-Z].+\\.$/.test(tip.textContent)) throw new Error(tip.textContent);
                     if (!getComputedStyle(term).textDecorationLine.includes('underline')) throw new Error('no underline');
                     found.push(term.textContent);
                     tip.hidePopover();
                   }
                   return found;
                 })()",
            ))
            .await?;
        ensure!(terms == serde_json::json!(["words", "R, G, B and A", "invocation"]), "{terms}");
    }
    // Two terms are tested: *mirror* at its first use, and `NOWHERE` in the explanation of a line.
    page.visit("#board=8x8&start=e6&pass=5").await?;
    page.wait("where", "Pass 5").await?;
    edit(page, 0, "rank += 1u", "rank += 2u").await?;
    page.wait("wrong", "differ").await?;
    ensure!(page.text("return document.querySelector('#wrong .term').textContent").await? == "mirror");
    page.run(
        "const text = document.getElementById('wgsl');
         text.focus();
         text.selectionStart = text.selectionEnd = text.value.indexOf('square == NOWHERE');
         text.dispatchEvent(new Event('keyup'));",
    )
    .await?;
    ensure!(page.text("return document.querySelector('#line-says .term').textContent").await? == "NOWHERE");
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
    page.wait("where", "Pass 190, move 64, rank").await?;
    // Pass 393 in this address is beyond the end of the run. Therefore the page shows the end of the run.
    page.visit("#board=8x8&start=e6&pass=393").await?;
    page.wait("where", "Done").await?;
    page.click("back").await?;
    page.wait("where", "Pass 190, move 64, rank").await?;
    Ok(())
}

async fn phones_and_wide_screens_show_all_of_it(page: &Page) -> Result<()> {
    for (width, height) in [(360, 740), (390, 844), (740, 360), (1280, 800), (2560, 1300)] {
        page.size(width, height, 1.0).await?;
        page.visit("#board=8x8&start=e6&pass=3").await?;
        page.wait("where", "Pass 3").await?;
        let shown = page
            .run(
                "const box = (id) => document.getElementById(id).getBoundingClientRect();
                 const side = document.documentElement;
                 return [side.scrollWidth <= side.clientWidth, box('board').width, box('step').bottom];",
            )
            .await?;
        ensure!(shown[0] == true, "{width}x{height} scrolls sideways");
        let (board, bottom) = (shown[1].as_f64().context("no width")?, shown[2].as_f64().context("no height")?);
        ensure!(bottom <= f64::from(height), "{width}x{height}: board and buttons end at {bottom}");
        ensure!(width < 2000 || board > 700.0, "{width}x{height}: the board has {board} pixels");
        // The other views also fit the width of the window. On a phone, the wall has fewer boards.
        for tab in ["wall", "large", "speed"] {
            page.click(&format!("tab-{tab}")).await?;
            if tab == "wall" {
                open_wall(page).await?;
            }
            let fits =
                page.run("return document.documentElement.scrollWidth <= document.documentElement.clientWidth").await?;
            ensure!(fits == true, "{width}x{height}: {tab} scrolls sideways");
        }
        if width < 600 {
            page.click("tab-wall").await?;
            let tall = page.run("return document.documentElement.scrollHeight").await?;
            ensure!(tall.as_f64() < Some(2.5 * f64::from(height)), "{width}x{height}: the page is {tall} pixels high");
        }
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

async fn axe_finds_nothing_on_any_tab(page: &Page) -> Result<()> {
    let Some(axe) = std::env::var_os("COURSER_AXE") else {
        println!("not run: axe-core on every tab, for want of npm or its registry");
        return Ok(());
    };
    let axe = std::fs::read_to_string(axe)?;
    let found = async || {
        page
            .run(&format!(
                "{axe}
                 const {{ violations, passes }} = await globalThis.axe.run(document);
                 if (passes.length < 10) throw new Error(`only ${{passes.length}} rules have passed`);
                 return violations.map(({{ id, nodes }}) => `${{id}}: ${{nodes.map(({{ html, any }}) => html.slice(0, 120) + ' ' + (any[0]?.message ?? '')).join(' | ')}}`);"
            ))
            .await
    };
    let check = async |what: &str| -> Result<()> {
        let found = found().await?;
        ensure!(found == serde_json::json!([]), "{what}: {found:#}");
        Ok(())
    };
    // The audit must find a fault introduced by the test.
    open(page).await?;
    page.run("document.getElementById('theme').removeAttribute('aria-label');").await?;
    page.run("document.getElementById('theme').textContent = '';").await?;
    ensure!(found().await?.to_string().contains("button-name"));
    // The layout depends only on the size, and the contrast depends only on the theme. Therefore each size and each
    // theme is checked once.
    for (width, height, dark) in [(1280, 800, false), (390, 844, true)] {
        page.size(width, height, 1.0).await?;
        page.prefer(dark, true).await?;
        let name = |what: &str| format!("{what}, {width}x{height}, dark {dark}");
        page.run("localStorage.removeItem('theme');").await?;
        page.visit("").await?;
        open_wall(page).await?;
        page.wait("relay-passes", "64 knights: ").await?;
        check(&name("many knights")).await?;
        page.click("wall-canvas").await?;
        check(&name("an enlarged board")).await?;
        page.keys("enlarged", "\u{e00c}").await?;
        page.visit("#guide=4").await?;
        page.wait("where", "Pass 2").await?;
        check(&name("the guide")).await?;
        page.click("guide-skip").await?;
        lesson(page, 0).await?;
        check(&name("a lesson")).await?;
        page.run("document.querySelector('#lesson-says .term').click();").await?;
        check(&name("a term")).await?;
        page.visit("#board=8x8&start=e6&pass=9").await?;
        page.wait("where", "Pass 9").await?;
        check(&name("one knight")).await?;
        page.click("tab-large").await?;
        page.wait("large-says", "the same tour").await?;
        check(&name("large boards")).await?;
        page.click("tab-speed").await?;
        page.click("measure").await?;
        page.wait("speed-sentence", "numbered and proven in").await?;
        check(&name("speed")).await?;
    }
    page.prefer(false, false).await?;
    page.size(1280, 800, 1.0).await
}

async fn a_lost_device_is_opened_again(page: &Page) -> Result<()> {
    page.visit("#board=8x8&start=e6&pass=9").await?;
    page.wait("where", "Pass 9").await?;
    page.run("(await import(new URL('./engine.js', location.href))).gpu.device.destroy();").await?;
    let says = page.wait("trouble-says", "The GPU was lost").await?;
    ensure!(says.ends_with('.') && !says.ends_with(".."), "{says}");
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
    open_wall(page).await?;
    page.click("tab-knight").await?;
    lesson(page, 4).await?;
    page.network(true).await?;
    // The service worker has stored all files and serves the page from them.
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
    // The edited text is kept but does not run.
    page.run("document.querySelectorAll('#passes button')[0].click();").await?;
    ensure!(page.text("return document.getElementById('wgsl').value").await?.contains("rank & 7u"));
    page.click("last").await?;
    page.wait("where", "Done: a closed tour").await?;
    Ok(())
}

/// A script that collects all files saved by the page. The files are in the array `saved`.
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
    // The picture has the colours of the drawing: two colours of squares, and the colour of the line.
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
    // The GPU and the mirror are compared pass by pass, including restarts.
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
    // The lower limit is the number of passes of a knight that tours its region of 64 squares without a restart. The
    // upper limit is an eighth of the number of passes of a single knight on the whole board.
    ensure!((189..12_287 / 8).contains(&passes.replace(',', "").parse::<u32>()?), "{listed}");
    page.click("relay-end").await?;
    let done = page.wait("relay-says", "Done").await?;
    let expected = format!(
        "Done after {passes} passes, restarts included, instead of 12,287: a closed tour, checked. 4,096 squares."
    );
    ensure!(done == expected, "{done}");
    // The keyboard moves the slider from the minimum to the maximum number of knights.
    page.keys("relay-at", "\u{e011}").await?;
    page.wait("relay-knights", "1 knight").await?;
    page.keys("relay-at", "\u{e010}").await?;
    page.wait("relay-knights", "100 knights").await?;
    page.wait("relay-passes", "100 knights").await?;
    // The relay is played frame by frame with another seed.
    page.run(
        "const side = document.getElementById('relay-side');
         side.value = '16';
         side.dispatchEvent(new Event('change'));
         document.querySelector('[data-seed=relay-seed]').click();",
    )
    .await?;
    page.wait("relay-says", "a closed tour, checked. 256 squares").await?;
    Ok(())
}

async fn a_board_of_the_wall_is_shown_large(page: &Page) -> Result<()> {
    open(page).await?;
    open_wall(page).await?;
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
    let says = open_wall(page).await?;
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
    // The tour is checked in JavaScript, independently of the engine.
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
    // The page shades the squares of a mosaic to show the tiles. Therefore, a mosaic has many more colours than a grown
    // tour.
    page.run(
        "document.getElementById('large-method').value = 'mosaic';
         document.getElementById('large-asked').requestSubmit();",
    )
    .await?;
    page.wait("large-says", "Your GPU: numbers").await?;
    let mosaic = page.run(seen).await?;
    let [grown, mosaic] = [&grown, &mosaic].map(|seen| seen[1].as_u64().unwrap_or_default());
    ensure!(mosaic > 10 * grown, "{grown} colours, of a mosaic {mosaic}");
    Ok(())
}

async fn a_large_board_has_a_start_an_end_a_scale_and_a_legend(page: &Page) -> Result<()> {
    for (width, height) in [(390, 844), (1280, 650), (1280, 800), (1366, 768)] {
        page.size(width, height, 1.0).await?;
        open(page).await?;
        page.click("tab-large").await?;
        page.wait("large-says", "the same tour").await?;
        page.run("document.getElementById('large-says').scrollIntoView();").await?;
        let drawn = page
            .run(&measured(
                "await (async () => {
                   const names = [];
                   const write = CanvasRenderingContext2D.prototype.fillText;
                   CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
                     const { width, height } = this.canvas.getBoundingClientRect();
                     if (x >= 0 && y >= 8 && x + this.measureText(text).width <= width && y <= height - 8) names.push(text);
                     return write.call(this, text, x, y);
                   };
                   dispatchEvent(new Event('resize'));
                   CanvasRenderingContext2D.prototype.fillText = write;
                   const [ruler, squares] = [box('large-ruler').width, parseInt(document.getElementById('large-scale').textContent)];
                   const board = Math.min(box('large-canvas').width - 2, box('large-canvas').height - 2);
                   const colours = document.getElementById('large-colours');
                   const words = new Uint32Array(colours.getContext('2d').getImageData(0, 0, colours.width, 1).data.buffer);
                   return [names, Math.abs((ruler / squares) * 512 - board) < 0.05 * board, document.getElementById('large-last').textContent,
                     new Set(words).size > 100, seen('large-canvas') && seen('zoom-in') && seen('large-ruler')];
                 })()",
            ))
            .await?;
        let expected = serde_json::json!([["start", "end"], true, "visit 262,144", true, true]);
        ensure!(drawn == expected, "{width}x{height}: {drawn}");
    }
    page.size(1280, 800, 1.0).await
}

async fn speed_has_bars_on_a_logarithmic_scale(page: &Page) -> Result<()> {
    for (width, height) in [(360, 740), (1280, 800)] {
        page.size(width, height, 1.0).await?;
        open(page).await?;
        page.click("tab-speed").await?;
        page.click("measure").await?;
        page.wait("speed-sentence", "numbered and proven in").await?;
        page.run(&measured(
            "await (async () => {
               const bars = [...document.querySelectorAll('#speed-table .bar')];
               if (bars.length !== 8) throw new Error(`${bars.length} bars`);
               for (const bar of bars) {
                 const [label, track, fill] = [bar.children[0], bar.children[1], bar.querySelector('i')].map((part) => part.getBoundingClientRect());
                 const [, number, unit] = /([\\d.]+) (ms|s)$/.exec(bar.children[0].textContent);
                 const milliseconds = number * (unit === 's' ? 1000 : 1);
                 // The tolerance is necessary because the label is rounded to two or three digits.
                 const wanted = Math.max(0, Math.log10(milliseconds / 0.1) / 6);
                 if (Math.abs(fill.width / track.width - wanted) > 0.03) throw new Error(`${bar.textContent}: ${fill.width} of ${track.width}`);
                 if (label.right > track.left + 1 || Math.abs(label.top - track.top) > 4) throw new Error(`${bar.textContent} is not beside its bar`);
               }
             })()",
        ))
        .await?;
    }
    page.size(1280, 800, 1.0).await
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
    // The script tests/web passes the file to `courser bench --from`.
    if let Some(file) = std::env::var_os("COURSER_BENCH_REPORT") {
        std::fs::write(file, report)?;
    }
    Ok(())
}

async fn light_and_dark_follow_the_system_and_can_be_switched(page: &Page) -> Result<()> {
    let theme = "return document.documentElement.dataset.theme";
    for dark in [false, true] {
        page.prefer(dark, false).await?;
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
