import Foundation
import Testing

@testable import Photos

struct FolderLockTests {
    private func wait(_ answers: [Int32]) throws {
        var left = answers[...]
        try FolderLock.wait(for: 3, .exclusive, of: "/library/.avcam") { _, _ in
            guard let number = left.popFirst() else { return 0 }
            errno = number
            return -1
        }
        #expect(left.isEmpty)
    }

    @Test func aSignalDoesNotEndTheWaiting() throws { try wait([EINTR, EINTR]) }

    @Test(arguments: [EBADF, ENOSYS, EOPNOTSUPP]) func withoutLocksThereIsNothingToWaitFor(_ number: Int32) throws {
        try wait([number])
    }

    @Test(arguments: [ENOLCK, EIO]) func aLockThatOthersMightGetIsRequired(_ number: Int32) throws {
        let error = #expect(throws: FileError.self) { try wait([number]) }
        #expect(error?.number == number && error?.path == "/library/.avcam")
    }
}
