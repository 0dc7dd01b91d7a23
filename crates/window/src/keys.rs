//! Lays out the page that lists the keys, for a window of any size. Long lines are broken, and lines that do not fit
//! continue on the next page.

use crate::controls;
use crate::hud::line_height;
use courser_view::{Overlay, Palette};

/// A line with keys and their description. In a narrow window, the keys and the description have separate lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct KeyLine {
    keys: String,
    words: String,
}

/// The pages of a window's help, which list the keys.
pub(crate) struct Keys {
    em: f32,
    size: (u32, u32),
    /// Distance from the left edge of the page to the descriptions, in pixels.
    indent: f32,
    /// Width of the page in pixels.
    width: f32,
    pages: Vec<Vec<KeyLine>>,
}

impl Keys {
    /// Creates the pages that list the keys, for a window of `size` pixels.
    pub(crate) fn new(em: f32, size: (u32, u32)) -> Self {
        let widest = |column: fn((&'static str, &'static str)) -> &'static str| {
            controls::page().map(|row| Overlay::width(column(row), em)).fold(0.0, f32::max)
        };
        let (keys, words) = (widest(|(keys, _)| keys), widest(|(_, words)| words));
        let max = size.0 as f32 - 2.0 * em;
        // The descriptions are next to the keys if at least about 20 letters fit there.
        let beside = max - keys - 1.5 * em >= 10.0 * em;
        let indent = if beside { keys + 1.5 * em } else { 1.5 * em };
        let room = (max - indent).max(em).min(words);
        let width = if beside { indent + room } else { keys.max(indent + room).min(max) };
        let rows: Vec<Vec<KeyLine>> =
            controls::page().map(|(keys, words)| rows(em, keys, words, room, beside)).collect();
        let high = size.1 as f32 - 1.6 * em;
        let all = ((high / line_height(em)) as usize).max(1);
        let total: usize = rows.iter().map(Vec::len).sum();
        // If there are several pages, the last line contains the page number.
        let each = if total <= all { all } else { (all - 1).max(1) };
        let mut pages: Vec<Vec<KeyLine>> = vec![Vec::new()];
        for row in rows {
            let page = pages.last_mut().expect("there is one page at least");
            if !page.is_empty() && page.len() + row.len() > each {
                pages.push(row);
            } else {
                page.extend(row);
            }
        }
        Self { em, size, indent, width, pages }
    }

    /// Returns the number of pages.
    pub(crate) const fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Writes the page with index `nth` in the middle of the window.
    pub(crate) fn write(&self, nth: usize, palette: Palette, overlay: &mut Overlay) {
        let colours = palette.colours();
        let (em, line) = (self.em, line_height(self.em));
        let nth = nth.min(self.pages.len() - 1);
        let count = self.pages[nth].len() + usize::from(self.pages.len() > 1);
        let (width, height) = (self.width + 2.0 * em, count as f32 * line + 1.6 * em);
        let left = ((self.size.0 as f32 - width) / 2.0).max(0.0).round();
        let top = ((self.size.1 as f32 - height) / 2.0).max(0.0).round();
        overlay.fill((left - 1.0, top - 1.0), (width + 2.0, height + 2.0), colours.rim, 1.0);
        overlay.fill((left, top), (width, height), colours.background, 1.0);
        let middle = |nth: usize| top + 0.8 * em + line * (nth as f32 + 0.5);
        for (at, KeyLine { keys, words }) in self.pages[nth].iter().enumerate() {
            overlay.text(keys, em, (left + em, middle(at)), colours.line);
            overlay.text(words, em, (left + em + self.indent, middle(at)), colours.ink);
        }
        if self.pages.len() > 1 {
            let text = format!("? more, {} of {}", nth + 1, self.pages.len());
            overlay.text(&text, em, (left + em, middle(count - 1)), colours.label);
        }
    }
}

/// Returns the lines that one entry takes on a help page.
fn rows(em: f32, keys: &str, words: &str, room: f32, beside: bool) -> Vec<KeyLine> {
    let mut lines = vec![KeyLine { keys: keys.into(), words: String::new() }];
    if !beside {
        lines.push(KeyLine::default());
    }
    for word in words.split(' ') {
        let line = lines.last_mut().expect("there is one line at least");
        let longer = if line.words.is_empty() { word.to_owned() } else { format!("{} {word}", line.words) };
        if line.words.is_empty() || Overlay::width(&longer, em) <= room {
            line.words = longer;
        } else {
            lines.push(KeyLine { keys: String::new(), words: word.to_owned() });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of pages for a window of this size, and all words on these pages.
    fn words_of(size: (u32, u32), em: f32) -> (usize, String) {
        let keys = Keys::new(em, size);
        let mut text = String::new();
        for page in 0..keys.pages() {
            // Checks that the page is not empty. Also checks that the text is not cut off at the edges.
            let mut overlay = Overlay::new(size);
            keys.write(page, Palette::Light, &mut overlay);
            let (wide, high) = (size.0 as usize, size.1 as usize);
            let ink = |x: usize, y: usize| {
                let [r, g, b, alpha] = overlay.rgba().as_chunks().0[y * wide + x];
                alpha > 200 && [r, g, b].iter().all(|&part| part < 90)
            };
            assert!((0..high).any(|y| (0..wide).any(|x| ink(x, y))), "page {page} of {size:?} is empty");
            assert!(!(0..high).any(|y| ink(wide - 1, y)) && !(0..wide).any(|x| ink(x, high - 1)), "{size:?}");
        }
        for line in keys.pages.iter().flatten() {
            text += &format!("{} {} ", line.keys, line.words);
        }
        (keys.pages(), text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn every_key_is_told_in_full_in_a_window_of_any_size() {
        let whole: Vec<&str> =
            controls::page().flat_map(|(keys, words)| [keys, words]).flat_map(str::split_whitespace).collect();
        for (size, em) in
            [((240, 180), 14.0), ((300, 700), 14.0), ((640, 240), 14.0), ((900, 800), 14.0), ((480, 360), 28.0)]
        {
            let (pages, text) = words_of(size, em);
            let mut said: Vec<&str> = text.split(' ').collect();
            let mut whole = whole.clone();
            said.sort_unstable();
            whole.sort_unstable();
            assert_eq!(said, whole, "{size:?}");
            assert_eq!(pages == 1, size == (900, 800), "{pages} pages in {size:?}");
        }
    }
}
