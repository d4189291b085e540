import IAPCore

/// The folders of the user's files.
///
/// The home folder is `HOME` if that is an absolute path, else the one of the user's account. The others
/// follow the XDG Base Directory Specification, which requires that a relative path is ignored.
package struct UserFolders: Sendable {
  /// The value of `~`. Nil if neither `HOME` nor the account has one.
  package let home: String?
  /// The folder of the configuration files of all programs.
  package let configuration: String?
  /// The folder of what programs keep between their runs.
  package let state: String?

  /// - Parameters:
  ///   - value: the value of an environment variable.
  ///   - account: the home folder of the user's account, which is asked for only if it is needed.
  package init(_ value: (String) -> String?, account: () -> String?) {
    func folder(_ name: String) -> String? {
      value(name).flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }
    let home = folder(Variables.home) ?? account()
    self.home = home
    configuration = folder(Variables.configurationHome) ?? home.map { $0 + "/.config" }
    state = folder(Variables.stateHome) ?? home.map { $0 + "/.local/state" }
  }
}
