//! The first line of a survey: everything that was asked, so that a file can be continued, merged and checked.

use std::fmt;
use std::str::FromStr;

use courser::engine::survey::{Starts, Survey};

use crate::args::{Seeds, Shard};

/// What a survey's file begins with.
const MARK: &str = "# courser survey: ";

/// What a file of a survey holds: all of it, or a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) survey: Survey,
    pub(super) shard: Option<Shard>,
}

impl Header {
    /// The rows that the file has when it is whole.
    pub(super) fn rows(&self) -> u64 {
        let all = self.survey.rows();
        self.shard.map_or(all, |shard| all.saturating_sub(shard.index).div_ceil(shard.of))
    }

    /// Whether row `row` of the survey is in the file.
    pub(super) fn has(&self, row: u64) -> bool {
        self.shard.is_none_or(|shard| shard.has(row))
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Survey { boards, leaper, starts, by_start, rules, orders, seeds, tries } = &self.survey;
        let list = |items: Vec<String>| items.join(",");
        write!(f, "{MARK}boards={boards} leaper={leaper} starts={starts} by-start={by_start} tries={tries}")?;
        write!(f, " rules={}", list(rules.iter().map(ToString::to_string).collect()))?;
        write!(f, " orders={}", list(orders.iter().map(ToString::to_string).collect()))?;
        write!(f, " seeds={} rows={}", seed_ranges(seeds), self.survey.rows())?;
        match self.shard {
            Some(Shard { index, of }) => write!(f, " shard={index}/{of}"),
            None => Ok(()),
        }
    }
}

/// Seeds as short as they can be said: `0..=9,12`.
fn seed_ranges(seeds: &[u64]) -> String {
    let runs = seeds.chunk_by(|&a, &b| a.checked_add(1) == Some(b));
    let say = |run: &[u64]| match run {
        [one] => one.to_string(),
        _ => format!("{}..={}", run[0], run[run.len() - 1]),
    };
    runs.map(say).collect::<Vec<_>>().join(",")
}

impl FromStr for Header {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let fields = line.strip_prefix(MARK).ok_or("it does not begin as a survey of courser does")?;
        let field = |name: &str| {
            let found = fields.split(' ').find_map(|field| field.strip_prefix(name)?.strip_prefix('='));
            found.ok_or_else(|| format!("its first line does not say {name}"))
        };
        fn read<T: FromStr<Err: fmt::Display>>(name: &str, text: &str) -> Result<T, String> {
            text.parse().map_err(|error| format!("its first line says {name}={text}: {error}"))
        }
        fn list<T: FromStr<Err: fmt::Display>>(name: &str, text: &str) -> Result<Vec<T>, String> {
            text.split(',').map(|item| read(name, item)).collect()
        }
        let starts = match field("starts")? {
            "all" => Starts::All,
            text => match text.parse() {
                Ok(most) => Starts::Spread(most),
                Err(_) => Starts::Named(text.split('+').map(str::to_owned).collect()),
            },
        };
        let survey = Survey {
            boards: read("boards", field("boards")?)?,
            leaper: read("leaper", field("leaper")?)?,
            starts,
            by_start: read("by-start", field("by-start")?)?,
            rules: list("rules", field("rules")?)?,
            orders: list("orders", field("orders")?)?,
            seeds: read::<Seeds>("seeds", field("seeds")?)?.0,
            tries: read("tries", field("tries")?)?,
        };
        let shard = field("shard").ok().map(|text| read("shard", text)).transpose()?;
        let header = Self { survey, shard };
        // Whatever was left out or is not understood would change the rows.
        if header.to_string() != line {
            return Err("its first line is of another version of courser, or was changed".into());
        }
        Ok(header)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read_as_it_is_written() {
        let lines = [
            "# courser survey: boards=5..=100 leaper=1,2 starts=256 by-start=false tries=1 rules=warnsdorff,squirrel-cull orders=slides seeds=0 rows=192",
            "# courser survey: boards=8,6x10 leaper=1,4 starts=0,0+e6 by-start=true tries=9 rules=random orders=slides,37512684 seeds=0..=9,12 rows=88 shard=1/2",
        ];
        for line in lines {
            let line = line.replace("37512684", "clockwise");
            assert_eq!(line.parse::<Header>().map(|header| header.to_string()), Ok(line.clone()));
        }
        let half: Header = lines[1].replace("37512684", "clockwise").parse().unwrap();
        assert_eq!(half.rows(), 44);
    }

    #[test]
    fn another_first_line_is_refused_with_the_reason() {
        let line = "# courser survey: boards=5..=9 leaper=1,2 starts=all by-start=false tries=1 rules=roth orders=slides seeds=0 rows=5";
        assert!(line.parse::<Header>().is_ok());
        for (from, to) in [
            ("rows=5", "rows=6"),
            ("boards", "bords"),
            ("roth", "rooth"),
            ("# courser", "#courser"),
            (" tries=1", " tries=01"),
        ] {
            assert!(line.replace(from, to).parse::<Header>().is_err(), "{to}");
        }
    }
}
