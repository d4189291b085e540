// swift-tools-version: 6.2
import PackageDescription

/// What every target of ours is built with: the Swift 6 language mode comes with the tools version.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let commit = Context.gitInformation?.currentCommit ?? ""

let package = Package(
  name: "iapctl",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "iapctl", targets: ["iapctl"])],
  targets: [
    // Doors: the C library, SQLite, and what the build knows of itself.
    .target(
      name: "CPlatform", cSettings: [.define("IAPCTL_COMMIT", to: "\"\(commit)\"")],
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "Platform", dependencies: ["CPlatform"], swiftSettings: strict),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strict),
    // Needs the headers to be built, and the library only when it is first used.
    .target(name: "CCurl"),

    // Text that a terminal, a spreadsheet or a JSON reader can be handed.
    .target(name: "SafeText", dependencies: ["Platform"], swiftSettings: strict),

    // JSON that somebody wrote: seeds, configuration.
    .target(name: "StrictJSON", dependencies: ["SQLite"], swiftSettings: strict),

    .target(name: "IAPCore", swiftSettings: strict),
    .target(
      name: "IAPBatch", dependencies: ["IAPCore", "Platform", "SafeText", "SQLite", "StrictJSON"],
      swiftSettings: strict),
    .target(
      name: "IAPRemote", dependencies: ["CCurl", "IAPCore", "Platform", "SafeText", "StrictJSON"],
      swiftSettings: strict),
    .target(
      name: "IAPFixtures",
      dependencies: ["IAPCore", "Platform", "SafeText", "SQLite", "StrictJSON"],
      swiftSettings: strict),
    // A fixture store over HTTP. The library is loaded when it is first needed, never linked.
    .target(
      name: "CMicroHTTPD",
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "IAPServer",
      dependencies: [
        "CMicroHTTPD", "IAPCore", "IAPFixtures", "Platform", "SafeText", "StrictJSON",
      ], swiftSettings: strict),
    .target(
      name: "IAPConsole",
      dependencies: [
        "IAPBatch", "IAPCore", "IAPFixtures", "IAPRemote", "IAPServer", "SafeText", "StrictJSON",
      ], swiftSettings: strict),
    .executableTarget(
      name: "iapctl",
      dependencies: [
        "IAPBatch", "IAPConsole", "IAPCore", "IAPFixtures", "IAPRemote", "Platform",
      ], swiftSettings: strict),

    // Writes man/ and completions/: 'make docs'.
    .executableTarget(
      name: "iapctl-docs", dependencies: ["IAPConsole", "Platform"], swiftSettings: strict),

    .target(name: "CTerminal", path: "Tests/CTerminal"),
    .target(name: "CTestSocket", path: "Tests/CTestSocket"),
    .target(
      name: "TestSupport",
      dependencies: [
        "CTerminal", "CTestSocket", "IAPBatch", "IAPConsole", "IAPCore", "IAPFixtures", "Platform",
        "SQLite",
      ],
      path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "PlatformTests", dependencies: ["Platform", "TestSupport"], swiftSettings: strict),
    // A process that works with a journal, for tests that kill it.
    .executableTarget(
      name: "journal-player", dependencies: ["IAPBatch", "IAPCore", "Platform"],
      path: "Tests/JournalPlayer", swiftSettings: strict),
    .testTarget(name: "SafeTextTests", dependencies: ["SafeText"], swiftSettings: strict),
    .testTarget(
      name: "SQLiteTests", dependencies: ["SQLite", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "StrictJSONTests", dependencies: ["StrictJSON"], swiftSettings: strict),
    .testTarget(name: "IAPCoreTests", dependencies: ["IAPCore"], swiftSettings: strict),
    .testTarget(
      name: "IAPBatchTests",
      dependencies: [
        "IAPBatch", "IAPCore", "Platform", "SQLite", "TestSupport", "journal-player",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "IAPRemoteTests",
      dependencies: ["IAPCore", "IAPRemote", "Platform", "TestSupport"],
      exclude: ["Bodies"],
      swiftSettings: strict),
    .testTarget(
      name: "IAPFixturesTests",
      dependencies: ["IAPCore", "IAPFixtures", "Platform", "SQLite", "StrictJSON", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IAPServerTests",
      dependencies: [
        "IAPCore", "IAPFixtures", "IAPServer", "Platform", "SafeText", "StrictJSON",
        "TestSupport",
      ], swiftSettings: strict),
    // What both backends keep: a fixture store, and the REST API before one.
    .testTarget(
      name: "ContractTests",
      dependencies: [
        "IAPBatch", "IAPCore", "IAPFixtures", "IAPRemote", "IAPServer", "SafeText", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "IAPConsoleTests",
      dependencies: ["IAPBatch", "IAPConsole", "IAPCore", "IAPFixtures", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "iapctlTests",
      dependencies: [
        "IAPBatch", "IAPConsole", "IAPCore", "Platform", "SQLite", "TestSupport", "iapctl",
        "iapctl-docs",
      ],
      exclude: ["Golden"],
      swiftSettings: strict),
  ]
)
