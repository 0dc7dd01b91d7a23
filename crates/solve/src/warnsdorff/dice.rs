//! The random bits of the `random` rule: a hash of the seed, the knight and the visit, instead of a stream of random
//! numbers.
//!
//! Many knights on a GPU cannot share a stream of random numbers, and a tour must not depend on the order in which the
//! knights run. Therefore the random bits are a function of the seed, the knight's number and the knight's visit
//! number. The function is pcg4d by M. Jarzynski and M. Olano, "Hash Functions for GPU Rendering" (Journal of Computer
//! Graphics Techniques 9(3), 2020). WGSL can compute the same bits, since this function needs only 32-bit integers,
//! wrapping products and no division.

/// Returns 32 random bits for knight number `knight` on its visit number `visit`.
///
/// ```wgsl
/// fn roll(seed: vec2<u32>, knight: u32, visit: u32) -> u32 {
///     var v = vec4<u32>(seed.x, seed.y, knight, visit) * 1664525u + 1013904223u;
///     v.x += v.y * v.w; v.y += v.z * v.x; v.z += v.x * v.y; v.w += v.y * v.z;
///     v = v ^ (v >> vec4<u32>(16u));
///     v.x += v.y * v.w; v.y += v.z * v.x; v.z += v.x * v.y; v.w += v.y * v.z;
///     return v.x;
/// }
/// ```
///
/// `seed.x` is the low half of the seed.
#[inline(always)]
pub const fn roll(seed: u64, knight: u32, visit: u32) -> u32 {
    #[inline(always)]
    const fn lcg(v: u32) -> u32 {
        v.wrapping_mul(1_664_525).wrapping_add(1_013_904_223)
    }
    #[inline(always)]
    const fn mad(to: u32, a: u32, b: u32) -> u32 {
        to.wrapping_add(a.wrapping_mul(b))
    }
    let (mut x, mut y) = (lcg(seed as u32), lcg((seed >> 32) as u32));
    let (mut z, mut w) = (lcg(knight), lcg(visit));
    x = mad(x, y, w);
    y = mad(y, z, x);
    z = mad(z, x, y);
    w = mad(w, y, z);
    x ^= x >> 16;
    y ^= y >> 16;
    w ^= w >> 16;
    mad(x, y, w)
}

/// Selects a number from `0..among` by scaling the upper half of the random bits `roll`.
///
/// For a tie of at most eight squares, the probabilities of the choices differ by less than one in 8,000.
pub const fn pick(roll: u32, among: u32) -> u32 {
    debug_assert!(among > 0 && among <= 1 << 16, "a choice among none, or among too many");
    ((roll >> 16) * among) >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes pcg4d as printed by its authors, with all four words. The test compares the result with that of the
    /// shortened form.
    fn pcg4d(v: [u32; 4]) -> [u32; 4] {
        let mut v = v.map(|v| v.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        let mix = |v: &mut [u32; 4]| {
            v[0] = v[0].wrapping_add(v[1].wrapping_mul(v[3]));
            v[1] = v[1].wrapping_add(v[2].wrapping_mul(v[0]));
            v[2] = v[2].wrapping_add(v[0].wrapping_mul(v[1]));
            v[3] = v[3].wrapping_add(v[1].wrapping_mul(v[2]));
        };
        mix(&mut v);
        v = v.map(|v| v ^ (v >> 16));
        mix(&mut v);
        v
    }

    #[test]
    fn a_throw_is_the_first_word_of_pcg4d() {
        for n in 0..1000_u32 {
            let seed = u64::from(n).wrapping_mul(0x1234_5678_9abc_def1);
            let words = [seed as u32, (seed >> 32) as u32, n * 7, n * n];
            assert_eq!(roll(seed, n * 7, n * n), pcg4d(words)[0], "word {n}");
        }
    }

    #[test]
    fn every_face_of_the_dice_comes_up_about_as_often() {
        const THROWS: u32 = 70_000;
        for faces in 2..=8 {
            let mut seen = [0_u32; 8];
            for visit in 0..THROWS {
                seen[pick(roll(42, 3, visit), faces) as usize] += 1;
            }
            let fair = THROWS / faces;
            for (face, &count) in seen.iter().enumerate() {
                let expected = if face < faces as usize { fair } else { 0 };
                assert!(count.abs_diff(expected) < THROWS / 100, "{faces} faces: {seen:?}");
            }
        }
    }

    #[test]
    fn seed_knight_and_visit_each_change_the_throw() {
        let base = roll(1, 2, 3);
        for other in [roll(2, 2, 3), roll(1 | 1 << 32, 2, 3), roll(1, 3, 3), roll(1, 2, 4)] {
            assert_ne!(base, other);
        }
    }
}
