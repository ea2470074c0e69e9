import CoreMedia
import Foundation
import Locking
import MovieCoding

/// Some metadata items. Source: Apple, AVMetadataGroup.
open class AVMetadataGroup: NSObject {
    open var items: [AVMetadataItem] { [] }

    /// What kind of group it is. Linux: always `nil`; only the playlists of live streams name their groups.
    open var classifyingLabel: String? { nil }

    /// Tells it apart from the other groups of a playlist. Linux: always `nil`, as above.
    open var uniqueID: String? { nil }
}

/// Metadata items that apply for some time. Source: Apple, AVTimedMetadataGroup.
open class AVTimedMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {  // a Mutex
    struct Values: @unchecked Sendable {  // items of metadata that nobody changes
        var items: [AVMetadataItem]
        var timeRange: CMTimeRange
    }

    let values: Mutex<Values>

    /// - Parameters:
    ///   - items: copied.
    ///   - timeRange: when they apply. Without a duration that is a number, until the next group.
    public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
        let copies = items.map { $0.copy() as? AVMetadataItem ?? $0 }
        values = Mutex(Values(items: copies, timeRange: timeRange))
    }

    /// The items in a sample of boxed metadata; `nil` for any other sample.
    public convenience init?(sampleBuffer: CMSampleBuffer) {
        guard let format = sampleBuffer.formatDescription, format.mediaType == .metadata,
            let block = sampleBuffer.dataBuffer, let bytes = try? block.dataBytes()
        else { return nil }
        let range = CMTimeRange(start: sampleBuffer.presentationTimeStamp, duration: sampleBuffer.duration)
        let keys = Dictionary(format.boxedMetadataKeys.map { ($0.number, $0) }) { first, _ in first }
        let items = BoxedMetadata.values(in: Array(bytes)).compactMap { value -> AVMetadataItem? in
            guard let key = keys[value.number] else { return nil }
            return MetadataCoding.item(key, value.bytes, range)
        }
        self.init(items: items, timeRange: range)
    }

    open override var items: [AVMetadataItem] { values.withLock { $0.items } }
    open var timeRange: CMTimeRange { values.withLock { $0.timeRange } }

    /// The format of samples with the group's items; `nil` if one of them has no identifier or data type, or there is
    /// none.
    open func copyFormatDescription() -> CMMetadataFormatDescription? {
        var keys: [BoxedMetadataKey] = []
        for item in items {
            guard let key = MetadataCoding.key(of: item, number: UInt32(keys.count + 1)) else { return nil }
            if !keys.contains(where: { MetadataCoding.isSame($0, key) }) { keys.append(key) }
        }
        return keys.isEmpty ? nil : .boxedMetadata(keys)
    }

    open func copy(with zone: NSZone? = nil) -> Any { AVTimedMetadataGroup(items: items, timeRange: timeRange) }

    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableTimedMetadataGroup(items: items, timeRange: timeRange)
    }
}

/// A group that can be changed. Source: Apple, AVMutableTimedMetadataGroup.
open class AVMutableTimedMetadataGroup: AVTimedMetadataGroup, @unchecked Sendable {  // as its superclass
    open override var items: [AVMetadataItem] {
        get { super.items }
        set {
            let copies = newValue.map { $0.copy() as? AVMetadataItem ?? $0 }
            values.withLock { $0.items = copies }
        }
    }

    open override var timeRange: CMTimeRange {
        get { super.timeRange }
        set { values.withLock { $0.timeRange = newValue } }
    }
}
