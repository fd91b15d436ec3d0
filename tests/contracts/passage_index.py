"""What every passage index promises. A backend's own test says how to open an empty one."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from graph.openai_wire import hashed_vector
from stores.embedder import Embedder
from stores.ingest import Index
from stores.passages import Passage, Vector


class HashingEmbedder:
    """Texts that share words lie close; quick to import, for the processes that tests start."""

    def __init__(self, name: str = "hashing", dim: int = 256) -> None:
        self.id, self.dim = name, dim
        self.texts = 0

    def embed(self, texts: Sequence[str]) -> Vector:
        self.texts += len(texts)
        return np.array([hashed_vector(text, self.dim) for text in texts], np.float32).reshape(len(texts), self.dim)


EMBEDDER: Embedder = HashingEmbedder()

HANDBOOK = [
    Passage("leave", "Parental leave lasts 20 weeks. It is fully paid.", "leave.md", "Leave", None, 3, 52, "d1"),
    Passage("uk", "In Bristol it lasts 22 weeks.", "uk.pdf", "UK > Parental leave", 4, metadata={"office": "uk"}),
    Passage("trips", "Trips are booked 14 days ahead.", "travel.pdf", "Travel", 4, metadata={"office": "nl"}),
    Passage(
        "meals", "The evening meal costs 36 euros.", "travel.pdf", "Travel", 5, metadata={"office": "uk", "year": 2024}
    ),
]
HOSTILE = ['"', "' OR 1=1 --", "NEAR(a b)", "AND", "*", "{col}: x", "\x00", "a" * 5000, "é̀", "😀", "\ud800"]


class PassageIndexContract:
    """Vectors and words over one set of passages."""

    @pytest.fixture
    def index(self) -> Iterator[Index]:
        """An empty index over `EMBEDDER`."""
        raise NotImplementedError

    @pytest.fixture
    def handbook(self, index: Index) -> Index:
        index.add(HANDBOOK)
        return index

    def test_an_empty_index_answers_with_nothing(self, index: Index) -> None:
        assert index.search("leave", 3) == index.lexical("leave", 3) == index.dense(vector("leave"), 3) == []
        assert index.count() == index.delete(["x"]) == 0
        assert not index.fetch(["x"])
        assert not index.sentences(["x"])
        index.add([])
        assert index.count() == 0

    def test_both_legs_find_the_passage_that_is_meant(self, handbook: Index) -> None:
        """Each leg alone, and both fused; scores fall from the first hit on."""
        for hits in (
            handbook.dense(vector("how long is parental leave"), 4),
            handbook.lexical("how long is parental leave", 4),
            handbook.search("how long is parental leave", 4),
        ):
            assert {hit.id for hit in hits[:2]} == {"leave", "uk"}
            assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)

    def test_a_heading_is_searched_with_its_passage(self, handbook: Index) -> None:
        """The text of `uk` does not say what lasts 22 weeks; its heading does."""
        assert [hit.id for hit in handbook.lexical("parental leave in the UK", 1)] == ["uk"]
        assert handbook.fetch(["uk"])["uk"].text == "In Bristol it lasts 22 weeks."

    def test_k_bounds_the_answer(self, handbook: Index) -> None:
        """More than there are gives all; none gives none."""
        assert len(handbook.dense(vector("weeks"), 99)) == 4
        for leg in (handbook.search, handbook.lexical):
            assert len(leg("weeks", 1)) == 1
            assert leg("weeks", 0) == []
        assert handbook.dense(vector("weeks"), 0) == []

    def test_a_passage_comes_back_as_it_went_in(self, handbook: Index) -> None:
        """All fields, the types of metadata included; unknown ids are left out and order is the caller's."""
        found = handbook.fetch(["meals", "nobody", "leave", "uk", "trips"])
        assert list(found) == ["meals", "leave", "uk", "trips"]
        assert [found[passage.id] for passage in HANDBOOK] == HANDBOOK

    def test_filters_hold_on_both_legs(self, handbook: Index) -> None:
        """Equality on metadata, source and page; every pair must hold, and 4 is not "4"."""
        cases: list[tuple[dict[str, str | int], set[str]]] = [
            ({"office": "uk"}, {"uk", "meals"}),
            ({"office": "uk", "source": "travel.pdf"}, {"meals"}),
            ({"page": 4}, {"uk", "trips"}),
            ({"page": "4"}, set()),
            ({"year": 2024}, {"meals"}),
            ({"colour": "red"}, set()),
            ({"document": "d1"}, {"leave"}),
            ({}, {"leave", "uk", "trips", "meals"}),
        ]
        text = "leave weeks trips booked meal"
        for where, expected in cases:
            assert {hit.id for hit in handbook.dense(vector(text), 9, where)} == expected
            assert {hit.id for hit in handbook.lexical(text, 9, where)} == expected
            assert {hit.id for hit in handbook.search(text, 9, where)} == expected

    def test_adding_an_id_again_replaces_its_passage(self, handbook: Index) -> None:
        """Old words, vectors, labels and sentences are gone; the last of two in one call counts."""
        handbook.add([Passage("uk", "nothing"), Passage("uk", "Lunch is free. Really.", metadata={"office": "es"})])
        assert handbook.count() == 4
        assert "uk" not in {hit.id for hit in handbook.lexical("Bristol lasts weeks", 9)}
        assert handbook.lexical("lunch", 1)[0].id == "uk"
        assert handbook.dense(vector("Lunch is free. Really."), 1)[0].id == "uk"
        assert {hit.id for hit in handbook.search("lunch", 9, {"office": "uk"})} == {"meals"}
        assert handbook.sentences(["uk"])["uk"].spans == ((0, 14), (15, 22))

    def test_what_is_deleted_is_found_no_more(self, handbook: Index) -> None:
        assert handbook.delete(["leave", "leave", "nobody"]) == 1
        assert handbook.count() == 3
        for hits in (handbook.search("parental leave", 9), handbook.dense(vector("parental leave"), 9)):
            assert "leave" not in {hit.id for hit in hits}
        assert not handbook.fetch(["leave"])
        assert not handbook.sentences(["leave"])

    def test_passages_go_and_come_in_one_step(self, handbook: Index) -> None:
        handbook.add([Passage("leave-2", "Parental leave lasts 21 weeks.")], drop=["leave", "nobody"])
        assert handbook.count() == 4
        assert handbook.search("parental leave", 1)[0].id == "leave-2"

    def test_sentences_are_spans_with_their_vectors(self, handbook: Index) -> None:
        """Each span is a sentence of the text, each vector that sentence's."""
        found = handbook.sentences(["leave", "nobody"])["leave"]
        texts = [HANDBOOK[0].text[start:end] for start, end in found.spans]
        assert texts == ["Parental leave lasts 20 weeks.", "It is fully paid."]
        assert found.vectors.shape == (2, EMBEDDER.dim)
        assert found.vectors.dtype == np.float32
        assert ((found.vectors * EMBEDDER.embed(texts)).sum(axis=1) > 0.999).all()

    def test_a_text_without_sentences_is_taken(self, index: Index) -> None:
        index.add([Passage("line", "---"), Passage("nothing", "")])
        assert index.sentences(["line"])["line"].spans == ()
        assert len(index.dense(vector("---"), 9)) == 2

    def test_words_are_found_in_scripts_without_spaces(self, index: Index) -> None:
        """Two-character Chinese words, Thai with its vowel signs, and Latin words with or without accents."""
        index.add(
            [Passage("zh", "员工有五周的产假。"), Passage("th", "พนักงานมีสิทธิลาคลอด"), Passage("fr", "Le café est payé.")]
        )
        for query, expected in (("产假", "zh"), ("ลาคลอด", "th"), ("cafe", "fr"), ("PAYÉ", "fr")):
            assert [hit.id for hit in index.lexical(query, 3)] == [expected]

    def test_words_are_found_in_any_form(self, index: Index) -> None:
        """Stems, not spellings; a question of stop words alone is searched as it stands."""
        index.add([Passage("a", "Contractors were reimbursed."), Passage("b", "To be or not to be.")])
        assert [hit.id for hit in index.lexical("reimbursing a contractor", 2)] == ["a"]
        assert [hit.id for hit in index.lexical("to be or not", 2)] == ["b"]

    @pytest.mark.parametrize("text", HOSTILE, ids=repr)
    def test_no_text_is_a_query_language(self, handbook: Index, text: str) -> None:
        """Quotes, operators and broken characters are looked for like any text, and can be labels."""
        assert len(handbook.search(text, 9)) <= 4
        assert handbook.lexical(f"parental leave {text}", 9)
        if text != "\ud800":
            handbook.add([Passage(text, text, source=text)])
            assert handbook.fetch([text])[text].source == text
            assert [hit.id for hit in handbook.search("x", 9, {"source": text})] == [text]
            assert handbook.delete([text]) == 1

    def test_labels_are_listed_in_order(self, handbook: Index) -> None:
        assert handbook.labelled("office") == [("uk", "", "uk"), ("trips", "", "nl"), ("meals", "", "uk")]
        assert handbook.labelled("document")[0] == ("leave", "d1", "d1")

    def test_threads_write_and_read_at_once(self, index: Index) -> None:
        """Four writers and four readers: no errors, nothing lost, and a reader sees each call's passages all or not."""

        def write(writer: int) -> None:
            for batch in range(5):
                index.add([Passage(f"{writer}-{batch}-{i}", f"word{writer} again {i}") for i in range(3)])

        def read(reader: int) -> None:
            for _ in range(10):
                index.search(f"word{reader} again", 5)
                assert index.count() % 3 == 0

        with ThreadPoolExecutor(8) as threads:
            for done in [*threads.map(write, range(4)), *threads.map(read, range(4))]:
                assert done is None
        assert index.count() == 60
        assert len(index.dense(vector("word2"), 60)) == 60


def vector(text: str) -> Vector:
    """The unit vector of a text."""
    made: Vector = EMBEDDER.embed([text])[0]
    return made
