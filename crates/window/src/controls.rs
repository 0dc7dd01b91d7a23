//! The keys and their actions. The help pages are generated from this list.

use winit::keyboard::{Key, NamedKey as Name};

/// The action of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Plays or pauses.
    Play,
    /// Performs one pass.
    Pass,
    /// Performs one move.
    Move,
    /// Goes back by one pass.
    PassBack,
    /// Goes back by one move.
    MoveBack,
    /// Doubles the speed.
    Faster,
    /// Halves the speed.
    Slower,
    /// Returns to the start.
    Back,
    /// Selects the next rule.
    Rule,
    /// Selects the next seed.
    Seed,
    /// Shows the next channel. After the last channel, shows the tour.
    Channel,
    /// Shows all channels side by side. If they are already shown, shows the tour instead.
    Channels,
    /// Selects the next style: the line with numbers, only the line, or the heat map.
    Look,
    /// Shows or hides the shader of the last pass.
    Shader,
    /// Selects the next palette.
    Palette,
    /// Zooms in.
    Nearer,
    /// Zooms out.
    Farther,
    /// Pans by these numbers of steps to the right and down.
    Pan(i8, i8),
    /// Fits the whole grid to the window.
    Fit,
    /// Enters or leaves full screen.
    FullScreen,
    /// Saves a picture.
    Save,
    /// Opens the next help page. If the last help page is open, closes it.
    Help,
    /// Closes the help page if one is open. Otherwise leaves full screen. If the window is not in full screen either,
    /// closes the window.
    Escape,
    /// Closes the window.
    Quit,
}

impl Action {
    /// Returns whether holding down a key repeats the action.
    pub(crate) const fn repeats(self) -> bool {
        matches!(self, Pass | Move | PassBack | MoveBack | Faster | Slower | Nearer | Farther | Pan(..))
    }
}

/// An entry of the help pages: the names of the keys, the description, and the action of each key.
struct Control(&'static str, &'static str, &'static [(Pressed, Action)]);

/// A key, given by the character that it types or by its name.
enum Pressed {
    Types(&'static str),
    Is(Name),
}

use Action::*;
use Pressed::{Is, Types};

/// All keys, in the order in which the page lists them.
const CONTROLS: &[Control] = &[
    Control("space", "play, pause", &[(Is(Name::Space), Play)]),
    Control("m, Enter", "one move", &[(Types("m"), Move), (Is(Name::Enter), Move)]),
    Control("p, Tab", "one pass: rank, decide, pull; one of growing", &[(Types("p"), Pass), (Is(Name::Tab), Pass)]),
    Control("j, o", "one move back, one pass back", &[(Types("j"), MoveBack), (Types("o"), PassBack)]),
    Control("+ -", "faster, slower", &[(Types("+"), Faster), (Types("="), Faster), (Types("-"), Slower)]),
    Control("b, Home", "back to the start", &[(Types("b"), Back), (Is(Name::Home), Back), (Is(Name::Backspace), Back)]),
    Control("click", "start on that square", &[]),
    Control("r", "next rule", &[(Types("r"), Rule)]),
    Control("n", "next seed", &[(Types("n"), Seed)]),
    Control("a", "R, G, B and A side by side: what a pass changes", &[(Types("a"), Channels)]),
    Control("c", "one channel: R, G, B, A, none", &[(Types("c"), Channel)]),
    Control("w", "the shader of the last pass (WGSL)", &[(Types("w"), Shader)]),
    Control("l", "numbers, line, heat", &[(Types("l"), Look)]),
    Control("d", "next colours", &[(Types("d"), Palette)]),
    Control("wheel, PgUp PgDn", "zoom", &[(Is(Name::PageUp), Nearer), (Is(Name::PageDown), Farther)]),
    Control(
        "drag, arrows",
        "pan",
        &[
            (Is(Name::ArrowLeft), Pan(-1, 0)),
            (Is(Name::ArrowRight), Pan(1, 0)),
            (Is(Name::ArrowUp), Pan(0, -1)),
            (Is(Name::ArrowDown), Pan(0, 1)),
        ],
    ),
    Control("0", "the whole again", &[(Types("0"), Fit)]),
    Control("f, F11", "full screen", &[(Types("f"), FullScreen), (Is(Name::F11), FullScreen)]),
    Control("s", "save a PNG", &[(Types("s"), Save)]),
    Control("?, F1", "these keys", &[(Types("?"), Help), (Types("h"), Help), (Is(Name::F1), Help)]),
    Control("q, Esc", "close", &[(Types("q"), Quit), (Is(Name::Escape), Escape)]),
];

/// Returns the action of a key, or `None` if the key has no action. Upper and lower case letters are not distinguished.
pub(crate) fn action(key: &Key) -> Option<Action> {
    let is_it = |pressed: &Pressed| match (pressed, key) {
        (Types(types), Key::Character(typed)) => typed.to_lowercase() == *types,
        (Is(Name::Space), Key::Character(typed)) => typed == " ",
        (Is(name), Key::Named(named)) => name == named,
        _ => false,
    };
    CONTROLS.iter().flat_map(|Control(.., bound)| *bound).find(|(pressed, _)| is_it(pressed)).map(|&(_, action)| action)
}

/// Returns the entries of the help pages. Each entry consists of the names of keys and their description.
pub(crate) fn page() -> impl Iterator<Item = (&'static str, &'static str)> {
    CONTROLS.iter().map(|&Control(keys, words, _)| (keys, words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things() {
        let names: Vec<String> = CONTROLS
            .iter()
            .flat_map(|Control(.., bound)| *bound)
            .map(|(pressed, _)| match pressed {
                Types(types) => (*types).to_owned(),
                Is(name) => format!("{name:?}"),
            })
            .collect();
        for (at, name) in names.iter().enumerate() {
            assert!(!names[..at].contains(name), "{name} is bound twice");
        }
    }

    #[test]
    fn every_letter_that_is_bound_is_reported_on_the_page() {
        for Control(keys, _, bound) in CONTROLS {
            let reported = |types: &str| keys.contains(types) || ["=", "h"].contains(&types);
            for (pressed, _) in *bound {
                if let Types(types) = pressed {
                    assert!(reported(types), "{types} is not reported");
                }
            }
        }
    }

    #[test]
    fn keys_are_found_in_capitals_too() {
        assert_eq!(action(&Key::Character("M".into())), Some(Move));
        assert_eq!(action(&Key::Character("?".into())), Some(Help));
        assert_eq!(action(&Key::Named(Name::Space)), Some(Play));
        assert_eq!(action(&Key::Character("z".into())), None);
    }
}
