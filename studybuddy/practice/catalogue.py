"""The list of all faults: the sentence for each, and why a protocol cannot carry it.

What they do to a reply stands in `faults_openai`, `faults_gemini` and `faults_http`.
"""

from __future__ import annotations

from studybuddy.practice.faults import Effect, Fault

_OBJECT = "Gemini: arguments are an object there, never a text."
_NUMBER = "Gemini: a Struct holds numbers as doubles and no such value."
_OPENAI_ONLY = "Gemini: there is no such field."
_GEMINI_ONLY = "OpenAI: there is no such thing."
FENCED = "Here it is:\n\n```json\n{}\n```\n\nTell me if you want another one."
"""What `text_fenced` makes of an answer, whatever the prompt said."""

# name: (what, why not elsewhere)
SENTENCES: dict[str, tuple[str, str]] = {
    # Ids and kinds of calls
    "call_id_missing": ("A call comes without an id.", ""),
    "call_id_null": ("The id of a call is null.", "Gemini: null means the same as missing."),
    "call_id_empty": ("The id of a call is an empty text.", ""),
    "call_ids_equal": ("Two calls of one reply have the same id.", ""),
    "call_id_reused": ("A later call has the id of an earlier one.", ""),
    "call_type_missing": ("A call does not say that its type is function.", _OPENAI_ONLY),
    "call_type_unknown": ("A call is of a type that was not offered (custom).", _OPENAI_ONLY),
    "parallel_calls": ("One reply asks for two calls.", ""),
    "text_and_call": ("A reply holds words and a call.", ""),
    "text_call_text": ("Words, a call, and words again.", "OpenAI: content is one text."),
    "same_call_again": ("The model asks for the same call again and again.", ""),
    # Names
    "tool_unknown": ("The model asks for a tool that does not exist.", ""),
    "tool_name_prefix": ("The name of a tool comes with a prefix.", ""),
    "tool_name_blank": ("The name of a tool has blanks round it.", ""),
    "tool_name_missing": ("A call does not name its tool.", ""),
    # Arguments
    "arguments_empty": ("The arguments are an empty text.", _OBJECT),
    "arguments_null": ("The arguments are null.", ""),
    "arguments_missing": ("A call has no arguments field.", ""),
    "arguments_dict": ("The arguments are an object instead of a text.",
                       "Gemini: that is the right form there."),
    "arguments_text": ("The arguments are a text instead of an object.",
                       "OpenAI: that is the right form there."),
    "arguments_list": ("The arguments are a list.", ""),
    "arguments_number": ("The arguments are a number.", ""),
    "arguments_double": ("The arguments are encoded twice.", _OBJECT),
    "arguments_fenced": ("The arguments stand in a code fence.", _OBJECT),
    "arguments_trailing_comma": ("The arguments have a comma too many.", _OBJECT),
    "arguments_single_quotes": ("The arguments are written with single quotes.", _OBJECT),
    "arguments_nan": ("The arguments hold NaN.", _NUMBER),
    "arguments_duplicate_keys": ("A name stands twice in the arguments.", _NUMBER),
    "arguments_huge_integer": ("The arguments hold a number of 5,000 digits.", _NUMBER),
    "arguments_deep": ("The arguments are nested thousands of brackets deep (Gemini: 90, more than "
                       "100 cannot be sent).", ""),
    "field_wrong_type": ("An argument has the wrong type.", ""),
    "field_missing": ("A required argument is missing.", ""),
    "field_extra": ("There is an argument that the tool does not know.", ""),
    "field_working_directory": ("The model sends the field that only the registry may set.", ""),
    "field_approved": ("The model approves its own call.", ""),
    # Content
    "content_null": ("A reply without calls has no content.", ""),
    "content_empty": ("A reply without calls has empty content.", ""),
    "content_list": ("The content is a list of parts.", "Gemini: it always is."),
    "content_blank": ("The content is blanks and line ends.", ""),
    "refusal": ("The model refuses, in a field of its own.", _OPENAI_ONLY),
    "refusal_part": ("The model refuses, in a part of the content.", _OPENAI_ONLY),
    "think_only": ("The reply is only what the model thought.", ""),
    "think_and_text": ("The answer stands behind what the model thought.", ""),
    "text_fenced": ("The answer stands in a code fence, with words before and behind it.", ""),
    "call_as_text": ("The model writes a call as text in a code fence.", ""),
    "tool_calls_empty": ("The list of calls is there and empty.", _OPENAI_ONLY),
    "extra_fields": ("The reply holds fields that nobody asked for.", ""),
    # Finish
    "finish_stop_with_call": ("A reply with a call says that it stopped normally.",
                              "Gemini: it always says STOP."),
    "finish_unknown": ("The finish reason is a new word.", ""),
    "finish_missing": ("There is no finish reason.", ""),
    "length_cut_arguments": ("The reply was cut off in the middle of the arguments.", _OBJECT),
    "length_with_call": ("The reply was cut off, with arguments that happen to parse.", ""),
    "length_text": ("The answer was cut off at the length limit.", ""),
    "length_nothing": ("The limit was used up before the first word.", ""),
    "blocked": ("A filter blocked the answer.", ""),
    "prompt_blocked": ("A filter blocked the question.", "OpenAI: see `blocked`."),
    "recitation": ("The answer was stopped because it repeats a known text.", _GEMINI_ONLY),
    "malformed_call": ("The model wrote a call that could not be read.",
                       "OpenAI: see `tool_use_failed`."),
    "unexpected_call": ("The model called a function that was not declared.",
                        "OpenAI: see `tool_unknown`."),
    # Shapes of the body
    "choices_empty": ("There is no choice (Gemini: candidate) in the reply.", ""),
    "choices_null": ("The list of choices (Gemini: candidates) is null.", ""),
    "choice_without_message": ("A choice has no message (Gemini: a candidate no content).", ""),
    "parts_empty": ("The content has an empty list of parts.", "OpenAI: content is no list there."),
    "two_candidates": ("There are two answers; only the first counts.", ""),
    "usage_missing": ("The tokens were not counted.", ""),
    "error_with_200": ("An error comes with status 200.", ""),
    # Thought signatures
    "signature_missing": ("A call of a current model comes without its signature.", _GEMINI_ONLY),
    "signature_unreadable": ("A signature is not base64.", _GEMINI_ONLY),
    # HTTP
    "rate_limit": ("Too many requests; the service says how long to wait.", ""),
    "quota": ("The quota is used up; waiting does not help.", ""),
    "server_error": ("The service fails (500).", ""),
    "overloaded": ("The service is overloaded (503).", ""),
    "bad_gateway": ("A gateway fails and sends a page (502).", ""),
    "wrong_key": ("The key is not valid.", ""),
    "forbidden": ("The key may not do this (403).", ""),
    "model_not_found": ("The service does not know the model (404).", ""),
    "context_too_long": ("The conversation is longer than the model's window.", ""),
    "tool_use_failed": ("The service could not read the model's call (Groq).",
                        "Gemini: see `malformed_call`."),
    "error_in_list": ("The error stands in a list (Google's OpenAI-compatible endpoint).",
                      "Gemini: it does not happen there."),
    "html_page": ("A proxy answers with its own page, with status 200.", ""),
    "truncated_json": ("The JSON of the reply ends too early.", ""),
    "wrong_content_type": ("The JSON of the reply is announced as text.", ""),
    "empty_body": ("The body of the reply is empty.", ""),
    "not_utf8": ("The body of the reply is not UTF-8.", ""),
    "slow": ("The reply is late.", ""),
    "never_answers": ("Nothing ever comes.", ""),
    "connection_closed": ("The connection closes in the middle of the reply.", ""),
}


class Collector:
    """Gathers the effects of one protocol: its instances decorate the functions that change."""

    def __init__(self) -> None:
        self.effects: dict[str, Effect] = {}

    def __call__(self, name: str, on: str, ends: str = "answered", always: str | None = None, *,
                 calls: bool = False, earlier: bool = False, runs: bool | None = None):
        """The arguments are those of `Effect`."""

        def keep(change):
            self.effects[name] = Effect(change, on, ends, always, calls or on == "call", earlier,
                                        runs)
            return change

        return keep


def build() -> dict[str, Fault]:
    """All faults by name, in the order of the list above."""
    from studybuddy.practice import faults_gemini, faults_http, faults_openai

    found = {name: Fault(name, *sentences) for name, sentences in SENTENCES.items()}
    for protocol, collectors in (
            ("openai", (faults_openai.effect, faults_http.openai)),
            ("gemini", (faults_gemini.effect, faults_http.gemini))):
        for collector in collectors:
            for name, effect in collector.effects.items():
                found[name].effects[protocol] = effect
    return found
