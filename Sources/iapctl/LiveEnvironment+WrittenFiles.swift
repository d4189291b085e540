import IAPConsole
import IAPCore
import System

extension LiveEnvironment {
  static func replaceOwn(_ path: String, _ bytes: [UInt8]) throws(IAPError) {
    do {
      try Files.replace(path, by: bytes)
    } catch  where error.isAfterEffect {
      throw .notDurable(path: path, why: error.text)
    } catch {
      throw unwritten(error, path)
    }
  }

  static func makeOwn(_ path: String) throws(IAPError) -> UserFileWriter {
    do {
      return UserFileWriter(try NewFile(at: path), at: path)
    } catch  where error.isPresent {
      throw .iapctl(.outputNotWritten, .file(path, .existsAlready))
    } catch {
      throw unwritten(error, path)
    }
  }

  static func unwritten(_ error: SystemError, _ path: String) -> IAPError {
    error.isOutOfFiles
      ? .iapctl(.tooManyOpenFiles, .outOfFiles(path))
      : .iapctl(.outputNotWritten, .file(path, .cannotWrite(why: error.text)))
  }
}

extension UserFileWriter {
  fileprivate init(_ file: NewFile, at path: String) {
    self.init(
      append: { (bytes) throws(IAPError) in
        do throws(SystemError) {
          try file.append(bytes)
        } catch {
          throw LiveEnvironment.unwritten(error, path)
        }
      }, remove: { file.remove() })
  }
}
