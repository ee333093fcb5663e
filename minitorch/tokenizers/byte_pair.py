"""Byte-pair encoding: begin with bytes, and repeatedly merge the most frequent pair of neighbouring tokens."""

import json
from collections import Counter, defaultdict
from functools import lru_cache
from heapq import heapify, heappop, heappush

from ..engine.piece import piece
from ..rare.data.text import read_text
from .pieces import split_text


@piece
def merge(tokens, pair, new):
    """Replace each `pair` of neighbouring tokens by `new`, from left to right, and return the tokens.

    >>> merge([1, 2, 3, 1, 2], (1, 2), 9)
    [9, 3, 9]
    """
    out, i = [], 0
    while i < len(tokens):
        if tokens[i:i + 2] == list(pair):
            out.append(new)
            i += 2
        else:
            out.append(tokens[i])
            i += 1
    return out


class BytePairEncoding:
    """A tokenizer that encodes any text as a list of numbers, and decodes the numbers to the same text.

    merges    pairs of tokens in the order in which they were learnt: pair i became token 256 + i; tokens below 256
              are bytes. ValueError for a pair that contains a later token
    number    the number that `encode` returns for each token; default: the token itself. GPT-2 numbers them differently
    special   {text: number} of tokens that `encode` never returns, such as "<|endoftext|>"
    Source: Sennrich et al., Neural Machine Translation of Rare Words with Subword Units (2015); over bytes as in GPT-2.

    >>> tokens = BytePairEncoding.train("low lower lowest low low", vocab_size=260)
    >>> tokens.encode("lowly"), tokens.decode(tokens.encode("lowly")), tokens.pieces("lowly")
    ([257, 108, 121], 'lowly', ['low', 'l', 'y'])
    """

    def __init__(self, merges, number=None, special=None):
        self.merges = [tuple(pair) for pair in merges]
        self.rank = {pair: 256 + i for i, pair in enumerate(self.merges)}
        self.bytes = [bytes([i]) for i in range(256)]
        for first, second in self.merges:
            if max(first, second) >= len(self.bytes) or min(first, second) < 0:
                raise ValueError(f"BytePairEncoding: ({first}, {second}) contains a token that is not learnt yet: "
                                 f"tokens before this pair must be from 0 to {len(self.bytes) - 1}.")
            self.bytes.append(self.bytes[first] + self.bytes[second])
        self.number = list(range(len(self.bytes))) if number is None else list(number)
        self.special = dict(special or {})               # for example {"<|endoftext|>": 50256}
        self.token = {number: token for token, number in enumerate(self.number)}
        self.of_piece = lru_cache(1 << 16)(self.of_piece)

    @classmethod
    def train(cls, text, vocab_size):
        """Learn merges from a text until there are `vocab_size` tokens, or no pair is left that occurs twice.

        If two pairs are equally frequent, the pair with the smaller numbers is merged first.
        """
        if vocab_size < 256:
            raise ValueError(f"BytePairEncoding.train: vocab_size={vocab_size} must be 256 or more, for all bytes.")
        counts = Counter(split_text(text))
        words = [list(piece.encode()) for piece in counts]
        times = list(counts.values())
        found: Counter = Counter()                       # {pair: how often it is in the text}
        where = defaultdict(set)                         # {pair: the words that contain it}
        for i, word in enumerate(words):
            for pair in zip(word, word[1:]):
                found[pair] += times[i]
                where[pair].add(i)
        heap = [(-count, pair) for pair, count in found.items()]       # the most frequent first; counts may be outdated
        heapify(heap)
        merges = []
        while heap and 256 + len(merges) < vocab_size:
            count, pair = heappop(heap)
            if -count != found[pair] or count > -2:
                continue
            new = 256 + len(merges)
            merges.append(pair)
            changed = set()
            for i in where.pop(pair):
                before, words[i] = words[i], merge(words[i], pair, new)
                for sign, tokens in ((-1, before), (1, words[i])):
                    for one in zip(tokens, tokens[1:]):
                        found[one] += sign * times[i]
                        changed.add(one)
                        if sign > 0:
                            where[one].add(i)
            for one in changed:
                heappush(heap, (-found[one], one))
        return cls(merges)

    @classmethod
    def from_gpt2(cls, merges, vocabulary):
        """Return GPT-2's encoding, from the paths of `vocab.bpe` (or merges.txt) and `encoder.json` (or vocab.json).

        Neither is part of minitorch. OpenAI publishes both, 456 kB and 1 MB, in the folder
        https://openaipublic.blob.core.windows.net/gpt-2/encodings/main/: put them on this machine and give their paths.
        Raises FileNotFoundError if a file does not exist; ValueError if the two files do not fit together.
        """
        letters = byte_letters()
        token = {letters[i]: i for i in range(256)}
        pairs = []
        for line in read_text(merges).split("\n"):
            parts = line.split(" ")
            if len(parts) == 2 and not line.startswith("#version"):
                if not all(part in token for part in parts):
                    raise ValueError(f"{merges}: the merge {line!r} contains a token that no earlier line makes.")
                token["".join(parts)] = 256 + len(pairs)
                pairs.append((token[parts[0]], token[parts[1]]))
        numbers = json.loads(read_text(vocabulary))
        missing = [text for text in token if text not in numbers]
        if missing:
            raise ValueError(f"{vocabulary} has no number for {missing[0]!r}, which {merges} makes: take both files "
                             "from one model.")
        special = {text: number for text, number in numbers.items() if text not in token}
        return cls(pairs, [numbers[text] for text in token], special)

    def __len__(self):
        return len(self.number) + len(self.special)

    def of_piece(self, piece):
        """Return the numbers of one piece's tokens; pairs are merged in the order in which they were learnt."""
        tokens = list(piece.encode("utf-8", "surrogatepass"))
        while len(tokens) > 1:
            pair = min(zip(tokens, tokens[1:]), key=lambda pair: self.rank.get(pair, len(self.bytes)))
            if pair not in self.rank:
                break
            tokens = merge(tokens, pair, self.rank[pair])
        return [self.number[token] for token in tokens]

    def encode(self, text):
        """Return the numbers of a text's tokens as a list."""
        return [number for piece in split_text(text) for number in self.of_piece(piece)]

    def decode(self, numbers):
        """Return the text of numbers; invalid bytes become U+FFFD. Raises ValueError for an unknown number."""
        return b"".join(map(self.bytes_of, numbers)).decode("utf-8", "replace")

    def bytes_of(self, number):
        """Return the bytes of a number's token."""
        number = int(number)
        if number in self.token:
            return self.bytes[self.token[number]]
        text = next((text for text, one in self.special.items() if one == number), None)
        if text is None:
            raise ValueError(f"{number} is no token: this encoding has {len(self)} tokens.")
        return text.encode()

    def pieces(self, text):
        """Return the text split into its tokens, as strings."""
        return [self.bytes_of(number).decode("utf-8", "replace") for number in self.encode(text)]


def byte_letters():
    """Return the letter by which GPT-2's files write each byte: the byte as latin-1 if printable, else another."""
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = [byte for byte in range(256) if byte not in shown]
    return {byte: chr(byte) for byte in shown} | {byte: chr(256 + i) for i, byte in enumerate(hidden)}
