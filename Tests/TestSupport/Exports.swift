// What hosts' tests compare with, the project's own compare with too.
@_exported public import Snapshots
