import Foundation

/// Whatever cameras the machine has, this process offers the simulated phone's.
enum OnlyThePhone {
    /// Once for all tests: the environment is read whenever devices are listed.
    static let isOffered: Void = { setenv("AVCAM_DEVICES", "simulated", 1) }()
}
