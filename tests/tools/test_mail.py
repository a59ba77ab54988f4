"""A plan by mail: what is shown is what goes out, once, to one address; and every way to fail."""

import json
import re
import socket
import ssl
import time
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
import trustme
from icalendar import Calendar

from studybuddy import Agent, ScriptedModel, email_plan_to_me, make_study_plan
from studybuddy.defaults import registry
from studybuddy.messages import assistant, call
from studybuddy.tools import outbox, smtp
from tests.tools.mailservers import DRIP, DROP, PASSWORD, SILENT, Postbox, Scripted, real

TODAY = "2026-11-29"
PLAN = {"topics": ["Waves", "Optics"], "exam_date": "2026-12-05", "hours_per_day": 2}
TO = "asha@example.org"
FILE = "2026-11-29-study-plan-for-2026-12-05.eml"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty current folder; no setting of the person at this machine counts."""
    for name in ("SMTP_HOST", "SMTP_PORT", "SMTP_USER", "SMTP_PASSWORD", "EMAIL_TO"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("STUDYBUDDY_TODAY", TODAY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def use(monkeypatch):
    """Set the server and other settings, by the ends of their names."""
    def use(port, host="127.0.0.1", **settings):
        values = {"SMTP_HOST": host, "SMTP_PORT": str(port), "EMAIL_TO": TO, **settings}
        for name, value in values.items():
            monkeypatch.setenv(name, value)
    return use


@pytest.fixture(scope="module")
def authority():
    """Makes certificates that nobody knows, unless a test trusts them."""
    return trustme.CA()


@pytest.fixture
def trusted(authority, tmp_path_factory, monkeypatch):
    """This machine trusts the authority."""
    path = tmp_path_factory.mktemp("roots") / "roots.pem"
    authority.cert_pem.write_to_path(path)
    monkeypatch.setenv("SSL_CERT_FILE", str(path))


def certified(authority, name="127.0.0.1"):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert(name).configure_cert(context)
    return context


def sent(**changes):
    answer = email_plan_to_me(**{**PLAN, **changes})
    json.dumps(answer, allow_nan=False)
    return answer


def parts(data):
    """(message, text, calendar) as a mail program reads them."""
    message = message_from_bytes(data, policy=default)
    attachment, = message.iter_attachments()
    return message, message.get_body().get_content().replace("\r\n", "\n"), attachment


# The mail ----------------------------------------------------------------------------------------

def test_it_is_sent_with_its_calendar(use):
    postbox = Postbox()
    with real(postbox) as port:
        use(port)
        answer = sent()
    (sender, recipients, data, encrypted), = postbox.mails
    assert (sender, recipients, encrypted) == (TO, [TO], False)
    message, text, attachment = parts(data)
    assert message["To"] == TO and message["From"] == f"StudyBuddy <{TO}>"
    assert message["Subject"] == "Study plan for the exam on 2026-12-05"
    assert abs(message["Date"].datetime.timestamp() - time.time()) < 60
    assert len(message.get_all("Message-ID")) == 1
    for row in make_study_plan(**PLAN, today=TODAY)["plan"]:
        assert f"{row['date']}  {row['topic']}, 2 h" in text
    assert attachment.get_content_type() == "text/calendar"
    assert attachment.get_filename() == "study-plan.ics"
    calendar = Calendar.from_ical(attachment.get_payload(decode=True))
    assert [str(event["summary"]) for event in calendar.walk("VEVENT")] == [
        "Waves", "Waves", "Optics", "Optics", "Revision"]
    assert answer == {
        "status": "sent", "to": "a***@example.org", "subject": message["Subject"], "sessions": 5,
        "where": f"127.0.0.1, port {port}",
        "message": "The mail was sent to a***@example.org: the plan and a calendar file with "
                   "5 sessions."}
    assert not Path("outbox").exists()


def test_no_name_of_this_machine_goes_out(use, monkeypatch):
    monkeypatch.setattr(socket, "getfqdn", lambda name="": "ashas-laptop.example.net")
    postbox = Postbox()
    with real(postbox) as port:
        use(port)
        sent()
    data = postbox.mails[0][2]
    assert postbox.hello == "[127.0.0.1]"
    assert re.fullmatch(r"<[0-9a-f-]{36}@studybuddy\.invalid>", parts(data)[0]["Message-ID"])
    for name in ("ashas-laptop", socket.gethostname()):
        assert name.encode() not in data


def test_two_mails_have_two_ids(use):
    postbox = Postbox()
    with real(postbox) as port:
        use(port)
        sent(), sent()
    first, second = (parts(mail[2])[0]["Message-ID"] for mail in postbox.mails)
    assert first != second


def test_any_topic_arrives_as_it_was(use):
    topics = ["सामान्यीकरण", "SQL — joins", "=?utf-8?q?x?=", ".", "-- ", "Ω" * 100, "a" * 100]
    postbox = Postbox()
    with real(postbox) as port:
        use(port)
        sent(topics=topics, exam_date="2026-12-01")  # all on one day: a line of 400 letters
    data = postbox.mails[0][2]
    assert data.isascii() and max(map(len, data.split(b"\r\n"))) <= 998
    _, text, attachment = parts(data)
    calendar = Calendar.from_ical(attachment.get_payload(decode=True))
    for topic in topics:
        assert topic.strip() in text
        assert topic.strip() in [str(event["summary"]) for event in calendar.walk("VEVENT")]


def test_a_line_with_a_dot_alone_does_not_end_the_mail(use):
    with Scripted() as server:
        data = b"From: a@b\r\n\r\n.\r\n..\r\nMAIL FROM:<x@y>\r\n"
        smtp.send(smtp.Server("127.0.0.1", server.port), TO, TO, data)
    mail, = server.mails
    assert mail == b"From: a@b\r\n\r\n..\r\n...\r\nMAIL FROM:<x@y>\r\n.\r\n"
    assert [line.split()[0] for line in server.heard] == [
        b"ehlo", b"mail", b"rcpt", b"DATA", b"quit"]


# Encryption and login ----------------------------------------------------------------------------

def test_starttls_with_a_login(use, authority, trusted):
    postbox = Postbox()
    with real(postbox, tls_context=certified(authority), require_starttls=True,
              auth_required=True) as port:
        use(port, SMTP_USER="me@example.org", SMTP_PASSWORD=PASSWORD)
        assert sent()["status"] == "sent"
    (sender, recipients, data, encrypted), = postbox.mails
    assert (sender, recipients, encrypted) == ("me@example.org", [TO], True)
    assert parts(data)[0]["From"] == "StudyBuddy <me@example.org>"
    assert [login[1:] for login in postbox.logins] == [("me@example.org", PASSWORD)]


def test_tls_at_once(use, authority, trusted, monkeypatch):
    postbox = Postbox()
    with real(postbox, ssl_context=certified(authority), auth_require_tls=False) as port:
        monkeypatch.setattr(smtp, "TLS_PORT", port)  # 465 itself is not for everybody
        use(port, SMTP_USER="apikey", SMTP_PASSWORD=PASSWORD)
        assert sent()["status"] == "sent"
    assert postbox.mails[0][3] is True and postbox.logins
    assert postbox.mails[0][0] == TO  # the user is no address


@pytest.mark.parametrize("at_once", [False, True], ids=["starttls", "tls"])
@pytest.mark.parametrize("name", ["127.0.0.1", "mail.example.com"], ids=["unknown", "other-name"])
def test_a_certificate_that_does_not_verify(use, authority, monkeypatch, tmp_path_factory, name,
                                            at_once):
    if name != "127.0.0.1":  # signed well, and for another server
        path = tmp_path_factory.mktemp("roots") / "roots.pem"
        authority.cert_pem.write_to_path(path)
        monkeypatch.setenv("SSL_CERT_FILE", str(path))
    context = certified(authority, name)
    postbox = Postbox()
    options = {"ssl_context": context} if at_once else {"tls_context": context}
    with real(postbox, auth_require_tls=False, **options) as port:
        if at_once:
            monkeypatch.setattr(smtp, "TLS_PORT", port)
        use(port, SMTP_USER="me@example.org", SMTP_PASSWORD=PASSWORD)
        answer = sent()
    assert answer["status"] == "not_sent" and "certificate" in answer["error"]
    assert not postbox.mails and not postbox.logins


def test_elsewhere_nothing_is_said_without_encryption(use, monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, port, *_, **__: [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))])
    with Scripted() as server:
        use(server.port, host="mail.example.org", SMTP_USER="me", SMTP_PASSWORD=PASSWORD)
        answer = sent()
    assert answer["status"] == "not_sent" and "no encryption (STARTTLS)" in answer["error"]
    assert [line[:4] for line in server.heard] == [b"ehlo"]


@pytest.mark.parametrize("answer, words", [
    (b"454 not now\r\n", r"refused an encrypted connection \(code 454\)"),
    # Then no handshake: silence, or a plain answer where the greeting of TLS looks like a line.
    (b"220 go\r\n", "takes too long to answer|does not speak TLS"),
    (SILENT, "takes too long to answer"),
    (DROP, "closed the connection"),
])
def test_encryption_that_is_offered_must_come(use, monkeypatch, answer, words):
    monkeypatch.setattr(smtp, "SECONDS_PER_ANSWER", 0.2)
    with Scripted({"EHLO": b"250-here\r\n250 STARTTLS\r\n", "STARTTLS": answer}) as server:
        use(server.port, SMTP_USER="me", SMTP_PASSWORD=PASSWORD)
        answer = sent()
    assert answer["status"] == "not_sent" and re.search(words, answer["error"])
    assert not any(line.startswith((b"AUTH", b"mail")) for line in server.heard)


def test_a_server_on_this_machine_may_do_without(use):
    with Scripted() as server:
        use(server.port, host="localhost", SMTP_USER="me", SMTP_PASSWORD=PASSWORD)
        assert sent()["status"] == "sent"
    assert any(line.startswith(b"AUTH PLAIN ") for line in server.heard)
    for host, here in (("127.0.0.1", True), ("::1", True), ("LOCALHOST", True),
                       ("localhost.example.org", False), ("192.168.0.1", False)):
        assert smtp.Server(host).is_here is here


# Failing -----------------------------------------------------------------------------------------

@pytest.mark.parametrize("command, answer, words", [
    ("", b"554 go away\r\n", "does not take mail from here (code 554)"),
    ("EHLO", b"550 no\r\n", "does not take mail from here (code 502)"),
    ("AUTH", b"535 5.7.8 secret-text\r\n", "refused the login (code 535). Check SMTP_USER"),
    ("MAIL", b"550 no\r\n", "refused the sender (code 550)"),
    ("RCPT", b"550 no\r\n", "refused the address in EMAIL_TO (code 550). Check EMAIL_TO."),
    ("RCPT", b"450 grey\r\n", "(code 450). That is for now only: try again later."),
    ("DATA", b"451 full\r\n", "refused the message (code 451)"),
    ("END", b"552 too large\r\n", "refused the message (code 552)"),
])
def test_refused(use, command, answer, words):
    with Scripted({command: answer, "HELO": b"502 no\r\n"}) as server:
        use(server.port, SMTP_USER="me", SMTP_PASSWORD=PASSWORD)
        result = sent()
    assert result["status"] == "not_sent" and result["error"].startswith("No mail was sent. ")
    assert words in result["error"]
    assert "secret-text" not in str(result) and PASSWORD not in str(result)


@pytest.mark.parametrize("command", ["EHLO", "MAIL", "RCPT", "END"])
def test_refused_by_a_real_server(use, command):
    postbox = Postbox({command: "550 no"})
    with real(postbox) as port:
        use(port)
        result = sent()
    assert result["status"] == "not_sent" and "code 550" in result["error"]
    assert not postbox.mails


def test_a_wrong_password_on_a_real_server(use, authority, trusted):
    postbox = Postbox()
    with real(postbox, tls_context=certified(authority)) as port:
        use(port, SMTP_USER="me", SMTP_PASSWORD="wrong-word")
        result = sent()
    assert postbox.logins and not postbox.mails
    assert "refused the login (code 535)" in result["error"]
    assert "wrong-word" not in str(result)


@pytest.mark.parametrize("how", [DROP, SILENT])
@pytest.mark.parametrize("command", ["", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "END"])
def test_a_connection_that_breaks_or_hangs(use, monkeypatch, command, how):
    monkeypatch.setattr(smtp, "SECONDS_PER_ANSWER", 0.2)
    with Scripted({command: how}) as server:
        use(server.port, SMTP_USER="me", SMTP_PASSWORD=PASSWORD)
        began = time.monotonic()
        result = sent()
        assert time.monotonic() - began < 2
    if command == "END":  # the server has it, and nobody knows what became of it
        assert len(server.mails) == 1
        assert result["status"] == "unknown" and "may have been sent" in result["error"]
        assert "No mail was sent" not in result["error"]
    else:
        assert not server.mails and result["status"] == "not_sent"
        assert ("takes too long" if how == SILENT else "closed the connection") in result["error"]


@pytest.mark.parametrize("answer", [b"hello\r\n", b"150 what\r\n", b"9" * 9_000])
def test_an_answer_without_sense_at_the_end(use, answer):
    with Scripted({"END": answer}) as server:
        use(server.port)
        assert sent()["status"] == "unknown"


@pytest.mark.parametrize("command", ["", "RCPT", "END"])
def test_one_byte_now_and_then_holds_nobody(use, monkeypatch, command):
    monkeypatch.setattr(smtp, "SECONDS_PER_ANSWER", 0.3)
    with Scripted({command: DRIP}) as server:
        use(server.port)
        began = time.monotonic()
        result = sent()
        assert 0.2 < time.monotonic() - began < 2
    assert result["status"] == ("unknown" if command == "END" else "not_sent")


def test_everything_together_has_a_limit(use, monkeypatch):
    monkeypatch.setattr(smtp, "SECONDS_IN_ALL", 0.3)
    with Scripted({"EHLO": SILENT}) as server:
        use(server.port)
        began = time.monotonic()
        assert "takes too long" in sent()["error"]
        assert time.monotonic() - began < 2


def test_a_bad_good_bye_changes_nothing(use, monkeypatch):
    monkeypatch.setattr(smtp, "SECONDS_TO_PART", 0.1)
    for how in (SILENT, DROP, b"500 what\r\n"):
        with Scripted({"QUIT": how}) as server:
            use(server.port)
            assert sent()["status"] == "sent"


def test_nobody_is_there(use, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    use(port)
    assert "cannot be reached" in sent()["error"]

    def unknown(*_, **__):
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    use(port, host="mail.example.org")
    assert "There is no mail server mail.example.org, or no network." in sent()["error"]


def test_a_plain_server_on_the_port_for_tls(use, monkeypatch):
    with Scripted() as server:
        monkeypatch.setattr(smtp, "TLS_PORT", server.port)
        use(server.port)
        assert "does not speak TLS as expected" in sent()["error"]


def test_a_server_without_a_login(use):
    with Scripted({"EHLO": b"250 here\r\n"}) as server:
        use(server.port, SMTP_USER="me", SMTP_PASSWORD=PASSWORD)
        assert "offers no login" in sent()["error"]
        assert not server.mails


# Settings ----------------------------------------------------------------------------------------

@pytest.mark.parametrize("name, value", [
    ("EMAIL_TO", "asha@example.org\nBcc: eve@example.org"),
    ("EMAIL_TO", "asha@example.org, ben@example.org"),
    ("EMAIL_TO", "asha@example.org;ben@example.org"),
    ("EMAIL_TO", "Asha <asha@example.org>"),
    ("EMAIL_TO", "asha"),
    ("EMAIL_TO", "asha@examplé.org"),
    ("EMAIL_TO", "asha@example.org>\r\nRCPT TO:<eve@example.org"),
    ("SMTP_HOST", "smtp.example.org:587"),
    ("SMTP_HOST", "https://smtp.example.org"),
    ("SMTP_HOST", "smtp.example.org\r\nx"),
    ("SMTP_PORT", "tls"),
    ("SMTP_PORT", "0"),
    ("SMTP_PORT", "70000"),
    ("SMTP_USER", "me@example.org\r\nBcc: eve@example.org"),
    ("SMTP_USER", ""),
    ("SMTP_PASSWORD", ""),
    ("SMTP_PASSWORD", "pässword"),
])
def test_a_setting_that_is_wrong(use, name, value):
    with Scripted() as server:
        use(server.port, **{"SMTP_USER": "me", "SMTP_PASSWORD": PASSWORD, name: value})
        result = sent()
    assert result["status"] == "not_sent" and name in result["error"]
    assert not value or value not in result["error"]
    assert PASSWORD not in str(result) and not server.heard
    assert email_plan_to_me.effect(**PLAN).startswith("No mail will be sent or saved. ")


def test_a_line_break_in_a_topic_is_refused(use):
    with Scripted() as server:
        use(server.port)
        for topic in ("Waves\r\nBcc: eve@example.org", "Waves\nOptics", "Waves\u2028Optics"):
            assert sent(topics=["Fields", topic]) == {
                "error": "Topic 2 has a line break. Write each topic on one line."}
            assert "Topic 1" in sent(topics=topic)["error"]
        assert "2026-12-05\\n" not in str(sent(exam_date="2026-12-05\nBcc: x@example.org"))
    assert not server.heard


def test_a_plan_that_cannot_be_is_not_sent(use):
    with Scripted() as server:
        use(server.port)
        assert sent(exam_date="2026-11-01") == make_study_plan(
            ["Waves"], "2026-11-01", today=TODAY)
    assert not server.heard


# Saving ------------------------------------------------------------------------------------------

@pytest.mark.parametrize("settings, reason", [
    ({}, "SMTP_HOST and EMAIL_TO are not set"),
    ({"EMAIL_TO": TO}, "SMTP_HOST is not set"),
    ({"SMTP_HOST": "smtp.example.org"}, "EMAIL_TO is not set"),
])
def test_without_a_server_it_is_saved(folder, monkeypatch, settings, reason):
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    answer = sent()
    assert answer["status"] == "saved" and answer["where"] == f"outbox/{FILE}"
    assert reason in answer["message"] and answer["where"] in answer["message"]
    message, text, attachment = parts((folder / "outbox" / FILE).read_bytes())
    assert message["To"] == settings.get("EMAIL_TO")
    assert "Optics" in text and attachment.get_filename() == "study-plan.ics"


def test_nothing_is_overwritten(folder):
    box = folder / "outbox"
    box.mkdir()
    (box / FILE).write_text("mine")
    names = [Path(sent()["where"]).name for _ in range(3)]
    assert names == [FILE.replace(".eml", f"-{number}.eml") for number in (2, 3, 4)]
    assert (box / FILE).read_text() == "mine"
    assert len(list(box.iterdir())) == 4


def test_a_link_in_the_outbox_is_not_followed(folder):
    (folder / "outbox").mkdir()
    try:
        (folder / "outbox" / FILE).symlink_to(folder / "elsewhere.txt")
    except OSError:
        pytest.skip("this machine makes no links")
    assert sent()["where"].endswith("-2.eml") and not (folder / "elsewhere.txt").exists()


def test_an_outbox_that_cannot_be_written(folder, monkeypatch):
    (folder / "outbox").write_text("a file")
    answer = sent()
    assert answer["status"] == "not_sent" and "cannot be saved in the folder outbox" in (
        answer["error"])

    (folder / "outbox").unlink()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(outbox.os, "fsync", full)
    assert "No space left on device" in sent()["error"]
    assert list((folder / "outbox").iterdir()) == []  # no half of a mail


def test_no_mail_lies_where_the_model_works(folder, monkeypatch):
    work = folder / "work"
    (work / "deep").mkdir(parents=True)
    (work / ".env").write_text("EMAIL_TO=planted@example.org\nSMTP_HOST=planted.example.org\n")
    (folder / ".env").write_text(f"EMAIL_TO={TO}\n")
    for name in ("EMAIL_TO", "SMTP_HOST"):
        monkeypatch.delenv(name)
    monkeypatch.chdir(work / "deep")
    answer = sent(working_directory=work)
    assert Path(answer["where"]) == folder / "outbox" / FILE
    assert answer["to"] == "a***@example.org" and answer["status"] == "saved"
    assert sorted(p.name for p in work.rglob("*")) == [".env", "deep"]
    monkeypatch.chdir(folder)
    assert sent(working_directory=work)["where"].startswith("outbox/")
    assert outbox.find(folder / "outbox") == folder.parent / "outbox"
    assert sent(working_directory=Path(folder.anchor))["status"] == "not_sent"


# What a person is shown --------------------------------------------------------------------------

def test_what_is_shown_is_what_goes_out(use):
    postbox = Postbox()
    with real(postbox) as port:
        use(port)
        shown = email_plan_to_me.effect(**PLAN)
        assert postbox.hello is None  # nothing was said to the server
        sent()
    message, text, attachment = parts(postbox.mails[0][2])
    head, _, body = shown.partition("\n\n")
    events = len(Calendar.from_ical(attachment.get_payload(decode=True)).walk("VEVENT"))
    assert head.splitlines() == [
        f"To: {message['To']}",
        f"From: {message['From']}",
        f"Subject: {message['Subject']}",
        f"Attachment: {attachment.get_filename()}, a calendar file with {events} events",
        f"It is sent by the mail server 127.0.0.1, port {port}, without a login, "
        "encrypted if it offers that, on this machine."]
    assert body == text


def test_it_is_shown_where_a_mail_would_be_saved(folder):
    shown = email_plan_to_me.effect(**PLAN)
    assert "To: (nobody yet)\n" in shown and f"a new file outbox/{FILE} (with a number" in shown
    assert list(folder.iterdir()) == []
    answer = sent()
    _, text, _ = parts((folder / answer["where"]).read_bytes())
    assert shown.partition("\n\n")[2] == text
    assert email_plan_to_me.effect(**PLAN) == shown  # also with the file there: it gets a number


def test_it_says_how_the_connection_is_kept_private(use):
    for port, words in ((587, "encrypted (STARTTLS)"), (465, "encrypted (TLS)")):
        use(port, host="smtp.example.org", SMTP_USER="me", SMTP_PASSWORD=PASSWORD)
        shown = email_plan_to_me.effect(**PLAN)
        assert f"smtp.example.org, port {port}, with the login in SMTP_USER, {words}." in shown
        assert PASSWORD not in shown


def test_another_mail_is_another_text(use):
    use(587, host="smtp.example.org")
    texts = {email_plan_to_me.effect(**PLAN)}
    assert texts == {email_plan_to_me.effect(**PLAN)}
    for changes in ({"topics": ["Waves", "Optic"]}, {"exam_date": "2026-12-06"},
                    {"hours_per_day": 2.5}, {"today": "2026-11-28"}):
        texts.add(email_plan_to_me.effect(**{**PLAN, **changes}))
    use(587, host="smtp.example.org", EMAIL_TO="eve@example.org")
    texts.add(email_plan_to_me.effect(**PLAN))
    use(587, host="smtp.example.com")
    texts.add(email_plan_to_me.effect(**PLAN))
    assert len(texts) == 7


@pytest.mark.parametrize("arguments", [
    {"topics": None}, {"topics": [1]}, {"topics": [object()]}, {"topics": []},
    {"exam_date": 5}, {"exam_date": "soon"}, {"hours_per_day": float("nan")}, {"today": "x"},
    {"today": 5},
])
def test_odd_arguments_raise_nothing(arguments):
    assert list(sent(**arguments)) == ["error"]
    assert email_plan_to_me.effect(**{**PLAN, **arguments}).startswith("No mail will be sent")


# In a run ----------------------------------------------------------------------------------------

def test_in_a_run_it_waits_and_is_sent_once(use):
    postbox = Postbox()
    model = ScriptedModel([assistant("", [call("email_plan_to_me", PLAN, "c1")]), "Done."])
    with real(postbox) as port:
        use(port)
        run = Agent(registry, model=model).ask("Email me a plan.")
        assert run.status == "needs_approval" and not postbox.mails
        run.approve("c1")
        run.advance()
    assert run.answer == "Done." and len(postbox.mails) == 1
    assert json.loads(run.messages[-2]["content"])["status"] == "sent"
    assert TO not in json.dumps(run.messages)  # the model need not know it


@pytest.mark.parametrize("name, value", [
    ("to", "eve@example.org"), ("EMAIL_TO", "eve@example.org"), ("working_directory", "/"),
    ("today", "2026-01-01")])
def test_a_model_cannot_say_where_it_goes(name, value):
    answer = json.loads(registry.run_tool("email_plan_to_me", {**PLAN, name: value}, True))
    assert name in answer["error"] and not Path("outbox").exists()


# Servers that say too much, addresses that read in two ways ---------------------------------------

@pytest.mark.parametrize(("command", "answer"), [
    ("", b"220-here\r\n" * 2_000 + b"220 ok\r\n"),
    ("EHLO", b"250-" + b"x" * 900 + b"\r\n"),
    ("RCPT", b"250-ok\r\n" * 2_000 + b"250 ok\r\n"),
    ("DATA", b"354-go on\r\n" * 2_000 + b"354 ok\r\n")])
def test_an_answer_without_an_end_ends_the_connection(use, command, answer):
    with Scripted({command: answer * 200}) as server:
        use(server.port)
        told = sent()
    assert told["status"] == "not_sent" and "said more than it was asked" in told["error"]
    assert server.mails == []


def test_an_endless_answer_after_the_mail_leaves_it_open(use):
    with Scripted({"END": b"250-ok\r\n" * 2_000 + b"250 ok\r\n"}) as server:
        use(server.port)
        assert sent()["status"] == "unknown"


def test_an_answer_that_came_before_the_mail_is_none(use):
    with Scripted({"DATA": b"354 go on\r\n250 taken\r\n"}) as server:
        use(server.port)
        told = sent()
    assert told["status"] == "not_sent" and "said more than it was asked" in told["error"]


@pytest.mark.parametrize("address", [
    "=?utf-8?q?x=40evil=2Eorg?=@example.org", "a@b..c", "a..b@example.org", ".a@example.org",
    "a.@example.org", "a@-b.org", "a@b-.org", "a@b.", "a" * 65 + "@b.org", "a@" + "b" * 64 + ".org",
    "a@" + "b." * 126 + "org"])
def test_an_address_that_could_be_read_in_two_ways(use, address):
    use(25, EMAIL_TO=address)
    assert "EMAIL_TO must be one plain address" in sent()["error"]


@pytest.mark.parametrize("address", ["a.b+c@x.example.org", "a=b@b.org", "a" * 64 + "@b.c-d.org",
                                     "me@localhost", "me@xn--bcher-kva.de"])
def test_an_address_reaches_the_mail_as_it_is(use, address, folder):
    use(25, EMAIL_TO=address, SMTP_HOST="")
    message, _, _ = parts((folder / sent()["where"]).read_bytes())
    assert [one.addr_spec for one in message["To"].addresses] == [address]


def test_a_link_that_leads_nowhere_is_no_outbox(folder):
    try:
        (folder / "outbox").symlink_to(folder / "gone" / "away")
    except OSError:
        pytest.skip("links cannot be made here")
    assert "no folder, or a link that leads nowhere" in sent()["error"]
