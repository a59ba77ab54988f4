CHECK = "09.3"
EXPECT = None


class Gate:
    def __init__(self):
        self.states = {}

    def wait(self, call):
        self.states[call.id] = [fingerprint(call.id, call.name, call.arguments), "waits"]

    def approve(self, call_id):
        self.decide(call_id, "yes")

    def reject(self, call_id, reason):
        self.decide(call_id, "no")

    def decide(self, call_id, word):
        if call_id not in self.states or self.states[call_id][1] != "waits":
            raise KeyError(call_id)
        self.states[call_id][1] = word

    def may_run(self, call):
        bound, word = self.states.get(call.id, ("", "no"))
        if word != "yes" or bound != fingerprint(call.id, call.name, call.arguments):
            return False
        self.states[call.id][1] = "used"
        return True


ANSWER = Gate
