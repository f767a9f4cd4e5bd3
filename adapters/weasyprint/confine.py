"""Confines the worker: it needs nothing of the machine any more but files to read. Each layer stands for itself."""
import ctypes.util
import errno
import platform
import resource
import struct
import sys

if sys.platform == 'linux':
    # WeasyPrint asks for its libraries by the names of other systems too. Python would run the C compiler to find each of them.
    ctypes.util.find_library = lambda name: None

libc = ctypes.CDLL(None, use_errno=True)


def confine(settings):
    """Sets up the layers of settings['confine'] in their order; returns those that the system does not let it have, with the reasons."""
    unconfined = {}
    for name in settings['confine']:
        try:
            LAYERS[name](settings)
        except OSError as problem:
            unconfined[name] = problem.strerror or str(problem)
    return unconfined


def check(result):
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, errno.errorcode.get(number, str(number)))
    return result


def no_network(_):
    """A network namespace of its own, which has no devices, in a user namespace where the worker is not root."""
    CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
    if libc.unshare(CLONE_NEWNET) < 0:
        check(libc.unshare(CLONE_NEWUSER | CLONE_NEWNET))


def no_privileges():
    PR_SET_NO_NEW_PRIVS = 38
    check(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))


def no_capabilities(_):
    """None of root's privileges, such as to read the memory and the environment of others (capabilities(7))."""
    VERSION = 0x20080522
    check(libc.capset(ctypes.c_char_p(struct.pack('Ii', VERSION, 0)), ctypes.c_char_p(bytes(24))))


# The system calls that are denied: sockets, programs, namespaces, other processes and their signals, and to leave the group that ends with
# the service. Of those after them, only a thread is allowed.
SYSTEM_CALLS = {
    'x86_64': (0xC000003E, {
        'socket': 41, 'socketpair': 53, 'io_uring_setup': 425, 'execve': 59, 'execveat': 322, 'fork': 57, 'vfork': 58, 'ptrace': 101,
        'unshare': 272, 'setns': 308, 'process_vm_readv': 310, 'process_vm_writev': 311, 'pidfd_getfd': 438,
        'kill': 62, 'tkill': 200, 'tgkill': 234, 'rt_sigqueueinfo': 129, 'rt_tgsigqueueinfo': 297, 'pidfd_send_signal': 424,
        'setpgid': 109, 'setsid': 112}, {'clone': 56, 'clone3': 435}),
    'aarch64': (0xC00000B7, {
        'socket': 198, 'socketpair': 199, 'io_uring_setup': 425, 'execve': 221, 'execveat': 281, 'ptrace': 117,
        'unshare': 97, 'setns': 268, 'process_vm_readv': 270, 'process_vm_writev': 271, 'pidfd_getfd': 438,
        'kill': 129, 'tkill': 130, 'tgkill': 131, 'rt_sigqueueinfo': 138, 'rt_tgsigqueueinfo': 240, 'pidfd_send_signal': 424,
        'setpgid': 154, 'setsid': 157}, {'clone': 220, 'clone3': 435}),
}


def no_calls(_):
    """A filter of system calls (seccomp(2)): those above fail with EPERM, and all of another architecture, x32's among them. The C library
    calls clone(2) where clone3 is not known, whose flags a filter cannot read."""
    if platform.machine() not in SYSTEM_CALLS:
        raise OSError(errno.ENOSYS, f'no filter for {platform.machine()}')
    architecture, denied, threads = SYSTEM_CALLS[platform.machine()]
    LOAD, EQUAL, ABOVE, BITS, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
    ALLOW, ERROR = 0x7FFF0000, 0x00050000
    CLONE_THREAD, x32 = 0x10000, 0x40000000
    count = len(denied)
    program = [(LOAD, 0, 0, 4), (EQUAL, 0, count + 7, architecture), (LOAD, 0, 0, 0), (ABOVE, count + 5, 0, x32)]
    program += [(EQUAL, count + 4 - i, 0, number) for i, number in enumerate(denied.values())]
    program += [(EQUAL, 5, 0, threads['clone3']), (EQUAL, 0, 2, threads['clone']), (LOAD, 0, 0, 16), (BITS, 0, 1, CLONE_THREAD)]
    program += [(RETURN, 0, 0, result) for result in (ALLOW, ERROR | errno.EPERM, ERROR | errno.ENOSYS)]
    code = b''.join(struct.pack('HBBI', *instruction) for instruction in program)
    buffer = ctypes.create_string_buffer(code)
    header = struct.pack('HP', len(program), ctypes.addressof(buffer))
    PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
    no_privileges()
    check(libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.c_char_p(header), 0, 0))


def no_files(settings):
    """Nothing is written, made or removed outside of the worker's folder (landlock(7))."""
    CREATE_RULESET, ADD_RULE, RESTRICT_SELF, VERSION, PATH_BENEATH = 444, 445, 446, 1, 1
    version = check(libc.syscall(CREATE_RULESET, None, 0, VERSION))
    WRITE_FILE, REMOVE_TO_SYM, REFER, TRUNCATE, IOCTL = 1 << 1, 0x1FF0, 1 << 13, 1 << 14, 1 << 15
    access = WRITE_FILE | REMOVE_TO_SYM | (REFER if version > 1 else 0) | (TRUNCATE if version > 2 else 0) | (IOCTL if version > 4 else 0)
    rules = struct.pack('Q', access)
    ruleset = check(libc.syscall(CREATE_RULESET, ctypes.c_char_p(rules), len(rules), 0))
    folder = os.open(settings['folder'], os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    beneath = struct.pack('=Qi', access, folder)
    check(libc.syscall(ADD_RULE, ruleset, PATH_BENEATH, ctypes.c_char_p(beneath), 0))
    no_privileges()
    check(libc.syscall(RESTRICT_SELF, ruleset, 0))
    os.close(folder)
    os.close(ruleset)


def limits(settings):
    """Bounds of memory, files and core dumps (setrlimit(2))."""
    for limit, most in ((resource.RLIMIT_AS, settings['memory']), (resource.RLIMIT_FSIZE, settings['file']), (resource.RLIMIT_CORE, 0)):
        if most >= 0:
            resource.setrlimit(limit, (most, most))


LAYERS = {'network': no_network, 'capabilities': no_capabilities, 'system calls': no_calls, 'files': no_files, 'limits': limits}
