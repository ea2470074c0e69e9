/// The seconds between the press and the photo, or the recording.
package enum SelfTimer: Int, Codable, CaseIterable, Sendable {
    case off = 0
    case three = 3
    case five = 5
    case ten = 10

    package var seconds: Int { rawValue }
}
