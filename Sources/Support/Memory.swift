import CMalloc

/// The memory of the C library.
package enum Memory {
  /// Bytes by which a heap grows beyond what is asked for: a start takes some megabytes piece by piece, and would ask the
  /// kernel three hundred times. Memory that nobody touches takes none.
  private static let stepByteCount: Int32 = 1 << 20

  package static func growInLargeSteps() { mallopt(M_TOP_PAD, stepByteCount) }

  /// Gives back to the kernel what was freed.
  package static func giveBack() { malloc_trim(0) }
}
