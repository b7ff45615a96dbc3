// Hosts' tests compare snapshots with this module, and so do the project's own.
@_exported public import Snapshots
