//! Questions to programs.

use paili::Tile;
use paili::game::Decision;

/// Writes the question behind a sitting's number: `OUT? 1M 4P`, `PONG? 4P`, `CHOW? 3P 4P 5P 2P 3P 4P`.
pub(super) fn write(decision: &Decision, line: &mut Vec<u8>) {
    let (verb, tiles): (&str, Vec<Tile>) = match *decision {
        Decision::Discard { tiles, .. } => ("OUT?", tiles.iter().collect()),
        Decision::Pong { tile, .. } => ("PONG?", vec![tile]),
        Decision::Chow { chows, .. } => ("CHOW?", chows.iter().flatten().flat_map(|chow| chow.tiles()).collect()),
    };
    line.extend_from_slice(verb.as_bytes());
    for tile in tiles {
        line.push(b' ');
        line.extend_from_slice(tile.token().as_bytes());
    }
    line.push(b'\n');
}

/// What may be answered, for messages.
pub(super) fn expected(decision: &Decision) -> String {
    match decision {
        Decision::Discard { tiles, .. } => format!("OUT and one of {tiles}"),
        Decision::Pong { .. } => "PONG or PASS".to_owned(),
        Decision::Chow { chows, .. } => {
            let chows: Vec<String> = chows.iter().flatten().map(|chow| format!("CHOW {chow}")).collect();
            format!("{} or PASS", chows.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paili::Chow;
    use paili::game::Seat;

    #[test]
    fn questions_say_what_may_be_answered() {
        let (seat, from) = (Seat::B, Seat::A);
        let chows = [None, Chow::starting(Tile::P4), Chow::starting(Tile::P3)];
        for (decision, question, answers) in [
            (
                Decision::Discard { seat, tiles: [Tile::P4, Tile::EAST].into_iter().collect() },
                "OUT? 4P E",
                "OUT and one of 4P E",
            ),
            (Decision::Pong { seat, from, tile: Tile::P4 }, "PONG? 4P", "PONG or PASS"),
            (
                Decision::Chow { seat, from, tile: Tile::P4, chows },
                "CHOW? 4P 5P 6P 3P 4P 5P",
                "CHOW 4P 5P 6P, CHOW 3P 4P 5P or PASS",
            ),
        ] {
            let mut line = Vec::new();
            write(&decision, &mut line);
            assert_eq!((line, expected(&decision)), (format!("{question}\n").into_bytes(), answers.to_owned()));
        }
    }
}
