"""The one error that all models share."""

import copy
import pickle

import pytest

from studybuddy import ModelError
from studybuddy.models.errors import ServiceError


@pytest.mark.parametrize("again", [
    copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))])
@pytest.mark.parametrize("kind", [ModelError, ServiceError])
def test_an_error_can_be_copied_and_sent_to_another_process(again, kind):
    error = kind("rate_limit", "Wait a little.", 2.5)
    error.status = 429
    twin = again(error)
    assert type(twin) is kind and twin is not error
    assert (str(twin), twin.kind, twin.message, twin.retry_after, twin.status) == (
        "Wait a little.", "rate_limit", "Wait a little.", 2.5, 429)
