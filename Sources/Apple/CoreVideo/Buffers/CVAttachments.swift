import MissingFoundation

/// Whether an attachment is copied with its buffer. Source: Apple, CVAttachmentMode.
public enum CVAttachmentMode: UInt32, Sendable {
    /// It belongs to this buffer only.
    case shouldNotPropagate = 0
    /// It is copied with the buffer, as for colors.
    case shouldPropagate = 1
}

/// The attachments of a buffer: values by key, each with its mode. A value type.
package struct CVAttachments: @unchecked Sendable {  // Who attaches an object keeps it constant, as Apple asks.
    private var entries: [String: (value: Any, mode: CVAttachmentMode)] = [:]

    package init() {}

    /// Attachments with one mode.
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

    /// Adds all of `new`, replacing values under the same keys.
    package mutating func merge(_ new: CVAttachments) {
        entries.merge(new.entries) { $1 }
    }

    /// Adds what `source` propagates, replacing values under the same keys.
    package mutating func merge(propagatedFrom source: CVAttachments) {
        for (key, entry) in source.entries where entry.mode == .shouldPropagate {
            entries[key] = entry
        }
    }

    package mutating func removeAll() {
        entries = [:]
    }
}

/// In the attributes of a pixel buffer or pool: attachments that every buffer starts with and propagates.
public let kCVBufferPropagatedAttachmentsKey: CFString = "CVPropagatedAttachments"
/// In the attributes of a pixel buffer or pool: attachments that every buffer starts with and does not propagate.
public let kCVBufferNonPropagatedAttachmentsKey: CFString = "CVNonPropagatedAttachments"

/// Attaches `value`.
public func CVBufferSetAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) {
    let one = CVAttachments([key: value], mode: attachmentMode)
    buffer.state.withLock { $0.attachments.merge(one) }
}

/// Attaches every value of `attachments` in one mode.
public func CVBufferSetAttachments(
    _ buffer: CVBuffer, _ attachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
    let new = CVAttachments(attachments, mode: attachmentMode)
    buffer.state.withLock { $0.attachments.merge(new) }
}

/// The attachment for `key`, or `nil`.
public func CVBufferCopyAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
    guard let (value, mode) = buffer.storedAttachments[key] else { return nil }
    attachmentMode?.pointee = mode
    return value
}

/// As ``CVBufferCopyAttachment(_:_:_:)``, by its name before iOS 15.
public func CVBufferGetAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> _CFReference<CFTypeRef>? {
    CVBufferCopyAttachment(buffer, key, attachmentMode).map { _CFReference($0) }
}

/// All attachments of one mode, or `nil` if there are none.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
    let values = buffer.storedAttachments.values(attachmentMode)
    return values.isEmpty ? nil : values
}

/// As ``CVBufferCopyAttachments(_:_:)``, by its name before iOS 15.
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
    CVBufferCopyAttachments(buffer, attachmentMode)
}

/// Whether there is an attachment for `key`.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
    buffer.storedAttachments[key] != nil
}

/// Removes the attachment for `key`.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
    buffer.state.withLock { $0.attachments[key] = nil }
}

/// Removes all attachments.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
    buffer.state.withLock { $0.attachments.removeAll() }
}

/// Copies the attachments that `source` propagates to `destination`.
public func CVBufferPropagateAttachments(_ source: CVBuffer, _ destination: CVBuffer) {
    let attachments = source.storedAttachments
    destination.state.withLock { $0.attachments.merge(propagatedFrom: attachments) }
}

extension CVBuffer {
    /// The current attachments. Setting it replaces all of them, in one step for a source that attaches the same to
    /// every frame.
    package var storedAttachments: CVAttachments {
        get { state.withLock { $0.attachments } }
        set { state.withLock { $0.attachments = newValue } }
    }

    /// Changes the attachments in one step; `body` runs with the buffer locked.
    package func changeAttachments(_ body: (inout CVAttachments) -> Void) {
        state.withLock { body(&$0.attachments) }
    }
}
