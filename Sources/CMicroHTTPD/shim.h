/// What Swift cannot call of libmicrohttpd, and nothing else; each function says why it is here.

#ifndef PARLANCE_CMICROHTTPD_SHIM_H
#define PARLANCE_CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// Where the library's own messages go. It must outlive the daemon.
struct mhd_log_target {
    void *context;
    void (*write)(void *context, const char *message);
};

/// Everything that a daemon is started with.
struct mhd_options {
    int listen_socket;
    unsigned int threads;
    unsigned int connection_limit;
    unsigned int address_limit;
    unsigned int idle_seconds;
    size_t connection_memory;
    size_t stack_size;
    /// PEM text, both or neither; they must outlive the daemon.
    const char *certificate;
    const char *key;
    const char *tls_priorities;
    struct mhd_log_target *log;
    /// Handed to every callback.
    void *context;
    MHD_AccessHandlerCallback handle;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback notify_connection;
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
};

/// The library hands its messages over as a `va_list`, which Swift cannot format.
static inline void mhd_log(void *context, const char *format, va_list arguments) {
    const struct mhd_log_target *target = (const struct mhd_log_target *)context;
    char message[1024];
    int length = vsnprintf(message, sizeof message, format, arguments);
    if (length <= 0) return;
    size_t end = (size_t)length < sizeof message ? (size_t)length : sizeof message - 1;
    while (end > 0 && (message[end - 1] == '\n' || message[end - 1] == '\r')) end -= 1;
    message[end] = '\0';
    target->write(target->context, message);
}

/// `MHD_start_daemon` takes variable arguments, and its flags are an enumeration that Swift cannot combine.
/// The logger stands first, since the library writes to standard error until it has one.
static inline struct MHD_Daemon *mhd_start(const struct mhd_options *options) {
    unsigned int flags = MHD_USE_EPOLL | MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)(uintptr_t)options->certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)(uintptr_t)options->key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)(uintptr_t)options->tls_priorities},
        {MHD_OPTION_END, 0, NULL},
    };
    if (options->certificate != NULL) {
        flags |= MHD_USE_TLS;
    } else {
        tls[0].option = MHD_OPTION_END;
    }
    return MHD_start_daemon(
        flags, 0, NULL, NULL, options->handle, options->context,
        MHD_OPTION_EXTERNAL_LOGGER, mhd_log, options->log,
        MHD_OPTION_LISTEN_SOCKET, options->listen_socket,
        MHD_OPTION_THREAD_POOL_SIZE, options->threads,
        MHD_OPTION_THREAD_STACK_SIZE, options->stack_size,
        MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, options->address_limit,
        MHD_OPTION_CONNECTION_TIMEOUT, options->idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
        MHD_OPTION_STRICT_FOR_CLIENT, 0,
        MHD_OPTION_URI_LOG_CALLBACK, options->target, options->context,
        MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->context,
        MHD_OPTION_NOTIFY_CONNECTION, options->notify_connection, options->context,
        MHD_OPTION_ARRAY, tls,
        MHD_OPTION_END);
}

/// `MHD_get_connection_info` takes variable arguments: the connection's socket, or -1.
static inline int mhd_connection_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

/// The same: the address of the other end, or a null pointer.
static inline const struct sockaddr *mhd_connection_address(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info == NULL ? NULL : info->client_addr;
}

/// The same: what `notify_connection` stored for this socket.
static inline void *mhd_connection_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

/// The same: the bytes of the request's header section, request line and empty line included, or 0.
static inline size_t mhd_header_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? 0 : info->header_size;
}

/// `MHD_set_response_options` takes variable arguments: the end of the connection marks the end of this response.
static inline enum MHD_Result mhd_set_unframed(struct MHD_Response *response) {
    return MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

#endif
