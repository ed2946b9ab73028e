/* The yardstick of the leaf benchmark: libmicrohttpd called from C, one response built beforehand, queued for every
   request. It answers with the fields and the content that are given, so that both servers send the same bytes.

   peer PORT THREADS CONTENT [NAME VALUE]... */

#include "../peer.h"

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
    if (!add_fields(response, count - 4, arguments + 4)) return 1;
    int status = serve(arguments[1], arguments[2], handle, NULL);
    MHD_destroy_response(response);
    return status;
}
