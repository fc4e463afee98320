/// More than the rounding error of a sum or quotient of sets and shares: 2.4 of 3 km are less than 0.8, and
/// 3 and 7 sets of 0.7 are less than 7.
let roundingError = 1e-9
