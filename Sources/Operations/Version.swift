/// Which Parlance this is.
package enum Version {
    /// The version by semantic versioning (2.0.0).
    package static let current = "0.1.0"
}
