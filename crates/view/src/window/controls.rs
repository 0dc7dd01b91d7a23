//! What a key does: the one list of it. The page that `?` shows is made of it.

use winit::keyboard::{Key, NamedKey};

/// What a key, or the mouse, can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Play or pause.
    Play,
    /// One pass.
    Pass,
    /// One move.
    Move,
    /// One pass back.
    PassBack,
    /// One move back.
    MoveBack,
    /// Twice as fast.
    Faster,
    /// Half as fast.
    Slower,
    /// Back to the start.
    Back,
    /// The next rule.
    Rule,
    /// The next seed.
    Seed,
    /// The next channel, or none.
    Channel,
    /// All channels side by side, or none.
    Channels,
    /// Line with numbers, line, heat.
    Look,
    /// The next palette.
    Palette,
    /// Nearer.
    Nearer,
    /// Farther.
    Farther,
    /// So many steps right and down.
    Pan(i8, i8),
    /// All of it.
    Fit,
    /// Full screen or not.
    FullScreen,
    /// Save a picture.
    Save,
    /// Show or hide the keys.
    Help,
    /// Out of what is on top: the help, the full screen, the window.
    Escape,
    /// Close the window.
    Quit,
}

impl Action {
    /// Whether a key that is held down asks for it again and again.
    pub(super) const fn repeats(self) -> bool {
        matches!(
            self,
            Self::Pass
                | Self::Move
                | Self::PassBack
                | Self::MoveBack
                | Self::Faster
                | Self::Slower
                | Self::Nearer
                | Self::Farther
                | Self::Pan(..)
        )
    }
}

/// Some keys and what they do.
struct Control {
    /// What the page of keys calls them.
    keys: &'static str,
    words: &'static str,
    bound: &'static [(Pressed, Action)],
}

/// A key: the character that it types, or its name.
enum Pressed {
    Types(&'static str),
    Is(NamedKey),
}

use Pressed::{Is, Types};

/// The keys, in the order in which the page lists them.
const CONTROLS: &[Control] = &[
    Control { keys: "space", words: "play, pause", bound: &[(Is(NamedKey::Space), Action::Play)] },
    Control {
        keys: "m, Enter",
        words: "one move",
        bound: &[(Types("m"), Action::Move), (Is(NamedKey::Enter), Action::Move)],
    },
    Control {
        keys: "p, Tab",
        words: "one pass: rank, decide, pull; one of growing",
        bound: &[(Types("p"), Action::Pass), (Is(NamedKey::Tab), Action::Pass)],
    },
    Control {
        keys: "j, o",
        words: "one move back, one pass back",
        bound: &[(Types("j"), Action::MoveBack), (Types("o"), Action::PassBack)],
    },
    Control {
        keys: "+ -",
        words: "faster, slower",
        bound: &[(Types("+"), Action::Faster), (Types("="), Action::Faster), (Types("-"), Action::Slower)],
    },
    Control {
        keys: "b, Home",
        words: "back to the start",
        bound: &[
            (Types("b"), Action::Back),
            (Is(NamedKey::Home), Action::Back),
            (Is(NamedKey::Backspace), Action::Back),
        ],
    },
    Control { keys: "click", words: "start on that square", bound: &[] },
    Control { keys: "r", words: "next rule", bound: &[(Types("r"), Action::Rule)] },
    Control { keys: "n", words: "next seed", bound: &[(Types("n"), Action::Seed)] },
    Control {
        keys: "a",
        words: "R, G, B and A side by side: what a pass changes",
        bound: &[(Types("a"), Action::Channels)],
    },
    Control { keys: "c", words: "one channel: R, G, B, A, none", bound: &[(Types("c"), Action::Channel)] },
    Control { keys: "l", words: "numbers, line, heat", bound: &[(Types("l"), Action::Look)] },
    Control { keys: "d", words: "next colours", bound: &[(Types("d"), Action::Palette)] },
    Control {
        keys: "wheel, PgUp PgDn",
        words: "zoom",
        bound: &[(Is(NamedKey::PageUp), Action::Nearer), (Is(NamedKey::PageDown), Action::Farther)],
    },
    Control {
        keys: "drag, arrows",
        words: "pan",
        bound: &[
            (Is(NamedKey::ArrowLeft), Action::Pan(-1, 0)),
            (Is(NamedKey::ArrowRight), Action::Pan(1, 0)),
            (Is(NamedKey::ArrowUp), Action::Pan(0, -1)),
            (Is(NamedKey::ArrowDown), Action::Pan(0, 1)),
        ],
    },
    Control { keys: "0", words: "the whole again", bound: &[(Types("0"), Action::Fit)] },
    Control {
        keys: "f, F11",
        words: "full screen",
        bound: &[(Types("f"), Action::FullScreen), (Is(NamedKey::F11), Action::FullScreen)],
    },
    Control { keys: "s", words: "save a PNG", bound: &[(Types("s"), Action::Save)] },
    Control {
        keys: "?, F1",
        words: "these keys",
        bound: &[(Types("?"), Action::Help), (Types("h"), Action::Help), (Is(NamedKey::F1), Action::Help)],
    },
    Control {
        keys: "q, Esc",
        words: "close",
        bound: &[(Types("q"), Action::Quit), (Is(NamedKey::Escape), Action::Escape)],
    },
];

/// What a key asks for, in capitals or not.
pub(super) fn action(key: &Key) -> Option<Action> {
    let is_it = |pressed: &Pressed| match (pressed, key) {
        (Types(types), Key::Character(typed)) => typed.to_lowercase() == *types,
        (Is(NamedKey::Space), Key::Character(typed)) => typed == " ",
        (Is(name), Key::Named(named)) => name == named,
        _ => false,
    };
    CONTROLS.iter().flat_map(|control| control.bound).find(|(pressed, _)| is_it(pressed)).map(|&(_, action)| action)
}

/// The page of keys: keys, and what they do.
pub(super) fn page() -> impl Iterator<Item = (&'static str, &'static str)> {
    CONTROLS.iter().map(|control| (control.keys, control.words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things() {
        let names: Vec<String> = CONTROLS
            .iter()
            .flat_map(|control| control.bound)
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
        for control in CONTROLS {
            let reported = |types: &str| control.keys.contains(types) || ["=", "h"].contains(&types);
            for (pressed, _) in control.bound {
                if let Types(types) = pressed {
                    assert!(reported(types), "{types} is not reported");
                }
            }
        }
    }

    #[test]
    fn keys_are_found_in_capitals_too() {
        assert_eq!(action(&Key::Character("M".into())), Some(Action::Move));
        assert_eq!(action(&Key::Character("?".into())), Some(Action::Help));
        assert_eq!(action(&Key::Named(NamedKey::Space)), Some(Action::Play));
        assert_eq!(action(&Key::Character("z".into())), None);
    }
}
