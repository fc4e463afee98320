#include "CLinuxMemory.h"

#include <malloc.h>

void dayline_memory_release(void) {
    malloc_trim(0);
}
