/* Preloaded into a process, counts the calls by which it changes files, and lets one of them go wrong.
 *
 * DREAMD_SHIM names a file that holds a struct page; whoever tests writes it and reads it (shim.py). Counted are the
 * calls of all processes that have this loaded. Writing to the standard streams, to pipes and to sockets changes no
 * file and is not counted.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

enum how { COUNT, KILL, TEAR, FAIL, FAIL_FROM, SHORT, STOP };

struct page {
    int count, at, how, error, hits;
    char what[40];
    char path[216];
    char kinds[1024]; /* of each change: 's' a sync, 'w' a write, '-' another */
};

static struct page *page;

__attribute__((constructor)) static void load(void) {
    const char *name = getenv("DREAMD_SHIM");
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    int fd = name ? real(name, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    void *mapped = mmap(NULL, sizeof(struct page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    page = mapped == MAP_FAILED ? NULL : mapped;
    close(fd);
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

/* A full disk lets go of what it has: removing, dating and naming rights need no room. */
static int needs_room(const char *what) {
    return strncmp(what, "unlink", 6) && strcmp(what, "rmdir") && strncmp(what, "ch", 2) && strncmp(what, "fch", 3) &&
           strncmp(what, "ut", 2) && strncmp(what, "fut", 3);
}

/* Counts one change. Returns 0: go on; 1: fail with errno; 2: write a part; 3: write a part, then die. */
static int change(const char *what, const char *path, int fd) {
    if (!page)
        return 0;
    int number = __atomic_add_fetch(&page->count, 1, __ATOMIC_SEQ_CST);
    if (number <= (int)sizeof page->kinds)
        page->kinds[number - 1] = strstr(what, "sync") ? 's' : strstr(what, "write") ? 'w' : '-';
    int now = page->how == FAIL_FROM ? page->at && number >= page->at : number == page->at;
    if (!now || (page->how == FAIL_FROM && page->error == ENOSPC && !needs_room(what)))
        return 0;
    if (!page->hits++) {
        char name[32], target[200];
        snprintf(page->what, sizeof page->what, "%s", what);
        if (!path) {
            snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
            ssize_t length = readlink(name, target, sizeof target - 1);
            target[length < 0 ? 0 : length] = 0;
        }
        snprintf(page->path, sizeof page->path, "%s", path ? path : target);
    }
    switch (page->how) {
    case KILL:
        die();
        return 1;
    case TEAR:
        return 3;
    case SHORT:
        return 2;
    case STOP:
        raise(SIGSTOP);
        return 0;
    case FAIL:
    case FAIL_FROM:
        errno = page->error;
        return 1;
    default:
        return 0;
    }
}

static int regular(int fd) {
    struct stat status;
    return fd > 2 && !fstat(fd, &status) && S_ISREG(status.st_mode);
}

#define REAL(name) static __typeof__(name) *real; if (!real) real = dlsym(RTLD_NEXT, #name)
#define PLAIN(type, name, parameters, arguments, path, fd) \
    type name parameters { \
        REAL(name); \
        int act = page ? change(#name, path, fd) : 0; \
        if (act == 1) \
            return -1; \
        type result = real arguments; \
        if (act == 3) \
            die(); \
        return result; \
    }

PLAIN(int, rename, (const char *a, const char *b), (a, b), b, -1)
PLAIN(int, renameat, (int x, const char *a, int y, const char *b), (x, a, y, b), b, -1)
PLAIN(int, renameat2, (int x, const char *a, int y, const char *b, unsigned f), (x, a, y, b, f), b, -1)
PLAIN(int, link, (const char *a, const char *b), (a, b), b, -1)
PLAIN(int, linkat, (int x, const char *a, int y, const char *b, int f), (x, a, y, b, f), b, -1)
PLAIN(int, symlink, (const char *a, const char *b), (a, b), b, -1)
PLAIN(int, symlinkat, (const char *a, int y, const char *b), (a, y, b), b, -1)
PLAIN(int, unlink, (const char *a), (a), a, -1)
PLAIN(int, unlinkat, (int x, const char *a, int f), (x, a, f), a, -1)
PLAIN(int, rmdir, (const char *a), (a), a, -1)
PLAIN(int, mkdir, (const char *a, mode_t m), (a, m), a, -1)
PLAIN(int, mkdirat, (int x, const char *a, mode_t m), (x, a, m), a, -1)
PLAIN(int, fsync, (int x), (x), NULL, x)
PLAIN(int, fdatasync, (int x), (x), NULL, x)
PLAIN(int, ftruncate, (int x, off_t n), (x, n), NULL, x)
PLAIN(int, ftruncate64, (int x, off64_t n), (x, n), NULL, x)
PLAIN(int, truncate, (const char *a, off_t n), (a, n), a, -1)
PLAIN(int, truncate64, (const char *a, off64_t n), (a, n), a, -1)
PLAIN(int, utimensat, (int x, const char *a, const struct timespec t[2], int f), (x, a, t, f), a, -1)
PLAIN(int, futimens, (int x, const struct timespec t[2]), (x, t), NULL, x)
PLAIN(int, utimes, (const char *a, const struct timeval t[2]), (a, t), a, -1)
PLAIN(int, chmod, (const char *a, mode_t m), (a, m), a, -1)
PLAIN(int, fchmod, (int x, mode_t m), (x, m), NULL, x)
PLAIN(int, fchmodat, (int x, const char *a, mode_t m, int f), (x, a, m, f), a, -1)
PLAIN(int, chown, (const char *a, uid_t u, gid_t g), (a, u, g), a, -1)
PLAIN(int, fchown, (int x, uid_t u, gid_t g), (x, u, g), NULL, x)

#define WRITING(type, name, parameters, arguments, size, part) \
    type name parameters { \
        REAL(name); \
        int act = page && regular(fd) ? change(#name, NULL, fd) : 0; \
        if (act == 1) \
            return -1; \
        if (act && size > 1) { \
            type result = real part; \
            if (act == 3) \
                die(); \
            return result; \
        } \
        return real arguments; \
    }

WRITING(ssize_t, write, (int fd, const void *b, size_t n), (fd, b, n), n, (fd, b, n / 2))
WRITING(ssize_t, pwrite, (int fd, const void *b, size_t n, off_t o), (fd, b, n, o), n, (fd, b, n / 2, o))
WRITING(ssize_t, pwrite64, (int fd, const void *b, size_t n, off64_t o), (fd, b, n, o), n, (fd, b, n / 2, o))
WRITING(ssize_t, writev, (int fd, const struct iovec *v, int n), (fd, v, n), n, (fd, v, n / 2))

#define MODE(flags) \
    mode_t mode = 0; \
    if (((flags) & O_CREAT) || ((flags) & O_TMPFILE) == O_TMPFILE) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }
#define MAKES(flags) ((flags) & (O_CREAT | O_TRUNC))
#define OPENING(name, parameters, arguments, path) \
    int name parameters { \
        REAL(name); \
        MODE(flags) \
        int act = page && MAKES(flags) ? change(#name, path, -1) : 0; \
        if (act == 1) \
            return -1; \
        int result = real arguments; \
        if (act == 3) \
            die(); \
        return result; \
    }

OPENING(open, (const char *a, int flags, ...), (a, flags, mode), a)
OPENING(open64, (const char *a, int flags, ...), (a, flags, mode), a)
OPENING(openat, (int x, const char *a, int flags, ...), (x, a, flags, mode), a)
OPENING(openat64, (int x, const char *a, int flags, ...), (x, a, flags, mode), a)
