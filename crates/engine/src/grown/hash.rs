//! Random numbers computed from a counter. They are the same on every device and in every order of computation.

/// Applies lowbias32 by Chris Wellons (2018), a bijection of 32-bit words in which every bit of the argument affects
/// every bit of the result.
///
/// ```
/// use courser_engine::grown::{mix, unmix};
///
/// assert_eq!(unmix(mix(12345)), 12345);
/// ```
pub const fn mix(mut x: u32) -> u32 {
    x = (x ^ (x >> 16)).wrapping_mul(0x7feb_352d);
    x = (x ^ (x >> 15)).wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}

/// Applies the inverse of [`mix`].
pub const fn unmix(mut x: u32) -> u32 {
    x = (x ^ (x >> 16)).wrapping_mul(0x4302_1123);
    x = (x ^ (x >> 15) ^ (x >> 30)).wrapping_mul(0x1d69_e2a5);
    x ^ (x >> 16)
}

/// The purposes of random numbers, each with a separate key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Coins = 1,
    Order = 0x2c1b_3c6d,
    Round = 0x297a_2d39,
    Sample = 0x6b43_a9b5,
    End = 0x5ed5_a5a5,
}

/// Reduces the seed of a run to 32 bits.
pub(crate) const fn seed(seed: u64) -> u32 {
    mix(seed as u32 ^ mix((seed >> 32) as u32 ^ 0x9e37_79b9))
}

/// Returns a random number for `purpose`. `nth` counts the uses of random numbers for this purpose.
pub(crate) const fn key(seed: u32, purpose: Purpose, nth: u32) -> u32 {
    mix(seed ^ mix(nth.wrapping_mul(2).wrapping_add(purpose as u32)))
}

/// Returns the random bit of the cycle with label `label`, as a `bool`.
pub(crate) const fn is_heads(label: u32, key: u32) -> bool {
    mix(label ^ key) & 1 == 1
}

/// Returns the 32 random bits for a word. Each bit is 1 with probability one half.
#[inline(always)]
pub(crate) const fn coins(word: u32, keys: [u32; 2]) -> u32 {
    mix(mix(word ^ keys[0]).wrapping_add(keys[1]))
}

/// Returns the two keys for the random bits of a melting pass.
pub(crate) const fn coin_keys(seed: u32, pass: u32) -> [u32; 2] {
    let first = key(seed, Purpose::Coins, pass);
    [first, mix(first ^ 0x5bd1_e995)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unmix_undoes_mix() {
        for x in (0..1 << 16).chain((0..1 << 16).map(|x: u32| !x)).chain((0..32).map(|bit| 1 << bit)) {
            assert_eq!(unmix(mix(x)), x);
            assert_eq!(mix(unmix(x)), x);
        }
    }

    #[test]
    fn half_of_the_coins_are_ones_in_every_place() {
        let keys = coin_keys(seed(7), 3);
        let mut ones = [0_u32; 32];
        for word in 0..10_000 {
            let coins = coins(word, keys);
            ones.iter_mut().enumerate().for_each(|(bit, ones)| *ones += coins >> bit & 1);
        }
        // The limits differ from the mean by 250, which is five times the standard deviation of 50.
        assert!(ones.iter().all(|ones| (4750..5250).contains(ones)), "{ones:?}");
    }
}
