"""Position texts of Aztec that make no sense are refused with the part that is wrong and why."""

from __future__ import annotations

import pytest

from teocalli import Aztec, GameError, PositionError

TWENTY_THREE = ",".join(f"1{letter}@a1.1" for letter in "ABCDEFGHIJKLMNOPQRSTUVW")

# What is wrong, and a part of the message: the value or the rule.
REFUSED = {
    "nothing": ("", "of the 3 fields"),
    "one field": ("-", "1 of the 3"),
    "two fields": ("- 1", "2 of the 3"),
    "two blanks": ("-  1 2", "field '2'"),
    "a blank behind": ("- 1 2 ", "field ''"),
    "a line end behind": ("- 1 2\n", "number of players"),
    "one player": ("- 1 1", "it is 2 or 3"),
    "four players": ("- 1 4", "it is 2 or 3"),
    "player 3 of 2 to move": ("- 3 2", "player to move '3'"),
    "player 0 to move": ("- 0 2", "player to move '0'"),
    "a word to move": ("- white 2", "player to move 'white'"),
    "no pieces and no dash": (" 1 2", "piece ''"),
    "a comma behind": ("1J@d4.1, 1 2", "piece ''"),
    "a piece of player 3 of 2": ("3J@d4.1 1 2", "piece '3J@d4.1'"),
    "a piece of nobody": ("J@d4.1 1 2", "piece 'J@d4.1'"),
    "an unknown orientation": ("1Y@d4.1 1 2", "AX-3"),
    "outside the box": ("1J@i4.1 1 2", "AX-4"),
    "level 4": ("1J@d4.4 1 2", "piece '1J@d4.4'"),
    "on the starting cube": ("1D@e5.1 1 2", "filled already (AX-4)"),
    "on each other": ("1J@d4.1,1L@b3.1 1 2", "filled already (AX-4)"),
    "twice the same": ("1J@d4.1,1J@d4.1 1 2", "filled already (AX-4)"),
    "too many pieces": (f"{TWENTY_THREE} 1 2", "AX-4"),
    "pieces out of order": ("1L@a3.1,1J@d4.1 1 2", "not written as this game writes it"),
    "a default that is written": ("- 1 2 insertion=any", "not written as this game writes it"),
    "options out of order": ("- 1 2 corners=none insertion=slide", "not written as this game writes it"),
    "an option twice": ("- 1 2 insertion=slide insertion=slide", "it is there twice"),
    "an unknown option": ("- 1 2 level=4", "field 'level=4'"),
    "an unknown value": ("- 1 2 insertion=drop", "any or slide"),
    "a barrier for two": ("- 1 2 barrier=5", "AX-10"),
    "an auction for two": ("- 1 2 bids=-", "no auction (AX-12)"),
    "three players without roles": ("- 1 3", "AX-12"),
    "a barrier of nobody": ("- 1 3 barrier=5", "not written as this game writes it"),
    "Oh Puch without a barrier": ("- 1 3 oh_puch=1", "AX-12"),
    "a match without Oh Puch": ("- 1 3 match=yes", "AX-13"),
    "a barrier and an auction": ("- 1 3 bids=- barrier=5 oh_puch=1", "no auction (AX-12)"),
    "a barrier of 0": ("- 1 3 barrier=0 oh_puch=1", "1 to 18"),
    "a barrier of 19": ("- 1 3 barrier=19 oh_puch=1", "1 to 18"),
    "a barrier of 15 without corners": ("- 1 3 barrier=15 oh_puch=1 corners=none", "1 to 14"),
    "Oh Puch 4": ("- 1 3 barrier=5 oh_puch=4", "1 to 3"),
    "no bids": ("- 1 3 bids=", "bid ''"),
    "a bid of 0": ("- 1 3 bids=0", "bid '0'"),
    "a bid of 19": ("- 1 3 bids=19", "bid '19'"),
    "a bid of 15 without corners": ("- 1 3 bids=15 corners=none", "bid '15'"),
    "a bid that does not go down": ("- 3 3 bids=5,5", "bid '5'"),
    "a pass before any bid": ("- 2 3 bids=pass", "bid 'pass'"),
    "bids after the end": ("- 1 3 bids=5,pass,pass,4", "bid '4'"),
    "an auction that is over": ("- 1 3 bids=5,pass,pass", "end the auction"),
    "another player to bid": ("- 1 3 bids=5", "another player is to bid"),
    "pieces in an auction": ("1J@d4.1 2 3 bids=5", "during the auction"),
    "a huge number": (f"- 1 3 barrier={10**30} oh_puch=1", "1 to 18"),
    "a long option": ("- 1 3 barrier=" + "1" * 10**5, "no option is that long"),
    "many pieces": ("1A@a1.1," * 10**5 + " 1 2", "AX-4"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_aztec_refuses(what: str) -> None:
    text, part = REFUSED[what]
    with pytest.raises((PositionError, GameError)) as error:
        Aztec.from_fen(text)
    message = str(error.value)
    assert part in message
    assert message.isascii()
    assert message.isprintable()
    assert len(message) < 512


ACCEPTED = [
    "- 2 2",
    "- 3 3 barrier=18 oh_puch=1",
    "- 1 3 barrier=14 oh_puch=3 insertion=slide corners=none",
    "- 2 3 oh_puch=3 match=yes",
    "- 3 3 bids=14,pass corners=none",
    "1X@a1.1,1X@g7.1 1 2",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_aztec_accepts_what_no_game_reaches(text: str) -> None:
    assert Aztec.from_fen(text).fen() == text
