//! `paili batch` on Parquet in all its ways, written here by the crate that reads it.

use std::fs;
use std::sync::Arc;

use arrow_array::builder::{FixedSizeListBuilder, ListBuilder, StringDictionaryBuilder, UInt8Builder};
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, FixedSizeBinaryArray, Int64Array, LargeStringArray, RecordBatch, StringArray, StringViewArray,
};
use paili::simulation::{RandomHands, Seed};
use paili::{Deck, Hand, Model, PlainModel, Specials};
use parquet::arrow::ArrowWriter;
use parquet::basic::{BrotliLevel, Compression, ZstdLevel};
use parquet::file::metadata::{ColumnChunkMetaDataBuilder, ParquetMetaDataReader, ParquetMetaDataWriter};
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder};

use crate::hands::{batch, hands, mpsz, report, rows};
use crate::run::{Folder, error, refused};

/// Writes columns into a file.
pub fn file(folder: &Folder, name: &str, columns: Vec<(&str, ArrayRef)>, how: WriterPropertiesBuilder) -> String {
    let path = folder.path(name);
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let file = fs::File::create(&path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(how.build())).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    path
}

/// Small groups and small pages, so that parts begin and end everywhere.
pub fn small() -> WriterPropertiesBuilder {
    WriterProperties::builder()
        .set_max_row_group_row_count(Some(7001))
        .set_data_page_row_count_limit(501)
        .set_write_batch_size(100)
}

fn fixed(hands: &[Hand]) -> ArrayRef {
    let counts = hands.iter().map(|hand| hand.counts().regular());
    Arc::new(FixedSizeBinaryArray::try_from_iter(counts).unwrap())
}

fn fixed_list(hands: &[Hand]) -> ArrayRef {
    let mut lists = FixedSizeListBuilder::new(UInt8Builder::new(), 34);
    for hand in hands {
        lists.values().append_slice(&hand.counts().regular());
        lists.append(true);
    }
    Arc::new(lists.finish())
}

fn list(counts: &[Vec<u8>]) -> ArrayRef {
    let mut lists = ListBuilder::new(UInt8Builder::new());
    for counts in counts {
        lists.values().append_slice(counts);
        lists.append(true);
    }
    Arc::new(lists.finish())
}

#[test]
fn every_column_of_hands_is_read() {
    let folder = Folder::new();
    let hands = hands(20_000);
    let texts: Vec<String> = hands.iter().map(mpsz).collect();
    let strings = || texts.iter().map(String::as_str);
    let mut dictionary = StringDictionaryBuilder::<Int32Type>::new();
    strings().for_each(|text| dictionary.append_value(text));
    let counts: Vec<Vec<u8>> = hands.iter().map(|hand| hand.counts().regular().to_vec()).collect();
    let columns: [ArrayRef; 7] = [
        Arc::new(StringArray::from_iter_values(strings())),
        Arc::new(LargeStringArray::from_iter_values(strings())),
        Arc::new(StringViewArray::from_iter_values(strings())),
        Arc::new(dictionary.finish()),
        fixed(&hands),
        fixed_list(&hands),
        list(&counts),
    ];
    let named: Vec<(String, Hand)> = texts.iter().cloned().zip(hands.iter().copied()).collect();
    let expected = rows(&named);
    let out = folder.path("out.csv");
    let text = folder.write("hands.txt", texts.join("\n"));
    let other = |path: &str| {
        let mut report = report(&["--useful", path], b"");
        report.as_object_mut().unwrap().remove("inputs");
        report
    };
    let plain = other(&text);
    for (place, column) in columns.into_iter().enumerate() {
        let ids: ArrayRef = Arc::new(Int64Array::from_iter_values((0..).take(hands.len())));
        let path = file(&folder, "hands.parquet", vec![("id", ids), ("hand", column)], small());
        for threads in ["1", "2", "7"] {
            report(&["--useful", "--out", &out, "--threads", threads, &path], b"");
            assert!(fs::read_to_string(&out).unwrap() == expected, "column {place} on {threads} threads");
        }
        assert_eq!(other(&path), plain, "column {place}");
    }
}

/// Whatever the codec, in one large row group, and without the places of its pages.
#[test]
fn codecs_and_large_row_groups_are_read() {
    let folder = Folder::new();
    let random = RandomHands::of(&Deck::full(Specials::Without), Seed(8), 14).unwrap();
    let mut hands = vec![random.hand(0); 300_000];
    random.deal(0, &mut hands);
    let expected = report(&["--random", "300000", "--tiles", "14", "--seed", "8"], b"");
    let codecs = [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::ZSTD(ZstdLevel::default()),
        Compression::LZ4_RAW,
        Compression::GZIP(parquet::basic::GzipLevel::default()),
    ];
    for codec in codecs {
        let how = WriterProperties::builder()
            .set_compression(codec)
            .set_max_row_group_row_count(Some(1_000_000))
            .set_offset_index_disabled(codec == Compression::SNAPPY);
        let path = file(&folder, "hands.parquet", vec![("dealt", fixed(&hands))], how);
        let report = report(&[&path], b"");
        for key in ["hands", "sizes", "mean"] {
            assert_eq!(report[key], expected[key], "{codec}");
        }
    }
    // And back: what paili writes, it reads.
    let out = folder.path("out.parquet");
    for threads in ["1", "7"] {
        report(&["--random", "50000", "--tiles", "14", "--useful", "--out", &out, "--threads", threads], b"");
        let again = folder.path("again.csv");
        let directly = folder.path("directly.csv");
        report(&[&out, "--useful", "--out", &again], b"");
        report(&["--random", "50000", "--tiles", "14", "--useful", "--out", &directly], b"");
        assert!(fs::read(&again).unwrap() == fs::read(&directly).unwrap());
    }
}

#[test]
fn what_is_wrong_with_a_column_or_a_row_is_told() {
    let folder = Folder::new();
    let how = WriterProperties::builder;
    let hands = hands(3);
    let ids = || -> ArrayRef { Arc::new(Int64Array::from_iter_values(0..3)) };
    let refuse = |columns: Vec<(&str, ArrayRef)>, arguments: &[&str], message: &str| {
        let path = file(&folder, "a.parquet", columns, how());
        let output = batch(&[&[&path[..]], arguments].concat(), b"");
        assert_eq!(refused(&output, &format!("{path}: {message}")), "");
    };
    let expected = "expected texts, or 34 counts as FixedSizeBinary(34) or lists of UInt8";
    refuse(vec![("hand", ids())], &[], &format!("column \"hand\" is of type Int64: {expected}"));
    let narrow: ArrayRef = Arc::new(FixedSizeBinaryArray::try_from_iter([[0_u8; 33]; 3].iter()).unwrap());
    refuse(vec![("hand", narrow)], &[], &format!("column \"hand\" is of type FixedSizeBinary(33): {expected}"));
    refuse(
        vec![("a", ids()), ("b", fixed(&hands))],
        &[],
        "which column holds the hands? Name it with --column; the columns are \"a\", \"b\"",
    );
    refuse(vec![("a", ids())], &["--column", "b"], "no column \"b\": the columns are \"a\"");
    let counts = hands[0].counts().regular().to_vec();
    let long = [&counts[..], &[0]].concat();
    refuse(vec![("hand", list(&[counts.clone(), long.clone(), counts.clone()]))], &[], "row 2: 35 counts: expected 34");
    let mut five = [0; 34];
    five[3] = 5;
    let fives: ArrayRef =
        Arc::new(FixedSizeBinaryArray::try_from_iter([hands[0].counts().regular(), five].into_iter()).unwrap());
    refuse(vec![("hand", fives)], &[], "row 2: 5 of 4M (count 3 of 0-33): expected at most four of each kind");
    let texts: ArrayRef = Arc::new(StringArray::from(vec![Some("1m"), None, Some("x")]));
    refuse(vec![("hand", texts.clone())], &[], "row 2: null: expected a hand");

    // The same, passed over.
    let some = [Some([0; 34]), None, Some(five), Some(hands[0].counts().regular()), Some(hands[1].counts().regular())];
    let bytes: ArrayRef = Arc::new(FixedSizeBinaryArray::try_from_sparse_iter_with_size(some.into_iter(), 34).unwrap());
    let path = file(&folder, "b.parquet", vec![("hand", bytes)], how());
    let out = folder.path("out.csv");
    let output = batch(&[&path, "--on-error", "mark", "--out", &out], b"");
    assert_eq!(error(&output), "paili: marked 3 of 5 rows that are no hands\n");
    let row = |row: usize| {
        let hand = &hands[row - 3];
        format!("{row},{},{}\n", mpsz(hand), PlainModel.distance(hand))
    };
    let rest = row(3) + &row(4);
    assert_eq!(fs::read_to_string(&out).unwrap(), format!("index,hand,distance\n0,,\n1,,\n2,,\n{rest}"));
    let output = batch(&[&path, "--on-error", "skip", "--forms", "orphans", "--out", &out], b"");
    assert_eq!(error(&output), "paili: skipped 3 of 5 rows that are no hands\n");
    let lists = file(&folder, "c.parquet", vec![("hand", list(&[long.clone(), counts, long]))], how());
    batch(&[&lists, "--on-error", "skip", "--out", &out], b"");
    assert_eq!(fs::read_to_string(&out).unwrap().lines().nth(1).unwrap().split(',').next(), Some("1"));
}

/// Changes what a file tells of its columns.
pub fn tell_otherwise(path: &str, other: impl Fn(ColumnChunkMetaDataBuilder) -> ColumnChunkMetaDataBuilder) {
    let mut bytes = fs::read(path).unwrap();
    let metadata = ParquetMetaDataReader::new().parse_and_finish(&fs::File::open(path).unwrap()).unwrap();
    let group = metadata.row_group(0).clone();
    let columns = group.columns().iter().map(|chunk| other(chunk.clone().into_builder()).build().unwrap()).collect();
    let group = group.into_builder().set_column_metadata(columns).build().unwrap();
    let altered = metadata.into_builder().set_row_groups(vec![group]).build();
    let footer = u32::from_le_bytes(*bytes[..bytes.len() - 4].last_chunk().unwrap()) as usize;
    bytes.truncate(bytes.len() - 8 - footer);
    ParquetMetaDataWriter::new(&mut bytes, &altered).finish().unwrap();
    fs::write(path, bytes).unwrap();
}

/// Its footer says brotli, which is as far as it comes.
#[test]
fn codecs_that_are_not_built_in_are_told() {
    let folder = Folder::new();
    let path = file(&folder, "a.parquet", vec![("hand", fixed(&hands(3)))], WriterProperties::builder());
    tell_otherwise(&path, |chunk| chunk.set_compression(Compression::BROTLI(BrotliLevel::default())));
    let message = "compressed with brotli, which is not built in: expected none, snappy, zstd, lz4 or gzip";
    assert_eq!(refused(&batch(&[&path], b""), &format!("{path}: column \"hand\": {message}")), "");
}

#[test]
fn a_text_is_no_longer_than_a_line() {
    let folder = Folder::new();
    let long = "1".repeat(50_000);
    let texts: ArrayRef = Arc::new(StringArray::from_iter_values(["1m", &long, &long, "2m"]));
    let path = file(&folder, "a.parquet", vec![("hand", texts)], WriterProperties::builder());
    let output = batch(&[&path], b"");
    let told = format!("error: {path}: row 2: a text of more than 4096 bytes: expected a hand\n");
    assert!(error(&output).starts_with(&told), "{}", error(&output));
    let output = batch(&[&path, "--on-error", "skip"], b"");
    assert_eq!(error(&output), "paili: skipped 2 of 4 rows that are no hands\n");
}

/// Cut off or altered anywhere, it is refused, and nothing is left.
#[test]
fn damaged_files_are_refused() {
    let folder = Folder::new();
    let hands = hands(20_000);
    let path = file(&folder, "a.parquet", vec![("hand", fixed(&hands))], small());
    let whole = fs::read(&path).unwrap();
    let out = folder.path("out.csv");
    for length in [0, 3, 8, 100, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        let output = batch(&[&path, "--out", &out], b"");
        assert_eq!(output.status.code(), Some(2), "{length} bytes: {}", error(&output));
        let told = format!("error: {path}: no Parquet file, or cut off at its end (");
        assert!(error(&output).starts_with(&told), "{}", error(&output));
        assert!(!error(&output).contains("Parquet error:"), "{}", error(&output));
    }
    for place in [4, 20, 40, whole.len() / 3] {
        let mut altered = whole.clone();
        altered[place..place + 16].fill(0xff);
        fs::write(&path, altered).unwrap();
        let output = batch(&[&path, "--out", &out], b"");
        assert_eq!(output.status.code(), Some(2), "at {place}: {}", error(&output));
        assert!(error(&output).starts_with(&format!("error: {path}: row")), "at {place}: {}", error(&output));
        // Elsewhere than at the head of a page, there may be counts that are none.
        if place == 4 {
            assert!(error(&output).contains(": rows 1-2048: damaged: "), "{}", error(&output));
        }
        assert!(!error(&output).contains("rror: External"), "{}", error(&output));
    }
    assert_eq!(folder.files(), ["a.parquet"]);
    fs::write(&path, whole).unwrap();
    let output = batch(&["--input-format", "parquet"], b"");
    let message = "standard input: Parquet is read from both ends, so it has to be a file";
    assert_eq!(refused(&output, message), "");
}
