import CaptureEngine
import CoreMedia
import Foundation
import TestSupport
import Testing
import Vision

@testable import VisionKit

/// Frames with codes and texts, and what a search finds in them.
enum FoundItems {
    static func frame(_ buffer: CVPixelBuffer, seconds: Double = 0) throws -> CMSampleBuffer {
        CMSampleBuffer.frame(
            buffer, format: try CMVideoFormatDescription(imageBuffer: buffer),
            presentationTimeStamp: CMTime(seconds: seconds, preferredTimescale: 600))
    }

    static let plan = SearchPlan(
        symbologies: [.qr],
        text: SearchPlan.TextPlan(languages: ["en-US"], types: nil, level: .accurate), interval: .zero)

    static func search(_ plan: SearchPlan = plan) -> FrameSearch { FrameSearch(plan) { _ in } }

    /// A QR code for each text.
    static func codes(_ texts: [String]) throws -> [RecognizedItem] {
        try texts.map { text in
            var picture = CodePicture(width: 300, height: 300)
            try picture.draw(text, symbology: 58, at: .init(center: CGPoint(x: 150, y: 150), module: 6))
            let found = search().codes(in: try frame(picture.buffer()), FramePlace())
            return try #require(found?.first)
        }
    }

    /// A frame of 1280 x 720 with lines of text.
    static func page(_ lines: [String]) throws -> CMSampleBuffer {
        let folder = try TemporaryFolder()
        let file = folder.file("page.gray")
        let drawings = try lines.enumerated().map { index, line in
            let text = folder.file("line-\(index).txt")
            try Data(line.utf8).write(to: text)
            return "drawtext=textfile=\(text.path):fontsize=60:x=100:y=\(60 + index * 120)"
        }
        try Tool.output(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", (["color=white:s=1280x720"] + drawings).joined(separator: ","),
                "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", "-y", file.path,
            ])
        return try frame(try CVPixelBuffer.gray(Array(try Data(contentsOf: file)), width: 1_280, height: 720))
    }
}

extension RecognizedItem {
    /// The same item in a square around a point.
    func at(_ x: Double, _ y: Double, side: Double = 40) -> RecognizedItem {
        moved(
            to: Bounds(
                topLeft: CGPoint(x: x - side / 2, y: y - side / 2), topRight: CGPoint(x: x + side / 2, y: y - side / 2),
                bottomRight: CGPoint(x: x + side / 2, y: y + side / 2),
                bottomLeft: CGPoint(x: x - side / 2, y: y + side / 2)),
            as: UUID())
    }
}
