import TestSupport

/// A small game server on Gamebase, in Python with its own library alone: it grants first, and may make a
/// mistake that real ones make.
enum GamebaseServer {
  /// Mistakes that real servers make, each with a case that finds it.
  static let mistakes: [(name: String, finding: String, verdict: String)] = [
    ("keeps-what-was-consumed-elsewhere", "consume[1]:elsewhere", "given"),
    ("keeps-what-is-refunded", "consume[1]:refunded", "refunded"),
    ("grants-at-each-attempt", "consume[1]:500", "doubled"),
    ("undoes-after-unknown", "consume[1]:lost", "lost"),
    ("trusts-isConsumable", "consume[1]:503", "stuck"),
    ("works-without-a-lock", "consume[1]:twin", "doubled"),
  ]

  /// - Parameter mistake: nil for a right server.
  /// - Returns: the command that runs it.
  static func command(_ mistake: String?, in folder: TemporaryFolder) throws -> [String] {
    try folder.write(text, to: "server.py")
    return ["python3", folder["server.py"]] + (mistake.map { [$0] } ?? [])
  }

  private static let text = #"""
    import fcntl, http.client, json, os, sys, urllib.request

    os.chdir(os.environ["IAPCTL_REHEARSAL"])
    mistake = sys.argv[1] if len(sys.argv) > 1 else ""
    patience = float(os.environ.get("PATIENCE", 60))
    base = f"{os.environ['IAPCTL_URL']}/tcgb-inapp/v1.3/apps/{os.environ['IAPCTL_APP_ID']}/"
    status = 0

    def call(path, body=None):
        """The header's code and the result; None without a whole answer."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(base + path, data, {
            "X-Secret-Key": os.environ["IAPCTL_SECRET_KEY"],
            "Content-Type": "application/json; charset=UTF-8",
        })
        try:
            with urllib.request.urlopen(request, timeout=patience) as response:
                answer = json.load(response)
            return answer["header"]["resultCode"], answer.get("result")
        except (OSError, ValueError, http.client.HTTPException):
            return None

    class State:
        """What the game knows, written before the next step."""

        def __init__(self):
            try:
                with open("state.json") as file:
                    self.__dict__.update(json.load(file))
            except FileNotFoundError:
                self.owned, self.open, self.finished = [], [], []

        def write(self):
            with open("new.json", "w") as file:
                json.dump(self.__dict__, file)
            os.replace("new.json", "state.json")

    def tell(line):
        with open("granted", "a") as file:
            file.write(line + "\n")

    def grant(state, number):
        if number in state.owned and mistake != "grants-at-each-attempt":
            return
        state.owned.append(number)
        state.write()
        tell(number)

    def take_back(state, number):
        if number in state.owned:
            state.owned.remove(number)
            state.write()
            tell("-" + number)

    def finish(state, number):
        state.open = [other for other in state.open if other != number]
        state.finished.append(number)
        state.write()

    def consume_first(number, token):
        """Takes 5018 for an answer to its own earlier attempt if there was one, of whichever process."""
        global status
        with open("open", "a") as file:
            file.write(number + "\n")
        answer = call("consume", {"paymentSeq": number, "accessToken": token})
        with open("open") as file:
            attempts = file.read().split().count(number)
        if answer and (answer[0] == 0 or answer[0] == 5018 and attempts > 1):
            tell(number)
        else:
            status = 1

    def deliver(state, number, token):
        global status
        if mistake == "works-without-a-lock":
            return consume_first(number, token)
        tried = number in state.open
        grant(state, number)
        state.open.append(number)
        state.write()
        answer = call("consume", {"paymentSeq": number, "accessToken": token})
        code = answer[0] if answer else None
        if code == 0:
            finish(state, number)
        elif code == 5018 and (tried or mistake == "keeps-what-was-consumed-elsewhere"):
            finish(state, number)
        elif code in (5000, 5018) and mistake != "keeps-what-is-refunded":
            take_back(state, number)
            finish(state, number)
        elif code is None and mistake == "trusts-isConsumable":
            shown = call(f"payment/transaction?accessToken={token}")
            if shown and shown[0] == 0 and shown[1]["isConsumable"]:
                take_back(state, number)
                finish(state, number)
            status = 1
        elif code is None and mistake == "undoes-after-unknown":
            take_back(state, number)
            status = 1
        else:
            status = 1

    with open("lock", "w") as lock:
        if mistake != "works-without-a-lock":
            fcntl.flock(lock, fcntl.LOCK_EX)
        state = State()
        open("granted", "a").close()
        listed = call("consumable", {"userId": "u"})
        if not listed or listed[0] != 0:
            sys.exit(1)
        for payment in listed[1]:
            number = str(payment["paymentSeq"])
            if number not in state.finished:
                deliver(state, number, payment["accessToken"])
    sys.exit(status)

    """#
}
