CHECK = "09.3"
EXPECT = 'The arguments changed after waiting'


class Gate:
    def __init__(self):
        self.waiting = {}
        self.approved = {}

    def wait(self, call):
        self.waiting[call.id] = call

    def approve(self, call_id):
        self.approved[call_id] = self.waiting.pop(call_id)

    def reject(self, call_id, reason):
        del self.waiting[call_id]

    def may_run(self, call):
        seen = self.approved.pop(call.id, None)
        return seen is not None and (seen.name, seen.arguments) == (call.name, call.arguments)


ANSWER = Gate
