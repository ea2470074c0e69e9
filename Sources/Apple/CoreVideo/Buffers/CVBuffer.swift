import Locking
import MissingFoundation

/// A picture in memory with attachments. Source: Apple, CVBuffer, CVImageBuffer, CVPixelBuffer.
///
/// Any thread may hold it; as on Apple's systems, while one thread writes pixels no other may access them. Its memory
/// returns to the pool, the driver or the system with the last reference.
public final class CVBuffer: @unchecked Sendable {  // Constant after `init` but for `state`, which is locked.
    /// The memory, and how it is released.
    enum Backing {
        case memory(PixelMemory)
        case pool(CVPixelBufferPool, PixelSlot)
        case foreign(release: @Sendable () -> Void)
    }

    struct State {
        var attachments: CVAttachments
        var lockCount = 0
    }

    let backing: Backing
    package let format: PixelFormatDescription
    package let width: Int
    package let height: Int
    let planes: [Plane]
    /// The bytes of the picture from the first plane's start, including padding.
    let dataSize: Int
    let state: Mutex<State>

    /// One plane's memory; valid only inside ``withPlanes(_:)``.
    package struct Plane {
        package let base: UnsafeMutableRawPointer
        package let bytesPerRow: Int
        /// In samples: half the picture's for the chroma of 4:2:0.
        package let width: Int
        package let height: Int

        package init(base: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int) {
            self.base = base
            self.bytesPerRow = bytesPerRow
            self.width = width
            self.height = height
        }
    }

    init(
        backing: Backing, format: PixelFormatDescription, width: Int, height: Int, planes: [Plane], dataSize: Int,
        attachments: CVAttachments = CVAttachments()
    ) {
        self.backing = backing
        self.format = format
        self.width = width
        self.height = height
        self.planes = planes
        self.dataSize = dataSize
        state = Mutex(State(attachments: attachments))
    }

    deinit {
        switch backing {
        case .memory: break
        case .pool(let pool, let slot): pool.takeBack(slot)
        case .foreign(let release): release()
        }
    }

    /// Runs `body` with the planes' memory, for reading or writing; no pointer may leave it.
    package func withPlanes<Result, Failure: Error>(
        _ body: ([Plane]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withExtendedLifetime(self) { () throws(Failure) in try body(planes) }
    }
}

/// A picture. Source: Apple, CVImageBuffer.
public typealias CVImageBuffer = CVBuffer

/// A picture in main memory. Source: Apple, CVPixelBuffer.
public typealias CVPixelBuffer = CVImageBuffer

extension CVBuffer: Hashable {
    /// Two buffers are equal if they are the same object.
    public static func == (left: CVBuffer, right: CVBuffer) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension PixelLayout {
    /// The planes in a block that begins at `base`.
    func planes(at base: UnsafeMutableRawPointer) -> [CVBuffer.Plane] {
        planes.map {
            CVBuffer.Plane(base: base + $0.offset, bytesPerRow: $0.bytesPerRow, width: $0.width, height: $0.height)
        }
    }
}
