import Foundation

/// Measures what can only be measured inside a process: the parts of a photo, and its ratio to a bare encoder.
///
///     avcam-measure photo FOLDER | burst FOLDER jpeg|heic COUNT | merge COUNT | filters COUNT
///
/// Prints one JSON object. The simulated phone is the camera; FOLDER gets the files.
@main
struct Measure {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let result: [String: Double]
        switch arguments.first {
        case "photo" where arguments.count == 2:
            result = try PhotoMeasurement(folder: arguments[1]).single()
        case "burst" where arguments.count == 4:
            result = try PhotoMeasurement(folder: arguments[1])
                .burst(codec: arguments[2], count: Int(arguments[3]) ?? 1)
        case "merge" where arguments.count == 2:
            result = try MergeMeasurement(count: Int(arguments[1]) ?? 8).run()
        case "filters" where arguments.count == 2:
            result = try FilterMeasurement(count: Int(arguments[1]) ?? 30).run()
        default:
            FileHandle.standardError.write(
                Data(
                    "usage: avcam-measure photo FOLDER | burst FOLDER jpeg|heic COUNT | merge COUNT | filters COUNT\n"
                        .utf8))
            exit(64)
        }
        let data = try JSONSerialization.data(withJSONObject: result, options: [.sortedKeys])
        print(String(decoding: data, as: UTF8.self))
    }
}

/// Something that prevents a measurement.
struct MeasurementFailed: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

/// Clocks, in seconds.
enum Stopwatch {
    static func now() -> Double { seconds(CLOCK_MONOTONIC) }

    /// The processor time of all threads of this process.
    static func processor() -> Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    static func median(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }

    /// The most memory that this process ever held, in bytes.
    static func peakMemory() -> Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Double($0.split(separator: " ").dropLast().last ?? "") }.map { $0 * 1024 } ?? 0
    }
}
