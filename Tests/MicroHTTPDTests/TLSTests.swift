import Foundation
import HTTPCore
import MicroHTTPD
import TestSupport
import Testing

/// TLS, tried with the clients that Debian has. They are skipped, and said to be, where these are absent.
@Suite(
    .enabled(
        if: ["openssl", "curl"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") },
        "skipped: openssl or curl is not installed"))
struct TLSTests {
    @Test func servesFromVersionOnePointTwoOn() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (certificate, key) = (folder.appending(path: "certificate.pem"), folder.appending(path: "key.pem"))
        let made = try run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key.path, "-out",
                certificate.path,
            ])
        #expect(made.status == 0)
        let tls = try Server.TLS(
            certificate: String(contentsOf: certificate, encoding: .utf8), key: String(contentsOf: key, encoding: .utf8)
        )
        let handler = EchoHandler()
        try withServer(handler, { $0.tls = tls }) { server in
            func get(_ arguments: [String]) throws -> (status: Int32, output: String) {
                try run(
                    "curl",
                    ["--silent", "--max-time", "10", "--cacert", certificate.path] + arguments + [
                        "https://127.0.0.1:\(server.port)/prepared"
                    ])
            }
            #expect(try get([]) == (0, "prepared"))
            #expect(try get(["--tlsv1.2", "--tls-max", "1.2"]) == (0, "prepared"))
            #expect(try get(["--tlsv1.3"]) == (0, "prepared"))
            // Error 35: no handshake. The security level is lowered, or curl would not even ask.
            let old = try get(["--tlsv1.0", "--tls-max", "1.1", "--ciphers", "DEFAULT@SECLEVEL=0"])
            #expect(old.status == 35)
            let large = try run(
                "curl",
                [
                    "--silent", "--max-time", "10", "--cacert", certificate.path, "--output", "/dev/null",
                    "--write-out",
                    "%{size_download}", "https://127.0.0.1:\(server.port)/large",
                ])
            #expect(large.output == "\(3 << 20)")
            // A client that speaks plain HTTP gets no answer and harms nobody.
            let plain = try RawConnection(port: server.port)
            try plain.send("GET /prepared HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try? plain.readToEnd()
            #expect(try get([]) == (0, "prepared"))
        }
        #expect(handler.finishedRecords.count == 5)
    }

    @Test func aBadCertificateIsAnError() {
        var configuration = Server.Configuration()
        configuration.port = 0
        configuration.tls = Server.TLS(certificate: "no certificate", key: "no key")
        let server = Server(configuration: configuration, handler: EchoHandler())
        let error = #expect(throws: ServerError.self) { try server.start() }
        #expect(error?.code == .libraryRefused)
    }

    private func run(_ tool: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/\(tool)")
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}
