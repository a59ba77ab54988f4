CHECK = "09.3"
EXPECT = 'True or False, and nothing else'


class Gate:
    def __init__(self):
        self.waiting = {}
        self.approved = {}

    def wait(self, call):
        self.waiting[call.id] = fingerprint(call.id, call.name, call.arguments)

    def approve(self, call_id):
        self.approved[call_id] = self.waiting.pop(call_id)

    def reject(self, call_id, reason):
        del self.waiting[call_id]

    def may_run(self, call):
        if call.id in self.approved:
            return self.approved.pop(call.id) == fingerprint(call.id, call.name, call.arguments)


ANSWER = Gate
