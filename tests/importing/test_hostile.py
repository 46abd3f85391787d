"""Files that mean harm, or are merely broken: each is refused in words, or read as the data that it is.

They are made on the spot. What is large in earnest is small here where the limit is lowered for the test; that the
limits are what they should be is a test of its own.
"""

from __future__ import annotations

import gzip
import json
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from shoot_cli.commands.army import app
from shoot_cli.importing import formats
from shoot_cli.importing import roster as limits
from shoot_cli.importing.formats import read
from shoot_cli.importing.importer import take
from shoot_cli.importing.roster import Refused, Roster, Selection
from tests.helpers.each import each
from tests.helpers.work import names_held
from tests.importing import written_rosters
from tests.importing.written_rosters import (
    LINK,
    ability,
    as_json,
    as_link,
    as_xml,
    as_zip,
    force,
    gun,
    model,
    roster,
    rule,
    statline,
    unit,
    upgrade,
    zipped,
)

SQUAD = unit("Line Squad", statline("Trooper"), model("Trooper", gun("Rifle", number=9), number=9), points=90)
LIST = roster(SQUAD)
JSON, XML = as_json(LIST), as_xml(LIST)
ZIP, LINKED = as_zip(XML), as_link(JSON).encode()
HOUSE = Path(__file__).parents[2]
CENTRAL = b"PK\x01\x02"


def refused(raw: bytes, *words: str, name: str = "evil.ros") -> str:
    with pytest.raises(Refused) as error:
        read(raw, name)
    said = str(error.value)
    assert all(word in said for word in words), said
    assert said.isprintable()
    assert len(said) < 400
    return said


def tops(raw: bytes) -> list[Selection]:
    found = read(raw, "list")
    assert isinstance(found, Roster)
    return [one for _, one in found.tops()]


def test_the_limits_are_those_that_were_asked_for() -> None:
    assert (limits.FILE, limits.UNPACKED, limits.ENTRIES) == (8 * 2**20, 16 * 2**20, 16)
    assert (limits.ELEMENTS, limits.DEPTH, limits.STRING, limits.DIGITS) == (200_000, 64, 64 * 2**10, 9)
    assert (limits.TEXT, limits.LINES) == (256 * 2**10, 5_000)
    assert (limits.UNITS, limits.MODELS, limits.WEAPONS, limits.NUMBER) == (200, 500, 40, 999)


def test_a_file_that_is_too_long() -> None:
    refused(b" " * (limits.FILE + 1), "it has more than 8 MiB, and no list has so many")


# ---- zips


def of_zeros(size: int) -> bytes:
    """A zip of a ``.ros`` of so many zeros, which takes a thousandth of that."""
    return zipped({"bomb.ros": bytes(size)})


def claims(raw: bytes, size: int) -> bytes:
    """The same zip, whose table of contents says that its first file has so many bytes."""
    at = raw.index(CENTRAL) + 24
    return raw[:at] + struct.pack("<L", size) + raw[at + 4 :]


def test_a_zip_that_unpacks_without_end() -> None:
    bomb = of_zeros(limits.UNPACKED + 1)
    assert len(bomb) < 32 * 1024
    refused(bomb, "it is a zip with a roster of more than 16 MiB")
    refused(claims(bomb, 2**32 - 2), "it is a zip with a roster of more than 16 MiB")


def test_no_more_of_a_zip_is_unpacked_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()
    plain = zipfile.ZipExtFile.read
    monkeypatch.setattr(zipfile.ZipExtFile, "read", lambda stream, n=-1: asked.append(n) or plain(stream, n))
    monkeypatch.setattr(limits, "UNPACKED", 2**20)
    refused(claims(of_zeros(2 * 2**20), 2**32 - 2), "more than 1 MiB")
    assert asked == [2**20 + 1]


def test_a_list_may_be_longer_unpacked_than_packed() -> None:
    assert [one.name for one in tops(as_zip(XML + b" " * limits.FILE))] == ["Line Squad"]


def test_a_zip_that_lies_about_its_size() -> None:
    refused(claims(ZIP, 20), "it is a zip that is broken")
    refused(claims(ZIP, 0), "it is a zip that is broken")


@each(
    "entries, words",
    [
        ({"a.ros": XML, "b.ros": XML}, "it is a zip with 2 rosters in it (a.ros, b.ros)"),
        ({"a.xml": XML, "b.xml": XML}, "it is a zip with 2 rosters in it (a.xml, b.xml)"),
        ({"a.txt": XML}, "it is a zip without a roster"),
        ({"a.ros/": b""}, "it is a zip without a roster"),
        ({f"{n}.txt": b"" for n in range(17)}, "it is a zip with 17 files in it"),
        ({f"{n}.txt": b"" for n in range(100)}, "it is a zip with more than 16 files in it"),
        ({"a.ros": ZIP}, "it is a zip inside a zip"),
        ({"\x1b[2J\u202e.txt": XML}, "there is [2J.txt in it"),
    ],
)
def test_a_zip_with_something_else_than_one_roster(entries: dict[str, bytes], words: str) -> None:
    refused(zipped(entries), words)


@each("name", ["../../evil.ros", "/etc/evil.ros", "C:\\evil.ros", "a/../../b.ros", "con.ros", "x" * 60_000 + ".ros"])
def test_names_in_a_zip_are_no_paths(name: str) -> None:
    assert [one.name for one in tops(as_zip(XML, name))] == ["Line Squad"]


def test_nothing_of_a_zip_is_written(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("something was opened")

    monkeypatch.setattr("builtins.open", never)
    monkeypatch.setattr("io.open", never)
    monkeypatch.setattr("os.open", never)
    assert tops(as_zip(XML, "../evil.ros"))


def test_a_zip_that_is_encrypted() -> None:
    at = ZIP.index(CENTRAL) + 8
    local = ZIP[:6] + b"\x01" + ZIP[7:]
    refused(local[:at] + b"\x01" + local[at + 1 :], "the roster in this zip is encrypted (Test Legion.ros)")


@each("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_that_is_packed_in_another_way(method: int) -> None:
    refused(zipped({"a.ros": XML}, method), "packed in a way that no .rosz is")
    unknown = bytearray(ZIP)
    unknown[ZIP.index(CENTRAL) + 10] = unknown[8] = 97
    refused(bytes(unknown), "packed in a way that no .rosz is")


@each("share", [0.1, 0.5, 0.9, 0.99])
def test_half_a_zip(share: float) -> None:
    refused(ZIP[: int(len(ZIP) * share)], "it is a zip that is broken")


# ---- XML

LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
BILLION = f'<?xml version="1.0"?><!DOCTYPE roster [<!ENTITY l0 "ha">{LAUGHS}]><roster name="&l9;"/>'
OUTSIDE = '<!DOCTYPE roster [<!ENTITY out SYSTEM "file:///etc/passwd">]><roster name="x">&out;</roster>'
SUBSET = '<!DOCTYPE roster SYSTEM "http://example.org/evil.dtd"><roster/>'
PARAMETER = '<!DOCTYPE roster [<!ENTITY % p SYSTEM "http://example.org/evil.dtd"> %p;]><roster/>'


@each("text", [BILLION, OUTSIDE, SUBSET, PARAMETER, "<!DOCTYPE roster><roster/>"])
def test_xml_that_declares_anything_is_refused_in_every_encoding(text: str) -> None:
    words = "it is XML that declares types or entities in line 1"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"):
        refused(text.encode(encoding), words)
        refused(as_zip(text.encode(encoding)), words)


def test_an_entity_that_nobody_declared() -> None:
    refused(b"<roster name='&evil;'/>", "it is broken XML (line 1, column 1: undefined entity)")


def test_xml_that_is_too_deep() -> None:
    deep = b"<roster>" + b"<a>" * 63 + b"</a>" * 63 + b"</roster>"
    assert tops(deep) == []
    refused(deep.replace(b"<a></a>", b"<a><a></a></a>"), "elements more than 64 deep inside each other in line 1")
    refused(b"<roster>" * 100_000, "elements more than 64 deep inside each other")


def test_xml_of_too_many_elements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats._XmlReader, "ELEMENTS", 1000)
    assert tops(b"<roster>" + b"<a/>" * 999 + b"</roster>") == []
    refused(b"<roster>" + b"<a/>" * 1000 + b"</roster>", "it is XML with more than 1000 elements")


def test_xml_with_a_text_that_is_too_long() -> None:
    most = limits.STRING
    assert tops(as_xml(roster(unit("Squad", rule("Long", "x" * most)))))[0].rules[0].text == "x" * 3999 + "…"
    refused(as_xml(roster(unit("Squad", rule("Long", "x" * (most + 1))))), "the text in line", "more than 65536")
    refused(as_xml(roster(unit("Squad", ability("Long", "x" * (most + 1))))), "the text in line", "more than 65536")
    refused(as_xml(roster(unit("x" * (most + 1)))), "the name in line", "has 65537 characters; it may have 65536")


def test_xml_with_a_tag_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TAG", 2**17)
    attributes = b"".join(b' a%d=""' % n for n in range(60_000))
    refused(b"<roster" + attributes + b"/>", "it is XML with a tag of more than 131072 bytes")
    refused(b"<roster><!--" + b"x" * 2**20 + b"--></roster>", "it is XML with a tag of more than 131072 bytes")
    assert tops(b"<roster>" + b"<!-- and no more -->" * 30_000 + b"</roster>") == []


@each("share", [0.05, 0.3, 0.6, 0.99])
def test_half_of_an_xml_file(share: float) -> None:
    refused(XML[: int(len(XML) * share)], "it is broken XML (line ", "maybe half a file; export the list again")


@each(
    "raw",
    [
        XML.replace(b'"UTF-8"', b'"klingon"').replace(b"Line", b"L\xeene"),
        XML.replace(b'"UTF-8"', b'"shift_jis"').replace(b"Line", b"L\xeene"),
        XML.replace(b'"UTF-8"', b'"utf-7"').replace(b"Line", b"L\xeene"),
        XML.replace(b"Line", b"L\x00ne"),
        XML.replace(b"Line", b"L&#0;ne"),
        XML.replace(b"Line", b"L&#xD800;ne"),
        XML.replace(b"Line", b"L\xffne"),
        XML.replace(b"</roster>", b"</roster><roster/>"),
        XML.replace(b"</roster>", b"</rooster>"),
        XML.replace(b"<roster ", b"<roster name='a' name='b' "),
        b"<",
        b"<roster",
        b"<?xml",
        b"<\x00",
        b"<!",
    ],
)
def test_xml_that_is_broken(raw: bytes) -> None:
    refused(raw, "it is ")


# ---- JSON


@each("begin", ["[", '{"a":', '{"roster":', '{"forces":[', '[{"a":', '{"forces": [], "a": ['])
def test_json_that_stands_inside_itself_without_end(begin: str) -> None:
    for times in (2_000, 10**5, 10**6):
        refused(begin.encode() * times, "it ")
    # Deeper than any Python goes: how deep that is, each version has for itself.
    refused(begin.encode() * 10**5, "it is JSON in which things stand inside each other without end")


def test_selections_that_stand_too_deep_in_each_other() -> None:
    def deep(times: int) -> bytes:
        one = unit("Squad")
        for _ in range(times - 1):
            one = upgrade("Bag", one)
        return as_json(roster(one))

    assert len(list(tops(deep(32))[0].every())) == 32
    refused(deep(34), "its selections stand more than 32 deep inside each other")
    nested = force()
    for _ in range(40):
        nested = force(nested)
    refused(as_json(roster(nested)), "its forces stand more than 32 deep inside each other")


@each(
    "number, words",
    [
        ("NaN", "it is JSON with NaN for a number"),
        ("Infinity", "it is JSON with Infinity for a number"),
        ("-Infinity", "it is JSON with -Infinity for a number"),
        ("1e999", "it is JSON with the number 1e999; it may have 9 digits"),
        ("1e9", "it is JSON with the number 1e9; it may have 9 digits"),
        ("1234567890", "it is JSON with the number 1234567890; it may have 9 digits"),
        ("-1234567890", "it is JSON with the number -1234567890; it may have 9 digits"),
        ("9" * 10_000, "it may have 9 digits"),
        ("123456789", 'the number of "Line Squad" is 123456789; it may be 999 at most'),
        ("1000", 'the number of "Line Squad" is 1000; it may be 999 at most'),
        ("01", "it is broken JSON"),
        ("0x10", "it is broken JSON"),
        ('"1e9"', "is '1e9', which is no whole number"),
        ('"1_0"', "is '1_0', which is no whole number"),
    ],
)
def test_numbers_that_no_list_has(number: str, words: str) -> None:
    raw = JSON.replace(b'"name": "Line Squad", "number": 1,', f'"name": "Line Squad", "number": {number},'.encode())
    assert raw != JSON
    refused(raw, words)


def test_an_option_may_count_what_is_none_of_ours() -> None:
    earned = upgrade("Experience", number=1200)
    assert tops(as_json(roster(unit("Squad", earned))))[0].selections[0].number == limits.NUMBER
    for counted in (model("Trooper", number=1000), gun("Rifle", number=1000), gun("Rifle", number=10**9 - 1)):
        refused(as_json(roster(unit("Squad", counted))), "it may be 999 at most")
    refused(as_json(roster(unit("Squad", upgrade("Much") | {"number": "1" * 10}))), "it may be 999 at most")


@pytest.mark.rule("IMP-10")
def test_a_negative_number_is_read_as_it_is() -> None:
    assert tops(as_json(roster(unit("Beasts", model("Beast", number=-5)))))[0].selections[0].number == -5
    assert tops(as_xml(roster(unit("Beasts", model("Beast", number=-5)))))[0].selections[0].number == -5


def test_json_that_says_a_thing_twice() -> None:
    refused(JSON.replace(b'"number": 1,', b'"number": 1, "number": 2,'), 'it is JSON that says "number" twice')


def test_json_of_too_many_things(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ELEMENTS", 1000)
    words = "it is JSON with more than"
    refused(b'{"forces": [' + b"{}," * 1001 + b"{}]}", words)
    refused(b'{"forces": [' + b"1," * 5001 + b"1]}", words)
    refused(b'{"forces": [' + b"[]," * 2501 + b"[]]}", words)
    assert tops(b'{"forces": [' + b"{}," * 900 + b"{}]}") == []


def test_json_with_a_text_that_is_too_long() -> None:
    refused(as_json(roster(unit("x" * 65_537))), "has 65537 characters; it may have 65536")
    refused(as_json(roster(unit("Squad", rule("Long", "x" * 65_537)))), 'the description of "Long" has 65537')


@each("share", [0.05, 0.3, 0.6, 0.99])
def test_half_of_a_json_file(share: float) -> None:
    refused(JSON[: int(len(JSON) * share)], "it is broken JSON (line 1, column ", "maybe half a file")


@each("raw", [JSON.replace(b"Line", b"L\ne"), JSON + b"x", b'{"forces": [], }', b"{'forces': []}", b"{", b'{"'])
def test_json_that_is_broken(raw: bytes) -> None:
    refused(raw, "it is broken JSON (line ")


@each(
    "raw, words",
    [
        (b'{"forces": [[]]}', "the forces of something without a name are no list of forces: the file is broken"),
        (b'{"forces": ' + b"[" * 900 + b"]" * 900 + b"}", "are no list of forces"),
        (b'{"forces": {"a": 1}}', "are no list of forces"),
        (b'{"roster": {"forces": 1}}', "are no list of forces"),
        (b'{"forces": [{"selections": [{"name": "A", "selections": [3]}]}]}', 'selections of "A" are no list'),
        (b'{"forces": [{"selections": [{"name": {"$text": []}}]}]}', "the name of something without a name is no text"),
    ],
)
def test_json_of_another_shape(raw: bytes, words: str) -> None:
    refused(raw, words)


# ---- links and texts


@pytest.mark.slow
def test_a_link_that_unpacks_without_end() -> None:
    refused(as_link(bytes(limits.UNPACKED + 1)).encode(), "it is a link with a list of more than 16 MiB")


def test_no_more_of_a_link_is_unpacked_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()

    class Unpacking:
        def decompress(self, packed: bytes, most: int = 0) -> bytes:
            asked.append(most)
            return bytes(most)

    monkeypatch.setattr("zlib.decompressobj", lambda bits: Unpacking())
    refused(LINKED, "it is a link with a list of more than 16 MiB")
    assert asked == [limits.UNPACKED + 1]


@each(
    "raw, words",
    [
        (LINKED[:-40], "it is a link of ListForge that was cut short; copy it again"),
        (LINKED[:-4], "it is a link of ListForge that was cut short; copy it again"),
        (b"H4sIAAAA", "it is a link of ListForge that was cut short; copy it again"),
        (LINKED.replace(b"H4sI", b"H4sJ"), "it is a link of ListForge that is broken"),
        (LINK.encode() + b"AAAA", "it is a link of ListForge that is broken"),
        (LINK.encode() + b"A", "it is a link of ListForge that is broken"),
        (LINK.encode() + b"=====", "it is a link of ListForge with something else than a list behind it"),
        (as_link(b"").encode(), "it is broken JSON"),
        (as_link(gzip.compress(JSON)).encode(), "it is no text"),
        (as_link(XML).encode(), "it is broken JSON"),
    ],
)
def test_a_link_that_is_broken(raw: bytes, words: str) -> None:
    refused(raw, words)


def test_a_text_that_is_too_long() -> None:
    assert isinstance(read(b"x\n" * 5_000, "list"), str)
    refused(b"x\n" * 5_001, "it is a text of 9 KiB and 5001 lines; a list may have 256 KiB and 5000 lines")
    refused(b"x" * (limits.TEXT + 1), "a list may have 256 KiB")


PICTURE = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 4


@each(
    "raw, words",
    [
        (PICTURE, "it is a picture"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(range(256)), "it is a picture"),
        (b"GIF89a" + bytes(range(256)), "it is no text: there are zero bytes in it"),
        (JSON.replace(b"Line", b"L\x00ne"), "it is no text: there are zero bytes in it"),
        (b"Line Squad\x00 (90 points)", "it is no text: there are zero bytes in it"),
        (b"\x00" * 1000, "it is no text: there are zero bytes in it"),
        (b"\xff\xfeL\x00\x00\xd8", "it is no text, or half of one"),
        (b"\xff\xfeL", "it is no text, or half of one"),
        (b"\xef\xbb\xbf\xff\xff", "it is no text, or half of one"),
        (b"\xff\xfe\x00\x00\xff\xff\xff\xff", "it is no text, or half of one"),
        (b"\x81\x8d" * limits.TEXT, "it is no text, or half of one"),
        (b"\x7fELF\x02\x01\x01\x00" + bytes(100), "it is no text: there are zero bytes in it"),
    ],
)
def test_what_is_no_text_at_all(raw: bytes, words: str) -> None:
    refused(raw, words)


# ---- more than any army has


def test_more_units_than_any_army_has() -> None:
    assert len(tops(as_json(roster(*[unit("Squad")] * 200)))) == 200
    refused(as_json(roster(*[unit("Squad")] * 201)), "it has 201 units; a list may have 200")
    assert len(tops(as_json(roster(*[upgrade("Option")] * 201)))) == 201


def test_more_choices_than_any_army_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "THINGS", 40)
    assert tops(as_json(roster(unit("Squad", *[upgrade("Option", rule("Word"))] * 19, rule("Word")))))
    refused(as_json(roster(unit("Squad", *[upgrade("Option", rule("Word"))] * 20))), "it has 41 choices, profiles")


def test_a_value_that_no_weapon_has() -> None:
    assert tops(as_json(roster(unit("Squad", gun("Rifle", keywords="x" * 4000), ability("Long", "x" * 4001)))))
    long = gun("Rifle", keywords="rapid fire 1, " * 400)
    refused(as_json(roster(unit("Squad", model("Trooper", long)))), "Rifle has a value of more than 4000 characters")


def test_more_models_than_any_unit_has() -> None:
    assert tops(as_json(roster(unit("Horde", model("A", number=300), model("B", number=200)))))
    refused(as_json(roster(unit("Horde", model("A", number=300), model("B", number=201)))), "Horde has 501 models")


def test_more_weapons_than_any_model_has() -> None:
    assert tops(as_json(roster(unit("Fort", model("Tower", gun("Gun", number=40))))))
    refused(as_json(roster(unit("Fort", model("Tower", gun("Gun", number=41))))), "Tower has 41 weapons for 1")
    refused(as_json(roster(model("Tower", *[gun("Gun")] * 41))), "Tower has 41 weapons for 1; a model may have 40")
    refused(as_json(roster(unit("Fort", *[gun("Gun")] * 41))), "Fort has 41 weapons for 1")
    assert tops(
        as_json(roster(unit("Horde", upgrade("Grunt", number=30), gun("Gun", number=30), gun("Axe", number=30))))
    )


# ---- what is read is data

EVIL = "[red]Mark[/] \x1b]0;gone\x07\x1b[2J \u202eright\u2066 a\x00b \ud83d"


def test_words_that_would_move_a_screen_are_words() -> None:
    made = unit(EVIL, statline(EVIL), rule(EVIL, EVIL), ability(EVIL, EVIL), model(EVIL), custom=EVIL)
    raw = json.dumps(
        {"roster": roster(force(made, name=EVIL, faction=EVIL), name=EVIL, writer=EVIL, system=EVIL, game=EVIL)}
    ).encode()
    found = read(raw, "list")
    assert isinstance(found, Roster)
    said = [found.name, found.writer, found.system, found.game, found.forces[0].name, found.forces[0].faction]
    for one in found.forces[0].selections[0].every():
        said += [one.name, one.custom]
        for page in one.profiles:
            said += [page.name, page.kind, *(word for pair in page.values for word in pair)]
        for known in one.rules:
            said += [known.name, known.text]
    assert len(said) > 20
    assert all(word.isprintable() for word in said)
    assert found.name.encode()  # no halves of letters, which no file can be written with


@each("name", ["\x1b[2J\u202elist.ros", "list\nof mine.ros"])
def test_names_of_files_cannot_move_a_screen_either(name: str) -> None:
    assert refused(b"", name=name).endswith("there is nothing in it; export the list as .rosz, JSON or text")


def test_what_is_quoted_of_a_broken_file_is_short_and_printable() -> None:
    for evil in (EVIL, "x" * 60_000):
        for change in ({"number": evil}, {"costs": [{"name": "pts", "value": evil}]}, {"profiles": evil}):
            refused(json.dumps({"forces": [{"selections": [{"name": evil} | change]}]}).encode())
        refused(json.dumps({"forces": [], evil: 1})[:-1].encode() + b"," + json.dumps({evil: 1}).encode()[1:])


# ---- to the end of the command

HOSTILE = {
    "empty": b"",
    "a zip without end": of_zeros(limits.UNPACKED + 1),
    "two rosters": zipped({"a.ros": XML, "b.ros": XML}),
    "billion laughs": BILLION.encode(),
    "billion laughs in two bytes": BILLION.encode("utf-16"),
    "an entity from outside": OUTSIDE.encode(),
    "deep": b'{"a":' * 10**5,
    "1e9": JSON.replace(b'"number": 9', b'"number": 1e9'),
    "negative": as_json(roster(unit("Beasts", statline("Beast"), model("Beast", gun("Claw"), number=-5)))),
    "a zero byte": JSON.replace(b"Line", b"L\x00ne"),
    "a picture": PICTURE,
    "half a file": XML[: len(XML) // 2],
    "not a number": JSON.replace(b"90", b"NaN"),
    "another game": json.dumps(roster(SQUAD, system="other", game=EVIL)).encode(),
    "a link cut short": LINKED[:-40],
    "a text": b"Line Squad (90 points)\n" * 10,
    "nobody": as_json(roster()),
    "no values": as_json(roster(unit("Line Squad", model("Trooper", number=9)))),
}


@pytest.mark.rule("IMP-2")
@each("raw", HOSTILE.values(), ids=list(HOSTILE))
def test_no_file_gives_a_traceback(raw: bytes) -> None:
    done = CliRunner().invoke(app, ["import", "-"], input=raw, env={"NO_COLOR": "1"})
    assert (done.exit_code, done.stdout) == (1, "")
    assert isinstance(done.exception, SystemExit)
    assert done.stderr.replace("\n", "").isprintable()
    assert len(done.stderr) > 20


def test_nobody_looks_for_what_is_near_to_rules_that_are_not_known() -> None:
    rules = (rule(f"Hymn of the {n}") for n in range(20))
    raw = as_json(roster(unit("Squad", statline("Trooper"), model("Trooper", gun("Rifle")), *rules)))
    assert names_held(lambda: take(raw, "list")) < 20  # not one for each rule


def test_values_of_any_length_make_no_long_sentences() -> None:
    long = written_rosters.old_vehicle("Tank", front="1" * 60_000)
    made = written_rosters.old_roster(*[unit(f"Tank {n}", long, written_rosters.old_gun("Cannon")) for n in range(20)])
    with pytest.raises(Refused) as error:
        take(as_json(made), "list")
    assert len(str(error.value)) < 5_000


def test_what_would_move_a_screen_is_written_as_words() -> None:
    made = unit(EVIL, statline(EVIL), ability(EVIL, EVIL), model(EVIL, gun(EVIL)), custom=EVIL)
    raw = json.dumps(roster(made, name=EVIL)).encode()
    done = CliRunner().invoke(app, ["import", "-"], input=raw, env={"NO_COLOR": "1"})
    assert done.exit_code == 0
    assert "[red]Mark[/]" in done.stdout
    assert done.output.replace("\n", "").isprintable()


# ---- what the largest files cost

LARGEST = {
    "JSON of empty lists": 'b\'{"forces": [\' + b"[]," * 2_700_000 + b"0]}"',
    "JSON of the most things there may be": 'b\'{"forces": [{"selections": [\' + b\'{"name": "abcdef", "type": "x"},\' * 199_000 + b"{}]}]}"',
    "JSON in which one letter makes all wide": '(\'{"forces": ["\' + "x" * (8 * 2**20 - 40) + \'\\U0001f600"]}\').encode()',
    "JSON of letters that grow": '(\'{"forces": [\' + (\'{"name": "\' + "\\ufdfa" * 20_000 + \'"},\') * 100 + "{}]}").encode()',
    "XML of the most elements there may be": 'as_zip(b"<roster>" + b\'<selection name="abcdef" customName="abcdef"/>\' * 199_000 + b"</roster>")',
    "XML with a tag of a million attributes": 'b"<roster" + b"".join(b\' a%d=""\' % n for n in range(700_000)) + b"/>"',
    "XML in wide letters": 'as_zip(("<roster>" + "<selection name=\'abcd\'/>" * 199_000 + "</roster>").encode("utf-16"))',
    "a zip of zeros": "as_zip(bytes(200 * 2**20))",
    "a zip of names": 'zipped({str(n): b"" for n in range(60_000)})',
    "a link of zeros": "as_link(bytes(200 * 2**20)).encode()",
}
TRIED = """
from shoot_cli.importing.roster import Refused
from shoot_cli.importing.formats import read
from tests.importing.written_rosters import as_link, as_zip, zipped
raw = {made}
try:
    read(raw, "large")
except Refused as error:
    print(error)
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the figure is in other units, or there is none")
@pytest.mark.parametrize("made", LARGEST.values(), ids=LARGEST)
def test_no_file_takes_more_memory_than_there_is(made: str) -> None:
    """300 MiB, of which what makes the file takes a part.

    Of this program alone: what ``getrusage`` calls the most was that of whoever started it, too.
    """
    done = subprocess.run(
        [sys.executable, "-c", TRIED.format(made=made)], cwd=HOUSE, capture_output=True, text=True, check=True
    )
    assert int(done.stdout.split()[-1]) < 300 * 1024
