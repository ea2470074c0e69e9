import MissingFoundation

/// Decoding cannot start at the sample. A `Bool`.
public let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"
/// Decoding can start here, but not of what is shown before the sample. A `Bool`.
public let kCMSampleAttachmentKey_PartialSync: CFString = "PartialSync"
/// Whether other samples depend on it. A `Bool`.
public let kCMSampleAttachmentKey_IsDependedOnByOthers: CFString = "IsDependedOnByOthers"
/// Whether it depends on other samples. A `Bool`.
public let kCMSampleAttachmentKey_DependsOnOthers: CFString = "DependsOnOthers"
/// Later samples may be shown before it. A `Bool`.
public let kCMSampleAttachmentKey_EarlierDisplayTimesAllowed: CFString = "EarlierDisplayTimesAllowed"
/// Show it as soon as it is decoded. A `Bool`.
public let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"
/// Decode it without showing it. A `Bool`.
public let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"

/// The attachments of the individual samples: one dictionary each.
///
/// Linux: dictionaries are values; change them with `CMSampleBuffer/setSampleAttachment(_:forKey:at:)`.
/// - Returns: `nil` if there are none and `createIfNecessary` is false, or if there are no samples.
public func CMSampleBufferGetSampleAttachmentsArray(_ sbuf: CMSampleBuffer, createIfNecessary: Bool) -> CFArray? {
    let count = sbuf.numSamples
    return sbuf.state.withLock { state -> SampleAttachments? in
        if state.sampleAttachments == nil, createIfNecessary, count > 0 {
            state.sampleAttachments = SampleAttachments(count: count)
        }
        return state.sampleAttachments
    }?.values
}

extension CMSampleBuffer {
    /// Sets an attachment of one sample. The index must be below ``numSamples``.
    package func setSampleAttachment(_ value: Any, forKey key: String, at index: CMItemIndex) {
        changeSampleAttachment(value, forKey: key, at: index)
    }

    /// - Parameter value: `nil` removes it.
    func changeSampleAttachment(_ value: Any?, forKey key: String, at index: CMItemIndex) {
        precondition((0..<numSamples).contains(index), "a sample buffer has no sample \(index) of \(numSamples)")
        let change = SampleAttachments.Change(index: index, key: key, value: value)
        state.withLock { state in
            state.sampleAttachments = (state.sampleAttachments ?? SampleAttachments(count: numSamples)).applying(change)
        }
    }
}

/// A dictionary for each sample.
struct SampleAttachments: @unchecked Sendable {  // Who attaches an object keeps it constant, as Apple asks.
    private(set) var values: [[String: Any]]

    struct Change: @unchecked Sendable {  // The same.
        var index: Int
        var key: String
        var value: Any?
    }

    init(count: Int) {
        values = Array(repeating: [:], count: count)
    }

    func applying(_ change: Change) -> SampleAttachments {
        var new = self
        new.values[change.index][change.key] = change.value
        return new
    }
}
