import CoreMedia
import Foundation
import MissingFoundation

/// Compressed sound in memory: packets one behind the other. Source: Apple, AVAudioCompressedBuffer.
public final class AVAudioCompressedBuffer: AVAudioBuffer, @unchecked Sendable {  // as its parent
    /// How many packets there is room for.
    public let packetCapacity: AVAudioPacketCount
    /// The size of the largest packet there is room for, in bytes.
    public let maximumPacketSize: Int
    /// Where each packet begins, and its size: as many as ``packetCapacity``, of which ``packetCount`` are in use.
    /// Valid as long as the buffer; `nil` for a format whose packets all have the same size.
    public let packetDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    private var packets: AVAudioPacketCount = 0
    private var bytes: UInt32 = 0

    /// Room for so many packets, of which none is in use.
    ///
    /// - Parameters:
    ///   - format: anything but linear PCM, which is an exception.
    ///   - packetCapacity: how many packets fit.
    ///   - maximumPacketSize: in bytes, such as a converter's ``AVAudioConverter/maximumOutputPacketSize``.
    public init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount, maximumPacketSize: Int) {
        guard !format.isLinearPCM else {
            raiseException("required condition is false: format.streamDescription->mFormatID != kAudioFormatLinearPCM")
        }
        guard maximumPacketSize >= 0, UInt32(exactly: Int(packetCapacity) * maximumPacketSize) != nil else {
            raiseException("required condition is false: packetCapacity * maximumPacketSize <= UINT32_MAX")
        }
        self.packetCapacity = packetCapacity
        self.maximumPacketSize = maximumPacketSize
        if format.streamFormat.mBytesPerPacket == 0 {
            let descriptions = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(
                capacity: max(Int(packetCapacity), 1))
            descriptions.initialize(repeating: AudioStreamPacketDescription(), count: max(Int(packetCapacity), 1))
            packetDescriptions = descriptions
        } else {
            packetDescriptions = nil
        }
        super.init(
            format: format,
            lists: BufferLists(
                count: 1, channelsEach: format.channelCount, byteCapacity: Int(packetCapacity) * maximumPacketSize))
    }

    /// Room for so many packets of the one size that the format has.
    ///
    /// - Parameters:
    ///   - format: one whose packets all have the same size; any other, and linear PCM, is an exception.
    ///   - packetCapacity: how many packets fit.
    public convenience init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount) {
        let packetSize = Int(format.streamFormat.mBytesPerPacket)
        guard packetSize > 0 else {
            raiseException("required condition is false: format.streamDescription->mBytesPerPacket != 0")
        }
        self.init(format: format, packetCapacity: packetCapacity, maximumPacketSize: packetSize)
    }

    deinit { packetDescriptions?.deallocate() }

    /// How many packets are in use; at most ``packetCapacity``.
    public var packetCount: AVAudioPacketCount {
        get { packets }
        set {
            guard newValue <= packetCapacity else {
                raiseException("required condition is false: packetCount <= packetCapacity")
            }
            packets = newValue
        }
    }

    /// The packets. Valid as long as the buffer.
    public var data: UnsafeMutableRawPointer {
        // `init` has allocated it.
        lists.memory(0)!
    }

    /// In bytes.
    public var byteCapacity: UInt32 { UInt32(lists.byteCapacity) }

    /// How many bytes are in use; at most ``byteCapacity``.
    public var byteLength: UInt32 {
        get { bytes }
        set {
            guard newValue <= byteCapacity else {
                raiseException("required condition is false: byteLength <= byteCapacity")
            }
            bytes = newValue
        }
    }

    override var usedBytes: Int { Int(bytes) }

    // MARK: For converters

    /// Adds a packet behind the others.
    ///
    /// - Returns: `false` if there is no room for it.
    func append(_ packet: UnsafeRawBufferPointer) -> Bool {
        guard packets < packetCapacity, packet.count <= Int(byteCapacity - bytes) else { return false }
        if let base = packet.baseAddress {
            (data + Int(bytes)).copyMemory(from: base, byteCount: packet.count)
        }
        packetDescriptions?[Int(packets)] = AudioStreamPacketDescription(
            mStartOffset: Int64(bytes), mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
        packets += 1
        bytes += UInt32(packet.count)
        return true
    }

    /// The packets in use.
    ///
    /// - Returns: `nil` if one lies outside of what is in use.
    func allPackets() -> [UnsafeRawBufferPointer]? {
        var result: [UnsafeRawBufferPointer] = []
        for index in 0..<Int(packets) {
            let size = Int(format.streamFormat.mBytesPerPacket)
            let place = packetDescriptions.map { Int($0[index].mStartOffset) } ?? index * size
            let count = packetDescriptions.map { Int($0[index].mDataByteSize) } ?? size
            guard place >= 0, place <= Int(bytes), count <= Int(bytes) - place else { return nil }
            result.append(UnsafeRawBufferPointer(start: data + place, count: count))
        }
        return result
    }
}
