"""Allow an answer's process a list of system calls and no other: Linux's seccomp refuses the rest, for good."""

import ctypes
import os
import struct
import sys

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}      # the order of the numbers below
ALLOWED = {
    # read write open stat access readlink getdents mkdir link rename chmod utime truncate fsync lseek sendfile
    # copy_file_range getxattr and their forms (at, p, v, 64, l, f); getcwd chdir umask close_range creat statfs
    "files": ("0-6 8 17-21 40 74-91 95 132 137-138 191-196 217 221 235 257-258 261-269 280 285 295-296 316 326-328 "
              "332 436 439 452",
              "8-13 17 34-38 43-50 52-53 56-57 61-71 78-80 82-83 88 166 223 276 285-287 291 436 439 452"),
    # mprotect munmap brk mremap madvise msync
    "memory": ("10-12 25-26 28", "214-216 226-227 233"),
    # rt_sig* sigaltstack kill tkill tgkill pause alarm itimers nanosleep restart_syscall time times clock_get*
    "signals, clocks": ("13-15 34-38 62 96 100 127-128 130-131 200-201 219 228-230 234",
                        "101-103 113-115 128-137 139 153 169"),
    # poll select epoll eventfd2 pipe dup; send, receive and shutdown on sockets that are open, whose buffers stay as
    # small as they are: their memory is nobody's
    "waiting": ("7 22-23 32-33 44-48 51-52 55 213 232-233 270-271 281 290-293 441",
                "19-24 59 72-73 204-207 209-212 441"),
    # fork wait exit futex set_tid_address robust_list rseq membarrier arch_prctl sched_yield getcpu setsid setpgid
    "processes": ("24 57-58 60-61 109 112 158 202 204 218 231 247 273 309 324 334 449",
                  "93-96 98-99 123-124 154 157 168 260 283 293 449"),
    # getpid and its like, uname getrlimit getrusage sysinfo getrandom
    "facts": ("39 63 97-99 102 104 107-108 110-111 115 118 120-121 124 186 318", "148 150 155-156 158 160 163 165 "
              "172-179 278"),
}
LIMITED = {                              # (numbers), which argument, what of it is looked at, values of that allowed
    "clone": ((56, 220), 0, 0x7E020000, (0,)),                        # in no namespace of its own
    "mmap": ((9, 222), 3, 0x21, (0x00, 0x01, 0x20)),                  # no memory that is shared and no file's: 0x21
    "socketpair": ((53, 199), 0, 0xFFFFFFFF, (1,)),                   # asyncio needs one; it leads nowhere else
    "fcntl": ((72, 25), 1, 0xFFFFFFFF, (0, 1, 2, 3, 4, 1030)),        # no lock that others see, no larger pipe
    "prlimit": ((302, 261), 0, 0xFFFFFFFF, (0,)),                     # of itself only
    "prctl": ((157, 167), 0, 0xFFFFFFFF, (15, 16, 0x53564D41)),       # names
    "ioctl": ((16, 29), 1, 0xFFFFFFFF, (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)),     # terminals, waiting
}
LATEST = 403                             # calls from here on are newer: "no such call", so that libc takes an older one
LOAD, AND, EQUAL, AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
ALLOW, REFUSE, UNKNOWN = 0x7FFF0000, 0x00050001, 0x00050026           # EPERM, ENOSYS
NUMBER, MACHINE, ARGUMENTS = 0, 4, 16    # where they stand in what a filter is shown
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, FILTER = 22, 38, 2


def known():
    """Whether the calls of this machine are known here."""
    return sys.platform.startswith("linux") and os.uname().machine in MACHINES


def program(machine):
    """Return the filter, as steps (what, where to if so, where to if not, value); jumps count the steps left out."""
    order = list(MACHINES).index(machine)
    steps = [(LOAD, 0, 0, MACHINE), (EQUAL, 1, 0, MACHINES[machine]), (RETURN, 0, 0, REFUSE), (LOAD, 0, 0, NUMBER)]
    for numbers in ALLOWED.values():
        for each in numbers[order].split():
            first, _, last = each.partition("-")
            steps += [(AT_LEAST, 0, 2, int(first)), (AT_LEAST, 1, 0, int(last or first) + 1), (RETURN, 0, 0, ALLOW)]
    for numbers, argument, mask, values in LIMITED.values():
        steps += [(EQUAL, 0, len(values) + 4, numbers[order]), (LOAD, 0, 0, ARGUMENTS + 8 * argument)]
        steps += [(AND, 0, 0, mask)]
        steps += [(EQUAL, len(values) - i, 0, value) for i, value in enumerate(values)]
        steps += [(RETURN, 0, 0, REFUSE), (RETURN, 0, 0, ALLOW)]
    return [*steps, (AT_LEAST, 1, 0, LATEST), (RETURN, 0, 0, REFUSE), (RETURN, 0, 0, UNKNOWN)]


def allow_list():
    """Restrict this process, and those it starts, to the allowed system calls. It cannot be undone."""
    if not known():
        return
    steps = program(os.uname().machine)
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    made = struct.pack("@HP", len(steps), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if libc.prctl(PR_SET_SECCOMP, FILTER, ctypes.c_char_p(made), 0, 0):
        raise OSError(ctypes.get_errno(), "the kernel takes no list of system calls (seccomp)")
