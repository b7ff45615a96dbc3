#if Valkey
import Glibc

/// The functions of OpenSSL 3 that TLS needs, from the machine's library. It is loaded only if TLS is requested: the program
/// does not link it, and is built without its headers. Each type is as declared in `<openssl/ssl.h>` and similar headers.
struct OpenSSL: Sendable {
  /// An object that OpenSSL owns.
  typealias Object = OpaquePointer
  typealias Text = UnsafePointer<CChar>

  // SSL_CTX: what connections share.
  let method: @Sendable @convention(c) () -> Object?
  let makeContext: @Sendable @convention(c) (Object?) -> Object?
  let freeContext: @Sendable @convention(c) (Object?) -> Void
  let trustFile: @Sendable @convention(c) (Object?, Text?, Text?) -> Int32
  let trustSystem: @Sendable @convention(c) (Object?) -> Int32

  // SSL: one connection.
  let makeSession: @Sendable @convention(c) (Object?) -> Object?
  let freeSession: @Sendable @convention(c) (Object?) -> Void
  let setBuffers: @Sendable @convention(c) (Object?, Object?, Object?) -> Void
  let setVerification: @Sendable @convention(c) (Object?, Int32, UnsafeRawPointer?) -> Void
  let expectations: @Sendable @convention(c) (Object?) -> Object?
  let expectAddress: @Sendable @convention(c) (Object?, Text?) -> Int32
  let expectHost: @Sendable @convention(c) (Object?, Text?) -> Int32
  let control: @Sendable @convention(c) (Object?, Int32, Int, UnsafeMutableRawPointer?) -> Int
  let setClient: @Sendable @convention(c) (Object?) -> Void
  let handshake: @Sendable @convention(c) (Object?) -> Int32
  let write: @Sendable @convention(c) (Object?, UnsafeRawPointer?, Int32) -> Int32
  let read: @Sendable @convention(c) (Object?, UnsafeMutableRawPointer?, Int32) -> Int32
  let error: @Sendable @convention(c) (Object?, Int32) -> Int32
  let verificationResult: @Sendable @convention(c) (Object?) -> Int
  let verificationText: @Sendable @convention(c) (Int) -> Text?

  // BIO: bytes in memory.
  let memory: @Sendable @convention(c) () -> Object?
  let makeBuffer: @Sendable @convention(c) (Object?) -> Object?
  let put: @Sendable @convention(c) (Object?, UnsafeRawPointer?, Int32) -> Int32
  let take: @Sendable @convention(c) (Object?, UnsafeMutableRawPointer?, Int32) -> Int32
  let pendingByteCount: @Sendable @convention(c) (Object?) -> Int

  // ERR: why the last call of this thread failed.
  let clearErrors: @Sendable @convention(c) () -> Void
  let nextError: @Sendable @convention(c) () -> UInt
  let errorText: @Sendable @convention(c) (UInt) -> Text?

  /// The machine's library; it stays loaded.
  static let shared = Result { () throws(ValkeyError) in try OpenSSL("libssl.so.3") }

  /// - Parameter name: the name of the library; it also loads libcrypto.
  init(_ name: String) throws(ValkeyError) {
    guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw Self.missing() }
    // OpenSSL's clean-up at the end of the process would pull it away from a thread that is still connecting.
    let begin: @convention(c) (UInt64, UnsafeRawPointer?) -> Int32 = try Self.function(
      "OPENSSL_init_crypto", in: library)
    guard begin(Self.withoutCleanUp, nil) == 1 else {
      throw ValkeyError(.broken, description: "OpenSSL cannot be initialized")
    }
    method = try Self.function("TLS_client_method", in: library)
    makeContext = try Self.function("SSL_CTX_new", in: library)
    freeContext = try Self.function("SSL_CTX_free", in: library)
    trustFile = try Self.function("SSL_CTX_load_verify_locations", in: library)
    trustSystem = try Self.function("SSL_CTX_set_default_verify_paths", in: library)
    makeSession = try Self.function("SSL_new", in: library)
    freeSession = try Self.function("SSL_free", in: library)
    setBuffers = try Self.function("SSL_set_bio", in: library)
    setVerification = try Self.function("SSL_set_verify", in: library)
    expectations = try Self.function("SSL_get0_param", in: library)
    expectAddress = try Self.function("X509_VERIFY_PARAM_set1_ip_asc", in: library)
    expectHost = try Self.function("SSL_set1_host", in: library)
    control = try Self.function("SSL_ctrl", in: library)
    setClient = try Self.function("SSL_set_connect_state", in: library)
    handshake = try Self.function("SSL_do_handshake", in: library)
    write = try Self.function("SSL_write", in: library)
    read = try Self.function("SSL_read", in: library)
    error = try Self.function("SSL_get_error", in: library)
    verificationResult = try Self.function("SSL_get_verify_result", in: library)
    verificationText = try Self.function("X509_verify_cert_error_string", in: library)
    memory = try Self.function("BIO_s_mem", in: library)
    makeBuffer = try Self.function("BIO_new", in: library)
    put = try Self.function("BIO_write", in: library)
    take = try Self.function("BIO_read", in: library)
    pendingByteCount = try Self.function("BIO_ctrl_pending", in: library)
    clearErrors = try Self.function("ERR_clear_error", in: library)
    nextError = try Self.function("ERR_get_error", in: library)
    errorText = try Self.function("ERR_reason_error_string", in: library)
  }

  /// The function with this name, cast to its type.
  private static func function<Function>(
    _ name: String, in library: UnsafeMutableRawPointer
  ) throws(ValkeyError) -> Function {
    guard let address = dlsym(library, name) else { throw missing() }
    return unsafeBitCast(address, to: Function.self)
  }

  private static func missing() -> ValkeyError {
    let reason = dlerror().map { String(cString: $0) } ?? "not found"
    return ValkeyError(.broken, description: "TLS to Valkey takes OpenSSL 3 on this machine: \(reason)")
  }
}

/// Values that OpenSSL defines as macros.
extension OpenSSL {
  private static let withoutCleanUp: UInt64 = 0x0008_0000
  static let verifyPeer: Int32 = 1
  static let wantsRead: Int32 = 2
  static let wantsWrite: Int32 = 3
  static let isClosed: Int32 = 6

  func requireTLS12(_ session: Object) -> Bool { control(session, 123, 0x0303, nil) == 1 }

  /// Sends the name of the host to the server (RFC 6066 §3).
  func tell(_ host: String, to session: Object) -> Bool {
    var name = Array(host.utf8CString)
    return control(session, 55, 0, &name) == 1
  }

  /// Why the last call failed.
  var reason: String {
    let code = nextError()
    guard code != 0, let text = errorText(code) else { return "failed" }
    return String(cString: text)
  }

  /// Why the server's certificate is not trusted; `nil` if it is.
  func distrust(_ session: Object) -> String? {
    let result = verificationResult(session)
    return result == 0 ? nil : verificationText(result).map { String(cString: $0) } ?? "the certificate is not trusted"
  }
}
#endif
