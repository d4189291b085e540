// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target. The tools version selects the Swift 6 language mode.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// 'make build' says the commit, because SwiftPM keeps what it has read of this file.
let commit =
  Context.environment["IAPCTL_COMMIT"] ?? Context.gitInformation?.currentCommit ?? ""

let package = Package(
  name: "iapctl",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "iapctl", targets: ["iapctl"])],
  targets: [
    // Wrappers of C libraries: the system, SQLite, and the version and commit of the build.
    .target(
      name: "CSystem", cSettings: [.define("IAPCTL_COMMIT", to: "\"\(commit)\"")],
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CLibrary", swiftSettings: strict),
    .target(name: "System", dependencies: ["CLibrary", "CSystem"], swiftSettings: strict),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(
      name: "SQLite", dependencies: ["CLibrary", "CSQLite", "System", "Text"],
      swiftSettings: strict),
    // Needs libcurl's headers at build time. The library itself is loaded on first use.
    .target(name: "CCurl", dependencies: ["CSystem"]),

    // Needs libpq's headers at build time. The library itself is loaded on first use.
    .target(name: "CPostgres", dependencies: ["CSystem"]),
    .target(
      name: "Postgres", dependencies: ["CLibrary", "CPostgres", "System", "Text"],
      swiftSettings: strict),

    // The sentences that people read, and their translations in po/, which 'make docs' compiles.
    .target(name: "CCatalogues", exclude: ["mo"]),
    .target(name: "Languages", dependencies: ["CCatalogues"], swiftSettings: strict),

    // Text for terminals, spreadsheets and JSON documents.
    .target(name: "Text", dependencies: ["System"], swiftSettings: strict),

    // Records as cells of UTF-8, from the rows of a store to the output.
    .target(name: "Records", swiftSettings: strict),

    // JSON: a value type, a strict reader, a writer.
    .target(name: "JSON", dependencies: ["Languages", "Records", "Text"], swiftSettings: strict),

    // Arguments, help, completion and output of a command-line program. It has no code for IAP,
    // files or the network.
    .target(
      name: "CommandLine", dependencies: ["Languages", "JSON", "Records", "Text"],
      swiftSettings: strict),

    .target(
      name: "IAPCore", dependencies: ["Languages", "JSON", "Records", "Text"], swiftSettings: strict
    ),
    .target(
      name: "IAPBatch",
      dependencies: ["Languages", "IAPCore", "JSON", "Postgres", "SQLite", "System", "Text"],
      swiftSettings: strict),
    // The dialects of the REST API, for its client and its server.
    .target(
      name: "IAPWire", dependencies: ["Languages", "IAPCore", "JSON"], swiftSettings: strict),
    .target(
      name: "IAPRemote",
      dependencies: [
        "Languages", "CCurl", "IAPCore", "IAPWire", "JSON", "Records", "System", "Text",
      ],
      swiftSettings: strict),
    .target(
      name: "IAPFixtures", dependencies: ["Languages", "IAPCore", "JSON", "Records", "SQLite"],
      swiftSettings: strict),
    // A fixture store over HTTP. libmicrohttpd is loaded on first use and never linked.
    .target(name: "CMicroHTTPD", dependencies: ["CSystem"]),
    .target(
      name: "IAPServer",
      dependencies: [
        "Languages",
        "CMicroHTTPD", "IAPCore", "IAPWire", "IAPFixtures", "JSON", "Records", "System", "Text",
      ], swiftSettings: strict),
    // What people read, once, in English; and the exit codes of errors.
    .target(
      name: "IAPMessages",
      dependencies: [
        "CommandLine", "IAPBatch", "IAPCore", "IAPFixtures", "IAPRemote", "IAPWire", "JSON",
        "Languages", "Text",
      ], swiftSettings: strict),
    .target(
      name: "IAPConsole",
      dependencies: [
        "IAPMessages", "Languages",
        "CommandLine", "IAPBatch", "IAPCore", "IAPFixtures", "IAPRemote", "IAPServer", "IAPWire",
        "JSON", "Records", "System", "Text",
      ], swiftSettings: strict),
    .executableTarget(
      name: "iapctl",
      dependencies: [
        "Languages",
        "CommandLine", "IAPBatch", "IAPConsole", "IAPCore", "IAPFixtures", "IAPMessages",
        "IAPRemote", "System",
      ], swiftSettings: strict),

    // Writes man/, completions/ and docs/tour.svg, for 'make docs'.
    .executableTarget(
      name: "iapctl-docs",
      dependencies: ["Languages", "CommandLine", "IAPConsole", "System", "Text"],
      swiftSettings: strict),

    .target(name: "CTerminal", path: "Tests/CTerminal"),
    .target(name: "CTestSocket", path: "Tests/CTestSocket"),
    .target(
      name: "TestSupport",
      dependencies: [
        "Languages",
        "CLibrary", "CTerminal", "CTestSocket", "CommandLine", "IAPBatch", "IAPConsole", "IAPCore",
        "IAPFixtures", "Postgres", "SQLite", "System",
      ],
      path: "Tests/TestSupport", swiftSettings: strict),
    // Functions that take any bytes. The tests run them with Fuzz/Corpus, and 'make fuzz' with what
    // libFuzzer makes.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Languages",
        "CLibrary", "CommandLine", "IAPBatch", "IAPConsole", "IAPCore", "IAPFixtures", "IAPRemote",
        "IAPServer", "IAPWire", "JSON", "System", "TestSupport", "Text",
      ],
      path: "Fuzz/Targets", swiftSettings: strict),
    // Machines, operators, a journal and a service in virtual time, in which the machine of a batch and
    // the ledger run.
    .target(
      name: "World", dependencies: ["IAPBatch", "IAPCore", "IAPRemote", "IAPWire", "System"],
      path: "Tests/World", exclude: ["Defects"], swiftSettings: strict),
    .executableTarget(
      name: "simulate", dependencies: ["System", "World"], path: "Tests/Simulate",
      swiftSettings: strict),
    .testTarget(
      name: "WorldTests", dependencies: ["World"], swiftSettings: strict),
    .testTarget(
      name: "FuzzTests", dependencies: ["FuzzTargets", "System", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SystemTests", dependencies: ["CLibrary", "System", "TestSupport"],
      swiftSettings: strict),
    // A process that uses a journal, for tests that kill it.
    .executableTarget(
      name: "journal-player", dependencies: ["IAPBatch", "IAPCore", "System"],
      path: "Tests/JournalPlayer", swiftSettings: strict),
    .testTarget(
      name: "LanguagesTests", dependencies: ["Languages", "System", "TestSupport"],
      swiftSettings: strict),
    .testTarget(name: "TextTests", dependencies: ["Text"], swiftSettings: strict),
    .testTarget(
      name: "SQLiteTests", dependencies: ["SQLite", "CSQLite", "TestSupport"],
      swiftSettings: strict),
    .testTarget(name: "RecordsTests", dependencies: ["Records"], swiftSettings: strict),
    .testTarget(
      name: "JSONTests", dependencies: ["JSON", "Records", "Text"], swiftSettings: strict),
    .testTarget(
      name: "IAPCoreTests", dependencies: ["IAPCore", "Languages", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IAPBatchTests",
      dependencies: [
        "Languages",
        "CLibrary", "IAPBatch", "IAPCore", "JSON", "Postgres", "SQLite", "System", "TestSupport",
        "World", "journal-player",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "IAPWireTests", dependencies: ["IAPCore", "IAPWire", "JSON", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IAPRemoteTests",
      dependencies: [
        "Languages", "IAPBatch", "IAPCore", "IAPRemote", "IAPWire", "System", "TestSupport",
      ],
      exclude: ["Bodies"],
      swiftSettings: strict),
    .testTarget(
      name: "IAPFixturesTests",
      dependencies: [
        "CLibrary", "IAPCore", "IAPFixtures", "System", "SQLite", "JSON", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "IAPServerTests",
      dependencies: [
        "IAPCore", "IAPFixtures", "IAPServer", "IAPWire", "System", "JSON", "SQLite",
        "TestSupport",
      ], swiftSettings: strict),
    // The same tests for both backends: a fixture store, and the REST API of a server.
    .testTarget(
      name: "ContractTests",
      dependencies: [
        "Languages",
        "IAPBatch", "IAPCore", "IAPFixtures", "IAPRemote", "IAPServer", "IAPWire", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: ["Languages", "CommandLine", "Records", "TestSupport", "Text"],
      swiftSettings: strict),
    .testTarget(
      name: "IAPMessagesTests",
      dependencies: [
        "CommandLine", "IAPBatch", "IAPCore", "IAPFixtures", "IAPMessages", "IAPRemote", "JSON",
        "Languages", "TestSupport", "Text",
      ], swiftSettings: strict),
    .testTarget(
      name: "IAPConsoleTests",
      dependencies: [
        "Languages",
        "CLibrary", "CommandLine", "IAPBatch", "IAPConsole", "IAPCore", "IAPFixtures",
        "IAPMessages", "IAPRemote",
        "System", "TestSupport", "Text",
      ],
      exclude: ["Commands/Golden"],
      swiftSettings: strict),
    .testTarget(
      name: "iapctlTests",
      dependencies: [
        "Languages",
        "CLibrary", "CommandLine", "IAPBatch", "IAPConsole", "IAPCore", "IAPMessages", "System",
        "SQLite",
        "TestSupport", "Text", "iapctl", "iapctl-docs",
      ],
      exclude: ["Golden"],
      swiftSettings: strict),
  ]
)

// Regular expressions and what comes with them are 1.6 MB of the binary: nothing of it uses them.
// Functions in sections of their own are left out if nothing calls them, and kept once if equal.
// No exception of C++ passes through them, so where their frames are stands with the information for
// debuggers, and not in what is loaded.
let small: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"]),
  .unsafeFlags(
    ["-Xfrontend", "-function-sections", "-Xllvm", "-force-attribute=nounwind"],
    .when(configuration: .release)),
]
/// Targets whose code runs a few times in a process, or waits for a database: compiled for size.
let seldomUsed = ["IAPConsole", "IAPFixtures", "IAPMessages", "IAPServer"]
/// Targets in which the tests spend most of their time: optimized in debug builds too, with all assertions.
/// Whole modules, because Swift 6.3 crashes on files of IAPBatch otherwise. To step through one of these
/// in a debugger, take it out of the list.
let oftenTested = [
  "IAPBatch", "IAPCore", "IAPFixtures", "JSON", "Records", "SQLite", "System", "Text", "World",
]
let optimized = ["-O", "-wmo", "-num-threads", "2", "-assert-config", "Debug"]
for target in package.targets where target.type != .test {
  if target.path == nil { target.swiftSettings? += small }
  if seldomUsed.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-Osize"], .when(configuration: .release)))
  }
  if oftenTested.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(optimized, .when(configuration: .debug)))
  }
}

// libFuzzer has a main function of its own, so its program is built only if 'make fuzz' asks for it.
if Context.environment["IAPCTL_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "iapctl-fuzz", dependencies: ["FuzzTargets"], path: "Fuzz/Runner",
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
}
