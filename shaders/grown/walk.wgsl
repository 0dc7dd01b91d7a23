// Functions that walk from splitter to splitter, shared by `splitters` and `number`.
//
// A splitter is a square whose row and column are multiples of 8, or the start of the tour. The links of a square are
// bits of a mask. A splitter k has two half-edges: 2 k for the link with the lower bit, and 2 k + 1 for the other link.
// The two ends of an open tour are linked to each other.

// Position of a walk.
struct Walker {
    row: u32,
    col: u32,
    // Links of the square.
    links: u32,
    // Link by which the walk arrived at the square, as a bit; 0 for the link between the ends of an open tour.
    came: u32,
}

fn cell_of(walker: Walker) -> u32 {
    return (walker.row * job.pitch) + walker.col;
}

fn low_bit(links: u32) -> u32 {
    return links & (~links + 1u);
}

// Returns a walker that leaves a splitter by a half-edge. If the splitter is a hole, the walker has no links.
fn leave(half: u32) -> Walker {
    let splitter = half / 2u;
    var row = (splitter / job.across) * 8u;
    var col = (splitter % job.across) * 8u;
    if splitter == job.splitters {
        row = job.extra / job.pitch;
        col = job.extra % job.pitch;
    }
    let links = links_of(row, col);
    let low = low_bit(links);
    // A walker that leaves a square by one link has arrived by the square's other link. Therefore `came` is the link
    // that does not belong to the half-edge `half`.
    return Walker(row, col, links, select(low, links ^ low, (half & 1u) == 0u));
}

fn stepped(walker: Walker) -> Walker {
    let onward = walker.links ^ walker.came;
    if onward == 0u {
        let there = select(job.ends.x, job.ends.y, cell_of(walker) == job.ends.x);
        let row = there / job.pitch;
        let col = there % job.pitch;
        return Walker(row, col, links_of(row, col), 0u);
    }
    let link = firstTrailingBit(onward) & 7u;
    let axis = link & 3u;
    let is_back = link >= 4u;
    let row = select(walker.row + down_of(axis), walker.row - down_of(axis), is_back);
    let col = select(walker.col + u32(right_of(axis)), walker.col - u32(right_of(axis)), is_back);
    return Walker(row, col, links_of(row, col), 1u << (link ^ 4u));
}

// Returns the half-edge by which a walker has arrived at a splitter, or NOWHERE if the walker is not on a splitter.
fn arrived(walker: Walker) -> u32 {
    var splitter = ((walker.row / 8u) * job.across) + (walker.col / 8u);
    if ((walker.row | walker.col) & 7u) != 0u {
        if cell_of(walker) != job.extra {
            return NOWHERE;
        }
        splitter = job.splitters;
    }
    return (2u * splitter) + select(1u, 0u, low_bit(walker.links) == walker.came);
}
