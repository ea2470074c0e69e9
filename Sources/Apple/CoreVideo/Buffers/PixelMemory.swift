import CLinux
import Glibc

/// A block of memory for pixels: whole pages, all of them mapped, freed by `deinit`.
final class PixelMemory: @unchecked Sendable {  // Constant after `init`; the pixels are the users' to share out.
    let base: UnsafeMutableRawPointer
    let size: Int
    /// The file behind shared memory, or -1.
    let fileDescriptor: Int32

    /// Memory that only this process sees, zeroed. Its pages are mapped when they are touched.
    ///
    /// - Throws: `kCVReturnAllocationFailed`.
    init(privateBytes size: Int) throws(CVError) {
        base = try Self.map(size, -1, MAP_PRIVATE | MAP_ANONYMOUS)
        self.size = size
        fileDescriptor = -1
    }

    /// Memory that can be shared with another process through its descriptor, zeroed, with every page mapped.
    ///
    /// - Throws: `kCVReturnAllocationFailed` when the system has no memory or no descriptor left.
    init(sharedBytes size: Int) throws(CVError) {
        let file = linux_memfd_create("CVPixelBufferPool")
        guard file >= 0 else { throw CVError(kCVReturnAllocationFailed) }
        // Reserving first turns "no memory" into an error here, where a missing page would be SIGBUS later.
        guard posix_fallocate(file, 0, size) == 0 else {
            close(file)
            throw CVError(kCVReturnAllocationFailed)
        }
        do throws(CVError) {
            base = try Self.map(size, file, MAP_SHARED | MAP_POPULATE)
        } catch {
            close(file)
            throw error
        }
        self.size = size
        fileDescriptor = file
    }

    deinit {
        munmap(base, size)
        if fileDescriptor >= 0 { close(fileDescriptor) }
    }

    private static func map(_ size: Int, _ file: Int32, _ flags: Int32) throws(CVError) -> UnsafeMutableRawPointer {
        guard let base = mmap(nil, size, PROT_READ | PROT_WRITE, flags, file, 0), base != MAP_FAILED else {
            throw CVError(kCVReturnAllocationFailed)
        }
        return base
    }
}
