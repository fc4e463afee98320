#pragma once

/// Gives memory that was freed back to the system.
void dayline_memory_release(void);
