//! Determines the method of `courser tour` and the options of the method from the arguments.

use courser::board::Leaper;
use courser::solve::chain::Chain;
use courser::solve::tame::Minimised;
use courser::{CycleOptions, Method, RelayOptions, RelayRun};

use crate::error::{Failure, Result, refuse};
use crate::tour::args::{Prune, TourArgs, TourMethod};

/// An option specific to some methods: its name, a function that returns whether the option is given, and the methods.
type MethodOption = (&'static str, fn(&TourArgs) -> bool, &'static [TourMethod]);

/// All options that are specific to some methods. If an option is specific to one method, the option implies this
/// method.
const OPTIONS: [MethodOption; 12] = {
    use TourMethod::{Auto, Backtrack, Grown, Mosaic, Regions, Relay, Search, Tame, TameCrossings};
    const FREE_ENDS: [TourMethod; 8] = [Auto, Search, Backtrack, Mosaic, Tame, TameCrossings, Grown, Relay];
    [
        ("--regions FILE", |args| args.regions_file().is_some(), &[Regions]),
        ("--regions ROWSxCOLS", |args| args.region_size().is_some(), &[Relay]),
        ("--prune", |args| args.prune.is_some(), &[Backtrack]),
        ("--melt", |args| args.melt.is_some(), &[Relay]),
        ("--wrap", |args| args.wrap.joins(), &[Search]),
        ("--given", |args| !args.given.is_empty(), &[Search]),
        ("--with", |args| !args.moves.with.is_empty(), &[Search]),
        ("--without", |args| !args.moves.without.is_empty(), &[Search]),
        ("--order", |args| args.order.is_some(), &[Search, Backtrack]),
        ("--start", |args| args.start.is_some(), &FREE_ENDS),
        ("--end", |args| args.end.is_some(), &FREE_ENDS),
        ("--target", |args| args.target.is_some(), &FREE_ENDS),
    ]
};

/// Returns the method named or implied by an option.
///
/// # Errors
/// [`Failure`] if the method does not support one of the given options.
pub(super) fn name(args: &TourArgs) -> Result<TourMethod> {
    let given = || OPTIONS.iter().filter(|(_, is_given, _)| is_given(args));
    let implied = given().find_map(|(_, _, methods)| if let [method] = methods { Some(*method) } else { None });
    let name = match args.method {
        TourMethod::Auto => implied.unwrap_or_default(),
        name => name,
    };
    if let (TourMethod::Relay, Some(file)) = (name, args.regions_file()) {
        return Err(Failure::input(
            format!("--regions of a relay needs rows and columns, and not the file {}", file.display()),
            "write the size of a region, as in --regions 8x8, or use --method regions",
        ));
    }
    if let Some((option, _, methods)) = given().find(|(_, _, methods)| !methods.contains(&name)) {
        let others: Vec<_> = methods.iter().map(|other| other.name()).collect();
        return Err(Failure::input(
            format!("{option} is not an option of the method {}", name.name()),
            format!("leave out {option}, or use --method {}", others.join(" or ")),
        ));
    }
    let needs_file = name == TourMethod::Regions && args.regions_file().is_none();
    refuse(needs_file, "the method regions needs a file that lists regions", "name the file with --regions FILE")?;
    let on_cpu = matches!(name, TourMethod::Search | TourMethod::Backtrack | TourMethod::Regions);
    let what = format_args!("the method {} runs only on the CPU", name.name());
    // The hint names the method `mosaic` only if a mosaic supports the request. A mosaic supports only boards without
    // holes, only the knight, and only some of the options of the CPU methods.
    let is_plain = args.board.leaper == Leaper::KNIGHT && args.board.holes.board.is_none();
    let suits_mosaic = is_plain && given().all(|(_, _, methods)| methods.contains(&TourMethod::Mosaic));
    let cure = |option: &str| {
        let other = if suits_mosaic { ", or use --method mosaic" } else { "" };
        format!("leave out {option}{other}")
    };
    refuse(on_cpu && args.device.device.asks_for_gpu(), what, cure("--device"))?;
    refuse(on_cpu && args.verify_cpu, format_args!("{what}: there is nothing to compare"), cure("--verify-cpu"))?;
    if args.symmetry.is_some() {
        symmetric(args)?;
    }
    Ok(name)
}

/// Rejects options that cannot be combined with a symmetry.
fn symmetric(args: &TourArgs) -> Result<()> {
    let cure = "add --closed, or leave out --symmetry";
    refuse(!args.closed, "--symmetry makes closed tours only", cure)?;
    let others = [
        ("--end", args.end.is_some()),
        ("--target", args.target.is_some()),
        ("--with", !args.moves.with.is_empty()),
        ("--without", !args.moves.without.is_empty()),
        ("--wrap", args.wrap.joins()),
        ("--regions", args.regions.is_some()),
        ("--melt", args.melt.is_some()),
        ("--prune", args.prune.is_some()),
        ("--verify-cpu", args.verify_cpu),
        ("--animate", args.animate.is_some()),
    ];
    let other = others.iter().find(|(_, is_given)| *is_given).map(|(other, _)| *other);
    let what = format_args!("--symmetry and {} exclude each other", other.unwrap_or_default());
    refuse(other.is_some(), what, "leave out one of them")
}

/// Returns the method with this name. The options of the method are taken from the arguments.
pub(super) fn method(args: &TourArgs, name: TourMethod, regions: Option<Chain>) -> Result<Method> {
    let order = args.order;
    Ok(match (name, regions) {
        (TourMethod::Regions, Some(chain)) => Method::Regions(chain),
        (TourMethod::Auto | TourMethod::Regions, _) => Method::Auto(CycleOptions::default()),
        (TourMethod::Search, _) => Method::Search(order),
        (TourMethod::Backtrack, _) => match args.prune.unwrap_or(Prune::Connected) {
            Prune::Connected => Method::Backtrack(order),
            Prune::Reachable => Method::Closable(order),
            Prune::None => Method::DepthFirst(order),
        },
        (TourMethod::Mosaic, _) => Method::Mosaic,
        (TourMethod::Tame, _) => Method::Tame(Minimised::Turns),
        (TourMethod::TameCrossings, _) => Method::Tame(Minimised::Crossings),
        (TourMethod::Grown, _) => Method::Grown,
        (TourMethod::Relay, _) => {
            let run = args.melt.map_or(RelayRun::Numbers, RelayRun::Melted);
            Method::Relay(RelayOptions { rule: None, region: args.region_size(), run })
        }
    })
}
