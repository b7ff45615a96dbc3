extension Selection {
  /// How many of these rows "Select All" would take (not disabled), and how many of those are not chosen yet.
  public func selectable(in rows: RowSet) -> (all: Int, left: Int) {
    var everything = Selection(in: table)
    everything.insert(rows)
    var union = self
    union.insert(rows)
    return (everything.count, union.count - count)
  }
}
