/* Reports the slow path of Swift's Mutex to ThreadSanitizer. On Linux the slow path is in the standard
 * library, which is not instrumented, so that data behind a contended lock would seem unprotected. The
 * fast path is inlined and instrumented.
 *
 * Loaded before the standard library, these functions interpose its functions and call them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

typedef SWIFT void lock_slow(uint32_t thread, SELF self);
typedef SWIFT void unlock_slow(SELF self);

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void dayline_lock_slow(uint32_t thread, SELF self) __asm__(LOCK);
SWIFT void dayline_unlock_slow(SELF self) __asm__(UNLOCK);

SWIFT void dayline_lock_slow(uint32_t thread, SELF self) {
    ((lock_slow *)dlsym(RTLD_NEXT, LOCK))(thread, self);
    __tsan_acquire(self);
}

SWIFT void dayline_unlock_slow(SELF self) {
    __tsan_release(self);
    ((unlock_slow *)dlsym(RTLD_NEXT, UNLOCK))(self);
}
