//! How a league stands, for people.

use paili::answers::page::{Column, Page, grouped, left, number, plural, points, right, took};
use paili::simulation::Verdict;
use paili_arena::{FaultKind, LeagueAnswer};

use super::report::Report;

const STANDING: [Column; 8] =
    [right(3), left(0).after(2), left(0).after(2), right(8), right(9), right(12), right(9), right(13)];

/// The league on a page.
pub fn render(report: &Report<'_>) -> String {
    let Report { args, league: LeagueAnswer { names, standing, ratings, .. }, .. } = report;
    let mut page = Page::default();
    let of = if standing.walls() == args.walls { String::new() } else { format!(" of {}", grouped(args.walls)) };
    let (walls, games) = (plural(standing.walls(), "wall"), grouped(standing.games()));
    let seed = args.running.seed();
    page.line(&format!("League of {} players: {walls}{of}, {games} games (seed {seed})", names.len()));
    let order = ratings.order();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let mut columns = STANDING;
    [columns[1], columns[2]] = [left(width).after(2), left(26).after(2)];
    page.heading(&columns, &["", "Player", "Elo (95 % interval)", "better", "wins", "seats", "faults", "an answer"]);
    for (place, &player) in order.iter().enumerate() {
        let interval = ratings.interval(player);
        let elo = format!("{:+7.1} ({:+.1} to {:+.1})", ratings.elo(player), interval.low, interval.high);
        let next = order.get(place + 1);
        let better =
            next.map_or("–".to_owned(), |&next| format!("{:.1} %", 100.0 * ratings.superiority(player, next)));
        let counts = standing.player(player);
        let wins = match counts.seats {
            0 => "–".to_owned(),
            seats => format!("{:.2} %", 100.0 * (counts.wins as f64 / seats as f64)),
        };
        let answer =
            report.thinking[player].mean().map_or("–".to_owned(), |seconds| format!("{:.1} µs", 1e6 * seconds));
        let (faults, seats) = (grouped(counts.faults.iter().sum::<u64>()), grouped(counts.seats));
        let place = (place + 1).to_string();
        page.row(&columns, &[&place, &names[player], &elo, &better, &wins, &seats, &faults, &answer]);
    }
    page.line("\nbetter: how likely the player is better than the next.");
    page.line(&format!("Elo: of {}.", standing.league().tables().scale()));
    if (0..names.len()).any(|player| standing.player(player).faults.iter().sum::<u64>() > 0) {
        page.line("wins: at the table, of all seats. There nobody wins a forfeited game; in scores and ratings everybody else does:");
        page.line("      against somebody who always forfeits, 0 % of wins and a score of 100 %.");
    }
    add_matrix(&mut page, report, &order, width);
    add_faults(&mut page, report);
    if args.until.test().is_some() {
        add_verdicts(&mut page, report, &order);
    }
    page.line(&format!("\n{} games {}", grouped(report.played_now), took(report.played_now, "games", report.took)));
    page.into_text()
}

/// What everybody scored against everybody.
fn add_matrix(page: &mut Page, report: &Report<'_>, order: &[usize], width: usize) {
    let columns: Vec<Column> =
        [right(3), left(width.max(17)).after(2)].into_iter().chain(order.iter().map(|_| right(7))).collect();
    let numbers: Vec<String> = (1..=order.len()).map(|place| place.to_string()).collect();
    let mut heading = vec!["", "Score against (%)"];
    heading.extend(numbers.iter().map(String::as_str));
    page.heading(&columns, &heading);
    for (place, &player) in order.iter().enumerate() {
        let scores = order.iter().map(|&other| match report.league.standing.league().score(player, other) {
            Some(score) => format!("{:.2}", 100.0 * score),
            None => "–".to_owned(),
        });
        let cells: Vec<String> =
            [numbers[place].clone(), report.league.names[player].clone()].into_iter().chain(scores).collect();
        page.row(&columns, &cells.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

fn add_faults(page: &mut Page, report: &Report<'_>) {
    for (player, name) in report.league.names.iter().enumerate() {
        let faults = report.league.standing.player(player).faults;
        if faults != [0; FaultKind::ALL.len()] {
            let kinds = FaultKind::ALL.iter().zip(faults).filter(|(_, count)| *count > 0);
            let kinds: Vec<String> = kinds.map(|(kind, count)| format!("{} {}", grouped(count), kind.name())).collect();
            page.line(&format!("\nFaults of {name}: {}", kinds.join(", ")));
        }
    }
}

fn add_verdicts(page: &mut Page, report: &Report<'_>, order: &[usize]) {
    let Report { args, league: LeagueAnswer { names, standing, .. }, .. } = report;
    page.line("\nDifferences of win rates in percentage points (95 % interval), and what the test found");
    for (place, &first) in order.iter().enumerate() {
        for &second in &order[place + 1..] {
            let verdict =
                standing.league().difference(first, second).map_or(String::new(), |(difference, interval)| {
                    interval.map_or(number(Some(100.0 * difference), 2), |interval| points(difference, interval))
                });
            let found = args.until.say(ordered(report, first, second), [&names[first], &names[second]]);
            let walls = plural(standing.league().walls(first, second), "wall");
            page.line(&format!("  {} – {}: {verdict} after {walls}: {found}", names[first], names[second]));
        }
    }
}

/// What was decided of two players in this order.
fn ordered(report: &Report<'_>, first: usize, second: usize) -> Option<Verdict> {
    let verdict = report.league.verdict(first.min(second), first.max(second))?;
    Some(match verdict {
        Verdict::Better(side) if first > second => Verdict::Better(side.other()),
        other => other,
    })
}
