import CoreMedia
import Foundation

/// Sound in memory. Source: Apple, AVAudioBuffer.
public class AVAudioBuffer: NSObject, @unchecked Sendable {  // used by one thread at a time, as on Apple's systems
    public let format: AVAudioFormat
    let lists: BufferLists

    init(format: AVAudioFormat, lists: BufferLists) {
        self.format = format
        self.lists = lists
    }

    /// The sound; the sizes are those of what is in use. Valid as long as the buffer.
    public var audioBufferList: UnsafePointer<AudioBufferList> {
        lists.update(byteSize: usedBytes)
        return UnsafePointer(lists.used)
    }

    /// The sound, to be written to; the sizes are those of all there is room for. Valid as long as the buffer.
    public var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> {
        lists.reset()
        return lists.all
    }

    /// The bytes of one list entry that are in use.
    var usedBytes: Int { 0 }
}

/// Two lists of the same memory: one says how much of it is used, the other how much there is.
final class BufferLists {
    let used: UnsafeMutablePointer<AudioBufferList>
    let all: UnsafeMutablePointer<AudioBufferList>
    let count: Int
    /// Of each entry.
    let byteCapacity: Int
    private let release: () -> Void

    /// Memory of its own, all zero.
    convenience init(count: Int, channelsEach: UInt32, byteCapacity: Int) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(count * byteCapacity, 16), alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(count * byteCapacity, 16))
        let entries = (0..<count).map { index in
            AudioBuffer(
                mNumberChannels: channelsEach, mDataByteSize: UInt32(byteCapacity), mData: memory + index * byteCapacity
            )
        }
        self.init(entries, byteCapacity: byteCapacity) { memory.deallocate() }
    }

    /// - Parameter release: called when the lists are gone.
    init(_ entries: [AudioBuffer], byteCapacity: Int, release: @escaping () -> Void) {
        count = entries.count
        self.byteCapacity = byteCapacity
        self.release = release
        used = Self.list(entries)
        all = Self.list(entries)
    }

    deinit {
        UnsafeMutableRawPointer(used).deallocate()
        UnsafeMutableRawPointer(all).deallocate()
        release()
    }

    private static func list(_ entries: [AudioBuffer]) -> UnsafeMutablePointer<AudioBufferList> {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: AudioBufferList.sizeInBytes(maximumBuffers: entries.count),
            alignment: MemoryLayout<AudioBufferList>.alignment)
        let list = memory.bindMemory(to: AudioBufferList.self, capacity: 1)
        list.initialize(to: AudioBufferList(mNumberBuffers: UInt32(entries.count), mBuffers: AudioBuffer()))
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        for (index, entry) in entries.enumerated() { buffers[index] = entry }
        return list
    }

    func update(byteSize: Int) {
        let (buffers, sources) = (
            UnsafeMutableAudioBufferListPointer(used), UnsafeMutableAudioBufferListPointer(all)
        )
        for index in 0..<count {
            buffers[index].mDataByteSize = UInt32(byteSize)
            buffers[index].mData = sources[index].mData
        }
    }

    func reset() {
        let buffers = UnsafeMutableAudioBufferListPointer(all)
        for index in 0..<count { buffers[index].mDataByteSize = UInt32(byteCapacity) }
    }

    /// The memory of an entry.
    func memory(_ index: Int) -> UnsafeMutableRawPointer? { UnsafeMutableAudioBufferListPointer(all)[index].mData }
}
