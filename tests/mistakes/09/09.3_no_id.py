CHECK = "09.3"
EXPECT = 'has another id'


class Gate:
    def __init__(self):
        self.waiting, self.approved = {}, []

    def wait(self, call):
        self.waiting[call.id] = fingerprint("", call.name, call.arguments)

    def approve(self, call_id):
        self.approved.append(self.waiting.pop(call_id))

    def reject(self, call_id, reason):
        del self.waiting[call_id]

    def may_run(self, call):
        bound = fingerprint("", call.name, call.arguments)
        if bound not in self.approved:
            return False
        self.approved.remove(bound)
        return True


ANSWER = Gate
