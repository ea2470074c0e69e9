import Foundation
import Testing

@testable import AVCamCore

/// What codes say, and what is offered for it.
@Suite struct FoundCodeTests {
    @Test(arguments: [
        ("https://example.org/a?b=c", "example.org"), ("HTTP://EXAMPLE.ORG", "EXAMPLE.ORG"),
        ("mailto:me@example.org", "mailto:me@example.org"), ("tel:+49123", "tel:+49123"),
    ])
    func aLinkNamesWhereItLeads(_ text: String, _ title: String) {
        let code = FoundCode(text)
        if case .link = code.content {} else { Issue.record("\(code)") }
        #expect(code.title == title)
    }

    @Test(arguments: [
        "4006381333931", "file:///etc/passwd", "javascript:alert(1)", "https://", "intent://x", "WIFI:T:WPA;P:secret;;",
        "WIFI:T:WPA2-EAP;S:office;P:secret;;", "WIFI:T:WPA;S:home;;", "",
    ])
    func anythingElseIsText(_ text: String) { #expect(FoundCode(text).content == .text) }

    @Test func aNetworkHasItsNameAndPassword() throws {
        let network = try #require(WirelessNetwork(code: #"WIFI:T:WPA;S:a\;b\\c\:d;P:"p\"w";H:true;;"#))
        #expect(network.name == #"a;b\c:d"# && network.password == #"p"w"#)
        #expect(network.security == .wpa && network.isHidden)
        let open = try #require(WirelessNetwork(code: "wifi:S:Guests;;"))
        #expect(open.security == .open && open.password.isEmpty && !open.isHidden)
        #expect(WirelessNetwork(code: "WIFI:S:home;T:SAE;P:x;;")?.security == .sae)
        #expect(FoundCode("WIFI:S:Guests;;").title == "Guests")
    }
}
