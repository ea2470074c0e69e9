/// What a person has locked: it stays as it is, whatever the scene does.
package struct CameraLock: OptionSet, Sendable {
    package static let focus = CameraLock(rawValue: 1)
    package static let exposure = CameraLock(rawValue: 2)

    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }
}
