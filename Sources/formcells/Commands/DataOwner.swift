import Glibc
import Support

extension Arguments {
  /// A command that root runs continues as the user who owns the data folder: a server that runs as that user could not read files
  /// that root leaves there. The folder becomes the working folder, since the user may have no access to the folders above it
  /// (`DynamicUser` of systemd).
  func asOwnerOfData() throws(Failure) -> Arguments {
    let data = text(.data, default: "./data")
    var status = stat()
    guard geteuid() == 0, stat(data, &status) == 0, status.st_uid != 0 else { return self }
    let arguments = within(data)
    guard chdir(data) == 0, setgroups(0, nil) == 0, setgid(status.st_gid) == 0, setuid(status.st_uid) == 0 else {
      throw Failure("error: \(data) belongs to user \(status.st_uid); run the command as that user")
    }
    return arguments
  }
}

/// A data folder that a command creates if it does not exist.
enum NewFolder {
  /// - Parameter isMade: false if the command finds nothing without an existing folder.
  static func note(_ data: String, isMade: Bool) throws(Failure) {
    guard access(data, F_OK) != 0 else { return }
    guard isMade else {
      throw Failure("\(data): error: there is no such folder; --data names the server's data folder")
    }
    Terminal.error("note: the folder \(data) is new; a server that should see this needs the same --data")
  }
}
