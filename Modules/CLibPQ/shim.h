#include <postgresql/libpq-fe.h>

// The field codes of errors are character constants, which Swift does not import.

/// The SQLSTATE of an error; null if the error is not one of the server.
static inline const char *dayline_pq_state(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

/// The message of an error without its severity; null if the error is not one of the server.
static inline const char *dayline_pq_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

static inline void dayline_pq_ignore(void *context, const PGresult *notice) {
    (void)context;
    (void)notice;
}

/// Ignores notices, which libpq writes to standard error by default.
static inline void dayline_pq_ignore_notices(PGconn *connection) {
    PQsetNoticeReceiver(connection, dayline_pq_ignore, 0);
}
