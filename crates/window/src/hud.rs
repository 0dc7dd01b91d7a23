//! The text around the boards: titles of panels, the lines at the bottom, the state of the square under the pointer,
//! and the text of a shader.

use courser_view::{Area, Overlay, Palette};

use crate::shown::FrameInputs;
use crate::sight::letter;

/// Font size of the text in logical pixels per em.
pub(crate) const EM: f32 = 14.0;

/// Minimum height, in lines of text, of a window with two lines at the bottom. A smaller window has only one line at
/// the bottom.
const FEW_LINES: f32 = 24.0;

/// A line at the bottom of the window, with a text on the left and a text on the right. Each text has several versions.
pub(crate) struct Bar<'a> {
    /// Versions of the text on the left, from the longest to the shortest.
    pub(crate) left: &'a [String],
    /// Versions of the text on the right, from the longest to the shortest.
    pub(crate) right: &'a [String],
}

impl Bar<'_> {
    /// Writes the texts on a background, in line `nth` from the bottom. Lines are counted from 1.
    pub(crate) fn write(&self, overlay: &mut Overlay, em: f32, palette: Palette, nth: f32) {
        let (colours, size) = (palette.colours(), overlay.size());
        let (line, width) = (line_height(em), size.0 as f32);
        let top = size.1 as f32 - nth * line;
        overlay.fill((0.0, top), (width, line), colours.background, 0.88);
        let (left, right) = self.fitting(em, width);
        let middle = top + line / 2.0;
        overlay.text(left, em, (em * 0.6, middle), colours.ink);
        overlay.text(right, em, (width - em * 0.6 - Overlay::width(right, em), middle), colours.label);
    }

    /// Returns the longest versions of the two texts that fit next to each other. The right text is shortened first,
    /// then the left one.
    fn fitting(&self, em: f32, width: f32) -> (&str, &str) {
        let room = width - 2.6 * em;
        let pairs = self.left.iter().flat_map(|left| self.right.iter().map(move |right| (left, right)));
        let fits = |(left, right): &(&String, &String)| Overlay::width(left, em) + Overlay::width(right, em) <= room;
        let shortest = || (self.left.last().map_or("", String::as_str), "");
        pairs.into_iter().find(fits).map_or_else(shortest, |(left, right)| (left, right))
    }
}

/// Returns the height of a line of text in pixels. `em` is the font size in pixels per em.
pub(crate) fn line_height(em: f32) -> f32 {
    (em * 1.6).round()
}

/// Returns the height in pixels of the text at the bottom of a window of the given height. The text has one line for
/// the square under the pointer, and one line for the progress. In a low window, the square and the progress share a
/// single line.
pub(crate) fn words_height(em: f32, height: u32) -> u32 {
    let lines = if (height as f32) < FEW_LINES * line_height(em) { 1 } else { 2 };
    lines * line_height(em) as u32
}

/// Writes the titles of all scenes that show a channel. A title that does not fit is shortened. If a scene has no title
/// line, the letter of its channel is written in the corner.
pub(crate) fn titles(overlay: &mut Overlay, em: f32, scenes: &[FrameInputs<'_>]) {
    let line = line_height(em);
    for (channel, shown) in scenes.iter().filter_map(|shown| Some((shown.channel?, shown))) {
        let (area, title) = (shown.area, channel.title());
        let colour = shown.palette.colours().label;
        if !shown.has_title {
            let corner = (area.left as f32 + 0.3 * em, area.top as f32 + 0.6 * em);
            overlay.text(letter(channel), em, corner, colour);
            continue;
        }
        let short = format!("{}: {channel}", title.split([':', ';', ',']).next().unwrap_or(title));
        let text = if Overlay::width(title, em) <= area.width as f32 - em { title } else { &short };
        let left = area.left as f32 + (area.width as f32 - Overlay::width(text, em)) / 2.0;
        overlay.text(text, em, (left, area.top as f32 - line / 2.0), colour);
    }
}

/// Writes the text of a shader into an area, in the largest font that fits. Long lines are broken at spaces.
pub(crate) fn shader(overlay: &mut Overlay, area: Area, palette: Palette, em: f32, (name, text): (&str, &str)) {
    let colours = palette.colours();
    let corner = (area.left as f32, area.top as f32);
    let size = (area.width as f32, area.height as f32);
    overlay.fill(corner, size, colours.background, 1.0);
    overlay.fill(corner, (1.0, size.1), colours.rim, 1.0);
    let lines = |em: f32| broken(text, size.0 - 2.0 * em, em);
    let fits = |em: &f32| (lines(*em).len() as f32 + 2.0) * 1.3 * em <= size.1;
    let mut sizes = (0..=8).map(|step| em * (1.0 - 0.06 * step as f32));
    let em = sizes.clone().find(fits).or_else(|| sizes.next_back()).unwrap_or(em);
    let row = |nth: usize| (corner.0 + em, corner.1 + (nth as f32 + 1.0) * 1.3 * em);
    overlay.text(name, em, row(0), colours.line);
    let all = lines(em);
    let max = ((size.1 / (1.3 * em)) as usize).saturating_sub(2);
    for (nth, line) in all.iter().take(max).enumerate() {
        let is_comment = line.trim_start().starts_with("//");
        overlay.text(line, em, row(nth + 1), if is_comment { colours.label } else { colours.ink });
    }
}

/// Returns the lines of a text. A line that is wider than `room` pixels is broken at spaces.
fn broken(text: &str, room: f32, em: f32) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let indent = &line[..line.len() - line.trim_start().len()];
        let next = if line.trim_start().starts_with("//") { format!("{indent}//") } else { format!("{indent}    ") };
        let mut row = indent.to_owned();
        for word in line.split_whitespace() {
            let longer = if row.trim().is_empty() { format!("{row}{word}") } else { format!("{row} {word}") };
            if row.trim().is_empty() || Overlay::width(&longer, em) <= room {
                row = longer;
            } else {
                lines.push(std::mem::replace(&mut row, format!("{next} {word}")));
            }
        }
        lines.push(row);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_words_at_the_lower_edge_the_name_of_the_pass_goes_last() {
        let left = ["8x8, decision cycle, visit 5 of 64, paused", "visit 5 of 64", ""].map(str::to_owned);
        let right = ["move 2, decide: every square picks   4 moves/s   ? keys", "move 2, decide"].map(str::to_owned);
        let bar = Bar { left: &left, right: &right };
        assert_eq!(bar.fitting(14.0, 2000.0), (&*left[0], &*right[0]));
        assert_eq!(bar.fitting(14.0, 460.0), (&*left[0], &*right[1]));
        assert_eq!(bar.fitting(14.0, 260.0), (&*left[1], &*right[1]));
        assert_eq!(bar.fitting(14.0, 150.0), ("", &*right[1]));
    }

    #[test]
    fn no_line_of_a_shader_is_wider_than_its_room_and_no_word_is_lost() {
        let text = courser_shaders::cycle::DECIDE;
        let lines = broken(text, 300.0, 12.0);
        assert!(lines.iter().all(|line| Overlay::width(line, 12.0) <= 300.0 || line.split_whitespace().count() <= 2));
        let words = |text: &str| text.split_whitespace().filter(|word| *word != "//").collect::<Vec<_>>().join(" ");
        assert_eq!(words(&lines.join("\n")), words(text));
    }
}
