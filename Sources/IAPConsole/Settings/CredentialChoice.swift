import CommandLine
import IAPCore
import IAPMessages
import Languages
import Text

/// Where the credential of a place comes from, and why.
struct CredentialChoice: Equatable, Sendable {
  /// It is read when the backend is opened.
  enum Source: Equatable, Sendable {
    /// A file; `-` is standard input.
    case file(String)
    case key(Secret)
  }

  /// Nil if there is none for the place.
  var source: Source?
  var location: Location?
  /// A key of the environment beside a file of the profile, which must contain the same.
  var other: Secret?
  /// Why it cannot be used: two keys are given, or keys only for other places. With ``other``, the
  /// problem if the file contains another key.
  var problem: UsageError?
}

extension SettingSource {
  /// The credential that the API of the place needs. Without one, an app key is not sent.
  var neededCredential: Credential { dialect.traits.credential ?? .appKey }

  func key(inEnvironment credential: Credential) -> Secret? {
    guard var key = variables[credential.variable] else { return nil }
    // As at the end of a file.
    if key.last?.isNewline == true { key.removeLast() }
    return key.isEmpty ? nil : Secret(key)
  }

  func profileHasKey(_ credential: Credential) -> Bool {
    profile?.keys[credential] != nil
      || find(credential.fileSetting.specification, at: .profile) != nil
  }

  /// The credential for the place. No option takes it itself, because other users can read the
  /// command line of a process.
  func choice(of credential: Credential) -> CredentialChoice {
    let file = lookup(credential.fileSetting.specification).map {
      CredentialChoice(source: .file($0.values.last ?? ""), location: $0.location)
    }
    if let file, file.location?.origin == .commandLine { return file }
    if case .success(.store) = place { return CredentialChoice() }
    let profile = fits(.profile) ? profile : nil
    let key = profile.flatMap { profile in
      profile.keys[credential].map {
        CredentialChoice(
          source: .key($0), location: .profile(profile, key: credential.rawValue))
      }
    }
    if file != nil, let location = key?.location {
      let text = PlaceUsage.twoKeysInProfile(credential, key: location.name)
      return CredentialChoice(problem: UsageError(text, origin: location.origin))
    }
    let ofProfile = file ?? key
    guard let own = self.key(inEnvironment: credential), placeOfEnvironment == nil else {
      return ofProfile ?? CredentialChoice(problem: errorOfOtherPlaces(credential))
    }
    let ofEnvironment = CredentialChoice(
      source: .key(own), location: .variable(credential.variable))
    guard let ofProfile else {
      // The key of a typed profile is for another server: then no other key is taken instead.
      let isElsewhere = choice.isTyped && !fits(.profile) && profileHasKey(credential)
      return isElsewhere ? CredentialChoice(problem: errorOfOtherPlaces(credential)) : ofEnvironment
    }
    // A typed profile, or a place in the environment, decides between them.
    if choice.isTyped || ofProfile.source == ofEnvironment.source { return ofProfile }
    if names(placeAt: .environment) { return ofEnvironment }
    let problem = twoKeys(credential, ofProfile.location)
    guard var file else { return CredentialChoice(problem: problem) }
    (file.other, file.problem) = (own, problem)
    return file
  }

  /// The place that the environment names, if it is another one than the chosen one: its keys are
  /// for that place. A typed profile replaces the environment, but not what its key is for.
  private var placeOfEnvironment: Place? {
    guard case .success(let place) = place else { return nil }
    let store = variable(of: GlobalOptions.store.specification)?.values.last
    let url = variable(of: GlobalOptions.url.specification)?.values.last
    let named = [store.map { Place.store(path: $0) }, url.map { .server(url: $0) }]
    return named.compactMap(\.self).first { !$0.isSame(as: place) }
  }

  private func twoKeys(_ credential: Credential, _ location: Location?) -> UsageError {
    let typed = (profile?.name).map { ShellText.quoted($0.text) } ?? "NAME"
    return UsageError(
      PlaceUsage.twoKeys(
        credential, other: location?.name ?? credential.rawValue, profile: typed),
      origin: .variable(credential.variable))
  }

  /// The error if credentials are set, but none for this server. Nil if none is set, or if the API
  /// needs none.
  private func errorOfOtherPlaces(_ credential: Credential) -> UsageError? {
    guard case .success(.server(let url)) = place, dialect.traits.credential == credential
    else { return nil }
    var keys: [Sentence] = []
    if let profile, let place = otherPlace(at: .profile), profileHasKey(credential) {
      keys.append(PlaceUsage.key(of: profile.name, isFor: place.sentence))
    }
    if key(inEnvironment: credential) != nil, let place = placeOfEnvironment {
      keys.append(PlaceUsage.key(in: credential.variable, isFor: place.sentence))
    }
    guard !keys.isEmpty else { return nil }
    return UsageError(
      PlaceUsage.keysOfOtherPlaces(credential, url: ServerURL.masked(url), keys),
      origin: .configuration)
  }
}

extension Credential {
  var fileSetting: Option<String> {
    switch self {
    case .appKey: GlobalOptions.appKeyFile
    case .secretKey: GlobalOptions.secretKeyFile
    }
  }

  var kind: IAPError.SecretKind {
    switch self {
    case .appKey: .appKey
    case .secretKey: .secretKey
    }
  }
}
