/* The yardstick of the widget benchmark: libmicrohttpd called from C. It collects the body of a POST, as a program that
   means to read it would, and answers with the fields and the content that are given, in a response built beforehand, so
   that both servers take and send the same bytes.

   peer PORT THREADS CONTENT-FILE [NAME VALUE]... */

#include "../peer.h"

enum { LARGEST_BODY = 1 << 20 };

struct body {
    size_t size, room;
    char *bytes;
};

static struct MHD_Response *response;

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *data, size_t *size, void **slot) {
    (void)context, (void)url, (void)method, (void)version;
    struct body *body = *slot;
    if (body == NULL) {
        *slot = calloc(1, sizeof *body);
        return *slot != NULL ? MHD_YES : MHD_NO;
    }
    if (*size > 0) {
        if (*size > LARGEST_BODY - body->size) return MHD_NO;
        if (body->size + *size > body->room) {
            size_t room = 2 * (body->size + *size);
            char *bytes = realloc(body->bytes, room);
            if (bytes == NULL) return MHD_NO;
            body->bytes = bytes;
            body->room = room;
        }
        memcpy(body->bytes + body->size, data, *size);
        body->size += *size;
        *size = 0;
        return MHD_YES;
    }
    return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

static void finish(void *context, struct MHD_Connection *connection, void **slot, enum MHD_RequestTerminationCode code) {
    (void)context, (void)connection, (void)code;
    struct body *body = *slot;
    if (body == NULL) return;
    free(body->bytes);
    free(body);
    *slot = NULL;
}

static struct MHD_Response *response_of_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    char *bytes = malloc(LARGEST_BODY);
    if (bytes == NULL) return NULL;
    size_t size = fread(bytes, 1, LARGEST_BODY, file);
    fclose(file);
    return MHD_create_response_from_buffer(size, bytes, MHD_RESPMEM_MUST_FREE);
}

int main(int count, char **arguments) {
    if (count < 4 || count % 2 != 0) {
        fprintf(stderr, "usage: peer PORT THREADS CONTENT-FILE [NAME VALUE]...\n");
        return 64;
    }
    response = response_of_file(arguments[3]);
    if (response == NULL) return 1;
    if (!add_fields(response, count - 4, arguments + 4)) return 1;
    int status = serve(arguments[1], arguments[2], handle, finish);
    MHD_destroy_response(response);
    return status;
}
