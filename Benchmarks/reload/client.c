// Asks a server at a fixed rate and notes how long each answer took, counted from the moment at which the request was
// due: a server that stalls is charged with every request that came due meanwhile.
//
//     client PORT RATE SECONDS CONNECTIONS REQUESTS RECORDS
//
// REQUESTS holds what is asked: for each request one byte that names its kind, its length (32 bits, little endian) and
// its bytes. RECORDS is written at the end: for each answer the moment at which it was due (64 bits, nanoseconds since
// 1970), its latency in nanoseconds (32 bits), how late the client itself was (32 bits), the status (16 bits), the kind
// and padding to eight bytes.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { head_limit = 16384, chunk = 1 << 18 };

struct request { const char *bytes; uint32_t count; char kind; };
struct record { uint64_t due; uint32_t latency, late; uint16_t status; char kind; };

struct connection {
    int socket;
    int is_busy;
    size_t record;           // of the request under way
    uint64_t due;
    char head[head_limit];
    size_t head_count;
    int has_head;
    uint64_t body_left;
};

static void fail(const char *what) { perror(what); exit(1); }

static uint64_t now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int open_connection(int port) {
    int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

static struct request *read_requests(const char *path, size_t *count) {
    FILE *file = fopen(path, "rb");
    if (!file) fail(path);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(size);
    if (!bytes || fread(bytes, 1, size, file) != size) fail(path);
    fclose(file);
    struct request *list = malloc(size / 5 * sizeof *list);
    *count = 0;
    for (size_t at = 0; at + 5 <= size;) {
        struct request *next = &list[(*count)++];
        next->kind = bytes[at];
        memcpy(&next->count, bytes + at + 1, 4);
        next->bytes = bytes + at + 5;
        at += 5 + next->count;
    }
    return list;
}

static void send_request(struct connection *connection, const struct request *request) {
    for (uint32_t sent = 0; sent < request->count;) {
        ssize_t count = send(connection->socket, request->bytes + sent, request->count - sent, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR) fail("send");
        if (count > 0) sent += (uint32_t)count;
    }
    connection->is_busy = 1;
    connection->has_head = 0;
    connection->head_count = 0;
}

// Reads what there is; 1 when the answer is whole, with its status.
static int receive(struct connection *connection, uint16_t *status) {
    static char buffer[chunk];
    for (;;) {
        ssize_t count = recv(connection->socket, buffer, sizeof buffer, MSG_DONTWAIT);
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
        if (count <= 0) fail("the server closed a connection");
        size_t taken = 0;
        if (!connection->has_head) {
            size_t before = connection->head_count, room = head_limit - 1 - before;
            size_t copied = (size_t)count < room ? (size_t)count : room;
            memcpy(connection->head + before, buffer, copied);
            connection->head[before + copied] = 0;
            char *end = strstr(connection->head, "\r\n\r\n");
            if (!end) {
                if (copied == room) { fprintf(stderr, "a head too long\n"); exit(1); }
                connection->head_count += copied;
                continue;
            }
            taken = (size_t)(end + 4 - connection->head) - before;
            end[2] = 0;
            char *length = strcasestr(connection->head, "\r\ncontent-length:");
            connection->body_left = length ? strtoull(length + 17, NULL, 10) : 0;
            connection->has_head = 1;
        }
        connection->body_left -= (uint64_t)count - taken;
        if (connection->body_left == 0) {
            *status = (uint16_t)atoi(connection->head + 9);
            connection->is_busy = 0;
            return 1;
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 7) { fprintf(stderr, "client PORT RATE SECONDS CONNECTIONS REQUESTS RECORDS\n"); return 64; }
    int port = atoi(argv[1]), connection_count = atoi(argv[4]);
    uint64_t total = strtoull(argv[2], NULL, 10) * strtoull(argv[3], NULL, 10);
    uint64_t interval = 1000000000u / strtoull(argv[2], NULL, 10);
    size_t request_count;
    struct request *requests = read_requests(argv[5], &request_count);
    // A client that waits for a processor would measure itself. Where the system allows neither, its lateness shows it.
    prctl(PR_SET_TIMERSLACK, 1);
    setpriority(PRIO_PROCESS, 0, -15);

    struct connection *connections = calloc((size_t)connection_count, sizeof *connections);
    struct record *records = calloc(total, sizeof *records);
    // Touched now: a page that is mapped in the middle of it all takes its time.
    memset(records, 1, total * sizeof *records);
    int poller = epoll_create1(0);
    for (int i = 0; i < connection_count; i++) {
        connections[i].socket = open_connection(port);
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        epoll_ctl(poller, EPOLL_CTL_ADD, connections[i].socket, &event);
    }

    uint64_t wall = now(CLOCK_REALTIME) - now(CLOCK_MONOTONIC);
    uint64_t begin = now(CLOCK_MONOTONIC) + 10000000, sent = 0, answered = 0, noted = 0, state = 88172645463325252u;
    int next_connection = 0, busy = 0;
    while (answered < total) {
        uint64_t time = now(CLOCK_MONOTONIC);
        // How late the client itself noticed what came due; a request that waits for a connection is not its fault.
        for (; noted < total && begin + noted * interval <= time; noted++) {
            uint64_t late = time - (begin + noted * interval);
            records[noted].late = late > UINT32_MAX ? UINT32_MAX : (uint32_t)late;
        }
        while (sent < noted && busy < connection_count) {
            while (connections[next_connection].is_busy) next_connection = (next_connection + 1) % connection_count;
            struct connection *connection = &connections[next_connection];
            next_connection = (next_connection + 1) % connection_count;
            state ^= state << 13, state ^= state >> 7, state ^= state << 17;
            const struct request *request = &requests[state % request_count];
            connection->record = sent;
            connection->due = begin + sent * interval;
            records[sent].due = connection->due + wall;
            records[sent].kind = request->kind;
            send_request(connection, request);
            busy++, sent++;
        }
        struct timespec wait = {.tv_sec = 5}, *timeout = &wait;
        if (noted < total) {
            uint64_t due = begin + noted * interval;
            time = now(CLOCK_MONOTONIC);
            uint64_t left = due > time ? due - time : 0;
            wait = (struct timespec){(time_t)(left / 1000000000u), (long)(left % 1000000000u)};
        }
        struct epoll_event events[64];
        int count = epoll_pwait2(poller, events, 64, timeout, NULL);
        if (count < 0 && errno != EINTR) fail("epoll");
        if (count == 0 && noted == total) { fprintf(stderr, "no answer for 5 s\n"); return 1; }
        for (int i = 0; i < count; i++) {
            struct connection *connection = &connections[events[i].data.u32];
            uint16_t status;
            if (!connection->is_busy || !receive(connection, &status)) continue;
            uint64_t latency = now(CLOCK_MONOTONIC) - connection->due;
            records[connection->record].latency = latency > UINT32_MAX ? UINT32_MAX : (uint32_t)latency;
            records[connection->record].status = status;
            busy--, answered++;
        }
    }
    FILE *file = fopen(argv[6], "wb");
    if (!file || fwrite(records, sizeof *records, total, file) != total || fclose(file) != 0) fail(argv[6]);
    return 0;
}
