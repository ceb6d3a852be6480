"""The hooks of pre-commit are the checks of `make check`, in its order, and a hook
holds commit messages to what CONTRIBUTING.md asks of them."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
CONFIG = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
(REPOSITORY,) = CONFIG["repos"]
HOOKS = {hook["id"]: hook for hook in REPOSITORY["hooks"]}
MESSAGE = HOOKS.pop("commit-message")


def commands_of(target):
    """The commands of a target of the Makefile, as they are run."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    recipe = re.search(rf"(?m)^{target}:.*\n((?:\t.*\n)+)", makefile)
    assert recipe
    biome = re.search(r"(?m)^BIOME := cd (\S+) && (.*)\\\n\t(.*)$", makefile)
    assert biome
    expanded = {
        "$(BIOME)": f"sh -c 'cd {biome[1]} && {biome[2]}{biome[3]} \"$@\"' biome",
        "$(abspath $(BIN))": "$OLDPWD/.venv/bin",
        "$(abspath $(WEB))": "$OLDPWD/tools/web",
        "$(WEB)": "tools/web",
        "$(BIN)": ".venv/bin",
    }
    commands = []
    for line in recipe[1].splitlines():
        command = line.strip()
        for variable, value in expanded.items():
            command = command.replace(variable, value)
        commands.append(command)
    return commands


def test_the_hooks_are_the_checks_of_make_check():
    assert [hook["entry"] for hook in HOOKS.values()] == commands_of("check")


def test_every_hook_checks_the_whole_project_whatever_has_changed():
    for hook in HOOKS.values():
        assert (hook["pass_filenames"], hook["always_run"]) == (False, True)


def test_no_tool_comes_from_elsewhere_in_another_version():
    assert REPOSITORY["repo"] == "local"
    assert {hook["language"] for hook in HOOKS.values()} == {"system"}


def is_taken(message):
    """What pre-commit's pygrep does with --multiline and --negate."""
    return re.search(
        MESSAGE["entry"].encode(), message.encode(), re.MULTILINE | re.DOTALL
    )


@pytest.mark.parametrize(
    "message",
    [
        "Refuse names without a visible character\n\nThey could not be told apart.\n",
        f"{'A' * 71}\n\nBecause.\n",
        "Merge branch 'rules'\n",
        'Revert "Refuse names"\n\nThis reverts commit 1.\n',
        "fixup! Refuse names\n",
    ],
)
def test_a_message_with_subject_and_body_is_taken(message):
    assert is_taken(message)


@pytest.mark.parametrize(
    "message",
    [
        "Refuse names without a visible character\n",
        "Refuse names\n\n# Please enter the commit message\n",
        "Refuse names\nThey could not be told apart.\n",
        "refuse names\n\nBecause.\n",
        "Refuse names.\n\nBecause.\n",
        f"{'A' * 72}\n\nBecause.\n",
        "\n\nBecause.\n",
    ],
)
def test_a_message_without_a_reason_or_with_another_subject_is_refused(message):
    assert not is_taken(message)


def test_the_message_is_checked_where_there_is_one():
    assert MESSAGE["stages"] == ["commit-msg"]
    assert MESSAGE["language"] == "pygrep"
    assert MESSAGE["args"] == ["--multiline", "--negate"]
    assert CONFIG["default_install_hook_types"] == ["pre-commit", "commit-msg"]
