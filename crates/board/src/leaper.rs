//! Leapers, and the order in which their moves are examined.

use std::fmt;
use std::str::FromStr;

use crate::BoardError;
use crate::square::MAX_SIDE;
use crate::words::shorten;

/// A piece that jumps `r` squares in one direction and `s` squares in the other direction. The knight is the
/// (1,2)-leaper.
///
/// `r` is at most `s`, and at least one of these two distances is not 0.
///
/// ```
/// use courser_board::Leaper;
///
/// let camel: Leaper = "1,3".parse().unwrap();
/// assert_eq!(camel, "camel".parse().unwrap());
/// assert_eq!(camel.step(1), (3, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leaper {
    r: u32,
    s: u32,
}

/// A move of a leaper: its code and its jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Code of the move, from 1 to 8, in the order [`MoveOrder::SLIDES`]. The states of the decision cycle contain this
    /// code, and so do files with these states.
    pub code: u8,
    /// Number of rows down, negative for a move up.
    pub row: i32,
    /// Number of columns to the right, negative for a move to the left.
    pub col: i32,
}

/// Names of leapers in fairy chess, each with the distances `r` and `s`.
const NAMES: [(&str, u32, u32); 12] = [
    ("knight", 1, 2),
    ("wazir", 0, 1),
    ("ferz", 1, 1),
    ("dabbaba", 0, 2),
    ("alfil", 2, 2),
    ("threeleaper", 0, 3),
    ("camel", 1, 3),
    ("zebra", 2, 3),
    ("tripper", 3, 3),
    ("giraffe", 1, 4),
    ("stag", 2, 4),
    ("antelope", 3, 4),
];

impl Leaper {
    /// The knight, which is the (1,2)-leaper.
    pub const KNIGHT: Self = Self { r: 1, s: 2 };

    /// Creates the leaper that jumps `r` squares in one direction and `s` in the other. The order of `r` and `s` does
    /// not matter.
    ///
    /// # Errors
    /// [`BoardError::Leaper`] if both distances are 0, or one of them is longer than any board.
    pub fn new(r: u32, s: u32) -> Result<Self, BoardError> {
        if r.max(s) == 0 || r.max(s) > MAX_SIDE {
            return Err(BoardError::Leaper(format!("{r},{s}")));
        }
        Ok(Self { r: r.min(s), s: r.max(s) })
    }

    /// Returns the smaller of the two distances of the jump.
    pub const fn r(self) -> u32 {
        self.r
    }

    /// Returns the larger distance of the jump.
    pub const fn s(self) -> u32 {
        self.s
    }

    /// Returns the name of the leaper in fairy chess, or `None` if it has no name.
    pub fn name(self) -> Option<&'static str> {
        NAMES.iter().find(|&&(_, r, s)| (r, s) == (self.r, self.s)).map(|&(name, ..)| name)
    }

    /// Returns the leaper for use in a sentence: its name, or both distances of its jump, for example `1,5 leaper`.
    pub fn piece(self) -> String {
        self.name().map_or_else(|| format!("{self} leaper"), str::to_owned)
    }

    /// Returns whether every move leads to a square of the other colour, as the moves of the knight do.
    pub const fn changes_colour(self) -> bool {
        (self.r + self.s) % 2 == 1
    }

    /// Returns the jump (rows down, columns right) of the move with this code.
    ///
    /// The codes follow the order [`MoveOrder::SLIDES`]: for the knight (2,1) (-2,1) (2,-1) (-2,-1) (1,2) (-1,2) (1,-2)
    /// (-1,-2).
    ///
    /// # Panics
    /// Panics if `code` is not from 1 to 8.
    pub const fn step(self, code: u8) -> (i32, i32) {
        assert!(1 <= code && code <= 8, "a move code is 1 to 8");
        let (r, s) = (self.r as i32, self.s as i32);
        let bits = code - 1;
        let (row, col) = if bits < 4 { (s, r) } else { (r, s) };
        (if bits & 1 == 0 { row } else { -row }, if bits & 2 == 0 { col } else { -col })
    }

    /// Returns the distinct moves in the given order. There are 8 moves, or 4 if r = 0 or r = s.
    pub fn moves(self, order: MoveOrder) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::with_capacity(8);
        for code in order.0 {
            // If several codes have the same jump, only the lowest code is used.
            if (1..code).any(|lower| self.step(lower) == self.step(code)) {
                continue;
            }
            let (row, col) = self.step(code);
            moves.push(Move { code, row, col });
        }
        moves
    }
}

impl Default for Leaper {
    fn default() -> Self {
        Self::KNIGHT
    }
}

impl fmt::Display for Leaper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.r, self.s)
    }
}

impl FromStr for Leaper {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let lower = text.trim().to_ascii_lowercase();
        if let Some(&(_, r, s)) = NAMES.iter().find(|&&(name, ..)| name == lower) {
            return Self::new(r, s);
        }
        let bad = || BoardError::Leaper(shorten(text));
        let (r, s) = lower.split_once(',').ok_or_else(bad)?;
        let number = |part: &str| part.trim().parse::<u32>().map_err(|_| bad());
        Self::new(number(r)?, number(s)?)
    }
}

/// The order in which the neighbours of a square are examined. The order is a permutation of the codes 1 to 8.
///
/// ```
/// use courser_board::MoveOrder;
///
/// assert_eq!(MoveOrder::default(), "slides".parse().unwrap());
/// assert_eq!(MoveOrder::CLOCKWISE, "26513784".parse().unwrap());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveOrder([u8; 8]);

impl MoveOrder {
    /// Order in which the program of the slides "Knight's Tour in Cg" (2007) examines the moves.
    pub const SLIDES: Self = Self([1, 2, 3, 4, 5, 6, 7, 8]);
    /// Clockwise order. The first move goes up and slightly to the right, in the direction of one o'clock.
    pub const CLOCKWISE: Self = Self([2, 6, 5, 1, 3, 7, 8, 4]);
    /// Order by coordinates: by row, then by column.
    pub const LEXICOGRAPHIC: Self = Self([4, 2, 8, 6, 7, 5, 3, 1]);

    const NAMED: [(&str, Self); 3] =
        [("slides", Self::SLIDES), ("clockwise", Self::CLOCKWISE), ("lexicographic", Self::LEXICOGRAPHIC)];

    /// Creates the order with these codes.
    ///
    /// # Errors
    /// [`BoardError::Order`] if the codes are not a permutation of 1 to 8.
    pub fn new(codes: [u8; 8]) -> Result<Self, BoardError> {
        let mut sorted = codes;
        sorted.sort_unstable();
        if sorted != Self::SLIDES.0 {
            return Err(BoardError::Order(codes.map(|code| code.to_string()).join(",")));
        }
        Ok(Self(codes))
    }

    /// Returns the eight move codes, in the order in which the moves are examined.
    pub const fn codes(self) -> [u8; 8] {
        self.0
    }

    /// Returns the move order that has the codes of this order in reverse sequence. With the returned order, a rule
    /// chooses the last of several equal candidates instead of the first.
    #[must_use]
    pub fn reversed(self) -> Self {
        let Self(mut codes) = self;
        codes.reverse();
        Self(codes)
    }
}

impl Default for MoveOrder {
    fn default() -> Self {
        Self::SLIDES
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Self::NAMED.iter().find(|(_, order)| order == self) {
            Some((name, _)) => f.write_str(name),
            None => self.0.iter().try_for_each(|code| write!(f, "{code}")),
        }
    }
}

impl FromStr for MoveOrder {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        if let Some(&(_, order)) = Self::NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(text.trim())) {
            return Ok(order);
        }
        let bad = || BoardError::Order(shorten(text));
        let digits: Vec<u8> = text
            .chars()
            .filter(|c| !matches!(c, ',' | ' '))
            .map(|c| c.to_digit(10).map(|d| d as u8).ok_or_else(bad))
            .collect::<Result<_, _>>()?;
        Self::new(digits.try_into().map_err(|_| bad())?).map_err(|_| bad())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_knights_codes_are_those_of_the_slides() {
        let steps: Vec<_> = (1..=8).map(|code| Leaper::KNIGHT.step(code)).collect();
        assert_eq!(steps, [(2, 1), (-2, 1), (2, -1), (-2, -1), (1, 2), (-1, 2), (1, -2), (-1, -2)]);
    }

    #[test]
    fn named_orders_are_what_their_names_say() {
        let lexicographic: Vec<_> =
            Leaper::KNIGHT.moves(MoveOrder::LEXICOGRAPHIC).iter().map(|m| (m.row, m.col)).collect();
        assert!(lexicographic.is_sorted());
        let clockwise = Leaper::KNIGHT.moves(MoveOrder::CLOCKWISE);
        let angle = |m: &Move| f64::from(m.col).atan2(-f64::from(m.row)).rem_euclid(std::f64::consts::TAU);
        assert!(clockwise.iter().map(angle).is_sorted());
    }

    #[test]
    fn a_leaper_with_equal_or_zero_parts_has_four_moves() {
        for (text, moves) in [("0,1", 4), ("1,1", 4), ("0,2", 4), ("1,2", 8), ("3,2", 8)] {
            let leaper: Leaper = text.parse().unwrap();
            for order in [MoveOrder::SLIDES, MoveOrder::CLOCKWISE, MoveOrder::LEXICOGRAPHIC] {
                let mut steps: Vec<_> = leaper.moves(order).iter().map(|m| (m.row, m.col)).collect();
                steps.sort_unstable();
                steps.dedup();
                assert_eq!(steps.len(), moves, "{text} {order}");
                assert_eq!(leaper.moves(order).len(), moves, "{text} {order}");
            }
        }
    }

    #[test]
    fn what_is_no_leaper_or_order_is_refused() {
        for text in ["0,0", "1", "1,2,3", "", "a,b", "-1,2", "1,9999999999", "horse"] {
            assert!(text.parse::<Leaper>().is_err(), "{text:?} was taken for a leaper");
        }
        for text in ["", "1234567", "12345677", "123456789", "12345670", "sliding"] {
            assert!(text.parse::<MoveOrder>().is_err(), "{text:?} was taken for an order");
        }
    }
}
