"""Uploads files to a collection, asks a question about them, and shows the places that the answer cites."""

import sys

import quire

question, *paths = sys.argv[1:]
with quire.Client() as client:
    collection = client.create_collection(f"Questions about {paths[0]}")
    for file in [client.upload_file(collection.id, path) for path in paths]:
        client.wait_file(collection.id, file.id)
    for event in client.stream_query(question, [collection.id]):
        if isinstance(event, quire.Delta):
            print(event.text, end="", flush=True)
    for citation in client.query_evidence(event.query_id):
        for place in citation.places:
            print(f"\n[{citation.id}] {citation.filename}, page {place.page}: {place.boxes}")
