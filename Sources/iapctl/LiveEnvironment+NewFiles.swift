import IAPConsole
import IAPCore
import Platform

extension LiveEnvironment {
  static func makeOwn(_ path: String) throws(IAPError) -> OwnFileWriter {
    do {
      return OwnFileWriter(try NewFile(at: path), at: path)
    } catch  where error.isPresent {
      throw .iapctl(.outputNotWritten, .existsAlready(path: path))
    } catch {
      throw unwritten(error, path)
    }
  }
}

extension OwnFileWriter {
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
