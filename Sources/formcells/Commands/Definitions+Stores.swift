import Options
#if SQLite
import SQLiteOptions
#endif

extension Definitions {
  /// The stores beside files that a definition may take its options from.
  static var stores: OptionStores {
    #if SQLite
    var stores = OptionStores()
    stores.openSQLite = { (database) throws(OptionFileErrors) in try SQLiteOptions.source(database) }
    return stores
    #else
    return OptionStores()
    #endif
  }
}
