"""The data folder is private, belongs to one service, and remembers its secret."""

import os
import stat

import pytest

from service.runner.data_folder import MAX_SOCKET_PATH_BYTES, DataFolder
from service.runner.errors import StartError


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_folder_is_private(data):
    folder = DataFolder(data / "deeper")

    assert mode(folder.path) == 0o700
    assert mode(folder.store) == 0o700


def test_the_secret_is_made_once_and_kept_private(data):
    secret = DataFolder(data).secret()

    assert len(secret) >= 32
    assert DataFolder(data).secret() == secret
    assert mode(data / "secret") == 0o600


def test_two_folders_have_two_secrets(data, tmp_path):
    assert DataFolder(data).secret() != DataFolder(tmp_path / "other").secret()


def test_a_secret_that_others_could_read_becomes_private_again(data):
    DataFolder(data).secret()
    (data / "secret").chmod(0o644)
    DataFolder(data).secret()

    assert mode(data / "secret") == 0o600


def test_a_damaged_secret_is_not_replaced(data):
    folder = DataFolder(data)
    (data / "secret").write_text("half", "utf-8")

    with pytest.raises(StartError, match="does not contain a valid secret"):
        folder.secret()
    assert (data / "secret").read_text("utf-8") == "half"


def test_an_unreadable_secret_is_an_error(data):
    folder = DataFolder(data)
    (data / "secret").mkdir()

    with pytest.raises(StartError, match="cannot use DATA_DIR"):
        folder.secret()


def test_a_lock_has_one_holder(data):
    first = DataFolder(data).lock("service.lock")

    assert first is not None
    assert DataFolder(data).lock("service.lock") is None
    os.close(first)
    again = DataFolder(data).lock("service.lock")
    assert again is not None
    os.close(again)


def test_the_socket_is_in_the_folder(data):
    assert DataFolder(data).socket() == data / "store.sock"


def test_the_socket_of_a_folder_with_a_long_path_is_elsewhere_and_remembered(tmp_path):
    folder = DataFolder(tmp_path / ("long" * 30))
    socket = folder.socket()

    assert len(os.fsencode(socket)) <= MAX_SOCKET_PATH_BYTES
    assert mode(socket.parent) == 0o700
    assert DataFolder(folder.path).socket() == socket
    folder.remove_temporary_socket()
    assert not socket.parent.exists()


def test_a_socket_whose_temporary_folder_was_cleaned_away_gets_another(tmp_path):
    folder = DataFolder(tmp_path / ("long" * 30))
    folder.socket().parent.rmdir()

    assert folder.socket().parent.is_dir()
    folder.remove_temporary_socket()


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path):
    (tmp_path / "file").touch()

    with pytest.raises(StartError, match=r"cannot use DATA_DIR .*file/data"):
        DataFolder(tmp_path / "file" / "data")
