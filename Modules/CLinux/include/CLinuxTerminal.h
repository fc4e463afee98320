#pragma once

/// Switches a terminal to its second screen and to raw input: bytes are readable at once and not
/// echoed, and only the keys for signals are handled by the terminal.
///
/// A signal that ends the process, a crash among them, first restores the terminal. So does one that
/// stops the process; once the process continues, the second screen is shown again. One screen at a
/// time. Returns a non-blocking descriptor that is readable after the size of the terminal has changed
/// or the screen has to be drawn again, or -1 with errno set.
int dayline_terminal_enter(int fd);

/// Restores the terminal and the handlers of signals. Does nothing without a screen.
void dayline_terminal_leave(void);
