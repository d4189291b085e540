/// What there is help on beside the commands: one line each.
enum Topics {
  static let topics = [ExitCodesTopic.topic, EnvironmentTopic.topic, OutputTopic.topic]

  /// The file formats with a manual page of their own.
  static let formats = [ConfigurationFormatTopic.topic, FixtureFormatTopic.topic]
}
