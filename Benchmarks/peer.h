/* What the yardsticks of the benchmarks have in common: libmicrohttpd called from C, as the service calls it from Swift. */

#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds names and values, which alternate, to a response. */
static int add_fields(struct MHD_Response *response, int count, char **fields) {
    for (int index = 0; index < count; index += 2) {
        if (MHD_add_response_header(response, fields[index], fields[index + 1]) != MHD_YES) return 0;
    }
    return 1;
}

/* Serves until SIGTERM or SIGINT. `finish` may be NULL. Returns the exit status. */
static int serve(const char *port, const char *threads, MHD_AccessHandlerCallback handle,
                 MHD_RequestCompletedCallback finish) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_INTERNAL_POLLING_THREAD, (unsigned short)atoi(port), NULL, NULL, handle, NULL,
        MHD_OPTION_THREAD_POOL_SIZE, (unsigned)atoi(threads), MHD_OPTION_CONNECTION_TIMEOUT, 60u,
        MHD_OPTION_NOTIFY_COMPLETED, finish, NULL, MHD_OPTION_END);
    if (daemon == NULL) return 1;
    int signal;
    sigwait(&signals, &signal);
    MHD_stop_daemon(daemon);
    return 0;
}
