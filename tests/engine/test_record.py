"""Records: compared by class and content, frozen, quick."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import ClassVar

import pytest

from shoot_cli.engine.record import LARGE, Hashed, Record


class Gun(Record):
    name: str
    shots: int = 1
    tags: tuple[str, ...] = ()
    kinds: ClassVar[int] = 3


class Hit(Record):
    gun: Gun
    n: int = 1


class Shot(Record):
    gun: Gun
    n: int = 1


Wide = type("Wide", (Record,), {"__annotations__": {f"f{n}": "str" for n in range(LARGE)}, "__module__": __name__})


class Twin(Gun):
    linked: bool = True


def test_fields_in_order_with_defaults() -> None:
    assert Gun.fields == ("name", "shots", "tags")
    gun = Gun("bolter", tags=("rapid",))
    assert (gun.name, gun.shots, gun.tags) == ("bolter", 1, ("rapid",))
    assert Gun(name="bolter", shots=2) == Gun("bolter", 2)


def test_an_inherited_record_has_the_fields_of_both() -> None:
    assert Twin("a", linked=False) == Twin("a", 1, (), False)
    assert Twin("a").shots == 1
    assert Twin("a") != Gun("a")


def test_records_of_two_classes_are_never_equal() -> None:
    gun = Gun("bolter")
    assert Hit(gun) != Shot(gun)
    assert len({Hit(gun), Shot(gun), Hit(Gun("bolter"))}) == 2


def test_but_changes_a_copy() -> None:
    gun = Gun("bolter")
    assert gun.but(shots=2) == Gun("bolter", 2)
    assert gun == Gun("bolter")
    assert type(Twin("a").but(shots=3)) is Twin


def test_but_what_it_has_already_makes_no_copy() -> None:
    gun = Gun("bolter", tags=("rapid",))
    assert gun.but(name=gun.name, shots=1, tags=gun.tags) is gun.but() is gun
    assert gun.but(shots=True).shots is True  # equal, and another one
    assert gun.but(shots=1, name="lasgun") == Gun("lasgun", 1, ("rapid",))


def test_a_field_that_is_not_there() -> None:
    with pytest.raises(KeyError, match="range"):
        Gun("bolter").but(range=24)
    with pytest.raises(TypeError):
        Gun()  # type: ignore[call-arg]


def test_what_is_missing_is_named() -> None:
    with pytest.raises(TypeError, match=r"Hit.__new__\(\) missing 1 required positional argument: 'gun'"):
        Hit()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"Shot.__new__\(\) got an unexpected keyword argument 'm'"):
        Shot(Gun("bolter"), m=1)  # type: ignore[call-arg]


def test_a_field_without_a_default_stands_before_those_with_one() -> None:
    with pytest.raises(TypeError, match="Wrong: a field without a default"):

        class Wrong(Gun):
            weight: int


def test_more_fields_than_named_tuples_lend_readers() -> None:
    record = type("Many", (Record,), {"__annotations__": {f"f{n}": "int" for n in range(60)}})(*range(60))
    assert (record.f0, record.f38, record.f39, record.f59) == (0, 38, 39, 59)
    assert record.but(f59=1).f59 == 1
    with pytest.raises(AttributeError):
        record.f59 = 2


class Counted:
    """A value that counts how often its hash was wanted."""

    wanted = 0

    def __hash__(self) -> int:
        self.wanted += 1
        return 1


def test_large_records_work_out_their_hash_once() -> None:
    large = type("Large", (Record,), {"__annotations__": {f"f{n}": "Any" for n in range(LARGE)}})
    small = type("Small", (Record,), {"__annotations__": {"of": "Any"}})
    value = Counted()
    record = large(value, *range(LARGE - 1))
    assert {small(record), small(record), record} == {small(record), record}
    assert value.wanted == 1
    assert hash(record.but(f1=7)) != hash(record) == hash(large(value, *range(LARGE - 1)))


def test_a_hash_stays_in_its_process() -> None:
    record = Wide(*map(str, range(LARGE)))
    assert hash(record)
    again = pickle.loads(pickle.dumps(record))
    assert again == record
    assert not vars(again)


def test_frozen() -> None:
    with pytest.raises(AttributeError):
        Gun("bolter").shots = 2  # type: ignore[misc]


def test_text_and_pickle() -> None:
    assert repr(Hit(Gun("bolter"))) == "Hit(gun=Gun(name='bolter', shots=1, tags=()), n=1)"
    assert pickle.loads(pickle.dumps(Hit(Gun("bolter")))) == Hit(Gun("bolter"))


def test_cards_are_equal_by_content() -> None:
    first, second = Hashed(Gun("bolter")), Hashed(Gun("bolter"))
    assert first == second
    assert len({first, second, Hashed(Gun("lasgun"))}) == 2
    assert first != Gun("bolter")


def test_read_in_while_rubbish_is_collected() -> None:
    """A class that only its own contents were asked of was gone before all of them had been handed out."""
    collecting = (
        "import gc, inspect, collections; gc.collect(); gc.freeze(); gc.collect(); gc.set_threshold({}, {}, 0)\n"
    )
    for often in ((1, 0), (1, 1), (2, 0), (2, 1)):
        script = collecting.format(*often) + "import shoot_cli.engine.record"
        subprocess.run([sys.executable, "-c", script], check=True)
