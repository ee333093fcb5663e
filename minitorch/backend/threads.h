/* A pool of threads for loops over rows: in_parts(part, given, rows) does what part(given, 0, rows) does, in parts.

A row is computed by one thread, in the order in which it is alone: numbers are the same for any number of threads. They
start when they are first needed, and then wait for the next loop. A forked child has none of them, and starts its own.
Who comes while the pool is at work computes all rows itself. */

#include <pthread.h>
#include <signal.h>

typedef void Part(void **given, long start, long end);
enum { EACH = 4, STACK = 1 << 20 };    /* parts for each thread, as one may be slower; bytes of a thread's stack */

static pthread_mutex_t at_work, lock;  /* held while there is a loop to compute; while what stands below is looked at */
static pthread_cond_t begun, done;
static int wanted = 1, started;        /* threads: those that may compute, with the one that calls; those that wait */
static struct { Part *part; void **given; long rows, parts, next, finished; } job;

/* What a process begins with; a forked one too, whatever its parent's threads held. */
static void begin(void) {
    at_work = lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    begun = done = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    started = job.parts = job.next = 0;
}

__attribute__((constructor)) static void loaded(void) {
    begin();
    pthread_atfork(NULL, NULL, begin);
}

/* Compute parts until all are taken. The lock is held before and after, not while computing. */
static void compute(void) {
    while (job.next < job.parts) {
        long number = job.next++;
        pthread_mutex_unlock(&lock);
        job.part(job.given, job.rows * number / job.parts, job.rows * (number + 1) / job.parts);
        pthread_mutex_lock(&lock);
        if (++job.finished == job.parts) pthread_cond_signal(&done);
    }
}

static void *wait_for_loops(void *number) {
    pthread_mutex_lock(&lock);
    for (;;) {
        if ((long)number < wanted) compute();
        pthread_cond_wait(&begun, &lock);
    }
    return NULL;
}

/* Start one more thread; whether there is one. Signals go to the threads that there were before. */
static int start(void) {
    pthread_t thread;
    pthread_attr_t settings;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_init(&settings);
    pthread_attr_setstacksize(&settings, STACK);
    pthread_attr_setdetachstate(&settings, PTHREAD_CREATE_DETACHED);
    int failed = pthread_create(&thread, &settings, wait_for_loops, (void *)(long)(started + 1));
    pthread_attr_destroy(&settings);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    started += !failed;
    return !failed;
}

void in_parts(Part *part, void **given, long rows) {
    if (wanted < 2 || rows < 2 || pthread_mutex_trylock(&at_work)) {
        part(given, 0, rows);
        return;
    }
    pthread_mutex_lock(&lock);
    while (started + 1 < wanted && start()) {}
    job.part = part; job.given = given; job.rows = rows;
    job.parts = rows < EACH * (long)wanted ? rows : EACH * (long)wanted;
    job.next = job.finished = 0;
    pthread_cond_broadcast(&begun);
    compute();
    while (job.finished < job.parts) pthread_cond_wait(&done, &lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&at_work);
}

void use_threads(int number) {
    pthread_mutex_lock(&lock);
    wanted = number;
    pthread_mutex_unlock(&lock);
}

int threads_started(void) { return started; }
