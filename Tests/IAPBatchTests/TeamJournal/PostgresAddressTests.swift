import CLibrary
import IAPBatch
import IAPCore
import Postgres
import System
import TestSupport
import Testing

/// URLs of databases, which never have a password.
struct PostgresAddressTests {
  @Test(arguments: [
    "postgresql://u:p@h/db", "postgres://u:@h", "POSTGRESQL://u:p@h1,h2/db?a=b",
    "postgresql://h/db?password=x", "postgresql://h/db?a=b&PassWord=x",
    "postgresql://h/db?%70assword=x", "postgresql://h?sslpassword=x", "postgresql://u:p/w@h/db",
    "postgresql://u:p?w@h/db", "postgresql://u%3Ap@h/db",
    "postgresql:///user=u%20password=p",
  ])
  func `A password in a URL is found`(_ url: String) {
    #expect(PostgresAddress(url) == nil)
    #expect(PostgresJournal.secret(in: url) != nil)
  }

  @Test(arguments: [
    (
      "postgresql://kim@db.example:5433/iap?sslmode=verify-full",
      "postgresql://kim@db.example:5433/iap"
    ),
    ("postgres:///iap?host=/run", "postgres:///iap"),
    ("postgresql://[::1]:5432/iap?passfile=/a", "postgresql://[::1]:5432/iap"),
    ("postgresql://kim@h/iap?options=-c%20a%3Db", "postgresql://kim@h/iap"),
  ])
  func `A URL without a password is accepted, and its name has no query`(
    _ url: String, _ name: String
  ) {
    #expect(PostgresAddress(url)?.name == name)
  }

  @Test(arguments: [
    "postgresql:/kim@h/iap", "postgresql:iap", "postgresql//kim@h/iap", "mysql://u@h/db",
    "http://localhost/iap", "host=db dbname=iap", "dbname = iap", "localhost:5432/iap",
    "postgresql:/kim:pw@h/iap", "postgres//kim:pw@h", "kim:pw@h/iap", "//kim:pw@h/iap",
    "postgresql;//kim:pw@h", "sslpassword=pw", "password = 'p w'",
  ])
  func `What was probably meant as a URL is neither a URL nor a file`(_ text: String) {
    #expect(!PostgresJournal.isURL(text))
    #expect(PostgresJournal.isAlmostURL(text))
  }

  @Test(arguments: [
    "journal.db", "postgres/journal.db", "postgresql.db", "./a:1/b.db", "/x/host=1", "hosts.db",
    "/a:b@c/j.db", "./a:b@c",
    "postgresql://h/db",
  ])
  func `The path of a file was not meant as a URL`(_ text: String) {
    #expect(!PostgresJournal.isAlmostURL(text))
  }

  @Test(arguments: ["journal.db", "/postgresql://a", "a:b@c"])
  func `A file is not a URL`(_ path: String) {
    #expect(!PostgresJournal.isURL(path))
    #expect(PostgresJournal.secret(in: path) == nil)
  }

  @Test(arguments: [
    ("db.example", "", "prefer"), ("db.example", "", "disable"), ("", "10.0.0.1", "allow"),
    ("localhost,db.example", "", "prefer"), ("localhost", "10.0.0.1", "prefer"),
    ("127.0.0.1.example", "", "disable"),
  ])
  func `Without TLS, only this machine is reached`(
    _ host: String, _ address: String, _ mode: String
  ) async throws {
    let query = [("host", host), ("hostaddr", address), ("sslmode", mode)]
      .filter { !$0.1.isEmpty }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    let journal = try JournalFixture.teamJournal(at: "postgresql:///iap?\(query)")
    do {
      _ = try await journal.begin(JournalFixture.facts)
      Issue.record("connected")
    } catch {
      #expect(error.message.contains("without TLS"), "\(error)")
    }
  }
}
