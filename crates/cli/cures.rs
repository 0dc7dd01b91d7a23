//! The cures of errors, in the words of the command line: libraries return reasons and name no options.
//!
//! A cure is a list of ways out. Those that name an option which the command does not have are left out.

use clap::CommandFactory;
use courser::TourError;
use courser::count::CountError;
use courser::engine::EngineError;
use courser::engine::batch::BatchError;
use courser::engine::grown::GrowError;
use courser::engine::mosaic::NumbersError;
use courser::solve::existence::Reason;
use courser::solve::hunt::HuntError;
use courser::view::MaskError;

use crate::args::Cli;

const CPU: &str = "use --device cpu";
const ADAPTER: &str = "choose another --adapter";
const DRIVER: &str = "update the graphics driver";
const SMALLER: &str = "choose a smaller board";

/// An error that the command line can cure.
pub(crate) trait Cure {
    /// Returns the cure, in one sentence, by options that the command has.
    fn cure(&self, options: &Options) -> String;
}

/// Returns the cure of an error, by options of the command that runs.
pub(crate) fn cure(error: &impl Cure) -> String {
    error.cure(&Options::current())
}

/// The options of a command.
pub(crate) struct Options(Vec<String>);

impl Options {
    /// The options of the command that runs.
    fn current() -> Self {
        let commands = Cli::command();
        let mut arguments = std::env::args_os().skip(1);
        let name = arguments.find_map(|argument| Some(commands.find_subcommand(&argument)?.get_name().to_owned()));
        Self::of(&name.unwrap_or_default())
    }

    /// The options of this command.
    pub(crate) fn of(command: &str) -> Self {
        let mut commands = Cli::command();
        commands.build();
        let arguments = commands.find_subcommand(command).into_iter().flat_map(|command| command.get_arguments());
        // A window needs an adapter: the device of `watch` is that of a grown tour alone.
        let serves = |option: &&str| (command, *option) != ("watch", "device");
        Self(arguments.filter_map(|argument| argument.get_long()).filter(serves).map(str::to_owned).collect())
    }

    /// Returns whether the command has every option that this way out names.
    pub(crate) fn have(&self, way: &str) -> bool {
        let named = way.split_whitespace().filter_map(|word| word.trim_end_matches([',', ';', ':']).strip_prefix("--"));
        named.into_iter().all(|named| self.0.iter().any(|option| option == named))
    }

    /// The ways out that the command has, in one sentence; the first should name no option.
    pub(crate) fn any(&self, ways: &[&str]) -> String {
        let ways: Vec<&str> = ways.iter().copied().filter(|way| self.have(way)).collect();
        match ways.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{}, or {last}", others.join(", ")),
            None => String::new(),
        }
    }
}

#[cfg(feature = "gpu")]
impl Cure for courser::gpu::GpuError {
    fn cure(&self, options: &Options) -> String {
        match self {
            Self::NoAdapter => options.any(&[
                "install a Vulkan driver (Debian, Ubuntu: apt install mesa-vulkan-drivers)",
                "try WGPU_BACKEND=gl",
                CPU,
            ]),
            Self::NoSurface { .. } => options.any(&["try WGPU_BACKEND=gl", ADAPTER]),
            Self::OutOfMemory { .. } => options.any(&[SMALLER, ADAPTER, CPU]),
            Self::Device { .. } | Self::Lost { .. } | Self::Failed { .. } => options.any(&["try again", ADAPTER, CPU]),
            Self::Bindings { .. } | Self::Build { .. } => options.any(&[DRIVER, ADAPTER, CPU]),
            error => error.hint(),
        }
    }
}

impl Cure for EngineError {
    fn cure(&self, options: &Options) -> String {
        match self {
            #[cfg(feature = "gpu")]
            Self::Gpu(error) => error.cure(options),
            Self::Grow(error) => error.cure(options),
            Self::Numbers(error) => error.cure(options),
            Self::Batch(BatchError::Kernel { .. } | BatchError::KnightOnly { .. }) => options.any(&[SMALLER, CPU]),
            Self::NoGpu => options.any(&["build courser with the feature gpu", CPU]),
            Self::Lockstep(_) | Self::Differs(_) => options.any(&[DRIVER, ADAPTER, CPU]),
            Self::Damaged(_) | Self::Proof(_) | Self::Unseen { .. } => options.any(&["try again", DRIVER, CPU]),
            error => error.hint(),
        }
    }
}

impl Cure for GrowError {
    fn cure(&self, options: &Options) -> String {
        match self {
            Self::Unfit(_) => options.any(&[
                "choose another board",
                "use --organic, which takes another method where this one does not serve",
            ]),
            error => error.hint(),
        }
    }
}

impl Cure for NumbersError {
    fn cure(&self, options: &Options) -> String {
        match self {
            Self::LongRows { rows, cols, .. } if rows > cols => options.any(&["choose a board with shorter rows", CPU]),
            Self::LongRows { rows, cols, .. } => options.any(&[&format!("swap the sides, {cols}x{rows}"), CPU]),
            Self::Whole { .. } => {
                options.any(&[SMALLER, "draw it from the command line: courser tour BOARD -o FILE.png"])
            }
            error => error.hint(),
        }
    }
}

impl Cure for HuntError {
    fn cure(&self, options: &Options) -> String {
        match self {
            Self::TooManyForExact { .. } => options
                .any(&["take treasures away", "use --fast for a good path, with the most moves it may be too long"]),
            error => error.hint(),
        }
    }
}

impl Cure for CountError {
    fn cure(&self, options: &Options) -> String {
        match self {
            Self::Memory { .. } => options.any(&["count a smaller board", "keep its layers on a disk with --disk"]),
            Self::OnDisk { .. } => options.any(&["count a smaller board", "choose a --disk folder with more room"]),
            Self::Stopped if options.have("--disk") => {
                "with --disk DIR the same command goes on from where it was stopped".into()
            }
            Self::Classes { .. } => options.any(&["choose another board", "leave out --symmetry"]),
            Self::TooLarge => options.any(&["choose a smaller board", "leave out --shard"]),
            error => error.hint(),
        }
    }
}

impl Cure for MaskError {
    fn cure(&self, options: &Options) -> String {
        match self {
            Self::Board(_) => options.any(&["make some pixels light: they are squares", "use --invert"]),
            error => error.hint(),
        }
    }
}

impl Cure for Reason {
    fn cure(&self, options: &Options) -> String {
        let open = "leave out --closed";
        self.hint_with(if options.have(open) { open } else { "ask for an open tour" })
    }
}

impl Cure for TourError {
    fn cure(&self, options: &Options) -> String {
        match self {
            Self::Engine(error) => error.cure(options),
            Self::Melt(_) => options.any(&["choose another board", "leave out --melt"]),
            Self::Memory { .. } => options.any(&[
                SMALLER,
                "stream it: a rectangle of five rows and columns or more needs no memory with --format npy or none",
            ]),
            error => error.hint(),
        }
    }
}

#[cfg(test)]
mod tests {
    use courser::board::{Board, TourSpec};
    use courser::solve::existence::{Existence, decide};

    use super::*;

    /// Errors of every kind, those whose cures name options above all.
    fn errors() -> Vec<Box<dyn Cure>> {
        let board: Board = "8x8".parse().unwrap();
        let adapter = || "an adapter".to_owned();
        let (needed, there) = (1 << 40, 1 << 30);
        let mut errors: Vec<Box<dyn Cure>> = vec![
            Box::new(EngineError::NoGpu),
            Box::new(EngineError::Differs("a word".into())),
            Box::new(EngineError::Damaged("a word".into())),
            Box::new(EngineError::Unseen { seen: 1, squares: 2 }),
            Box::new(EngineError::Memory { what: "a tour".into(), needed }),
            Box::new(EngineError::Batch(BatchError::KnightOnly { kernel: "a kernel", leaper: board.leaper() })),
            Box::new(NumbersError::LongRows { rows: 8, cols: 9, needed, adapter: adapter(), there }),
            Box::new(NumbersError::LongRows { rows: 9, cols: 8, needed, adapter: adapter(), there }),
            Box::new(NumbersError::Whole { rows: 8, cols: 9, needed, adapter: adapter(), there }),
            Box::new(CountError::Memory { needed: 1e12, available: 1 }),
            Box::new(CountError::Stopped),
            Box::new(CountError::Classes { reason: "a reason".into() }),
            Box::new(CountError::TooLarge),
            Box::new(TourError::Melt(board.clone())),
            Box::new(TourError::Memory { board, needed, there }),
        ];
        for size in ["3x3", "4x4", "5x5", "2x8", "1x4", "3x6"] {
            if let Existence::None(reason) = decide(&TourSpec::closed(&size.parse().unwrap())) {
                errors.push(Box::new(reason));
            }
        }
        #[cfg(feature = "gpu")]
        errors.push(Box::new(EngineError::from(courser::gpu::GpuError::NoAdapter)));
        errors
    }

    #[test]
    fn no_cure_names_an_option_that_the_command_refuses() {
        let mut named = 0;
        for command in Cli::command().get_subcommands().map(clap::Command::get_name) {
            let options = Options::of(command);
            for error in errors() {
                let cure = error.cure(&options);
                assert!(!cure.is_empty() || command != "tour", "{command}: an error without a cure");
                assert!(options.have(&cure), "{command}: {cure}");
                named += usize::from(cure.contains("--"));
            }
        }
        assert!(named > 40, "{named} cures name options");
    }

    #[test]
    fn a_way_out_that_the_command_does_not_have_is_left_out() {
        assert_eq!(
            Options::of("tour").any(&[SMALLER, ADAPTER, CPU]),
            "choose a smaller board, choose another --adapter, or use --device cpu"
        );
        assert_eq!(
            Options::of("watch").any(&[SMALLER, ADAPTER, CPU]),
            "choose a smaller board, or choose another --adapter"
        );
        assert_eq!(Options::of("check").any(&[SMALLER, ADAPTER, CPU]), SMALLER);
        assert!(!Options::of("check").have("leave out --closed, or --rule"));
    }
}
