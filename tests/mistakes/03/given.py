import json
import math

from studybuddy.workbook.small import (
    FUNCTIONS,
    KINDS,
    SCHEMAS,
    argument_problems,
    one_of_each,
    read_arguments,
    refuse,
)
