import Glibc

/// The target that the environment names. libFuzzer's `main` chooses its inputs.
private let target: FuzzTarget = {
  guard let name = getenv("FUZZ_TARGET").map({ String(cString: $0) }), let target = FuzzTarget.named(name) else {
    fatalError("FUZZ_TARGET names one of: \(FuzzTarget.all.map { $0.name }.joined(separator: " "))")
  }
  return target
}()

/// Checks the corpus first, so that the time for reading catalogues and templates once does not count for an input.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ argumentCount: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  do { for input in try Corpus.inputs(of: target.name) { try target.check(input.bytes) } } catch {
    fatalError("\(target.name), replaying its corpus: \(error)")
  }
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do { try target.check(Array(UnsafeBufferPointer(start: start, count: count))) } catch {
    fatalError("\(target.name): \(error). It is to hold: \(target.invariant)")
  }
  return 0
}
