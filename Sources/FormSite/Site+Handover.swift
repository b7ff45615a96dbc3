/// Sessions in memory go from a process to its successor.
extension Site {
  /// False: they are in a store that a successor reads by itself.
  package var handsSessionsOver: Bool { remote == nil }

  /// - Parameter write: false: the successor takes no more.
  package func handOverSessions(_ write: ([UInt8]) -> Bool) -> SessionTransfer {
    sessions.exportAll(at: environment.uptime(), write)
  }

  /// - Parameter read: exactly so many bytes; nil: there are not so many any more.
  package func takeOverSessions(_ read: (_ count: Int) -> [UInt8]?) -> SessionTransfer {
    sessions.importAll(at: environment.uptime(), read)
  }
}
