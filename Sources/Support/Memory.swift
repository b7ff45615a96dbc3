import CMalloc

/// The memory of the C library.
package enum Memory {
  /// Returns freed memory to the kernel.
  package static func giveBack() { malloc_trim(0) }
}
