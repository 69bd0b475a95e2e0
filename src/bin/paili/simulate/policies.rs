//! Who plays.

use paili::simulation::Strategy;

/// Reads one policy for all seats, or one for each.
pub fn parse_policies(text: &str) -> Result<[Strategy; 4], String> {
    let policies: Result<Vec<Strategy>, _> = text.split(',').map(|name| name.trim().parse()).collect();
    let policies = policies.map_err(|error| error.to_string())?;
    match policies[..] {
        [all] => Ok([all; 4]),
        [a, b, c, d] => Ok([a, b, c, d]),
        _ => Err(format!("{} policies for four seats: expected one for all or four", policies.len())),
    }
}

/// The policies as they are said: one name for four alike.
pub fn say_policies(policies: [Strategy; 4]) -> String {
    let [first, rest @ ..] = policies;
    if rest == [first; 3] { first.name().to_owned() } else { policies.map(Strategy::name).join(",") }
}
