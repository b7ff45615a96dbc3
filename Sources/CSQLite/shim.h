#include <sqlite3.h>

/* The text is copied: SQLITE_TRANSIENT is a cast, which Swift does not see. */
static inline int formcells_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}
