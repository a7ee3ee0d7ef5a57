/* platform_posix.c - the process and its threads on POSIX systems: Linux foremost. */
#define _GNU_SOURCE
#include "core.h"
#include "pattern.h"
#include "posix.h"
#include "system.h"
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

PEP_OF_PART(pep_thread_exit);

/* Before glibc 2.34 threads are a library of their own, which the program may not have. */
#if defined __GLIBC__ && __GLIBC__ == 2 && __GLIBC_MINOR__ < 34
#pragma weak pthread_key_create
#pragma weak pthread_key_delete
#pragma weak pthread_getspecific
#pragma weak pthread_setcancelstate
#pragma weak pthread_setspecific
#define HAVE_THREADS (pthread_key_create != NULL)
#else
#define HAVE_THREADS 1
#endif

struct pep_facts pep_facts;

static char executable[PATH_MAX];
static char module[PATH_MAX];
static pthread_key_t key;
static bool key_made;

static void in_child(void);

/* Its first byte is 1; in a child that clone or _Fork made, without libc's knowing, the kernel has set it to 0, but not
 * in one that shares its parent's memory. */
static char mark[PEP_COUNTER_ALIGN] __attribute__((__aligned__(PEP_COUNTER_ALIGN)));
static bool marks;

void pep_platform_look(void)
{
    if (marks && !mark[0])
        in_child();
}

struct pep_host pep_platform_enter(void)
{
    struct pep_host saved = {errno, 0, 0, false};
    const uint64_t all = UINT64_MAX;

    pep_platform_look();
#ifdef SYS_rt_sigprocmask
    saved.held = pep_system_call(SYS_rt_sigprocmask, SIG_BLOCK, &all, &saved.signals, sizeof all) == 0;
#endif
    if (HAVE_THREADS)
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &saved.cancel);
    return saved;
}

void pep_platform_leave(struct pep_host saved)
{
    if (HAVE_THREADS)
        pthread_setcancelstate(saved.cancel, NULL);
#ifdef SYS_rt_sigprocmask
    if (saved.held)
        pep_system_call(SYS_rt_sigprocmask, SIG_SETMASK, &saved.signals, NULL, sizeof saved.signals);
#endif
    errno = saved.error;
}

/* Reads /proc/PID/stat: gives the process's start and puts its state and number of threads. */
static uint64_t read_stat(uint32_t pid, char *state, uint64_t *threads)
{
    char name[32], text[1024], *p;
    uint64_t value = 0;
    size_t length = 0;
    ssize_t count;
    int fd, field;

    pep_text_add(name, sizeof name, &length, "/proc/");
    pep_text_add_number(name, sizeof name, &length, pid, 10);
    pep_text_add(name, sizeof name, &length, "/stat");
    fd = pep_system_open(name, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0)
        return 0;
    count = pep_system_read(fd, text, sizeof text - 1);
    pep_system_close(fd);
    if (count <= 0)
        return 0;
    text[count] = 0;
    /* The second field is the program's name in parentheses and may hold anything. */
    p = strrchr(text, ')');
    if (!p || !p[1])
        return 0;
    *state = p[2];
    p += 2;
    for (field = 3; field < 22; field++) {
        if (field == 20)
            *threads = strtoull(p, NULL, 10);
        p = strchr(p, ' ');
        if (!p)
            return 0;
        p++;
    }
    while (*p >= '0' && *p <= '9')
        value = value * 10 + (uint64_t)(*p++ - '0');
    return value;
}

uint64_t pep_posix_born(uint32_t pid)
{
    uint64_t threads = 1;
    char state = 0;

    return read_stat(pid, &state, &threads);
}

bool pep_posix_alive(uint32_t pid, uint64_t born)
{
    uint64_t threads = 2, found;
    char state = 0;

    if (!pid || (pep_system_kill((pid_t)pid, 0) < 0 && errno == ESRCH))
        return false;
    found = read_stat(pid, &state, &threads);
    if (!found || !born)
        return true;
    /* A first thread that has ended looks like a zombie while others live on. */
    return found == born && !((state == 'Z' || state == 'X') && threads <= 1);
}

/* The number of the pid's namespace, or `unknown`: pids of other namespaces mean nothing here. */
static uint64_t read_space(uint64_t unknown)
{
    char text[64];
    ssize_t count = pep_system_readlink("/proc/self/ns/pid", text, sizeof text - 1);
    const char *p;

    if (count <= 0)
        return unknown;
    text[count] = 0;
    p = strchr(text, '[');
    return p ? strtoull(p + 1, NULL, 10) : unknown;
}

static void read_executable(void)
{
    ssize_t count = pep_system_readlink("/proc/self/exe", executable, sizeof executable - 1);
    const char *name = (const char *)(uintptr_t)getauxval(AT_EXECFN);

    executable[count > 0 ? count : 0] = 0;
    if (count <= 0 && name)
        strncpy(executable, name, sizeof executable - 1);
}

struct found {
    const char *name; /* of the object that holds this runtime */
    bool main;        /* it is the executable */
};

/* Puts where the file of the object begins and ends in memory, and which build it is. */
static void read_extent(const struct dl_phdr_info *info)
{
    uintptr_t end = 0;
    int i;

    for (i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];

        if (p->p_type != PT_LOAD)
            continue;
        if (!end && p->p_offset < pep_facts.page)
            pep_facts.begin = info->dlpi_addr + p->p_vaddr - p->p_offset;
        end = info->dlpi_addr + p->p_vaddr + p->p_memsz;
    }
    if (pep_facts.begin)
        pep_facts.bytes = end - pep_facts.begin;
    pep_facts.build = pep_posix_build(info->dlpi_addr, info->dlpi_phdr, info->dlpi_phnum);
}

/* Finds the object that holds our own data. */
static int find_module(struct dl_phdr_info *info, size_t size, void *data)
{
    struct found *found = data;
    uintptr_t here = (uintptr_t)&pep_facts;
    int i;

    (void)size;
    for (i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];

        if (p->p_type == PT_LOAD && here - (info->dlpi_addr + p->p_vaddr) < p->p_memsz) {
            found->name = info->dlpi_name;
            found->main = !found->name || !*found->name || (uintptr_t)info->dlpi_phdr == getauxval(AT_PHDR);
            read_extent(info);
            return 1;
        }
    }
    return 0;
}

/* A library's name is as the loader was told it: from where the program was when it loaded it, which is now. */
static void read_module(void)
{
    struct found found = {"", true}; /* so in a program that has no loader */
    size_t count = 0;

    dl_iterate_phdr(find_module, &found);
    pep_facts.main = found.main;
    if (pep_facts.main) {
        pep_text_add(module, sizeof module, &count, executable);
    } else {
        if (found.name[0] != '/' && pep_system_getcwd(module, sizeof module)) {
            count = strlen(module);
            pep_text_add(module, sizeof module, &count, "/");
            while (!strncmp(found.name, "./", 2))
                found.name += 2;
        }
        pep_text_add(module, sizeof module, &count, found.name);
    }
    pep_facts.module = module;
}

/* The executable comes first. */
static int find_build(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    *(uint64_t *)data = pep_posix_build(info->dlpi_addr, info->dlpi_phdr, info->dlpi_phnum);
    return 1;
}

uint64_t pep_posix_number(void)
{
    uint64_t hash = 0;
    struct stat st;

    dl_iterate_phdr(find_build, &hash);
    if (!hash) {
        hash = pep_posix_hash(PEP_POSIX_HASH, executable, strlen(executable));
        if (pep_system_stat(executable, &st) == 0) {
            hash = pep_posix_hash(hash, &st.st_size, sizeof st.st_size);
            hash = pep_posix_hash(hash, &st.st_mtime, sizeof st.st_mtime);
        }
    }
    return hash;
}

/* fork: the child's handler runs before anything else of the child, but for other handlers. */
static void in_child(void)
{
    int saved = errno;

    if (marks && mark[0] && (uint32_t)pep_system_getpid() == pep_facts.pid)
        return; /* done by a look before; emulators of the kernel say that they wipe and do not */
    pep_platform_start();
    pep_profile_renew();
    errno = saved;
}

bool pep_posix_flag(const char *name)
{
    const char *value = getenv(name);

    return value && *value && strcmp(value, "0") != 0;
}

void pep_platform_start(void)
{
    bool again = pep_facts.pid != 0;
    unsigned long page = getauxval(AT_PAGESZ);

    mark[0] = 1;
    pep_facts.pid = (uint32_t)pep_system_getpid();
    pep_facts.page = page > PEP_COUNTER_ALIGN ? (uint32_t)page : PEP_COUNTER_ALIGN;
    if (again && pep_facts.off)
        return;
    pep_facts.space = read_space(pep_facts.space);
    pep_facts.born = pep_posix_born(pep_facts.pid);
    pep_facts.owner = (uint64_t)pep_facts.pid << 40 | (pep_facts.born & ((UINT64_C(1) << 40) - 1));
    if (again)
        return;
    pep_facts.module = module;
    pep_facts.executable = executable;
    /* A program with more rights than its user does not do what the user's environment says. */
    if (getauxval(AT_SECURE) || pep_posix_flag("PEP_OFF")) {
        pep_facts.off = true;
        return;
    }
    pep_posix_say_start();
    read_executable();
    read_module();
    pep_posix_name_start(getenv("PEP_PROFILE"), pep_posix_flag("PEP_VERBOSE"));
    pthread_atfork(NULL, NULL, in_child);
#if defined SYS_madvise && defined MADV_WIPEONFORK
    marks = pep_facts.page == sizeof mark && pep_system_call(SYS_madvise, mark, sizeof mark, MADV_WIPEONFORK) == 0;
#endif
}

void *pep_platform_memory(uint64_t bytes, void *at)
{
    int fixed = at ? MAP_FIXED : 0;
    void *data = pep_system_mmap(at, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | fixed, -1, 0);

    if (data == MAP_FAILED && at) /* RLIMIT_DATA does not count this; children get pages of their own (renew.c) */
        data = pep_system_mmap(at, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | fixed, -1, 0);
    return data == MAP_FAILED ? NULL : data;
}

int pep_platform_sync(void *data, uint64_t bytes)
{
    return pep_system_msync(data, (size_t)bytes, MS_SYNC);
}

/* Pages of .bss that were never touched are not in core.  As many as are there are asked for at once. */
static bool core_find(struct pep_core *core, uintptr_t at)
{
    uint64_t pages = sizeof core->pages;

    core->begin = at;
    for (; pages; pages /= 2) {
        core->end = at + pages * pep_facts.page;
        if (pep_system_mincore((void *)at, core->end - at, core->pages) == 0)
            return true;
    }
    core->end = 0;
    return false;
}

bool pep_platform_touched(struct pep_core *core, const void *data, uint64_t bytes)
{
    uintptr_t at = (uintptr_t)data, end = at + bytes;

    for (; at < end; at += pep_facts.page) {
        if ((at < core->begin || at >= core->end) && !core_find(core, at))
            return true;
        if (core->pages[(at - core->begin) / pep_facts.page] & 1)
            return true;
    }
    return false;
}

/* Asked for each entry of an owner, of which there are few: what was found is kept. */
bool pep_platform_alive(uint64_t owner)
{
    static uint64_t known[64];
    uint64_t *place = &known[(owner >> 40) % 64], is = __atomic_load_n(place, __ATOMIC_RELAXED);
    bool alive;

    if ((is & ~PEP_RAW_RELEASED) == owner)
        return is & PEP_RAW_RELEASED;
    alive = pep_posix_alive((uint32_t)(owner >> 40), owner & ((UINT64_C(1) << 40) - 1));
    __atomic_store_n(place, alive ? owner | PEP_RAW_RELEASED : owner, __ATOMIC_RELAXED);
    return alive;
}

uint64_t pep_platform_now(void)
{
    struct timespec now = {0};

    pep_system_clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void pep_platform_threads(void)
{
    if (!key_made && HAVE_THREADS)
        key_made = pthread_key_create(&key, pep_thread_exit) == 0;
}

/* Declared in each unit that has frames (abi.h). */
__thread struct pep_frame *pep_top;

const struct pep_frame *pep_platform_frame(void)
{
    return pep_top;
}

/* The kernel looks at the mask before it finds that there is no such operation, and changes nothing.  Any sandbox lets
 * a program ask for its mask, which is not so of process_vm_readv; and it needs no descriptor, as write would. */
bool pep_platform_readable(const void *address)
{
#ifdef SYS_rt_sigprocmask
    const uintptr_t mask = (uintptr_t)address & ~(uintptr_t)7;
    int saved = errno;
    bool readable = pep_system_call(SYS_rt_sigprocmask, -1L, mask, NULL, 8L) == -1 && errno == EINVAL;

    errno = saved;
    return readable;
#else
    (void)address;
    return false;
#endif
}

void *pep_platform_thread_get(void)
{
    return key_made ? pthread_getspecific(key) : NULL;
}

int pep_platform_thread_set(void *value)
{
    return key_made && pthread_setspecific(key, value) == 0 ? 0 : -1;
}

void pep_posix_threads_end(void)
{
    if (!key_made || pep_facts.main) /* what ends with the process needs it to the end */
        return;
    pthread_key_delete(key);
    key_made = false;
}
