//! Tests `courser bench`, which compares the GPU with the CPU.

use std::fs;

use serde_json::Value;

#[cfg(target_os = "linux")]
use crate::command::wait_for_work;
use crate::command::{Folder, answer, courser, refused, refused_for, run, stderr};

#[test]
fn every_method_is_timed_on_the_cpu() {
    let methods = "cycle,search,warnsdorff,batch,regions,factor,mosaic,relay,auto";
    let report: Value = serde_json::from_str(&answer(&format!(
        "bench --boards 8,6x12,10 --runs 2 --quick --device cpu --json --methods {methods}"
    )))
    .unwrap();
    assert_eq!(report["complete"], true);
    let cases = report["cases"].as_array().unwrap();
    for (method, rows) in [
        ("cycle whole", 8),
        ("cycle near", 8),
        ("cycle resident", 8),
        ("search", 8),
        ("warnsdorff", 8),
        ("batch", 8),
        ("regions", 10),
        ("factor", 8),
        ("mosaic", 8),
        ("relay", 8),
        ("auto", 8),
    ] {
        let timed: Vec<&Value> =
            cases.iter().filter(|case| case["method"] == method && case["board"]["rows"] == rows).collect();
        assert!(!timed.is_empty(), "{method} was not timed");
        for case in timed {
            assert_eq!(case["compute"].as_array().map(Vec::len), Some(2), "{case}");
            assert!(case["first"].as_f64().unwrap() > 0.0 && case["visits"].as_u64().unwrap() > 0, "{case}");
        }
    }
    assert!(cases.iter().any(|case| case["board"]["rows"] == 6 && case["board"]["cols"] == 12));
}

#[test]
#[cfg(feature = "gpu")]
fn every_method_that_has_a_kernel_is_timed_on_the_gpu() {
    let report: Value = serde_json::from_str(&answer("bench --boards 8,6x12 --runs 2 --device gpu --json")).unwrap();
    let cases = report["cases"].as_array().unwrap();
    let methods: Vec<&str> =
        cases.iter().filter(|case| case["board"]["rows"] == 8).map(|case| case["method"].as_str().unwrap()).collect();
    assert_eq!(methods, ["mosaic", "batch", "cycle resident", "cycle near", "cycle whole"]);
    assert!(cases.iter().all(|case| case["device"] == "gpu"));
    assert!(report["devices"][0]["driver"].as_str().is_some_and(|driver| !driver.is_empty()), "{}", report["devices"]);
    // Some GPUs measure the compute time with their own clock. For other GPUs, this time is missing.
    for case in cases {
        if let Some(seconds) = case["on_gpu"].as_f64() {
            assert!(seconds > 0.0 && seconds < 3600.0, "{case}");
        }
    }
}

/// Tests that the failure of one case is reported, and that the other cases still run. Five rows of the first board
/// exceed the maximum storage binding size of the software adapter and of most GPUs.
#[test]
#[cfg(feature = "gpu")]
fn a_case_that_fails_on_the_gpu_is_reported_and_the_rest_goes_on() {
    let output = run("bench --methods mosaic --boards 6x8000000,8 --runs 1 --json");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let of = |key: &str, rows: u64| {
        let of_key = report[key].as_array().unwrap().iter();
        of_key
            .filter(|case| case["board"]["rows"] == rows)
            .map(|case| case["device"].as_str().unwrap())
            .collect::<Vec<_>>()
    };
    let gpu = report["devices"].as_array().unwrap().iter().find(|device| device["label"] == "gpu").unwrap();
    if gpu["kind"] == "software" {
        assert_eq!((of("failed", 6), output.status.code()), (vec!["gpu"], Some(3)), "{report}");
    }
    assert_eq!(of("failed", 6).len() + of("cases", 6).iter().filter(|device| **device == "gpu").count(), 1);
    assert!(of("cases", 6).iter().any(|device| device.starts_with("cpu")), "{report}");
    assert!(of("cases", 8).contains(&"gpu"), "{report}");
}

#[test]
fn a_kept_run_is_printed_again_in_every_format() {
    let folder = Folder::new();
    let [json, csv, md, png, svg] =
        ["a.json", "a.csv", "a.md", "a.png", "a.svg"].map(|name| folder.path(name).display().to_string());
    let ask = "bench --methods warnsdorff,mosaic --boards 8..=16:4 --runs 3 --quick --device cpu";
    let table = answer(&format!("{ask} -o {json} -o {csv}"));
    assert!(table.contains("16x16") && table.contains("time per tour") || table.contains("µs per tour"), "{table}");
    assert!(table.contains("Fastest for one tour: ") && table.contains("warnsdorff = 1"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 80 || line.contains(&json)), "{table}");
    assert_eq!(answer(&format!("bench --from {json} -o {md} -o {png} -o {svg}")), table);
    let wide = answer(&format!("bench --from {json} --wide"));
    assert!(wide.contains("mean ± σ") && wide.contains("min … max"), "{wide}");
    let piped = courser().args(["bench", "--from", "-"]).write_stdin(fs::read(&json).unwrap()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&piped.stdout), table);
    refused_for(&run(&format!("bench --from {json} -o {md} -o {md}")), 2, "is named twice");
    let part = answer(&format!("bench --from {json} --boards 12 --methods mosaic"));
    assert!(part.contains("12x12") && !part.contains("16x16") && !part.contains("warnsdorff  "), "{part}");
    for absent in ["--boards 9", "--boards 12 --methods grown"] {
        let text = refused(&run(&format!("bench --from {json} {absent}")), 2);
        assert!(text.contains("a.json has none of these boards with these methods"), "{text}");
        assert!(
            text.ends_with("hint: its boards are 8x8, 12x12, 16x16, and its methods are mosaic, warnsdorff\n"),
            "{text}"
        );
    }
    let cases =
        serde_json::from_str::<Value>(&fs::read_to_string(&json).unwrap()).unwrap()["cases"].as_array().unwrap().len();
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), cases + 1);
    assert_eq!(fs::read_to_string(&md).unwrap().matches("| warnsdorff").count(), 3);
    assert!(fs::read_to_string(&svg).unwrap().contains("time per tour"));
    assert_eq!(image::open(&png).unwrap().width(), 1200);
}

#[test]
fn a_kept_run_that_cannot_be_trusted_says_why_in_its_tables_and_its_plots() {
    let folder = Folder::new();
    let [json, busy, svg] = ["a.json", "busy.json", "a.svg"].map(|name| folder.path(name).display().to_string());
    answer(&format!("bench --methods warnsdorff --boards 8 --runs 1 --device cpu -o {json}"));
    let mut report: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    report["machine"]["load"] = 1e6.into();
    report["machine"]["threads"] = 4.into();
    fs::write(&busy, report.to_string()).unwrap();
    let why = "Do not trust these times: the load was 1000000.0 on 4 threads before the run";
    let table = answer(&format!("bench --from {busy} -o {svg}")).replace("\n  ", " ");
    assert!(table.starts_with(&format!("{why}.\nThe spread of the times is unknown: no case was run")), "{table}");
    assert!(fs::read_to_string(&svg).unwrap().contains(why));
    report["machine"]["load"] = 0.into();
    fs::write(&busy, report.to_string()).unwrap();
    let table = answer(&format!("bench --from {busy} -o {svg} "));
    assert!(!table.contains("trust") && !fs::read_to_string(&svg).unwrap().contains("trust"), "{table}");
}

#[test]
fn no_output_passes_on_what_a_kept_run_has_for_terminals_and_browsers() {
    let folder = Folder::new();
    let [json, md, csv, svg] = ["a.json", "a.md", "a.csv", "a.svg"].map(|name| folder.path(name).display().to_string());
    answer(&format!("bench --methods warnsdorff --boards 8 --runs 1 --device cpu -o {json}"));
    let mut report: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    let foreign = "<script>a</script>\u{9b}2J\u{202e}\u{1b}";
    report["machine"]["cpu"] = foreign.into();
    report["devices"][0]["label"] = foreign.into();
    report["cases"][0]["device"] = foreign.into();
    fs::write(&json, report.to_string()).unwrap();
    let table = answer(&format!("bench --from {json} -o {md} -o {csv} -o {svg}"));
    let printed = answer(&format!("bench --from {json} --json"));
    let [md, csv, svg] = [md, csv, svg].map(|file| fs::read_to_string(file).unwrap());
    for (shown, name) in [(&table, "table"), (&printed, "JSON"), (&md, "Markdown"), (&csv, "CSV"), (&svg, "SVG")] {
        assert!(!shown.contains(['\u{9b}', '\u{202e}', '\u{1b}']), "{name}: {shown}");
    }
    assert!(!md.contains("<script") && !svg.contains("<script"), "{md}");
    assert!(serde_json::from_str::<Value>(&printed).unwrap()["machine"]["cpu"].as_str().unwrap().contains("u{202e}"));
}

/// Tests that no time per tour is reported for a method without a complete tour.
#[test]
fn what_makes_no_tour_is_left_out_and_the_reason_reported() {
    // 3x5 has no tour. The benchmark must not extrapolate a time per tour from a partial path on 3x5.
    let table = answer("bench --boards 3x5,5x6 --methods warnsdorff,batch --runs 2 --device cpu");
    assert!(table.contains("Left out at 3x5, "), "{table}");
    assert!(!table.contains("\n3x5\n") && table.contains("\n5x6\n"), "{table}");
    refused_for(&run("bench --boards 3 --device cpu"), 2, "nothing to time: 3x3");
    // On 5x5, the method `depth-first` finishes. On 8x8, this method does not finish in reasonable time.
    let table = answer("bench --boards 5,8 --methods depth-first,warnsdorff --runs 2 --device cpu");
    assert!(table.contains("no tour within"), "{table}");
    assert!(table.contains("  depth-first") || table.contains(" depth-first "), "{table}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_that_is_cut_off_keeps_what_it_has_measured() {
    use std::process::{Command, Stdio};

    // The first case takes longer on a slow machine. Therefore, the test tries several time limits.
    let kept = |seconds: &u64| {
        let folder = Folder::new();
        let json = folder.path("cut.json");
        // Without SIGINT, this command would run for an hour.
        let child = Command::new(assert_cmd::cargo::cargo_bin!("courser"))
            .args(["bench", "--methods", "warnsdorff", "--boards", "8..=2000", "--runs", "30", "--device", "cpu", "-o"])
            .arg(&json)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        wait_for_work(child.id(), *seconds);
        Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert!(stderr(&output).contains("hint: --quick"), "{}", stderr(&output));
        let report: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
        assert_eq!(report["complete"], false);
        assert_eq!(folder.names(), ["cut.json"]);
        !report["cases"].as_array().unwrap().is_empty()
    };
    assert!([2, 8, 32, 128].iter().any(kept), "nothing was kept");
}

#[test]
fn grown_tours_are_measured_with_the_time_of_each_step() {
    let device = if cfg!(feature = "gpu") { "gpu" } else { "cpu" };
    let folder = Folder::new();
    let json = folder.path("grown.json");
    let arguments = format!("bench --boards 20 --methods grown,auto --runs 2 --device {device} -o {}", json.display());
    // Long lines are wrapped at spaces.
    let table = answer(&arguments).split_whitespace().collect::<Vec<_>>().join(" ");
    let steps = &table[table.find(&format!("grown on {device}")).expect("the steps of a grown tour")..];
    for part in [": started in ", ", melted in ", ", joined in ", ", numbered in ", ", proven in "] {
        assert!(steps.contains(part), "{part}: {table}");
    }
    let report: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    let steps = report["cases"][0]["steps"].as_array().unwrap();
    assert!(steps.len() == 5 && steps[1][0] == "melted" && steps[1][1].as_f64().unwrap() > 0.0, "{steps:?}");
    let last = report["cases"].as_array().and_then(|cases| cases.last()).unwrap();
    assert_eq!((&last["method"], &last["visits"]), (&"auto".into(), &400.into()));
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let folder = Folder::new();
    let other = folder.file("other.json", "{\"report\": \"something else\"}").display().to_string();
    for (arguments, words) in [
        ("bench --boards 9..=5", "empty range"),
        ("bench --boards 1..=1000000000", "more than 1048576"),
        ("bench --methods knuth", "'knuth'"),
        ("bench --runs 0", "must be from 1 to"),
        ("bench --quick --full", "cannot be used with"),
        ("bench -o a.txt", "a.txt: no format of a report"),
        ("bench --from /nowhere.json", "cannot read /nowhere.json"),
        (&format!("bench --from {other}"), "other.json: not a report"),
        ("bench --from -", "standard input: not a report of courser bench: the file ends too early"),
        ("bench --boards 3 --methods mosaic --device cpu", "none of the methods runs on these boards"),
        ("bench --boards 8 --runs 1 --device cpu -o /nowhere/a.json", "cannot write /nowhere/a.json"),
    ] {
        refused_for(&run(arguments), 2, words);
    }
}
