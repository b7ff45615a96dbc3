/// How a hand-over of sessions ended.
package struct SessionTransfer: Sendable, Equatable {
  package internal(set) var count = 0
  /// False: the other process stopped in the midst.
  package internal(set) var isWhole = false
}
