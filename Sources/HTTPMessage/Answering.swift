/// The answer to a request, or the work that leads to it.
package enum Answering: Sendable {
  /// Nothing had to be waited for.
  case ready(Response)
  /// It waits for something: the disk, another server, a store of options.
  case waiting(@Sendable () async -> Response)

  package var response: Response {
    get async {
      switch self {
      case .ready(let response): response
      case .waiting(let work): await work()
      }
    }
  }
}
