import Foundation
import TestSupport
import Testing

@testable import HostSurroundings

@Suite struct ControlGroupsTests {
    /// Files as a kernel shows them; the keys are their paths.
    private func groups(_ files: [String: String]) throws -> (ControlGroups, TemporaryFolder) {
        let folder = try TemporaryFolder()
        for (path, text) in files {
            let file = folder.url.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("\(text)\n".utf8).write(to: file)
        }
        return (ControlGroups(root: folder.url.path), folder)
    }

    private static let unified = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate"

    @Test func theSmallestMemoryOfTheGroupsCounts() throws {
        let (groups, folder) = try groups([
            "proc/self/cgroup": "0::/user.slice/avcam.service", "proc/self/mountinfo": Self.unified,
            "sys/fs/cgroup/user.slice/memory.max": "209715200", "sys/fs/cgroup/user.slice/memory.current": "1000",
            "sys/fs/cgroup/user.slice/avcam.service/memory.max": "max",
            "sys/fs/cgroup/user.slice/avcam.service/pids.max": "max",
        ])
        let path = "/sys/fs/cgroup/user.slice/memory.max"
        #expect(groups.memory == ControlGroups.Limit(path: path, maximum: 209_715_200, used: 1000))
        #expect(groups.processes == nil)
        withExtendedLifetime(folder) {}
    }

    @Test func theProcessesThatAreLeftCount() throws {
        let (groups, folder) = try groups([
            "proc/self/cgroup": "0::/a/b", "proc/self/mountinfo": Self.unified,
            "sys/fs/cgroup/a/pids.max": "100", "sys/fs/cgroup/a/pids.current": "98",
            "sys/fs/cgroup/a/b/pids.max": "16", "sys/fs/cgroup/a/b/pids.current": "3",
        ])
        #expect(
            groups.processes == ControlGroups.Limit(path: "/sys/fs/cgroup/a/pids.max", maximum: 100, used: 98))
        #expect(groups.memory == nil)
        withExtendedLifetime(folder) {}
    }

    /// A container sees its own group as the top.
    @Test(arguments: ["/", "/docker/1234", "/../.."]) func aContainersGroupIsTheTop(_ place: String) throws {
        let (groups, folder) = try groups([
            "proc/self/cgroup": "0::\(place)",
            "proc/self/mountinfo": Self.unified.replacingOccurrences(
                of: "0:26 /", with: "0:26 \(place == "/docker/1234" ? place : "/")"),
            "sys/fs/cgroup/memory.max": "150000000",
        ])
        #expect(groups.memory?.path == "/sys/fs/cgroup/memory.max" && groups.memory?.maximum == 150_000_000)
        withExtendedLifetime(folder) {}
    }

    @Test func theFirstVersionHasAHierarchyForEachLimit() throws {
        let (groups, folder) = try groups([
            "proc/self/cgroup": "8:pids:/\n4:memory:/box\n3:cpu,cpuacct:/\n0::/",
            "proc/self/mountinfo": """
            31 23 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
            32 23 0:28 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids
            33 23 0:29 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
            """,
            "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712",
            "sys/fs/cgroup/memory/box/memory.limit_in_bytes": "200000000",
            "sys/fs/cgroup/pids/pids.max": "max",
        ])
        #expect(groups.memory?.maximum == 200_000_000 && groups.processes == nil)
        withExtendedLifetime(folder) {}
    }

    @Test func aMachineWithoutGroupsHasNoLimit() {
        let groups = ControlGroups(root: "/no/such/folder")
        #expect(groups.memory == nil && groups.processes == nil)
    }
}
