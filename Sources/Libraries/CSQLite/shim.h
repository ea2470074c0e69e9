// SQLite, and what of it Swift cannot express: a function with a variable number of arguments, and a macro that is a
// pointer.
#pragma once
#include <sqlite3.h>

/// Foreign keys are checked, and a name in double quotes that does not exist is an error instead of a text.
static inline int csqlite_be_strict(sqlite3 *database) {
    int result = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_FKEY, 1, (int *)0);
    if (result == SQLITE_OK) result = sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
    if (result == SQLITE_OK) result = sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
    return result;
}

/// SQLite copies the bytes.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// SQLite copies the bytes.
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}
