//! Which column holds the hands.

use paili::notation::read_hand;

/// The usual names of the column.
const USUAL: [&str; 2] = ["hand", "counts"];

/// The place of the column that was asked for, or of the one that holds the hands.
pub fn choose(asked: Option<&str>, names: &[&str]) -> Result<usize, String> {
    let find = |name: &str| names.iter().position(|&other| other == name);
    let place = match asked {
        Some(asked) => {
            Some(find(asked).ok_or_else(|| format!("no column {asked:?}: the columns are {}", list(names)))?)
        }
        None => USUAL.into_iter().find_map(find),
    };
    if let Some(place) = place {
        return match names.iter().filter(|&&other| other == names[place]).count() {
            1 => Ok(place),
            alike => Err(format!("{alike} columns are called {:?}: expected one", names[place])),
        };
    }
    match names {
        [] => Err("no columns: expected one of hands".to_owned()),
        [only] if read_hand(only).is_ok() => {
            Err(format!("the first line is a hand, {only:?}: expected the names of the columns"))
        }
        [_] => Ok(0),
        _ => Err(format!("which column holds the hands? Name it with --column; the columns are {}", list(names))),
    }
}

/// Names for a message.
fn list(names: &[&str]) -> String {
    const MOST: usize = 20;
    let mut list = names.iter().take(MOST).map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
    if names.is_empty() {
        list.push_str("none");
    } else if names.len() > MOST {
        list.push_str(", …");
    }
    list
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn the_column_is_the_one_asked_for_or_the_obvious_one() {
        assert_eq!(choose(Some("b"), &["a", "b"]), Ok(1));
        assert_eq!(choose(None, &["a", "hand", "counts"]), Ok(1));
        assert_eq!(choose(None, &["a", "counts"]), Ok(1));
        assert_eq!(choose(None, &["dealt"]), Ok(0));
        let refusal = |asked, names: &[&str]| choose(asked, names).unwrap_err();
        assert_eq!(refusal(None, &["hand", "b", "hand"]), "2 columns are called \"hand\": expected one");
        assert_eq!(choose(Some("b"), &["hand", "b", "hand"]), Ok(1));
        assert_eq!(refusal(Some("c"), &["a", "b"]), "no column \"c\": the columns are \"a\", \"b\"");
        assert_eq!(
            refusal(None, &["a", "b"]),
            "which column holds the hands? Name it with --column; the columns are \"a\", \"b\""
        );
        assert_eq!(refusal(None, &["1m"]), "the first line is a hand, \"1m\": expected the names of the columns");
        assert_eq!(refusal(None, &[]), "no columns: expected one of hands");
    }
}
