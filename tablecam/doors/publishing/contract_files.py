"""The contract of the live stream, for programs and their tools: JSON Schema, OpenAPI and AsyncAPI."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "contract"
# no text: names of files
CONTRACT = ("live-1.schema.json", "openapi.json", "asyncapi.json")
