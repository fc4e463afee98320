#pragma once

/// The functions of libzmq, each of which loads the library at its first call.
///
/// Most commands make no connection of libzmq, whose 13 libraries take longer to load than such a command to
/// run. A program that links this library refers to no symbol of libzmq itself, so that `--as-needed` leaves
/// libzmq out of the libraries that the program starts with. A function that is missing here is found in
/// libzmq by the linker, which then is loaded at the start again.
