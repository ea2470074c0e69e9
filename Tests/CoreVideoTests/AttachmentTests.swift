import CoreVideo
import Testing

@Suite struct AttachmentTests {
    private func buffer() throws -> CVPixelBuffer {
        try CVPixelBuffer(width: 4, height: 4, pixelFormat: kCVPixelFormatType_32BGRA)
    }

    @Test func attachmentComesBackWithItsMode() throws {
        let buffer = try buffer()
        #expect(!CVBufferHasAttachment(buffer, "k"))
        #expect(CVBufferCopyAttachment(buffer, "k", nil) == nil)
        CVBufferSetAttachment(buffer, "k", 5, .shouldPropagate)
        var mode = CVAttachmentMode.shouldNotPropagate
        #expect(CVBufferCopyAttachment(buffer, "k", &mode) as? Int == 5)
        #expect(mode == .shouldPropagate)
        #expect(CVBufferGetAttachment(buffer, "k", nil)?.takeUnretainedValue() as? Int == 5)
        #expect(CVBufferGetAttachment(buffer, "other", nil) == nil)
        CVBufferSetAttachment(buffer, "k", "six", .shouldNotPropagate)
        #expect(CVBufferCopyAttachment(buffer, "k", &mode) as? String == "six")
        #expect(mode == .shouldNotPropagate)
        CVBufferRemoveAttachment(buffer, "k")
        #expect(!CVBufferHasAttachment(buffer, "k"))
    }

    @Test func onlyPropagatedAttachmentsAreCopied() throws {
        let (source, destination) = (try buffer(), try buffer())
        CVBufferSetAttachments(source, ["a": 1, "b": 2], .shouldPropagate)
        CVBufferSetAttachment(source, "c", 3, .shouldNotPropagate)
        CVBufferSetAttachments(destination, ["a": 9, "d": 4], .shouldNotPropagate)
        CVBufferPropagateAttachments(source, destination)
        let propagated = CVBufferCopyAttachments(destination, .shouldPropagate) as? [String: Int]
        #expect(propagated == ["a": 1, "b": 2])
        #expect(CVBufferCopyAttachments(destination, .shouldNotPropagate) as? [String: Int] == ["d": 4])
        #expect(CVBufferCopyAttachments(source, .shouldNotPropagate) as? [String: Int] == ["c": 3])
    }

    @Test func bufferPropagatesToItself() throws {
        let buffer = try buffer()
        CVBufferSetAttachment(buffer, "a", 1, .shouldPropagate)
        CVBufferPropagateAttachments(buffer, buffer)
        #expect(CVBufferCopyAttachments(buffer, .shouldPropagate) as? [String: Int] == ["a": 1])
    }

    @Test func withoutAttachmentsThereIsNoDictionary() throws {
        let buffer = try buffer()
        CVBufferSetAttachment(buffer, "a", 1, .shouldPropagate)
        CVBufferRemoveAllAttachments(buffer)
        #expect(CVBufferCopyAttachments(buffer, .shouldPropagate) == nil)
    }
}

@Suite struct AttachmentAttributeTests {
    private let attributes: [String: Any] = [
        kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 16,
        kCVPixelBufferHeightKey: 16,
        kCVBufferPropagatedAttachmentsKey: [
            kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_P3_D65
        ],
        kCVBufferNonPropagatedAttachmentsKey: ["own": 1],
    ]

    private func check(_ buffer: CVPixelBuffer?) throws {
        let buffer = try #require(buffer)
        var mode = CVAttachmentMode.shouldNotPropagate
        let primaries = CVBufferCopyAttachment(buffer, kCVImageBufferColorPrimariesKey, &mode)
        #expect(primaries as? String == kCVImageBufferColorPrimaries_P3_D65 && mode == .shouldPropagate)
        #expect(CVBufferCopyAttachment(buffer, "own", &mode) as? Int == 1 && mode == .shouldNotPropagate)
    }

    @Test func buffersCarryWhatTheirAttributesName() throws {
        var pool: CVPixelBufferPool?
        #expect(CVPixelBufferPoolCreate(nil, nil, attributes, &pool) == kCVReturnSuccess)
        for _ in 0..<2 {
            var buffer: CVPixelBuffer?
            CVPixelBufferPoolCreatePixelBuffer(nil, try #require(pool), &buffer)
            try check(buffer)
        }
        var single: CVPixelBuffer?
        CVPixelBufferCreate(nil, 16, 16, kCVPixelFormatType_32BGRA, attributes, &single)
        try check(single)
    }

    @Test func attachmentsThatAreNotADictionaryAreRefused() {
        var pool: CVPixelBufferPool?
        let wrong = attributes.merging([kCVBufferPropagatedAttachmentsKey: 7]) { $1 }
        #expect(CVPixelBufferPoolCreate(nil, nil, wrong, &pool) == kCVReturnInvalidPixelBufferAttributes)
    }
}
