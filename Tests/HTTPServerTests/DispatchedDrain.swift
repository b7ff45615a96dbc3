import Glibc
import HTTPServer

/// A drain on a separate thread, because it blocks.
final class DispatchedDrain {
  private var thread = pthread_t()

  init(_ server: Server) {
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Server>.fromOpaque(argument).takeRetainedValue().drain(within: .seconds(20))
        return nil
      }, Unmanaged.passRetained(server).toOpaque())
  }

  func join() { pthread_join(thread, nil) }
}
