/* The yardstick of the leaf benchmark: libmicrohttpd called from C, one response built beforehand, queued for every
   request. It answers with the fields and the content that are given, so that both servers send the same bytes.

   peer PORT THREADS CONTENT [NAME VALUE]... */

#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct MHD_Response *response;

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *data, size_t *size, void **slot) {
    static int seen;
    (void)context, (void)url, (void)method, (void)version, (void)data;
    if (*slot == NULL) {
        *slot = &seen;
        return MHD_YES;
    }
    if (*size > 0) {
        *size = 0;
        return MHD_YES;
    }
    return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

int main(int count, char **arguments) {
    if (count < 4 || count % 2 != 0) {
        fprintf(stderr, "usage: peer PORT THREADS CONTENT [NAME VALUE]...\n");
        return 64;
    }
    response = MHD_create_response_from_buffer(strlen(arguments[3]), arguments[3], MHD_RESPMEM_PERSISTENT);
    if (response == NULL) return 1;
    for (int index = 4; index < count; index += 2) {
        if (MHD_add_response_header(response, arguments[index], arguments[index + 1]) != MHD_YES) return 1;
    }
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_INTERNAL_POLLING_THREAD, (unsigned short)atoi(arguments[1]), NULL, NULL, handle, NULL,
        MHD_OPTION_THREAD_POOL_SIZE, (unsigned)atoi(arguments[2]), MHD_OPTION_CONNECTION_TIMEOUT, 60u, MHD_OPTION_END);
    if (daemon == NULL) return 1;
    int signal;
    sigwait(&signals, &signal);
    MHD_stop_daemon(daemon);
    MHD_destroy_response(response);
    return 0;
}
