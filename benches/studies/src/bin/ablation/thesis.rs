//! The figures of the ZMBL thesis (chapter 3): 50 positions that are not printed,
//! depths 1 to 8.

/// Nodes of the full search (the sum of tables 3-3 to 3-13).
pub(crate) const NODES: [u64; 8] = [29_115, 68_274, 202_535, 1_031_448, 3_696_393, 14_089_815, 45_134_350, 164_786_147];

/// The saving of a technique, in per cent of the nodes without it.
pub(crate) struct Saving {
    /// Our switch.
    pub(crate) switch: &'static str,
    /// The number of the table.
    pub(crate) table: &'static str,
    /// By depth.
    pub(crate) percent: [f64; 8],
}

pub(crate) const SAVINGS: [Saving; 5] = [
    Saving {
        switch: "principal_variation",
        table: "3-3",
        percent: [-0.60, -1.22, 1.34, -7.32, -1.90, -9.71, -8.81, -10.62],
    },
    Saving { switch: "table", table: "3-6", percent: [0.0, -0.48, -9.00, -12.27, -20.42, -30.68, -41.66, -49.83] },
    Saving {
        switch: "iterative_deepening",
        table: "3-7",
        percent: [0.0, 6.08, -3.81, -5.62, -6.76, -23.08, -26.91, -24.78],
    },
    Saving {
        switch: "fail_low_correction",
        table: "3-11",
        percent: [0.0, 0.0, -2.95, -2.71, -5.48, -9.06, -9.24, -11.87],
    },
    Saving { switch: "null_move", table: "3-13", percent: [0.0, 7.43, -14.07, -0.77, -37.28, -46.60, -67.80, -75.14] },
];

/// Table 3-9, cut-offs in per cent by depth from 2 on: table move, captures, killers, history.
pub(crate) const STAGES: [[f64; 4]; 7] = [
    [3.33, 63.93, 23.31, 9.43],
    [23.08, 55.02, 15.09, 6.81],
    [16.85, 61.19, 16.16, 5.80],
    [25.71, 56.37, 12.92, 5.00],
    [20.26, 61.55, 13.39, 4.80],
    [24.08, 59.76, 11.82, 4.35],
    [21.23, 62.66, 11.80, 4.31],
];
