/// Questions to all surroundings at once, for callers that have no particular device in mind.
extension CaptureWorld {
    /// Calls `handler` for what happens anywhere, as long as the observations are kept.
    package func observe(
        _ handler: @escaping @Sendable (SurroundingsEvent, any Surroundings) -> Void
    ) -> [SurroundingsObservation] {
        surroundings.map { place in
            place.observe { event in handler(event, place) }
        }
    }

    /// See ``Surroundings/readButtons()``.
    package func readButtons() -> [SurroundingsObservation] { surroundings.map { $0.readButtons() } }

    package var hasAccelerometer: Bool { surroundings.contains { $0.hasAccelerometer } }

    /// See ``Surroundings/acceleration``.
    package var acceleration: SIMD3<Double>? { surroundings.lazy.compactMap(\.acceleration).first }

    package var hasGyroscope: Bool { surroundings.contains { $0.hasGyroscope } }

    /// See ``Surroundings/rotationRate``.
    package var rotationRate: SIMD3<Double>? { surroundings.lazy.compactMap(\.rotationRate).first }

    /// See ``Surroundings/place``.
    package var place: BodyPlace? { surroundings.lazy.compactMap(\.place).first }

    package var interruptions: Set<CaptureInterruption> {
        surroundings.reduce(into: []) { $0.formUnion($1.interruptions) }
    }

    package var isLocked: Bool { surroundings.contains { $0.isLocked } }

    /// Asks the owner to unlock what is locked.
    ///
    /// - Returns: whether nothing is locked now.
    package func askToUnlock() -> Bool { surroundings.allSatisfy { $0.askToUnlock() } }

    /// See ``Surroundings/setCapturingLocked(_:)``.
    package func setCapturingLocked(_ isCapturing: Bool) {
        for place in surroundings { place.setCapturingLocked(isCapturing) }
    }

    /// The highest pressure level of all surroundings.
    package var pressureLevel: DevicePressure.Level { surroundings.map(\.pressure.level).max() ?? .nominal }

    /// Whether a session has a camera there, and is not in the background.
    package func isCapturing(in place: any Surroundings) -> Bool {
        !place.interruptions.contains(.background) && claims.held.contains { surroundings(of: $0) === place }
    }

    /// Whether there are devices of that kind, none of which this user may use.
    package func areClosed(_ kind: DeviceDescription.Kind) -> Bool {
        let devices = offer.devices(of: kind)
        if !devices.isEmpty, devices.allSatisfy({ surroundings(of: $0.id).refusal(of: $0.id) != nil }) { return true }
        return offer.includesNodes(of: kind) && surroundings.contains { $0.areNodesClosed(for: kind) }
    }
}
