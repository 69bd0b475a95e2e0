"""The example for Spark, one of whose executors is killed in the middle."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from engines import EXAMPLES, check_answers, write_hands

FILES = 12
ROWS = 20_000

#: Far longer than anything takes on a slow machine.
PATIENCE = 600.0


@pytest.mark.usefixtures("java")
def test_the_example_answers_as_the_library_does_when_an_executor_is_killed(tmp_path: Path) -> None:
    write_hands(tmp_path / "hands", FILES, ROWS)
    answers = tmp_path / "answers"
    # A file is a task, and there are two executors of one processor.
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.files.openCostInBytes": "128m",
        "spark.sql.shuffle.partitions": "1",
    }
    (tmp_path / "spark-defaults.conf").write_text("".join(f"{key} {value}\n" for key, value in settings.items()))
    environment = os.environ | {
        "SPARK_CONF_DIR": str(tmp_path),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_HOSTNAME": "127.0.0.1",
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_WORKER_DIR": str(tmp_path / "work"),
    }
    command = [sys.executable, EXAMPLES / "spark_batch.py", tmp_path / "hands", answers]
    said = tmp_path / "said"
    with said.open("wb") as output:
        driver = subprocess.Popen(
            [*command, "--master", "local-cluster[2,1,1024]"],
            env=environment,
            stdout=output,
            stderr=output,
            cwd=tmp_path,
        )
        try:
            kill_an_executor(driver, answers)
            status = driver.wait(PATIENCE)
        finally:
            end(driver)
    text = said.read_text()
    assert status == 0, text
    assert "Lost executor" in text
    check_answers(answers, FILES, ROWS)


def kill_an_executor(driver: subprocess.Popen[bytes], answers: Path) -> None:
    """Kills one as soon as a first task is finished."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        assert driver.poll() is None, "the job ended before it could be disturbed"
        if any(answers.glob("_temporary/0/task_*")):
            executors = [child for child in psutil.Process(driver.pid).children(recursive=True) if is_executor(child)]
            executors[-1].kill()
            return
        time.sleep(0.01)
    raise AssertionError("no task was finished")


def is_executor(process: psutil.Process) -> bool:
    try:
        return any("CoarseGrainedExecutorBackend" in word for word in process.cmdline())
    except psutil.Error:
        return False


def end(driver: subprocess.Popen[bytes]) -> None:
    """Leaves no process behind."""
    try:
        processes = psutil.Process(driver.pid).children(recursive=True)
    except psutil.Error:
        processes = []
    driver.kill()
    driver.wait()
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.kill()
