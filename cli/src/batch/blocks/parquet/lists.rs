//! How long the lists of a column are, seen before any of their numbers is decoded.

use super::codec::PageFault;
use super::thrift::Thrift;

/// A list with more numbers is not read. A hand has 34.
pub const LONGEST_LIST: u64 = 1024;

/// Sees how long lists are, over the ends of pages.
#[derive(Default)]
pub struct ListLengths {
    /// The numbers of the last list so far, apart from its first.
    last: u64,
}

/// Whether a page has a list that is too long.
#[derive(Debug, PartialEq, Eq)]
pub enum Lists {
    Fit,
    TooLong,
}

impl ListLengths {
    /// Takes the levels of a page's numbers, in runs of the same and in packs: 0 begins a list, 1 goes on with it.
    pub fn runs(&mut self, levels: &[u8], numbers: u64) -> Result<Lists, PageFault> {
        let cut = "a page ends before its last list";
        let mut reader = Thrift::new(levels);
        let mut left = numbers;
        while left > 0 {
            let head = reader.number().ok_or(cut)?;
            let count = head >> 1;
            if head & 1 == 0 {
                let level = reader.bytes(1).ok_or(cut)?[0];
                self.run(level, count.min(left));
            } else {
                // Writers may leave out what pads the last.
                let whole = usize::try_from(count).unwrap_or(usize::MAX).min(reader.left().len());
                if self.packed(reader.bytes(whole).ok_or(cut)?) == Lists::TooLong {
                    return Ok(Lists::TooLong);
                }
                if (whole as u64) < count && (whole as u64).saturating_mul(8) < left {
                    return Err(cut.into());
                }
            }
            if self.last >= LONGEST_LIST {
                return Ok(Lists::TooLong);
            }
            left = left.saturating_sub(if head & 1 == 0 { count } else { count.saturating_mul(8) });
        }
        Ok(Lists::Fit)
    }

    fn run(&mut self, level: u8, count: u64) {
        self.last = if level == 0 { 0 } else { self.last + count };
    }

    /// Takes levels of a bit each. What is shorter than a byte need not be looked at.
    pub fn packed(&mut self, levels: &[u8]) -> Lists {
        for &byte in levels {
            if byte == u8::MAX {
                self.last += 8;
                if self.last >= LONGEST_LIST {
                    return Lists::TooLong;
                }
            } else {
                // The first level is the lowest bit.
                self.last = u64::from(byte.leading_ones());
            }
        }
        Lists::Fit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(mut number: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        while number >= 0x80 {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    }

    fn run(level: u8, count: u64) -> Vec<u8> {
        [number(count << 1), vec![level]].concat()
    }

    fn pack(bytes: &[u8]) -> Vec<u8> {
        [number(((bytes.len() as u64) << 1) | 1), bytes.to_vec()].concat()
    }

    #[test]
    fn long_lists_are_seen() {
        let fit = |pages: &[(Vec<u8>, u64)]| {
            let mut lengths = ListLengths::default();
            let mut seen = pages.iter().map(|(levels, numbers)| lengths.runs(levels, *numbers));
            seen.find(|seen| *seen != Ok(Lists::Fit)).unwrap_or(Ok(Lists::Fit))
        };
        // 34 numbers each, of which one begins.
        let hands: Vec<u8> = (0..1000).flat_map(|_| [run(0, 1), run(1, 33)].concat()).collect();
        assert_eq!(fit(&[(hands.clone(), 34_000), (hands, 34_000)]), Ok(Lists::Fit));
        assert_eq!(fit(&[([run(0, 1), run(1, 1023)].concat(), 1024)]), Ok(Lists::Fit));
        assert_eq!(fit(&[([run(0, 1), run(1, 1024)].concat(), 1025)]), Ok(Lists::TooLong));
        assert_eq!(fit(&[([run(0, 1), run(1, u64::MAX >> 1)].concat(), 1024)]), Ok(Lists::Fit));
        assert_eq!(fit(&[(run(1, 600), 600), (run(1, 600), 600)]), Ok(Lists::TooLong), "over two pages");
        assert_eq!(fit(&[(run(0, 1 << 31), 1 << 31)]), Ok(Lists::Fit));
        let mut packs = vec![u8::MAX; 127];
        assert_eq!(fit(&[(pack(&packs), 1016)]), Ok(Lists::Fit));
        packs.push(0x7f);
        assert_eq!(fit(&[(pack(&packs), 1024), (pack(&packs), 1024)]), Ok(Lists::Fit));
        packs[127] = u8::MAX;
        assert_eq!(fit(&[(pack(&packs), 1024)]), Ok(Lists::TooLong));
        // Begun in a pack, gone on with in a run.
        assert_eq!(fit(&[([pack(&[0xfe]), run(1, 1016)].concat(), 1024)]), Ok(Lists::Fit));
        assert_eq!(fit(&[([pack(&[0xfe]), run(1, 1017)].concat(), 1025)]), Ok(Lists::TooLong));
        for damaged in [vec![], run(0, 5), run(0, 0), vec![0xff; 20], pack(&[0])] {
            assert!(fit(&[(damaged, 100)]).is_err());
        }
    }
}
