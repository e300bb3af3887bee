"""The answers of a later server: a document's examples of successes, with a new field in each object. As a program,
grown.py DOCUMENT prints the schemas of the answers. DOCUMENT is in OpenAPI 3.0."""

import json
import sys


def answers(document):
    """Yields the name of the schema and the answer, for each example."""
    for item in document["paths"].values():
        for operation in item.values():
            responses = operation.get("responses", {}) if isinstance(operation, dict) else {}
            for status, response in responses.items():
                content = response.get("content", {}).get("application/json", {})
                schema = content.get("schema", {})
                if status.startswith("2") and "$ref" in schema:
                    examples = content.get("examples", {"only": {"value": content.get("example")}})
                    for example in examples.values():
                        name = schema["$ref"].rpartition("/")[2]
                        # Generators make no class of an object without properties, such as a bundle.
                        target = document["components"]["schemas"][name]
                        if "additionalProperties" in target and "properties" not in target:
                            continue
                        yield name, grown(document, schema, example["value"])


def grown(document, schema, answer):
    if "$ref" in schema or "allOf" in schema:
        target = schema.get("$ref") or schema["allOf"][0]["$ref"]
        return grown(document, document["components"]["schemas"][target.rpartition("/")[2]], answer)
    if isinstance(answer, list):
        return [grown(document, schema.get("items", {}), item) for item in answer]
    if isinstance(answer, dict) and "properties" in schema:
        properties = schema["properties"].get
        members = {key: grown(document, properties(key, {}), member) for key, member in answer.items()}
        return {"addedLater": 1, **members}
    return answer


if __name__ == "__main__":
    with open(sys.argv[1]) as document:
        print(*sorted({schema for schema, _ in answers(json.load(document))}), sep="\n")
