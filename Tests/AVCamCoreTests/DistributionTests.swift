import Testing

@testable import AVCamLinux

/// Where a sentence can name a Debian package.
struct DistributionTests {
    @Test(arguments: [
        "ID=debian\nVERSION_ID=\"12\"", "NAME=Ubuntu\nID=ubuntu\nID_LIKE=debian",
        "ID=linuxmint\nID_LIKE=\"ubuntu debian\"", "ID='raspbian'\nID_LIKE='debian'",
    ])
    func theseHaveDebiansPackages(text: String) { #expect(Distribution(text).hasDebianPackages) }

    @Test(arguments: [
        "", "ID=fedora\nHOME_URL=\"https://debian.org\"", "ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"",
        "VARIANT_ID=debian\nID=arch", "ID",
    ])
    func theseDoNot(text: String) { #expect(!Distribution(text).hasDebianPackages) }
}
