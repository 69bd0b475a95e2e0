//! Texts in pages, made so that none is much longer than a hand: a page can name a long one many times.

use bytes::Bytes;

use super::codec::PageFault;
use super::delta;
use crate::lines::LONGEST_HAND;

/// Texts one after the other, each behind its length.
struct Texts<'a> {
    left: &'a [u8],
}

impl<'a> Iterator for Texts<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.left.split_first_chunk()?;
        let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        self.left = rest;
        Some(text)
    }
}

/// A page with the same texts, at most `most`, from some byte on. A text that is too long for a hand is cut where it is
/// still too long. What is behind the last whole one is left out.
pub fn cut_plain(page: &Bytes, begin: usize, most: usize) -> Result<Bytes, PageFault> {
    let mut texts = Texts { left: page.get(begin..).ok_or("a page ends before its texts")? };
    if texts.by_ref().take(most).all(|text| text.len() <= LONGEST_HAND) {
        let end = page.len() - texts.left.len();
        return Ok(page.slice(..end));
    }
    let mut cut = PlainTexts { page: page[..begin].to_vec(), limit: page.len() };
    let texts = Texts { left: &page[begin..] };
    texts.take(most).try_for_each(|text| cut.push(text))?;
    Ok(cut.page.into())
}

/// The same for texts that stand behind all their lengths.
pub fn plain_of_lengths(page: &[u8], begin: usize, most: usize, limit: usize) -> Result<Bytes, PageFault> {
    let (head, mut left) = page.split_at_checked(begin).ok_or("a page ends before its texts")?;
    let lengths = delta::lengths(&mut left, most)?;
    let mut plain = PlainTexts { page: head.to_vec(), limit };
    for length in lengths {
        let (text, rest) = left.split_at_checked(length).ok_or("a page ends before its last text")?;
        left = rest;
        plain.push(text)?;
    }
    Ok(plain.page.into())
}

/// How values begin in plain pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plain {
    /// With their lengths.
    Texts,
    /// At once, as all are of this length.
    Fixed(usize),
}

/// The same for values that begin as those before them do.
pub fn plain_of_prefixes(
    page: &[u8],
    begin: usize,
    most: usize,
    limit: usize,
    kind: Plain,
) -> Result<Bytes, PageFault> {
    let (head, mut left) = page.split_at_checked(begin).ok_or("a page ends before its texts")?;
    let prefixes = delta::lengths(&mut left, most)?;
    let suffixes = delta::lengths(&mut left, most)?;
    if prefixes.len() != suffixes.len() {
        return Err("a page has more of one kind of lengths than of another".into());
    }
    let mut plain = PlainTexts { page: head.to_vec(), limit };
    let mut value: Vec<u8> = Vec::new();
    for (prefix, suffix) in prefixes.into_iter().zip(suffixes) {
        let (text, rest) = left.split_at_checked(suffix).ok_or("a page ends before its last value")?;
        left = rest;
        if prefix > value.len() {
            return Err("a value begins as a shorter one does".into());
        }
        value.truncate(prefix);
        value.extend_from_slice(text);
        match kind {
            Plain::Texts => plain.push(&value)?,
            Plain::Fixed(length) if length == value.len() => plain.append(&value)?,
            Plain::Fixed(_) => return Err("a value is of another length than its column's".into()),
        }
    }
    Ok(plain.page.into())
}

/// A page that is written anew.
struct PlainTexts {
    page: Vec<u8>,
    limit: usize,
}

impl PlainTexts {
    fn push(&mut self, text: &[u8]) -> Result<(), PageFault> {
        let text = cut(text);
        self.append(&(text.len() as u32).to_le_bytes())?;
        self.append(text)
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), PageFault> {
        if bytes.len() > self.limit - self.page.len() {
            return Err(PageFault::TooLarge);
        }
        self.page.extend_from_slice(bytes);
        Ok(())
    }
}

/// The begin of a text, too long for a hand if the text is, and ending where a letter ends.
fn cut(text: &[u8]) -> &[u8] {
    let begins_letter = |end: &usize| text.get(*end).is_none_or(|byte| byte & 0xc0 != 0x80);
    let ends = LONGEST_HAND + 1..LONGEST_HAND + 4;
    let end = ends.clone().find(begins_letter).unwrap_or(ends.end);
    &text[..end.min(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(texts: &[&str]) -> Vec<u8> {
        let each = texts.iter().flat_map(|text| [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat());
        b"head".iter().copied().chain(each).collect()
    }

    #[test]
    fn only_long_texts_are_cut() {
        let fits = "1".repeat(LONGEST_HAND);
        let page = Bytes::from(plain(&["1m", "", &fits]));
        assert_eq!(cut_plain(&page, 4, 3).unwrap(), page);
        assert_eq!(cut_plain(&page, 4, 2).unwrap(), page[..14]);
        assert_eq!(cut_plain(&page.slice(..20), 4, 3).unwrap(), page[..14]);
        for letter in ["1", "é", "一", "🀀"] {
            let long = letter.repeat(LONGEST_HAND);
            let long = if letter == "1" { "1".repeat(9999) } else { long };
            for before in ["", "1", "12", "123"] {
                let text = format!("{before}{long}");
                let short = std::str::from_utf8(cut(text.as_bytes())).unwrap();
                assert!(text.starts_with(short) && (LONGEST_HAND + 1..LONGEST_HAND + 5).contains(&short.len()));
                let page = Bytes::from(plain(&["1m", &text, "2m"]));
                assert_eq!(cut_plain(&page, 4, 3).unwrap(), plain(&["1m", short, "2m"]));
            }
        }
        assert_eq!(cut(&[0x80; 9999]).len(), LONGEST_HAND + 4);
        assert!(cut_plain(&Bytes::from_static(b"he"), 4, 3).is_err());
    }
}
