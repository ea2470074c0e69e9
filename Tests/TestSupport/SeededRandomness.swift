import Glibc

/// Random numbers that can be repeated: each test prints its seed, and TEST_SEED in the environment sets it.
///
///     TEST_SEED=1234 swift test --filter KillTests
///
/// A well-tested generator: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (SplitMix64).
package struct SeededRandomness: RandomNumberGenerator {
    private var state: UInt64

    /// - Parameter test: the name under which the seed is printed.
    package init(for test: String = #function) {
        state = getenv("TEST_SEED").flatMap { UInt64(String(cString: $0)) } ?? .random(in: 0..<1_000_000)
        print("TEST_SEED=\(state) \(test)")
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
