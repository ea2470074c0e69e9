import OpenCombine

// It is protected by a lock, but was written before Swift could express that.
extension Published.Publisher: @retroactive @unchecked Sendable where Value: Sendable {}
