//! A small generator of test inputs: xorshift64* (Vigna 2016), with a constant seed.

use courser_board::MoveOrder;

pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        (self.bits() >> 32) % bound
    }

    pub(crate) fn order(&mut self) -> MoveOrder {
        let mut codes = [1, 2, 3, 4, 5, 6, 7, 8];
        for i in (1..8).rev() {
            codes.swap(i, self.below(i as u64 + 1) as usize);
        }
        MoveOrder::new(codes).unwrap()
    }
}
