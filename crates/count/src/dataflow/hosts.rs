//! Where the processes of a count listen.

use courser_board::words::shorten_to;

use crate::CountError;

/// The addresses in a hostfile: `host:port`, one line per process, with `#` before a remark.
///
/// ```
/// let text = "# two on one machine\nlocalhost:2101\nlocalhost:2102  # the second\n";
/// assert_eq!(courser_count::hosts(text).unwrap(), ["localhost:2101", "localhost:2102"]);
/// assert!(courser_count::hosts("localhost:99999").is_err());
/// ```
///
/// # Errors
/// [`CountError::Task`] with the first line that is none.
pub fn hosts(text: &str) -> Result<Vec<String>, CountError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let address = |line: &str| match is_address(line) {
        true => Ok(line.to_owned()),
        false => {
            let message = format!("'{}' is not a host:port", shorten_to(60, line));
            Err(CountError::task(message, "write one line per process, as in localhost:2101"))
        }
    };
    lines.filter(|line| !line.is_empty()).map(address).collect()
}

fn is_address(text: &str) -> bool {
    // A byte order mark is not a letter of a name: it is not seen, and at the front of a file it is taken off.
    let is_in_name = |c: char| !c.is_whitespace() && !c.is_control() && c != '\u{feff}';
    let is_name = |name: &str| !name.is_empty() && name.chars().all(is_in_name);
    text.rsplit_once(':').is_some_and(|(name, port)| is_name(name) && port.parse::<u16>().is_ok_and(|port| port > 0))
}
