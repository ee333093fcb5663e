"""Byte-pair encoding: begin with bytes, and merge again and again the two tokens that most often stand together."""

import json
from collections import Counter, defaultdict
from functools import lru_cache
from heapq import heapify, heappop, heappush

from ..data.text import read_text
from ..piece import piece
from .pieces import split_text


@piece
def merge(tokens, pair, new):
    """Tokens with each `pair` of neighbours replaced by `new`, from left to right.

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
    """Text to numbers and back: every text has an encoding, and gives itself back.

    merges    pairs of tokens in the order in which they were learnt: pair i became token 256 + i; tokens below 256
              are bytes. ValueError for a pair of what is not learnt yet
    number    the number of each token, where it is not the token itself (GPT-2's order)
    special   {text: number} of what only decode gives, such as "<|endoftext|>"
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
                raise ValueError(f"BytePairEncoding: ({first}, {second}) names a token that is not learnt yet: "
                                 f"there are {len(self.bytes)} before it.")
            self.bytes.append(self.bytes[first] + self.bytes[second])
        self.number = list(range(len(self.bytes))) if number is None else list(number)
        self.special = dict(special or {})               # {"<|endoftext|>": 50256}: only decode gives them
        self.token = {number: token for token, number in enumerate(self.number)}
        self.of_piece = lru_cache(1 << 16)(self.of_piece)

    @classmethod
    def train(cls, text, vocab_size):
        """Learn merges from a text until there are `vocab_size` tokens, or no pair is left that occurs twice.

        Of pairs that are equally frequent the one with the smaller numbers is merged first.
        """
        if vocab_size < 256:
            raise ValueError(f"BytePairEncoding.train: vocab_size={vocab_size}; the 256 bytes are tokens already.")
        counts = Counter(split_text(text))
        words = [list(piece.encode()) for piece in counts]
        times = list(counts.values())
        found: Counter = Counter()                       # how often each pair stands in the text
        where = defaultdict(set)                         # in which words
        for i, word in enumerate(words):
            for pair in zip(word, word[1:]):
                found[pair] += times[i]
                where[pair].add(i)
        heap = [(-count, pair) for pair, count in found.items()]       # the most frequent first; some counts are old
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
        """GPT-2's own: the paths of its `vocab.bpe` (or merges.txt) and `encoder.json` (or vocab.json).

        Neither is part of minitorch. OpenAI publishes both, 456 kB and 1 MB, in the folder
        https://openaipublic.blob.core.windows.net/gpt-2/encodings/main/: put them on this machine and give their paths.
        Raises FileNotFoundError where a file is not there; ValueError where the two do not fit together.
        """
        letters = byte_letters()
        token = {letters[i]: i for i in range(256)}
        pairs = []
        for line in read_text(merges).split("\n"):
            parts = line.split(" ")
            if len(parts) == 2 and not line.startswith("#version"):
                if not all(part in token for part in parts):
                    raise ValueError(f"{merges}: the merge {line!r} joins what no earlier line made.")
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
        """Tokens of one piece: what was learnt first is merged first."""
        tokens = list(piece.encode("utf-8", "surrogatepass"))
        while len(tokens) > 1:
            pair = min(zip(tokens, tokens[1:]), key=lambda pair: self.rank.get(pair, len(self.bytes)))
            if pair not in self.rank:
                break
            tokens = merge(tokens, pair, self.rank[pair])
        return [self.number[token] for token in tokens]

    def encode(self, text):
        """The numbers of a text, as a list."""
        return [number for piece in split_text(text) for number in self.of_piece(piece)]

    def decode(self, numbers):
        """The text of numbers; bytes that are no text become U+FFFD. Raises ValueError for a number that is unknown."""
        return b"".join(map(self.bytes_of, numbers)).decode("utf-8", "replace")

    def bytes_of(self, number):
        """What a number stands for."""
        number = int(number)
        if number in self.token:
            return self.bytes[self.token[number]]
        text = next((text for text, one in self.special.items() if one == number), None)
        if text is None:
            raise ValueError(f"{number} is no token: there are {len(self)}.")
        return text.encode()

    def pieces(self, text):
        """The text cut into its tokens, to look at."""
        return [self.bytes_of(number).decode("utf-8", "replace") for number in self.encode(text)]


def byte_letters():
    """GPT-2's letter for each byte, so that its files hold no blanks: the byte's own where that can be printed."""
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = [byte for byte in range(256) if byte not in shown]
    return {byte: chr(byte) for byte in shown} | {byte: chr(256 + i) for i, byte in enumerate(hidden)}
