"""Imports every module that openapi-generator wrote into this folder."""

import importlib
import pkgutil
import sys
import warnings

sys.path.insert(0, ".")
# pydantic warns about properties with the names of its own methods; they work nevertheless.
warnings.filterwarnings("ignore", message='Field name ".*" .* shadows an attribute')

import openapi_client

modules = [module.name for module in pkgutil.walk_packages(openapi_client.__path__, "openapi_client.")]
for module in modules:
    importlib.import_module(module)
assert len(modules) > 10, modules
