import CMalloc

/// The memory of the C library.
package enum Memory {
  /// Gives back to the kernel what was freed.
  package static func giveBack() { malloc_trim(0) }
}
