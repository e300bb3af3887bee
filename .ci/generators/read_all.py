"""Imports every module that openapi-generator wrote into this folder: read_all.py [DOCUMENT]. If the modules are of this
document in OpenAPI 3.0, reads its answers with unknown fields."""

import importlib
import json
import pkgutil
import sys
import warnings

sys.path.insert(0, ".")
# pydantic warns about properties with the names of its own methods; they work nevertheless.
warnings.filterwarnings("ignore", message='Field name ".*" .* shadows an attribute')

import grown
import openapi_client

modules = [module.name for module in pkgutil.walk_packages(openapi_client.__path__, "openapi_client.")]
for module in modules:
    importlib.import_module(module)
assert len(modules) > 10, modules
if len(sys.argv) > 1:
    with open(sys.argv[1]) as document:
        answers = list(grown.answers(json.load(document)))
    for schema, answer in answers:
        getattr(openapi_client, schema).from_dict(answer)
    assert answers
