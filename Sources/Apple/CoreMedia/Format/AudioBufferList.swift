import MissingFoundation

/// Bytes of one or more interleaved channels. Source: Apple, AudioBuffer.
public struct AudioBuffer {
    /// Channels interleaved in the buffer.
    public var mNumberChannels: UInt32
    public var mDataByteSize: UInt32
    /// The bytes, owned by the code that made the list.
    public var mData: UnsafeMutableRawPointer?

    /// Empty.
    public init() {
        self.init(mNumberChannels: 0, mDataByteSize: 0, mData: nil)
    }

    public init(mNumberChannels: UInt32, mDataByteSize: UInt32, mData: UnsafeMutableRawPointer?) {
        self.mNumberChannels = mNumberChannels
        self.mDataByteSize = mDataByteSize
        self.mData = mData
    }
}

/// A list of buffers: the first is here, and the others follow in memory. Source: Apple, AudioBufferList.
///
/// Reach all of them through ``UnsafeMutableAudioBufferListPointer``.
public struct AudioBufferList {
    public var mNumberBuffers: UInt32
    /// The first buffer.
    public var mBuffers: AudioBuffer

    /// Empty.
    public init() {
        self.init(mNumberBuffers: 0, mBuffers: AudioBuffer())
    }

    public init(mNumberBuffers: UInt32, mBuffers: AudioBuffer) {
        self.mNumberBuffers = mNumberBuffers
        self.mBuffers = mBuffers
    }

    /// A list with room for `maximumBuffers`, all zero; `free` frees it.
    public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
        let size = sizeInBytes(maximumBuffers: maximumBuffers)
        guard let memory = calloc(1, size) else { preconditionFailure("No memory for \(size) bytes") }
        let list = memory.bindMemory(to: AudioBufferList.self, capacity: 1)
        list.pointee.mNumberBuffers = UInt32(maximumBuffers)
        return UnsafeMutableAudioBufferListPointer(list)
    }

    /// The size of a list of `maximumBuffers`, in bytes.
    public static func sizeInBytes(maximumBuffers: Int) -> Int {
        MemoryLayout<AudioBufferList>.size + max(maximumBuffers - 1, 0) * MemoryLayout<AudioBuffer>.stride
    }
}

/// The buffers of a list as a collection. Source: Apple, UnsafeMutableAudioBufferListPointer.
public struct UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
    /// The list.
    public let unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

    public init(_ p: UnsafeMutablePointer<AudioBufferList>) {
        unsafeMutablePointer = p
    }

    /// `nil` for `nil`.
    public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
        guard let p else { return nil }
        self.init(p)
    }

    /// The list.
    public var unsafePointer: UnsafePointer<AudioBufferList> { UnsafePointer(unsafeMutablePointer) }

    /// The number of buffers.
    public var count: Int { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    /// A buffer; `index` is less than ``count``.
    public subscript(index: Int) -> AudioBuffer {
        get { buffers[index] }
        nonmutating set { buffers[index] = newValue }
    }

    private var buffers: UnsafeMutablePointer<AudioBuffer> {
        let offset = MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 0
        return (UnsafeMutableRawPointer(unsafeMutablePointer) + offset).assumingMemoryBound(to: AudioBuffer.self)
    }
}
