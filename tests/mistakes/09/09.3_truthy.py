CHECK = "09.3"
EXPECT = 'A text counted as yes'


class Gate:
    def __init__(self):
        self.waiting, self.answers = {}, {}

    def wait(self, call):
        self.waiting[call.id] = fingerprint(call.id, call.name, call.arguments)

    def approve(self, call_id):
        self.answers[call_id] = True, self.waiting.pop(call_id)

    def reject(self, call_id, reason):
        self.answers[call_id] = reason, self.waiting.pop(call_id)

    def may_run(self, call):
        answer, bound = self.answers.pop(call.id, (False, ""))
        return bool(answer) and bound == fingerprint(call.id, call.name, call.arguments)


ANSWER = Gate
