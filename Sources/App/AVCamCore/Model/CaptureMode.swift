/// What the camera is set up for.
package enum CaptureMode: String, Codable, CaseIterable, Sendable {
    case photo
    case video
}
