import CaptureEngine
import CoreMedia
import Foundation

/// A time as JSON.
struct StoredTime: Codable {
    var value: Int64
    var timescale: Int32
    var flags: UInt32

    init(_ time: CMTime) {
        (value, timescale, flags) = (time.value, time.timescale, time.flags.rawValue)
    }

    var time: CMTime {
        CMTime(value: value, timescale: timescale, flags: CMTimeFlags(rawValue: flags), epoch: 0)
    }
}

/// An attachment as JSON: a text, a number or bytes; no other kind means anything in a later process.
enum StoredValue: Codable {
    case text(String)
    case number(Double)
    case bytes(Data)

    init?(_ value: Any) {
        switch value {
        case let text as String: self = .text(text)
        case let data as Data: self = .bytes(data)
        case let number as any BinaryInteger: self = .number(Double(number))
        case let number as any BinaryFloatingPoint: self = .number(Double(number))
        case let number as NSNumber: self = .number(number.doubleValue)
        default: return nil
        }
    }

    var value: Any {
        switch self {
        case .text(let text): text
        case .number(let number): number
        case .bytes(let data): data
        }
    }
}

/// ``CaptureConditions`` as JSON.
struct StoredConditions: Codable {
    private var exposureDuration: StoredTime
    private var iso: Float
    /// `nil` in files of versions that did not store it.
    private var isExposureCertain: Bool?
    private var exposureBias: Float
    private var exposureOffset: Float
    private var lensPosition: Float
    /// `nil` when the device did not say, and in what an earlier version has stored.
    private var isExposureManual: Bool?
    /// As ``isExposureManual``.
    private var isWhiteBalanceManual: Bool?
    /// Red, green, blue.
    private var whiteBalanceGains: [Float]
    private var zoom: Double
    private var isFlashFired: Bool
    private var torch: Float
    private var isAdjustingFocus: Bool
    private var isAdjustingExposure: Bool
    private var isAdjustingWhiteBalance: Bool
    private var isLowLightBoosted: Bool
    private var constituent: Int
    private var settingsRevision: UInt64

    init(_ conditions: CaptureConditions) {
        exposureDuration = StoredTime(conditions.exposureDuration)
        iso = conditions.iso
        isExposureCertain = conditions.isExposureCertain
        isExposureManual = conditions.exposureChoice.map { $0 == .manual }
        isWhiteBalanceManual = conditions.whiteBalanceChoice.map { $0 == .manual }
        exposureBias = conditions.exposureBias
        exposureOffset = conditions.exposureOffset
        lensPosition = conditions.lensPosition
        let gains = conditions.whiteBalanceGains
        whiteBalanceGains = [gains.red, gains.green, gains.blue]
        zoom = conditions.zoom
        isFlashFired = conditions.isFlashFired
        torch = conditions.torch
        isAdjustingFocus = conditions.isAdjustingFocus
        isAdjustingExposure = conditions.isAdjustingExposure
        isAdjustingWhiteBalance = conditions.isAdjustingWhiteBalance
        isLowLightBoosted = conditions.isLowLightBoosted
        constituent = conditions.constituent
        settingsRevision = conditions.settingsRevision
    }

    var conditions: CaptureConditions {
        var conditions = CaptureConditions(exposureDuration: exposureDuration.time, iso: iso)
        conditions.isExposureCertain = isExposureCertain ?? true
        conditions.exposureChoice = isExposureManual.map { $0 ? .manual : .automatic }
        conditions.whiteBalanceChoice = isWhiteBalanceManual.map { $0 ? .manual : .automatic }
        conditions.exposureBias = exposureBias
        conditions.exposureOffset = exposureOffset
        conditions.lensPosition = lensPosition
        if whiteBalanceGains.count == 3 {
            conditions.whiteBalanceGains = WhiteBalanceGains(
                red: whiteBalanceGains[0], green: whiteBalanceGains[1], blue: whiteBalanceGains[2])
        }
        conditions.zoom = zoom
        conditions.isFlashFired = isFlashFired
        conditions.torch = torch
        conditions.isAdjustingFocus = isAdjustingFocus
        conditions.isAdjustingExposure = isAdjustingExposure
        conditions.isAdjustingWhiteBalance = isAdjustingWhiteBalance
        conditions.isLowLightBoosted = isLowLightBoosted
        conditions.constituent = constituent
        conditions.settingsRevision = settingsRevision
        return conditions
    }
}
