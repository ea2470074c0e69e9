import Foundation
import Glibc

extension CocoaError {
    /// Why the system could not write to a path.
    package init(errno: Int32, _ path: String) {
        let code: CocoaError.Code =
            switch errno {
            case ENOSPC, EDQUOT: .fileWriteOutOfSpace
            case EACCES, EPERM: .fileWriteNoPermission
            case EROFS: .fileWriteVolumeReadOnly
            case ENOENT: .fileNoSuchFile
            default: .fileWriteUnknown
            }
        self.init(code, userInfo: [NSFilePathErrorKey: path])
    }
}
