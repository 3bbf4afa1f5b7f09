"""Numbers of the system calls that a worker has no use for.

Each row is ``name:x86-64:aarch64``, with ``-`` where that machine has no such call. Numbers never change once a kernel
has them.
"""

from __future__ import annotations

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""``platform.machine()`` -> AUDIT_ARCH, as a filter sees it."""
LAST = 462
"""``mseal``. What later kernels add is not known here, and is answered as an old kernel answers."""

DENIED = {
    "programs": "execve:59:221 execveat:322:281 uselib:134:- fork:57:- vfork:58:-",
    "network": (
        "socket:41:198 socketpair:53:199 bind:49:200 listen:50:201 accept:43:202 accept4:288:242 connect:42:203"
        " sendmsg:46:211 sendmmsg:307:269 recvmsg:47:212 recvmmsg:299:243"
    ),
    "times": "utime:132:- utimes:235:- futimesat:261:- utimensat:280:88",
    "rights": (
        "chmod:90:- fchmod:91:52 fchmodat:268:53 fchmodat2:452:452 chown:92:- fchown:93:55 lchown:94:-"
        " fchownat:260:54 setxattr:188:5 lsetxattr:189:6 fsetxattr:190:7 removexattr:197:14 lremovexattr:198:15"
        " fremovexattr:199:16"
    ),
    "files": (
        "creat:85:- truncate:76:45 ftruncate:77:46 fallocate:285:47 link:86:- linkat:265:37 symlink:88:-"
        " symlinkat:266:36 rename:82:- renameat:264:38 renameat2:316:276 unlink:87:- unlinkat:263:35 rmdir:84:-"
        " mkdir:83:- mkdirat:258:34 mknod:133:- mknodat:259:33 flock:73:32 name_to_handle_at:303:264"
        " open_by_handle_at:304:265 io_setup:206:0 io_submit:209:2 io_uring_setup:425:425 io_uring_enter:426:426"
        " io_uring_register:427:427 memfd_create:319:279 memfd_secret:447:447"
    ),
    "other processes": (
        "kill:62:129 tkill:200:130 rt_sigqueueinfo:129:138 rt_tgsigqueueinfo:297:240 ptrace:101:117"
        " process_vm_readv:310:270 process_vm_writev:311:271 process_madvise:440:440 process_mrelease:448:448"
        " pidfd_open:434:434 pidfd_getfd:438:438 pidfd_send_signal:424:424 kcmp:312:272 migrate_pages:256:238"
        " move_pages:279:239 setpriority:141:140 ioprio_set:251:30 sched_setparam:142:118"
        " sched_setscheduler:144:119 sched_setattr:314:274 sched_setaffinity:203:122 setpgid:109:154"
        " setsid:112:157"
    ),
    "messages between processes": (
        "shmget:29:194 shmat:30:196 shmctl:31:195 semget:64:190 semop:65:193 semctl:66:191 semtimedop:220:192"
        " msgget:68:186 msgsnd:69:189 msgrcv:70:188 msgctl:71:187 mq_open:240:180 mq_unlink:241:181"
    ),
    "own rights": (
        "setrlimit:160:164 setuid:105:146 setgid:106:144 setreuid:113:145 setregid:114:143 setresuid:117:147"
        " setresgid:119:149 setfsuid:122:151 setfsgid:123:152 setgroups:116:159 capset:126:91 personality:135:92"
        " modify_ldt:154:- iopl:172:- ioperm:173:-"
    ),
    "namespaces": (
        "unshare:272:97 setns:308:268 mount:165:40 umount2:166:39 pivot_root:155:41 chroot:161:51"
        " open_tree:428:428 move_mount:429:429 fsopen:430:430 fsconfig:431:431 fsmount:432:432 fspick:433:433"
        " mount_setattr:442:442"
    ),
    "the kernel": (
        "bpf:321:280 perf_event_open:298:241 userfaultfd:323:282 keyctl:250:219 add_key:248:217"
        " request_key:249:218 init_module:175:105 finit_module:313:273 delete_module:176:106 kexec_load:246:104"
        " kexec_file_load:320:294 reboot:169:142 swapon:167:224 swapoff:168:225 sethostname:170:161"
        " setdomainname:171:162 settimeofday:164:170 clock_settime:227:112 adjtimex:159:171 clock_adjtime:305:266"
        " acct:163:89 quotactl:179:60 quotactl_fd:443:443 syslog:103:116 vhangup:153:58 fanotify_init:300:262"
        " fanotify_mark:301:263"
    ),
}
"""What they reach -> the calls that are always refused."""

JUDGED = (
    "open:2:- openat:257:56 clone:56:220 ioctl:16:29 fcntl:72:25 prctl:157:167 prlimit64:302:261 tgkill:234:131"
    " openat2:437:437 clone3:435:435"
)
"""Calls that a worker needs, in some of their uses."""


def numbers(rows: str, machine: str) -> dict[str, int]:
    """Name -> number of the calls that this machine has."""
    column = 1 + list(MACHINES).index(machine)
    parts = [row.split(":") for row in rows.split()]
    return {part[0]: int(part[column]) for part in parts if part[column] != "-"}
