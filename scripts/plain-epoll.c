// epoll_wait without libfaketime (0.9.10), which shows the machine's clock to signal handlers while it waits. PostgreSQL's timers
// ring in such a handler: with a clock ahead no timeout ends and no deadlock is found, with one behind all timeouts end at once.
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

int epoll_wait(int epoll, struct epoll_event *events, int size, int milliseconds) {
  return syscall(SYS_epoll_pwait, epoll, events, size, milliseconds, (void *)0, (size_t)0);
}
