CHECK = "09.3"
EXPECT = 'No line has set this name yet.'


class Gate:
    def __init__(self):
        self.waiting = {}

    def wait(self, call):
        self.waiting[call.id] = fingerprint(call.id, call.name, call.arguments)

    def approve(self, call_id):
        self.approved[call_id] = self.waiting.pop(call_id)

    def reject(self, call_id, reason):
        del self.waiting[call_id]

    def may_run(self, call):
        bound = self.approved.pop(call.id, None)
        return bound == fingerprint(call.id, call.name, call.arguments)


ANSWER = Gate
