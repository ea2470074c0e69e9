import Foundation

/// The limits of the control groups in which this process is: what its service or container may have.
///
/// Source: Linux, Documentation/admin-guide/cgroup-v2.rst (`memory.max`, `pids.max`), cgroup-v1/memory.rst, cgroup-v1/pids.rst.
package struct ControlGroups {
    package struct Limit: Sendable, Equatable {
        /// The file that says it, such as `/sys/fs/cgroup/system.slice/avcam.service/memory.max`.
        package var path: String
        /// Bytes, or processes and threads.
        package var maximum: Int
        /// By all processes of the group.
        package var used: Int
    }

    /// A hierarchy of groups, and where this process is in it.
    private struct Hierarchy {
        /// `nil` for version 2, where one hierarchy has all limits.
        var controllers: [String]?
        /// The folders of this process's group and of those above it.
        var groups: [String]
    }

    private let hierarchies: [Hierarchy]
    private let root: String

    /// - Parameter root: the folder in which `proc` and `sys` are.
    package init(root: String = "") {
        self.root = root
        hierarchies = Self.hierarchies(
            mounts: Self.text(root + "/proc/self/mountinfo"), places: Self.text(root + "/proc/self/cgroup"))
    }

    /// The smallest limit of memory, in bytes; `nil` without any.
    package var memory: Limit? {
        limits("memory", ("memory.max", "memory.current"), ("memory.limit_in_bytes", "memory.usage_in_bytes"))
            .min { $0.maximum < $1.maximum }
    }

    /// The limit of processes and threads that leaves the least; `nil` without any.
    package var processes: Limit? {
        limits("pids", ("pids.max", "pids.current"), ("pids.max", "pids.current"))
            .min { $0.maximum - $0.used < $1.maximum - $1.used }
    }

    private func limits(
        _ controller: String, _ unified: (limit: String, use: String), _ separate: (limit: String, use: String)
    ) -> [Limit] {
        hierarchies.flatMap { hierarchy -> [Limit] in
            if let controllers = hierarchy.controllers, !controllers.contains(controller) { return [] }
            let names = hierarchy.controllers == nil ? unified : separate
            return hierarchy.groups.compactMap { group in
                // "max", or more than any machine has, is no limit.
                guard let maximum = number(group + "/" + names.limit), maximum < 1 << 60 else { return nil }
                return Limit(
                    path: group + "/" + names.limit, maximum: maximum, used: number(group + "/" + names.use) ?? 0)
            }
        }
    }

    private func number(_ path: String) -> Int? {
        Int(Substring(Self.text(root + path).utf8.prefix { $0 != UInt8(ascii: "\n") }))
    }

    private static func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    /// - Parameters:
    ///   - mounts: `/proc/self/mountinfo`: "36 35 0:30 /root /place options - cgroup2 source options".
    ///   - places: `/proc/self/cgroup`: "4:memory:/group", and "0::/group" for version 2.
    private static func hierarchies(mounts: String, places: String) -> [Hierarchy] {
        let places = places.split(separator: "\n").compactMap { line -> (controllers: [String], group: String)? in
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3 else { return nil }
            return (parts[1].split(separator: ",").map(String.init), parts[2])
        }
        // Bytes, as a machine may have hundreds of mounts: their characters took a fifth of a short command's time.
        return mounts.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let words = line.split(separator: UInt8(ascii: " "))
            guard words.contains(where: { $0.starts(with: "cgroup".utf8) }) else { return nil }
            return hierarchy(words.map { String(Substring($0)) }, places)
        }
    }

    /// - Parameter words: of a line of `mountinfo`.
    private static func hierarchy(
        _ words: [String], _ places: [(controllers: [String], group: String)]
    ) -> Hierarchy? {
        guard words.count > 9, let dash = words.firstIndex(of: "-"), dash + 3 < words.count else { return nil }
        let (mounted, top, kind) = (words[3], words[4], words[dash + 1])
        let options = words[dash + 3].split(separator: ",").map(String.init)
        switch kind {
        case "cgroup2":
            guard let place = places.first(where: { $0.controllers.isEmpty }) else { return nil }
            return Hierarchy(controllers: nil, groups: groups(place.group, mounted, top))
        case "cgroup":
            let isThis = { (controllers: [String]) in
                !controllers.isEmpty && controllers.allSatisfy(options.contains)
            }
            guard let place = places.first(where: { isThis($0.controllers) }) else { return nil }
            return Hierarchy(controllers: place.controllers, groups: groups(place.group, mounted, top))
        default: return nil
        }
    }

    /// The folders of a group and of those above it, as far as they can be seen.
    ///
    /// - Parameter mounted: the group that is at `top`.
    private static func groups(_ group: String, _ mounted: String, _ top: String) -> [String] {
        let inside = mounted == "/" ? group : group.hasPrefix(mounted) ? String(group.dropFirst(mounted.count)) : ""
        var names = inside.split(separator: "/").map(String.init)
        // Outside of what a container can see.
        if names.contains("..") { names = [] }
        return (0...names.count).reversed().map { count in ([top] + names.prefix(count)).joined(separator: "/") }
    }
}
