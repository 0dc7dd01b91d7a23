//! Defines the axes of edges, the shapes of gadgets and the classes of gadgets. All gadgets of a class can be switched
//! at the same time.

/// The four axes, as (rows down, columns to the right). The two squares of an edge differ by one of these axes.
pub const AXES: [(u32, i32); 4] = [(1, 2), (1, -2), (2, 1), (2, -1)];

/// The pair of axes of each of the six shapes of gadgets, as indices in [`AXES`].
pub const SHAPES: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// A class of gadgets that share no edge with each other: gadgets of the same shape whose anchors have the same colour.
///
/// Two gadgets of the same shape share an edge only if their anchors are a knight's move apart, and such anchors have
/// different colours. Therefore all gadgets of a class can be switched at the same time, and no switch affects the
/// edges of another gadget in the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GadgetClass {
    /// Index of the shape in [`SHAPES`].
    pub shape: u32,
    /// Colour of the anchors: (row + column) modulo 2.
    pub colour: u32,
}

impl GadgetClass {
    /// Number of classes.
    pub const COUNT: u32 = 2 * SHAPES.len() as u32;

    /// Creates the class with this number, 0 to 11.
    pub const fn new(number: u32) -> Self {
        Self { shape: number / 2, colour: number % 2 }
    }

    /// Returns the number of the class, 0 to 11.
    pub const fn number(self) -> u32 {
        2 * self.shape + self.colour
    }

    /// Returns a word with one bit per column. The bit of a column is set if the class has an anchor in this column of
    /// row `row`.
    #[inline]
    pub(crate) const fn columns(self, row: u32) -> u32 {
        if (row ^ self.colour) & 1 == 0 { 0x5555_5555 } else { 0xaaaa_aaaa }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Returns the four edges of a gadget, each as its axis and its upper square.
    fn edges((i, j): (usize, usize), row: i32, col: i32) -> [(usize, i32, i32); 4] {
        let at = |axis: usize, by: usize| (axis, row + AXES[by].0 as i32, col + AXES[by].1);
        [(i, row, col), (j, row, col), at(i, j), at(j, i)]
    }

    #[test]
    fn gadgets_of_one_class_share_no_edge_and_those_of_one_shape_do() {
        for number in 0..GadgetClass::COUNT {
            let class = GadgetClass::new(number);
            assert_eq!(class.number(), number);
            let shape = SHAPES[class.shape as usize];
            let (mut seen, mut both) = (HashSet::new(), HashSet::new());
            let mut shared = 0;
            for row in 0..12_i32 {
                for col in 0..12_i32 {
                    for edge in edges(shape, row, col) {
                        shared += u32::from(!both.insert(edge));
                        if class.columns(row as u32) >> col & 1 == 1 {
                            assert!(seen.insert(edge), "{class:?} at {row}, {col}");
                        }
                    }
                }
            }
            assert!(shared > 0);
        }
    }
}
