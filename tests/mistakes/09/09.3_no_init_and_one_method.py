CHECK = "09.3"
EXPECT = 'No line has set this name yet.'


class Gate:
    def wait(self, call):
        self.waiting[call.id] = fingerprint(call.id, call.name, call.arguments)


ANSWER = Gate
