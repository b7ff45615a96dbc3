import HTTPCore
import Support

extension FuzzTarget {
  static let bodies = [
    FuzzTarget(
      name: "urlencoded",
      invariant: "Every body of UTF-8 is a form; written out it is the same form, and it is no longer than its bytes."
    ) { bytes in
      let isUTF8 = String(validating: PercentEncoding.decodeBytes(bytes), as: UTF8.self) != nil
      let form: FormData
      do throws(FormError) { form = try FormData(urlEncoded: bytes) } catch {
        return try expect(error == .notUTF8 && !isUTF8, "\(error)")
      }
      try expect(isUTF8, "a form that is not UTF-8")
      try expect(form.pairs.count <= bytes.count, "\(form.pairs.count) pairs of \(bytes.count) bytes")
      try expect(length(of: form) <= bytes.count, "\(length(of: form)) bytes of \(bytes.count)")
      try expect(try FormData(urlEncoded: form.urlEncoded) == form, "comes back otherwise: \(form)")
      do throws(FormError) { _ = try FormData(urlEncoded: bytes, limits: FormLimits(pairLimit: 3)) } catch {
        try expect(form.pairs.count > 3, "\(error) for \(form.pairs.count) pairs")
      }
    },
    FuzzTarget(
      name: "multipart",
      invariant: """
        However a body is cut, its form is the same; it holds no more than the body, and what follows its end changes nothing.
        """
    ) { bytes in
      let limits = FormLimits(
        pairLimit: 16, partHeadByteLimit: 256, fieldsByteLimit: 4096, fileByteLimit: 512, filesByteLimit: 900)
      func read(_ body: [UInt8]) -> Result<FormData, FormError> {
        Result { () throws(FormError) in
          try FormData.decode(contentType: "multipart/form-data; boundary=b", body: body, limits: limits)
        }
      }
      // The first byte decides how long the pieces are.
      let whole = read(bytes)
      let pieces = Result { () throws(FormError) in
        var reader = try MultipartReader(boundary: [0x62], limits: limits)
        let size = 1 + Int(bytes.first ?? 0) % 16
        for start in stride(from: 0, to: bytes.count, by: size) {
          try reader.feed(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        return try reader.finish()
      }
      try expect(pieces == whole, "in pieces it is \(pieces) instead of \(whole)")
      guard case .success(let form) = whole else { return }
      try expect(length(of: form) <= 3 * bytes.count, "\(length(of: form)) bytes of \(bytes.count)")
      try expect(form.files.allSatisfy { $0.content.count <= 512 }, "a file beyond its limit")
      try expect(form.pairs.count + form.files.count <= 16, "parts beyond their limit")
      try expect(read(bytes + Array("epilogue".utf8)) == .success(form), "an epilogue changes the form")
    },
  ]

  private static func length(of form: FormData) -> Int {
    form.pairs.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
      + form.files.reduce(0) { $0 + $1.name.utf8.count + $1.filename.utf8.count + $1.content.count }
  }
}
