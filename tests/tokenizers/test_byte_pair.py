"""Byte-pair encoding: every text comes back, merges are the greedy ones, GPT-2's files give GPT-2's numbers."""

import json
import random
from collections import Counter

import pytest

from minitorch.tokenizers import BytePairEncoding, split_text
from minitorch.tokenizers.byte_pair import byte_letters, merge

TEXT = "low lower lowest, newer newest wider: it's the lowest of the low! " * 3
LETTERS = "ab zZ 0 9'srtvemld  \n\t.,!?²½Ⅷ一é́\u00a0\u2003\u200b😀_-\x1c\x85\u3000 "


@pytest.mark.parametrize("text, pieces", [
    ("", []), (" ", [" "]), ("  a", [" ", " a"]), ("a  ", ["a", "  "]), ("a \n b", ["a", " \n", " b"]),
    ("I'll we've 'twas IT'S", ["I", "'ll", " we", "'ve", " '", "twas", " IT", "'", "S"]),
    ("x=3.14", ["x", "=", "3", ".", "14"]), ("über ½²", ["über", " ½²"]), ("a\u00a0b", ["a", "\u00a0", "b"]),
    ("?!  ...", ["?!", " ", " ..."]), ("日本 語", ["日本", " 語"]), ("\x1c", ["\x1c"])])
def test_pieces_are_gpt2s(text, pieces):
    assert split_text(text) == pieces


def test_pieces_join_to_the_text():
    chance = random.Random(0)
    for _ in range(2000):
        text = "".join(chance.choice(LETTERS) for _ in range(chance.randrange(15)))
        assert "".join(split_text(text)) == text


def greedy(text, vocab_size):
    """The definition, by counting all pairs anew for each merge."""
    words = [[list(piece.encode()), count] for piece, count in Counter(split_text(text)).items()]
    merges = []
    while 256 + len(merges) < vocab_size:
        found = Counter()
        for word, count in words:
            for pair in zip(word, word[1:]):
                found[pair] += count
        best = min(found, key=lambda pair: (-found[pair], pair), default=None)
        if best is None or found[best] < 2:
            break
        merges.append(best)
        for word in words:
            word[0] = merge(word[0], best, 255 + len(merges))
    return merges


@pytest.mark.parametrize("text", [TEXT, "aaaa aaaaa aaaaaa aaaa", "abab abab baba", "", "x"])
def test_merges_are_the_greedy_ones(text):
    assert BytePairEncoding.train(text, 300).merges == greedy(text, 300)


def test_every_text_comes_back():
    tokens, chance = BytePairEncoding.train(TEXT, 290), random.Random(1)
    for _ in range(500):
        text = "".join(chance.choice(LETTERS + TEXT) for _ in range(chance.randrange(20)))
        numbers = tokens.encode(text)
        assert tokens.decode(numbers) == text
        assert all(0 <= number < len(tokens) for number in numbers)
    assert len(tokens.encode(TEXT)) < len(TEXT) / 2


def test_what_was_learnt_first_is_merged_first():
    tokens = BytePairEncoding([(ord("b"), ord("c")), (ord("a"), ord("b")), (ord("a"), 256)])
    assert tokens.encode("abc") == [258] and tokens.encode("ab") == [257] and tokens.encode("abbc") == [257, 256]


def test_numbers_and_merges_that_do_not_exist_are_told():
    tokens = BytePairEncoding.train(TEXT, 260)
    with pytest.raises(ValueError, match="260 is no token: this encoding has 260 tokens"):
        tokens.decode([260])
    with pytest.raises(ValueError, match="contains a token that is not learnt yet"):
        BytePairEncoding([(97, 256)])
    with pytest.raises(ValueError, match="must be 256 or more"):
        BytePairEncoding.train(TEXT, 255)
    assert tokens.decode([0xFF]) == "�"


def gpt2_files(folder, tokens):
    """The two files in which GPT-2's encoding is published, of a smaller one; its numbers are shuffled like GPT-2's."""
    letters = byte_letters()
    shown = ["".join(letters[byte] for byte in one) for one in tokens.bytes]
    order = sorted(range(256), key=lambda byte: letters[byte]) + list(range(256, len(shown)))
    (folder / "vocab.bpe").write_text("#version: 0.2\n" + "".join(
        f"{shown[a]} {shown[b]}\n" for a, b in tokens.merges), encoding="utf-8")
    numbers = {shown[token]: number for number, token in enumerate(order)} | {"<|endoftext|>": len(order)}
    (folder / "encoder.json").write_text(json.dumps(numbers), encoding="utf-8")
    return folder / "vocab.bpe", folder / "encoder.json", order


def test_gpt2s_files_are_read(tmp_path):
    tokens = BytePairEncoding.train(TEXT, 300)
    merges, vocabulary, order = gpt2_files(tmp_path, tokens)
    read = BytePairEncoding.from_gpt2(merges, vocabulary)
    assert len(read) == len(tokens) + 1
    text = "the lowest\n of ünicode 😀"
    assert read.encode(text) == [order.index(token) for token in tokens.encode(text)]
    assert read.decode(read.encode(text)) == text
    assert read.decode([*read.encode("low"), len(order)]) == "low<|endoftext|>"
    # GPT-2 numbers the printable bytes first: "!" is 0, and A is 32; its blank is 220
    assert read.encode("!A") == [0, 32] and BytePairEncoding.from_gpt2(merges, vocabulary).encode(" ") == [220]
    vocabulary.write_text("{}")
    with pytest.raises(ValueError, match="has no number for"):
        BytePairEncoding.from_gpt2(merges, vocabulary)
    merges.write_text("q zz\n")
    with pytest.raises(ValueError, match="'q zz' contains a token that no earlier line makes"):
        BytePairEncoding.from_gpt2(merges, vocabulary)
