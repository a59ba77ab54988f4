CHECK = "09.3"
EXPECT = None


class Gate:
    def __init__(self):
        self.waiting = {}
        self.approved = {}

    def wait(self, call):
        self.waiting[call.id] = (call.id, call.name, dict(call.arguments))

    def approve(self, call_id):
        self.approved[call_id] = self.waiting.pop(call_id)

    def reject(self, call_id, reason):
        del self.waiting[call_id]

    def may_run(self, call):
        if self.approved.get(call.id) != (call.id, call.name, call.arguments):
            return False
        del self.approved[call.id]
        return True


ANSWER = Gate
