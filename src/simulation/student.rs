//! Student's distribution, right for any number of degrees of freedom.

use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::function::erf::erfc;

/// The 97.5 % quantile of the standard normal distribution.
pub(super) const NORMAL: f64 = 1.959_963_984_540_054;

/// How many walls of a kind that was not seen may be among the next ones, if they are as many as were played: were there
/// more, one would have been seen with a probability of 97.5 %. The natural logarithm of 40.
pub(super) const UNSEEN: f64 = 3.688_879_454_113_936;

/// From here on series in 1/n are right to eleven digits and more. statrs is right to twelve below, but with some ten
/// thousand degrees of freedom its sums of fractions begin to cancel; with some ten million it does not come back.
const MANY: f64 = 10_000.0;

/// The 97.5 % quantile of Student's distribution with `freedom` degrees of freedom, at least 1.
pub(super) fn quantile(freedom: u64) -> f64 {
    let n = freedom as f64;
    match StudentsT::new(0.0, 1.0, n) {
        Ok(student) if n < MANY => student.inverse_cdf(0.975),
        // Abramowitz and Stegun, 26.7.5.
        _ => {
            let z = NORMAL;
            let first = (z.powi(3) + z) / 4.0;
            let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
            z + (first + second / n) / n
        }
    }
}

/// The probability that a variable of `freedom` degrees of freedom, at least 1, is at least `distance` away from 0.
pub(super) fn two_sided(distance: f64, freedom: u64) -> f64 {
    let n = freedom as f64;
    match StudentsT::new(0.0, 1.0, n) {
        Ok(student) if n < MANY => 2.0 * student.cdf(-distance.abs()),
        // As far from 0 as a normal variable with the same probability is: Hill (1970), algorithm 395.
        _ => {
            let a = n - 0.5;
            let b = 48.0 * a * a;
            let y = a * (distance * distance / n).ln_1p();
            let correction = (((-0.4 * y - 3.3) * y - 24.0) * y - 85.5) / (0.8 * y * y + 100.0 + b) + y + 3.0;
            erfc((1.0 + correction / b) * (y / 2.0).sqrt())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Degrees of freedom, the quantile, and the probabilities of 0.5, 2, 5 and 8: computed with mpmath to 40 digits, from the
    /// incomplete beta function and, for the many, from the integral of the density.
    #[rustfmt::skip]
    const COMPUTED: [(u64, f64, [f64; 4]); 14] = [
        (1, 12.706_204_736_174_7, [0.704_832_764_699_133, 0.295_167_235_300_867, 0.125_665_916_378_002, 0.079_166_848_321_131_1]),
        (29, 2.045_229_642_132_704, [0.620_848_084_193_784, 0.054_943_637_182_967_2, 2.536_631_573_542_32e-5, 8.012_575_649_631_7e-9]),
        (30, 2.042_272_456_301_238, [0.620_723_004_885_127, 0.054_625_044_962_983_1, 2.329_668_546_700_78e-5, 6.265_822_475_700_76e-9]),
        (100, 1.983_971_518_523_552, [0.618_173_565_830_887, 0.048_212_178_731_133_7, 2.450_173_413_503_8e-6, 2.272_864_807_728_08e-12]),
        (999, 1.962_341_461_133_45, [0.617_185_190_930_289, 0.045_770_616_973_757, 6.768_361_895_801_07e-7, 3.429_998_257_763_6e-15]),
        (9_999, 1.960_201_263_621_358, [0.617_086_080_423_514, 0.045_527_263_361_510_1, 5.830_336_410_228_32e-7, 1.382_135_343_821_4e-15]),
        (10_000, 1.960_201_239_890_626, [0.617_086_079_323_233, 0.045_527_260_661_435_4, 5.830_326_613_662_65e-7, 1.382_120_872_906_54e-15]),
        (10_001, 1.960_201_216_164_641, [0.617_086_078_223_173, 0.045_527_257_961_900_8, 5.830_316_819_069_35e-7, 1.382_106_405_017_49e-15]),
        (99_999, 1.959_987_707_771_845, [0.617_076_177_665_42, 0.045_502_963_484_502_5, 5.742_701_775_410_72e-7, 1.257_392_120_267_26e-15]),
        (1_000_000, 1.959_966_356_814_107, [0.617_075_187_472_371, 0.045_500_533_851_319_2, 5.733_997_870_890_74e-7, 1.245_506_343_320_25e-15]),
        (10_000_000, 1.959_964_221_767_205, [0.617_075_088_454_015, 0.045_500_290_891_843, 5.733_128_075_008_54e-7, 1.244_323_480_280_68e-15]),
        (14_433_511, 1.959_964_148_898_638, [0.617_075_085_074_541, 0.045_500_282_599_696_9, 5.733_098_390_955_86e-7, 1.244_283_127_683_54e-15]),
        (1_000_000_000, 1.959_963_986_912_325, [0.617_075_077_561_994, 0.045_500_264_166_313_2, 5.733_032_403_951_63e-7, 1.244_193_428_445_48e-15]),
        (1 << 63, 1.959_963_984_540_054, [0.617_075_077_451_974, 0.045_500_263_896_358_4, 5.733_031_437_583_88e-7, 1.244_192_114_854_36e-15]),
    ];

    #[test]
    fn both_are_right_at_every_size() {
        let close = |value: f64, expected: f64| (value / expected - 1.0).abs() < 1e-9;
        for (freedom, expected, probabilities) in COMPUTED {
            let found = quantile(freedom);
            assert!((found - expected).abs() < 1e-9, "{freedom}: {found}");
            for (distance, expected) in [0.5, 2.0, 5.0, 8.0].into_iter().zip(probabilities) {
                let found = two_sided(distance, freedom);
                assert!(close(found, expected), "{freedom}, {distance}: {found}");
            }
        }
    }

    /// It falls towards the normal distribution's, without a step where one way of computing it takes over from the other.
    #[test]
    fn the_quantile_falls_with_the_degrees_of_freedom() {
        let more = (1..20_000).chain((4..19).map(|power| 3 * 10_u64.pow(power)));
        let mut last = f64::INFINITY;
        for freedom in more {
            let found = quantile(freedom);
            assert!(found < last + 1e-10 && found >= NORMAL, "{freedom}: {found} after {last}");
            last = found;
        }
    }
}
