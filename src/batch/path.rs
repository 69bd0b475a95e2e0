//! The ways in which counts are read.

use crate::names;

names! {
    /// Instructions that counts are read with, the slowest first. All of them give the same answers.
    pub enum SimdPath: "is no SIMD path" {
        /// Sixty-four bits at a time, on any processor.
        Portable = "portable",
        /// AVX2: x86-64 processors since about 2013.
        Avx2 = "avx2",
        /// AVX-512 with VBMI and VNNI: Intel's since Ice Lake, AMD's since Zen 4.
        Avx512 = "avx512",
    }
}

impl SimdPath {
    /// Whether this processor has the instructions.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn is_available(self) -> bool {
        match self {
            SimdPath::Portable => true,
            SimdPath::Avx2 => is_x86_feature_detected!("avx2"),
            SimdPath::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512vnni")
            }
        }
    }

    /// Whether this processor has the instructions.
    #[cfg(not(target_arch = "x86_64"))]
    pub(crate) fn is_available(self) -> bool {
        self == SimdPath::Portable
    }

    /// The fastest that this processor has.
    pub fn fastest() -> SimdPath {
        let available = SimdPath::ALL.into_iter().rev().find(|path| path.is_available());
        available.unwrap_or(SimdPath::Portable)
    }
}
