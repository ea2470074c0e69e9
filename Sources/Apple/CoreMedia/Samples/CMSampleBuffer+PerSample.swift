import Foundation
import MissingFoundation

extension CMSampleBuffer {
    /// What is known of each sample. Source: Apple, CMSampleBuffer.PerSampleAttachmentsDictionary.
    public struct PerSampleAttachmentsDictionary {
        /// Source: Apple, CMSampleBuffer.PerSampleAttachmentsDictionary.Key.
        public struct Key: RawRepresentable, Hashable, Sendable {
            public let rawValue: CFString

            public init(rawValue: CFString) { self.rawValue = rawValue }

            public static let notSync = Key(rawValue: kCMSampleAttachmentKey_NotSync)
            public static let partialSync = Key(rawValue: kCMSampleAttachmentKey_PartialSync)
            public static let isDependedOnByOthers = Key(rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers)
            public static let dependsOnOthers = Key(rawValue: kCMSampleAttachmentKey_DependsOnOthers)
            public static let earlierDisplayTimesAllowed = Key(
                rawValue: kCMSampleAttachmentKey_EarlierDisplayTimesAllowed)
            public static let displayImmediately = Key(rawValue: kCMSampleAttachmentKey_DisplayImmediately)
            public static let doNotDisplay = Key(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
        }

        fileprivate let buffer: CMSampleBuffer
        fileprivate let index: Int

        /// `nil` removes it.
        public subscript(key: Key) -> Any? {
            get {
                let all = CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false)
                return (all as? [[String: Any]])?[index][key.rawValue]
            }
            nonmutating set { buffer.changeSampleAttachment(newValue, forKey: key.rawValue, at: index) }
        }
    }

    /// One for each sample; changes are the buffer's. Source: Apple, CMSampleBuffer.PerSampleAttachments.
    public struct PerSampleAttachments: RandomAccessCollection, MutableCollection {
        fileprivate let buffer: CMSampleBuffer

        public var startIndex: Int { 0 }
        public var endIndex: Int { buffer.numSamples }

        public subscript(position: Int) -> PerSampleAttachmentsDictionary {
            get { PerSampleAttachmentsDictionary(buffer: buffer, index: position) }
            // The dictionary has changed the buffer already.
            nonmutating set {}
        }
    }

    public var sampleAttachments: PerSampleAttachments {
        get { PerSampleAttachments(buffer: self) }
        // So that its dictionaries can be changed in place.
        set {}
    }
}
