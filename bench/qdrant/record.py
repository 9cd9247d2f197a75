"""Records the answers of Qdrant's own engine, for the parity test of internal/index.

    record.py FILE      needs qdrant-edge-py (PyPI), the engine as a library

Points and queries are generated from a fixed seed: words with the frequencies of a language (Zipf), vectors in clusters,
accounts of different sizes, files with an old and a current generation. Every query is asked by words, by meaning and by
both, within collections, files and generations. The engine ranks by words and by meaning. Both rankings are merged here,
with an independent implementation of the formula in docs/decisions/0030-fusion-by-scores.md.

The recorded scores are exact. The program also prints for how many queries the ten best passages change with the graphs,
quantization and search parameters that Quire uses, and with word frequencies counted over all accounts.
"""
import base64
import json
import random
import shutil
import sys
import tempfile
import uuid
from importlib.metadata import version

import qdrant_edge as q

SEED = 20261123
DIMENSIONS = 48
WORDS = 400
QUERIES = 577
NAMESPACE = uuid.UUID("6f2b1a52-0c8e-4a57-9d0e-3b7a54f1c0de")
FUSIONS = [{"dense": 0.5, "depth": 100}, {"dense": 0.3, "depth": 20}]
TOP = 10
FIELDS = ("account_id", "collection_id", "file_id", "gen")


class World:
    """Points and queries from one seed."""

    def __init__(self):
        self.rng = random.Random(SEED)
        self.centres = [[self.rng.gauss(0, 1) for _ in range(DIMENSIONS)] for _ in range(25)]
        self.ranks = [1 / (rank + 3) for rank in range(WORDS)]
        self.points = []
        for account, files in (("a", 60), ("b", 25), ("c", 4)):
            for file in range(files):
                for age in ("old", "new") if self.rng.random() < 0.3 else ("new",):
                    self.file(account, f"c{file % 4}", f"f{file}", f"{account}{file}{age}")
        self.queries = [self.query() for _ in range(QUERIES)]

    def words(self, n):
        return sorted(set(self.rng.choices(range(WORDS), self.ranks, k=n)))

    def vector(self):
        """A vector of bytes. Cosine ignores the scale, and bytes are exact in every programming language."""
        centre = self.rng.choice(self.centres)
        return [max(-127, min(127, round(40 * (x + self.rng.gauss(0, 0.7))))) for x in centre]

    def file(self, account, collection, file, generation):
        for chunk in range(self.rng.randint(2, 14)):
            terms = self.words(self.rng.randint(4, 22))
            self.points.append({
                "account": account, "collection": collection, "file": file, "generation": generation, "chunk": chunk,
                "terms": terms, "weights": [round(self.rng.uniform(0.2, 2.1), 3) for _ in terms],
                # Vectors follow later than words, so some passages have none.
                "dense": self.vector() if self.rng.random() < 0.93 else None,
            })

    def query(self):
        account = self.rng.choices("abc", (6, 3, 1))[0]
        own = [p for p in self.points if p["account"] == account]
        terms = self.words(self.rng.randint(1, 7)) + ([WORDS + 1] if self.rng.random() < 0.1 else [])
        return {
            "account": account,
            "collections": sorted(self.rng.sample(["c0", "c1", "c2", "c3"], self.rng.randint(1, 4))),
            "files": sorted({p["file"] for p in self.rng.sample(own, 6)}) if self.rng.random() < 0.25 else [],
            "exclude": sorted({p["generation"] for p in own if p["generation"].endswith("old")}) if self.rng.random() < 0.8 else [],
            "terms": terms, "weights": [float(self.rng.choice((1, 1, 1, 2))) for _ in terms],
            "dense": self.vector(), "fusion": self.rng.randrange(len(FUSIONS)),
        }


class Engine:
    """A shard with the points of a world, configured as in internal/index/shape.go."""

    def __init__(self, world, **config):
        self.dir = tempfile.mkdtemp()
        self.shard = q.EdgeShard.create(self.dir + "/shard", q.EdgeConfig(
            vectors={"dense": q.EdgeVectorParams(DIMENSIONS, q.Distance.Cosine)},
            sparse_vectors={"bm25": q.EdgeSparseVectorParams(modifier=q.Modifier.Idf)}, **config))
        for field in FIELDS:
            self.shard.update(q.UpdateOperation.create_field_index(field, q.PayloadSchemaType.Keyword))
        self.shard.update(q.UpdateOperation.upsert_points([self.point(p) for p in world.points]))
        self.shard.optimize()
        self.places = {point_id(p): i for i, p in enumerate(world.points)}

    def close(self):
        self.shard.close()
        shutil.rmtree(self.dir)

    @staticmethod
    def point(p):
        vectors = {"bm25": q.SparseVector(p["terms"], p["weights"])}
        if p["dense"] is not None:
            vectors["dense"] = [float(x) for x in p["dense"]]
        return q.Point(point_id(p), vectors, {
            "account_id": p["account"], "collection_id": p["collection"], "file_id": p["file"], "gen": p["generation"]})

    def rank(self, query, what, params):
        using, vector = {"words": ("bm25", q.SparseVector(query["terms"], query["weights"])),
                         "meaning": ("dense", [float(x) for x in query["dense"]])}[what]
        must = in_collections(query)
        if query["files"]:
            must.append(match("file_id", query["files"]))
        hits = self.shard.query(q.QueryRequest(
            limit=max(50, FUSIONS[query["fusion"]]["depth"]), query=q.Query.Nearest(vector, using),
            filter=q.Filter(must=must, must_not=excluded(query)), params=params))
        return [(self.places[str(h.id)], h.score) for h in hits]


def point_id(p):
    return str(uuid.uuid5(NAMESPACE, f"{p['generation']}/{p['chunk']}"))


def match(field, values):
    return q.FieldCondition(field, match=q.MatchAny(values))


def shares(ranking):
    best, least = ranking[0][1], ranking[-1][1]
    return {p: (score - least) / (best - least) if best > least else 1 for p, score in ranking}


def fuse(words, meaning, dense):
    if not words or not meaning:
        return words or meaning
    by_words, by_meaning = shares(words), shares(meaning)
    scores = {p: (1 - dense) * by_words.get(p, 0) + dense * by_meaning.get(p, 0) for p in by_words | by_meaning}
    return sorted(scores.items(), key=lambda hit: -hit[1])


def in_collections(query):
    return [match("account_id", [query["account"]]), match("collection_id", query["collections"])]


def excluded(query):
    return [match("gen", query["exclude"])] if query["exclude"] else None


def own_frequencies(query):
    return q.IdfParams(q.Filter(must=in_collections(query), must_not=excluded(query)))


def answer(engine, query, words, meaning):
    """The three rankings of a query. words and meaning are search parameters."""
    by_words, by_meaning = engine.rank(query, "words", words), engine.rank(query, "meaning", meaning)
    fused = fuse(by_words, by_meaning, FUSIONS[query["fusion"]]["dense"])
    return {"words": by_words[:TOP], "meaning": by_meaning[:TOP], "fused": fused[:TOP]}


def changed(recorded, other):
    """The number of queries whose ten best passages differ."""
    return {kind: sum({p for p, _ in a[kind]} != {p for p, _ in b[kind]} for a, b in zip(recorded, other)) for kind in recorded[0]}


def main(path):
    world = World()
    engine = Engine(world)
    exact = q.SearchParams(exact=True)
    recorded = [answer(engine, query, q.SearchParams(exact=True, idf=own_frequencies(query)), exact) for query in world.queries]
    shared = [answer(engine, query, exact, exact) for query in world.queries]
    engine.close()

    graphs = Engine(world, hnsw_config=q.HnswIndexConfig(0, 100, 1, payload_m=16),
                    quantization_config=q.ScalarQuantizationConfig(q.ScalarType.Int8, 0.99, True),
                    optimizers=q.EdgeOptimizersConfig(indexing_threshold=1))
    asked = q.SearchParams(hnsw_ef=128, quantization=q.QuantizationSearchParams(rescore=True, oversampling=2.0))
    approximate = [answer(graphs, query, q.SearchParams(idf=own_frequencies(query)), asked) for query in world.queries]
    graphs.close()

    print(len(world.points), "points,", len(world.queries), "queries")
    print("other passages among the ten best, with graphs and quantization:", changed(recorded, approximate))
    print("other passages among the ten best, with frequencies over all accounts:", changed(recorded, shared))
    write(path, world, recorded)


def packed(vector):
    return vector and base64.b64encode(bytes(x & 255 for x in vector)).decode()


def write(path, world, recorded):
    def line(record):
        return json.dumps(record, separators=(",", ":"))

    points = [line(p | {"dense": packed(p["dense"])}) for p in world.points]
    queries = [line(query | {"dense": packed(query["dense"])} | {
        kind: [[p, float(f"{score:.7g}")] for p, score in hits] for kind, hits in answers.items()
    }) for query, answers in zip(world.queries, recorded)]
    head = line({"engine": "qdrant-edge-py " + version("qdrant-edge-py"), "dimensions": DIMENSIONS, "fusions": FUSIONS})
    with open(path, "w", encoding="utf-8") as file:
        file.write(head[:-1] + ',\n"points":[\n' + ",\n".join(points) + '\n],\n"queries":[\n' + ",\n".join(queries) + "\n]}\n")


if __name__ == "__main__":
    main(sys.argv[1])
