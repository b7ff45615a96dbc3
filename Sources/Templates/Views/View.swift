/// A Swift type that a template can be compiled against.
///
/// A view is a value: its slots name what a template may write, and each slot's closure must be pure, since a template
/// may ask it more than once (`<t:if test="helper">{helper}</t:if>` asks twice).
public protocol View: Sendable {
  /// The slots that a template of this type may name. Asked once for each compilation.
  static var slots: [Slot<Self>] { get }
  /// The slots, controls and fields that a template must write; left out, none.
  static var needs: [Need] { get }
}

extension View {
  /// None.
  public static var needs: [Need] { [] }
}
