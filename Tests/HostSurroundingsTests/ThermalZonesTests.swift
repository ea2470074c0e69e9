import CaptureEngine
import Foundation
import HostSurroundings
import TestSupport
import Testing

@Suite struct ThermalZonesTests {
    @Test(
        arguments: [
            (50_000, .nominal), (86_000, .fair), (95_000, .serious), (101_000, .critical), (105_000, .shutdown),
        ] as [(Int, DevicePressure.Level)])
    func aTemperatureIsComparedWithTheTripPoints(_ temperature: Int, _ level: DevicePressure.Level) throws {
        let folder = try TemporaryFolder()
        let zone = folder.url.appendingPathComponent("thermal_zone0")
        try FileManager.default.createDirectory(at: zone, withIntermediateDirectories: true)
        let files = [
            "temp": "\(temperature)", "trip_point_0_type": "critical", "trip_point_0_temp": "105000",
            "trip_point_1_type": "passive", "trip_point_1_temp": "95000", "trip_point_2_type": "hot",
            "trip_point_2_temp": "100000", "trip_point_3_type": "active", "trip_point_3_temp": "-1",
        ]
        for (name, text) in files {
            try "\(text)\n".write(to: zone.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        let pressure = ThermalZones(folder: folder.url).pressure
        #expect(pressure.level == level)
        #expect(pressure.factors == (level == .nominal ? [] : [.systemTemperature]))
    }

    @Test func aMachineWithoutZonesIsNominal() {
        #expect(ThermalZones(folder: URL(fileURLWithPath: "/no/such/folder")).pressure == DevicePressure())
    }
}
