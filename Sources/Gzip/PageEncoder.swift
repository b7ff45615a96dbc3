/// Writes gzip (RFC 1952) of pages that are made for one request: several times as fast as zlib at its level 6, and a few
/// hundredths larger. One state serves any number of bodies, one after the other.
///
/// A page that is much like a model is written from what was prepared of it (``LikenessWriter``). Any other one repeats itself
/// in long runs, so repeats are looked for where others ended, and not within them (``Matcher``); each block has codes of its
/// own, for its symbols as they are frequent in it (``BlockWriter``).
///
/// Sendable without a check: it is held by one at a time.
package final class PageEncoder: @unchecked Sendable {
  private var matcher = Matcher()
  private var block = Block()
  private var blocks = BlockWriter()
  private var likeness = LikenessWriter()
  private var output = BitWriter()

  package init() {}

  /// One member of gzip, without a name and a time.
  /// - `model`: of pages of this kind.
  package func encode(_ bytes: [UInt8], like model: PageModel? = nil) -> [UInt8] {
    bytes.withUnsafeBytes { bytes in
      output.beginMember()
      if let model, likeness.write(bytes, like: model, to: &output) {
      } else {
        matcher.split(bytes, into: &block) { blocks.write($0, to: &output) }
        output.writeLastBlock()
      }
      output.endMember(checksum(bytes), bytes.count)
      return output.bytes
    }
  }
}
