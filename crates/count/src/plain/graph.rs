//! The graph whose Hamiltonian cycles are counted. Its vertices are in the order in which they are decided.

use std::collections::HashSet;

use courser_board::{Board, Square, Wrap};

use crate::{CountTask, Tours, estimate};

/// A graph for a count that decides the edges of vertex 0, then the edges of vertex 1, and so on.
///
/// Each edge has a parity bit, which is 0 or 1. The *parity* of a cycle is the sum of its edges' parity bits modulo 2.
/// Symmetric tours are counted by parity.
#[derive(Clone, Debug, Default)]
pub(crate) struct VertexGraph {
    /// For each vertex, its edges to later vertices. An edge consists of the later vertex and the parity bit of the
    /// edge.
    later: Vec<Vec<(usize, bool)>>,
}

impl VertexGraph {
    fn ordered(vertices: usize, edges: &[(usize, usize, bool)], order: &[usize]) -> Self {
        let mut place = vec![0; vertices];
        order.iter().enumerate().for_each(|(at, &vertex)| place[vertex] = at);
        let mut later = vec![Vec::new(); vertices];
        for &(a, b, bit) in edges {
            let (a, b) = (place[a].min(place[b]), place[a].max(place[b]));
            later[a].push((b, bit));
        }
        later.iter_mut().for_each(|list| list.sort_unstable());
        Self { later }
    }

    /// Returns the number of vertices.
    pub(crate) fn len(&self) -> usize {
        self.later.len()
    }

    /// Returns the edges from a vertex to later vertices. Each element contains the later vertex and the parity bit of
    /// the edge.
    pub(super) fn later(&self, vertex: usize) -> &[(usize, bool)] {
        &self.later[vertex]
    }

    /// Returns a list of frontiers. The frontier at index i belongs to the moment when the first i vertices are
    /// decided. A frontier consists of the undecided vertices that have an edge to a decided vertex. Some edges of a
    /// vertex in the frontier are already decided.
    pub(super) fn frontiers(&self) -> Vec<Vec<usize>> {
        let mut frontier: Vec<usize> = Vec::new();
        let mut frontiers = vec![Vec::new()];
        for vertex in 0..self.len() {
            frontier.extend(self.later[vertex].iter().map(|&(to, _)| to));
            frontier.sort_unstable();
            frontier.dedup();
            frontier.retain(|&at| at > vertex);
            frontiers.push(frontier.clone());
        }
        frontiers
    }

    /// Returns the width of the frontier before each step.
    pub(crate) fn widths(&self) -> impl Iterator<Item = usize> {
        // A vertex enters the frontier when its first neighbour is decided, and leaves the frontier when the vertex
        // itself is decided.
        let mut first = vec![usize::MAX; self.len()];
        for (vertex, later) in self.later.iter().enumerate() {
            for &(to, _) in later {
                first[to] = first[to].min(vertex);
            }
        }
        let mut coming = vec![0_usize; self.len()];
        first.iter().filter(|&&vertex| vertex != usize::MAX).for_each(|&vertex| coming[vertex] += 1);
        let mut width = 0;
        (0..self.len()).map(move |vertex| {
            width += coming[vertex];
            width -= usize::from(first[vertex] != usize::MAX);
            width
        })
    }

    /// Returns the number of vertices in the widest frontier.
    pub(crate) fn width(&self) -> usize {
        self.widths().max().unwrap_or(0)
    }

    /// Estimates the memory in bytes that a count needs at its peak.
    pub(crate) fn bytes(&self) -> f64 {
        estimate::plain(self.len() as u64, self.width())
    }

    /// Returns the graph of a task: the squares and moves of the board, and for open tours the apex that
    /// [`new`](Self::new) describes.
    pub(crate) fn of(task: &CountTask) -> Self {
        Self::decided(task, square_orders)
    }

    /// Returns the graph of a task. The squares are decided in ascending order of `key`.
    pub(crate) fn along<K: Ord>(task: &CountTask, key: impl Fn(Square) -> K) -> Self {
        Self::decided(task, |_, squares, _| {
            let mut order: Vec<usize> = (0..squares.len()).collect();
            order.sort_by_key(|&at| key(squares[at]));
            vec![order]
        })
    }

    fn decided(
        task: &CountTask,
        orders: impl FnOnce(&Board, &[Square], &[(usize, usize, bool)]) -> Vec<Vec<usize>>,
    ) -> Self {
        let board = task.board();
        let squares: Vec<Square> = board.squares().collect();
        let position = |square: Square| {
            squares.binary_search_by_key(&board.index(square), |&square| board.index(square)).expect("it is not a hole")
        };
        let mut edges: Vec<(usize, usize, bool)> = Vec::new();
        for (from, &square) in squares.iter().enumerate() {
            edges.extend(task.neighbours(square).map(position).filter(|&to| to > from).map(|to| (from, to, false)));
        }
        let orders = orders(board, &squares, &edges);
        let ends: Vec<usize> = task.ends().into_iter().map(position).collect();
        let ends = PathEnds::of_paths(squares.len(), (task.tours() != Tours::Closed).then_some(ends));
        let forced: Vec<_> = task.with().iter().map(|&both| both.map(position)).collect();
        Self::new(squares.len(), edges, orders, &ends, &forced)
    }

    /// Creates a graph from the given graph, which has `inner` vertices and the edges `edges`. If `ends` is empty, the
    /// cycles of the new graph correspond to the cycles of the given graph. Otherwise, the cycles of the new graph
    /// correspond to the paths of the given graph that `ends` permits. The vertices of the new graph are in an order
    /// that keeps the frontier narrow.
    ///
    /// Each element of `orders` lists all vertices of the given graph in a possible order. The best order is used. A
    /// path is closed by one more vertex, the *apex*, which has an edge to every vertex that can be an end. A vertex
    /// that must be an end is joined to the apex through an additional vertex of degree two, so that both edges of the
    /// additional vertex must be used. A forced edge is also split by such an additional vertex.
    pub(crate) fn new(
        inner: usize,
        mut edges: Vec<(usize, usize, bool)>,
        mut orders: Vec<Vec<usize>>,
        ends: &PathEnds,
        forced: &[[usize; 2]],
    ) -> Self {
        let is_forced: HashSet<[usize; 2]> = forced.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).collect();
        edges.retain(|&(from, to, _)| !is_forced.contains(&[from, to]));
        let mut middles = vec![Vec::new(); inner];
        for (&[a, b], middle) in forced.iter().zip(inner..) {
            edges.extend([(a, middle, false), (middle, b, false)]);
            [a, b].iter().for_each(|&end| middles[end].push(middle));
        }
        let mut vertices = inner + forced.len();
        for order in &mut orders {
            // Each required edge has an additional vertex. The additional vertex is inserted into `order` after one end
            // of the edge: the end that comes first in `order`.
            let mut placed = vec![false; forced.len()];
            let with_middles = |vertex: usize| {
                let new = |&&middle: &&usize| !std::mem::replace(&mut placed[middle - inner], true);
                let mut all: Vec<usize> = middles[vertex].iter().filter(new).copied().collect();
                all.push(vertex);
                all.reverse();
                all
            };
            *order = order.iter().copied().flat_map(with_middles).collect();
        }
        let between = vertices;
        let apex = between + ends.must.len();
        for &end in &ends.must {
            edges.extend([(end, vertices, false), (vertices, apex, false)]);
            vertices += 1;
        }
        edges.extend(ends.may.iter().map(|&end| (end, apex, false)));
        if !ends.must.is_empty() || !ends.may.is_empty() {
            vertices += 1;
        }
        orders.iter_mut().for_each(|order| order.extend(between..vertices));
        let best = orders.iter().map(|order| Self::ordered(vertices, &edges, order));
        let cost = |graph: &Self| graph.widths().map(|width| 2.2_f64.powi(width as i32)).sum::<f64>();
        best.min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or_default()
    }
}

/// The possible ends of paths, in two lists. Both lists are empty if cycles are counted.
#[derive(Debug, Default)]
pub(crate) struct PathEnds {
    /// Vertices that must be ends.
    pub(crate) must: Vec<usize>,
    /// Vertices that can be ends.
    pub(crate) may: Vec<usize>,
}

impl PathEnds {
    /// Returns the possible ends of paths. Each vertex in `must` is an end. If `must` contains fewer than two vertices,
    /// each of the remaining vertices can be an end. If `must` is `None`, cycles are counted, and the result contains
    /// no ends.
    pub(super) fn of_paths(vertices: usize, must: Option<Vec<usize>>) -> Self {
        let Some(must) = must else { return Self::default() };
        let may = if must.len() < 2 { (0..vertices).filter(|at| !must.contains(at)).collect() } else { Vec::new() };
        Self { must, may }
    }
}

/// Returns candidates for an order of the squares that keeps the frontier narrow: by rows, by columns, greedily, and
/// by the angle around the middle of the board.
fn square_orders(board: &Board, squares: &[Square], edges: &[(usize, usize, bool)]) -> Vec<Vec<usize>> {
    let rows: Vec<usize> = (0..squares.len()).collect();
    let mut cols = rows.clone();
    cols.sort_by_key(|&at| (squares[at].col, squares[at].row));
    let mut orders = vec![rows, cols];
    // On rectangles, other orders are rarely better than the orders by rows and by columns.
    let is_rectangle = board.hole_count() == 0 && board.wrap() == Wrap::None;
    if !is_rectangle && squares.len() <= 2000 {
        orders.push(greedy(squares.len(), edges));
        orders.push(around(board, squares));
    }
    orders
}

/// Returns the squares ordered by their angle around the middle of the board. This order suits boards with a hole in
/// the middle.
fn around(board: &Board, squares: &[Square]) -> Vec<usize> {
    let middle = |side: u32| f64::from(side - 1) / 2.0;
    let angle = |at: &usize| {
        let square = squares[*at];
        (f64::from(square.row) - middle(board.rows())).atan2(f64::from(square.col) - middle(board.cols()))
    };
    let mut order: Vec<usize> = (0..squares.len()).collect();
    order.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    order
}

/// Returns an order of the vertices. The next vertex in the order is always a vertex that keeps the frontier as narrow
/// as possible. If several vertices do so, the vertex that has been in the frontier longest is next.
pub(crate) fn greedy(vertices: usize, edges: &[(usize, usize, bool)]) -> Vec<usize> {
    let mut near = vec![Vec::new(); vertices];
    for &(a, b, _) in edges {
        near[a].push(b);
        near[b].push(a);
    }
    let mut waiting_since = vec![usize::MAX; vertices];
    let mut done = vec![false; vertices];
    let mut order = Vec::with_capacity(vertices);
    for time in 0..vertices {
        let grows = |vertex: usize| {
            near[vertex].iter().filter(|&&to| !done[to] && waiting_since[to] == usize::MAX).count()
                + usize::from(waiting_since[vertex] == usize::MAX)
        };
        let next = (0..vertices)
            .filter(|&vertex| !done[vertex])
            .min_by_key(|&vertex| (grows(vertex), waiting_since[vertex], vertex))
            .expect("there are as many vertices as rounds");
        done[next] = true;
        order.push(next);
        for &to in &near[next] {
            waiting_since[to] = waiting_since[to].min(time);
        }
    }
    order
}
