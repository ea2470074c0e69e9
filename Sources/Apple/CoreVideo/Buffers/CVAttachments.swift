import MissingFoundation

/// Whether an attachment goes along when a buffer is copied. Source: Apple, CVAttachmentMode.
public enum CVAttachmentMode: UInt32, Sendable {
    /// It stays with the one buffer.
    case shouldNotPropagate = 0
    /// It goes along to copies, as the colours do.
    case shouldPropagate = 1
}

/// What is attached to a buffer: values by key, each with its mode. A value that is copied when it is changed.
package struct CVAttachments: @unchecked Sendable {  // Who attaches an object keeps it constant, as Apple asks.
    private var entries: [String: (value: Any, mode: CVAttachmentMode)] = [:]

    package init() {}

    /// Attachments that all have one mode.
    package init(_ values: [String: Any], mode: CVAttachmentMode) {
        entries = values.mapValues { ($0, mode) }
    }

    package subscript(key: String) -> (value: Any, mode: CVAttachmentMode)? {
        get { entries[key] }
        set { entries[key] = newValue }
    }

    package var isEmpty: Bool { entries.isEmpty }

    /// The values of one mode.
    package func values(_ mode: CVAttachmentMode) -> [String: Any] {
        entries.filter { $0.value.mode == mode }.mapValues(\.value)
    }

    /// Takes over all of `new`; what is here under the same keys is replaced.
    package mutating func merge(_ new: CVAttachments) {
        entries.merge(new.entries) { $1 }
    }

    /// Takes over what `source` propagates; what is here under the same keys is replaced.
    package mutating func merge(propagatedFrom source: CVAttachments) {
        for (key, entry) in source.entries where entry.mode == .shouldPropagate {
            entries[key] = entry
        }
    }

    package mutating func removeAll() {
        entries = [:]
    }
}

/// In the attributes of a pixel buffer or pool: what every buffer carries from the start and hands on to copies.
///
/// Source: Apple, kCVBufferPropagatedAttachmentsKey.
public let kCVBufferPropagatedAttachmentsKey: CFString = "CVPropagatedAttachments"
/// In the attributes of a pixel buffer or pool: what every buffer carries from the start and keeps to itself.
///
/// Source: Apple, kCVBufferNonPropagatedAttachmentsKey.
public let kCVBufferNonPropagatedAttachmentsKey: CFString = "CVNonPropagatedAttachments"

/// Attaches `value`. Source: Apple, CVBufferSetAttachment.
public func CVBufferSetAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) {
    let one = CVAttachments([key: value], mode: attachmentMode)
    buffer.state.withLock { $0.attachments.merge(one) }
}

/// Attaches every value of `attachments` in one mode. Source: Apple, CVBufferSetAttachments.
public func CVBufferSetAttachments(
    _ buffer: CVBuffer, _ attachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
    let new = CVAttachments(attachments, mode: attachmentMode)
    buffer.state.withLock { $0.attachments.merge(new) }
}

/// What is attached under `key`, or `nil`. Source: Apple, CVBufferCopyAttachment.
public func CVBufferCopyAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
    guard let (value, mode) = buffer.attachments[key] else { return nil }
    attachmentMode?.pointee = mode
    return value
}

/// All attachments of one mode, or `nil` when there is none. Source: Apple, CVBufferCopyAttachments.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
    let values = buffer.attachments.values(attachmentMode)
    return values.isEmpty ? nil : values
}

/// Whether something is attached under `key`. Source: Apple, CVBufferHasAttachment.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
    buffer.attachments[key] != nil
}

/// Detaches what is under `key`. Source: Apple, CVBufferRemoveAttachment.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
    buffer.state.withLock { $0.attachments[key] = nil }
}

/// Detaches everything. Source: Apple, CVBufferRemoveAllAttachments.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
    buffer.state.withLock { $0.attachments.removeAll() }
}

/// Copies what `source` propagates to `destination`. Source: Apple, CVBufferPropagateAttachments.
public func CVBufferPropagateAttachments(_ source: CVBuffer, _ destination: CVBuffer) {
    let attachments = source.attachments
    destination.state.withLock { $0.attachments.merge(propagatedFrom: attachments) }
}

extension CVBuffer {
    /// What is attached now. Setting it replaces everything: one step for a source that attaches the same to every
    /// frame.
    package var attachments: CVAttachments {
        get { state.withLock { $0.attachments } }
        set { state.withLock { $0.attachments = newValue } }
    }

    /// Changes what is attached in one step; `body` runs with the buffer locked.
    package func changeAttachments(_ body: (inout CVAttachments) -> Void) {
        state.withLock { body(&$0.attachments) }
    }
}
