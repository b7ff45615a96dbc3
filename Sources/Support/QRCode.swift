/// A QR code (ISO/IEC 18004) with error correction level M: up to 15 % of it may be unreadable.
package struct QRCode: Sendable, Equatable {
  /// Modules in a row, which is also the number of rows.
  package let size: Int
  private var isDark: [Bool]
  /// Modules that contain no data.
  private var isFixed: [Bool]

  /// The most bytes of the largest code made here, which phones still read easily from a screen.
  package static let byteLimit = 213

  /// `nil` for more bytes than fit.
  package init?(_ bytes: [UInt8]) {
    guard let version = Version.all.first(where: { bytes.count <= $0.byteCapacity }) else { return nil }
    size = version.size
    isDark = Array(repeating: false, count: size * size)
    isFixed = isDark
    drawFunctionPatterns(version)
    draw(Self.codewords(of: bytes, version))
    let masked = (0..<8).map { masking(with: $0) }
    if let best = masked.min(by: { $0.penalty < $1.penalty }) { isDark = best.isDark }
  }

  package subscript(row row: Int, column column: Int) -> Bool { isDark[row * size + column] }

  /// The dark modules as an SVG path (SVG 2 §9.3), one unit each. The code also needs a light margin of four units, which is
  /// not included.
  package var path: String {
    var path = ""
    for row in 0..<size {
      var column = 0
      while column < size {
        var end = column
        while end < size, self[row: row, column: end] { end += 1 }
        if end > column { path += "M\(column) \(row)h\(end - column)v1h-\(end - column)z" }
        column = max(end, column + 1)
      }
    }
    return path
  }
}

// MARK: Versions

extension QRCode {
  /// A size of code (ISO/IEC 18004, tables 1, 7, 9 and annex E).
  private struct Version {
    let number: Int
    /// Error correction codewords of each block.
    let correctionCount: Int
    /// Data codewords of each block.
    let dataCounts: [Int]
    /// The centres of alignment patterns, in both directions.
    let alignment: [Int]

    var size: Int { 17 + 4 * number }
    var dataCount: Int { dataCounts.reduce(0, +) }
    var countBits: Int { number < 10 ? 8 : 16 }
    /// What remains after the count and four bits for the mode.
    var byteCapacity: Int { (8 * dataCount - 4 - countBits) / 8 }

    static let all = [
      Version(number: 1, correctionCount: 10, dataCounts: [16], alignment: []),
      Version(number: 2, correctionCount: 16, dataCounts: [28], alignment: [6, 18]),
      Version(number: 3, correctionCount: 26, dataCounts: [44], alignment: [6, 22]),
      Version(number: 4, correctionCount: 18, dataCounts: [32, 32], alignment: [6, 26]),
      Version(number: 5, correctionCount: 24, dataCounts: [43, 43], alignment: [6, 30]),
      Version(number: 6, correctionCount: 16, dataCounts: [27, 27, 27, 27], alignment: [6, 34]),
      Version(number: 7, correctionCount: 18, dataCounts: [31, 31, 31, 31], alignment: [6, 22, 38]),
      Version(number: 8, correctionCount: 22, dataCounts: [38, 38, 39, 39], alignment: [6, 24, 42]),
      Version(number: 9, correctionCount: 22, dataCounts: [36, 36, 36, 37, 37], alignment: [6, 26, 46]),
      Version(number: 10, correctionCount: 26, dataCounts: [43, 43, 43, 43, 44], alignment: [6, 28, 50]),
    ]
  }
}

// MARK: Codewords

extension QRCode {
  /// The data in byte mode and the error correction codewords, in the order in which the code has them.
  private static func codewords(of bytes: [UInt8], _ version: Version) -> [UInt8] {
    var bits = BitWriter()
    bits.append(0b0100, count: 4)
    bits.append(bytes.count, count: version.countBits)
    for byte in bytes { bits.append(Int(byte), count: 8) }
    let data = bits.padded(to: version.dataCount)
    var blocks: [(data: [UInt8], correction: [UInt8])] = []
    var start = 0
    let divisor = Field.divisor(ofDegree: version.correctionCount)
    for count in version.dataCounts {
      let block = Array(data[start..<start + count])
      blocks.append((block, Field.remainder(of: block, by: divisor)))
      start += count
    }
    let longest = version.dataCounts.max() ?? 0
    return (0..<longest).flatMap { index in blocks.compactMap { index < $0.data.count ? $0.data[index] : nil } }
      + (0..<version.correctionCount).flatMap { index in blocks.map { $0.correction[index] } }
  }

  private struct BitWriter {
    private var bits: [Bool] = []

    mutating func append(_ value: Int, count: Int) {
      for shift in stride(from: count - 1, through: 0, by: -1) { bits.append(value >> shift & 1 == 1) }
    }

    func padded(to byteCount: Int) -> [UInt8] {
      var bits = bits
      bits += Array(repeating: false, count: min(4, 8 * byteCount - bits.count))
      bits += Array(repeating: false, count: (8 - bits.count % 8) % 8)
      let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
        bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } as UInt8
      }
      let fillers: [UInt8] = [0xEC, 0x11]
      return bytes + (0..<byteCount - bytes.count).map { fillers[$0 % 2] }
    }
  }

  /// The field of 256 elements, modulo x⁸ + x⁴ + x³ + x² + 1, with Reed-Solomon codes over it.
  private enum Field {
    static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
      var product: UInt8 = 0
      for shift in stride(from: 7, through: 0, by: -1) {
        product = product << 1 ^ (product >> 7 &* 0x1D)
        product ^= (b >> UInt8(shift) & 1) &* a
      }
      return product
    }

    /// (x - 1)(x - 2)(x - 2²)…, without its leading coefficient, which is 1.
    static func divisor(ofDegree degree: Int) -> [UInt8] {
      var coefficients = [UInt8](repeating: 0, count: degree - 1) + [1]
      var root: UInt8 = 1
      for _ in 0..<degree {
        for index in coefficients.indices {
          coefficients[index] = product(coefficients[index], root)
          if index + 1 < degree { coefficients[index] ^= coefficients[index + 1] }
        }
        root = product(root, 2)
      }
      return coefficients
    }

    static func remainder(of data: [UInt8], by divisor: [UInt8]) -> [UInt8] {
      var remainder = [UInt8](repeating: 0, count: divisor.count)
      for byte in data {
        let factor = byte ^ remainder.removeFirst()
        remainder.append(0)
        for index in remainder.indices { remainder[index] ^= product(divisor[index], factor) }
      }
      return remainder
    }
  }
}

// MARK: Modules

extension QRCode {
  private mutating func set(_ row: Int, column: Int, dark: Bool) {
    isDark[row * size + column] = dark
    isFixed[row * size + column] = true
  }

  private mutating func drawFunctionPatterns(_ version: Version) {
    for index in 0..<size {
      set(6, column: index, dark: index.isMultiple(of: 2))
      set(index, column: 6, dark: index.isMultiple(of: 2))
    }
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawFinder(atRow: row, column) }
    let last = version.alignment.count - 1
    for (i, row) in version.alignment.enumerated() {
      for (j, column) in version.alignment.enumerated() {
        // Three corners have finder patterns instead.
        if (i, j) == (0, 0) || (i, j) == (0, last) || (i, j) == (last, 0) { continue }
        for (dy, dx) in Self.square(2) { set(row + dy, column: column + dx, dark: max(abs(dy), abs(dx)) != 1) }
      }
    }
    drawFormat(mask: 0)
    if version.number >= 7 { drawVersion(version.number) }
  }

  private static func square(_ radius: Int) -> [(Int, Int)] {
    (-radius...radius).flatMap { dy in (-radius...radius).map { (dy, $0) } }
  }

  private mutating func drawFinder(atRow row: Int, _ column: Int) {
    for (dy, dx) in Self.square(4) where (0..<size) ~= row + dy && (0..<size) ~= column + dx {
      let distance = max(abs(dy), abs(dx))
      set(row + dy, column: column + dx, dark: distance != 2 && distance != 4)
    }
  }

  /// Draws the format, which is the level and the mask, twice.
  private mutating func drawFormat(mask: Int) {
    // Level M is 00.
    var remainder = mask
    for _ in 0..<10 { remainder = remainder << 1 ^ (remainder >> 9) * 0x537 }
    let bits = (mask << 10 | remainder) ^ 0x5412
    func isSet(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
    for index in 0...5 { set(index, column: 8, dark: isSet(index)) }
    set(7, column: 8, dark: isSet(6))
    set(8, column: 8, dark: isSet(7))
    set(8, column: 7, dark: isSet(8))
    for index in 9..<15 { set(8, column: 14 - index, dark: isSet(index)) }
    for index in 0..<8 { set(8, column: size - 1 - index, dark: isSet(index)) }
    for index in 8..<15 { set(size - 15 + index, column: 8, dark: isSet(index)) }
    set(size - 8, column: 8, dark: true)
  }

  private mutating func drawVersion(_ number: Int) {
    var remainder = number
    for _ in 0..<12 { remainder = remainder << 1 ^ (remainder >> 11) * 0x1F25 }
    let bits = number << 12 | remainder
    for index in 0..<18 {
      let (a, b) = (size - 11 + index % 3, index / 3)
      set(a, column: b, dark: bits >> index & 1 == 1)
      set(b, column: a, dark: bits >> index & 1 == 1)
    }
  }

  /// Draws the codewords in pairs of columns from the right, alternately upwards and downwards.
  private mutating func draw(_ codewords: [UInt8]) {
    var bit = 0
    var right = size - 1
    while right >= 1 {
      if right == 6 { right = 5 }
      for step in 0..<size {
        let isUpwards = (right + 1) & 2 == 0
        let row = isUpwards ? size - 1 - step : step
        for column in [right, right - 1] where !isFixed[row * size + column] && bit < codewords.count * 8 {
          isDark[row * size + column] = codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
          bit += 1
        }
      }
      right -= 2
    }
  }

  private func masking(with mask: Int) -> QRCode {
    var code = self
    for row in 0..<size {
      for column in 0..<size where !isFixed[row * size + column] {
        let inverts =
          switch mask {
          case 0: (row + column).isMultiple(of: 2)
          case 1: row.isMultiple(of: 2)
          case 2: column.isMultiple(of: 3)
          case 3: (row + column).isMultiple(of: 3)
          case 4: (row / 2 + column / 3).isMultiple(of: 2)
          case 5: row * column % 2 + row * column % 3 == 0
          case 6: (row * column % 2 + row * column % 3).isMultiple(of: 2)
          default: ((row + column) % 2 + row * column % 3).isMultiple(of: 2)
          }
        if inverts { code.isDark[row * size + column].toggle() }
      }
    }
    code.drawFormat(mask: mask)
    return code
  }

  /// How easily it could be misread (ISO/IEC 18004 §7.8.3).
  private var penalty: Int {
    var penalty = 0
    for line in 0..<size {
      penalty += Self.penalty(ofLine: (0..<size).map { self[row: line, column: $0] })
      penalty += Self.penalty(ofLine: (0..<size).map { self[row: $0, column: line] })
    }
    for row in 0..<size - 1 {
      for column in 0..<size - 1 {
        let dark = self[row: row, column: column]
        if dark == self[row: row, column: column + 1], dark == self[row: row + 1, column: column],
          dark == self[row: row + 1, column: column + 1]
        {
          penalty += 3
        }
      }
    }
    let darkCount = isDark.count { $0 }
    return penalty + abs(20 * darkCount - 10 * isDark.count) / isDark.count * 10
  }

  private static let finder = [true, false, true, true, true, false, true]

  private static func penalty(ofLine line: [Bool]) -> Int {
    var penalty = 0
    var start = 0
    while start < line.count {
      var end = start
      while end < line.count, line[end] == line[start] { end += 1 }
      if end - start >= 5 { penalty += end - start - 2 }
      start = end
    }
    let light = [Bool](repeating: false, count: 4)
    for start in 0...(line.count - 11) {
      let part = Array(line[start..<start + 11])
      if part == finder + light || part == light + finder { penalty += 40 }
    }
    return penalty
  }
}
