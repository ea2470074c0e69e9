import OpenCombine

// A subject with a lock; written before Swift could say so.
extension Published.Publisher: @retroactive @unchecked Sendable where Value: Sendable {}
