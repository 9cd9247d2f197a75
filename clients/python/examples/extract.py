"""Extracts the fields of many invoices at once, with the words that prove each value."""

import asyncio
import sys

import quire


async def extract(client, path):
    run = await client.run_extractor("invoice", path)
    await client.wait_document(run.id)
    return path, {e.path: (e.value, e.quote, e.page) async for e in client.list_evidence(run.id)}


async def main():
    async with quire.AsyncClient() as client:
        for path, fields in await asyncio.gather(*(extract(client, path) for path in sys.argv[1:])):
            print(path, fields.get("/invoice_number"))


asyncio.run(main())
