// What visitors see, and what it is compared with.
@_exported public import Snapshots
