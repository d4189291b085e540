/// The help topics. They are listed here, one in each file of this folder.
enum Topics {
  static let topics = [ExitCodesTopic.topic, EnvironmentTopic.topic, OutputTopic.topic]

  /// The file formats. Each has a manual page.
  static let formats = [ConfigurationFormatTopic.topic, FixtureFormatTopic.topic]
}
