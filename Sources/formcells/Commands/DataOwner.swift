import Glibc
import Support

extension Arguments {
  /// What root runs goes on as the user to whom the data folder belongs: a server that runs as another user could not read what root
  /// leaves there. The folder is the current one then, since that user may not get through those above it (`DynamicUser` of systemd).
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

/// A data folder that a command makes where it is missing.
enum NewFolder {
  /// - Parameter isMade: false: nothing is to be found in a folder that is missing.
  static func note(_ data: String, isMade: Bool) throws(Failure) {
    guard access(data, F_OK) != 0 else { return }
    guard isMade else {
      throw Failure("\(data): error: there is no such folder; --data names the server's data folder")
    }
    Terminal.error("note: the folder \(data) is new; a server that is to know of this needs the same --data")
  }
}
