extension Output {
  /// Writes text from outside, escaped for its position.
  @usableFromInline
  mutating func write(_ text: String, _ position: Position) {
    var text = text
    text.withUTF8 { bytes in
      escape(bytes, position)
    }
  }

  mutating func escape(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Position) {
    copy(bytes)
  }
}
