"""Exports in the page: every target with its options, what it would make, and its files."""

from __future__ import annotations

import io
import json
import time
import zipfile
from typing import Any

from playwright.sync_api import Page, expect

import pnp
from tests.web.workbench import Served


def test_a_target_is_looked_at_made_and_downloaded(page: Page, served: Served) -> None:
    page.goto("/mice/exports")
    names = [target.name for target in pnp.list_targets(start=served.folder)]
    expect(page.locator("#targets [data-target]")).to_have_count(len(names))
    data = page.locator('[data-target="data"]')
    data.locator(".look").click()
    expect(data.locator(".result")).to_contain_text("Pieces: 27 · files: ")
    data.locator(".make").click()
    with page.expect_download() as download:
        data.get_by_role("link", name="Download").click()
    with zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())) as archive:
        assert any(b"Granny Squeak" in archive.read(name) for name in archive.namelist())


def test_no_file_of_this_computer_can_be_named(served: Served) -> None:
    listed: Any = json.loads(served.ask("/api/mice/targets")[1])["targets"]
    options = {each["name"]: [option["name"] for option in each["options"]] for each in listed}
    assert "icc" not in options["dtc"]
    secret = served.folder / "secret.icc"
    secret.write_text("not a profile", "utf-8")
    status, job = served.post("/api/mice/export", {"target": "dtc", "options": {"icc": str(secret)}, "dry": True})
    assert status == 200
    deadline = time.monotonic() + 60
    while (ended := json.loads(served.ask(f"/api/job/{job['id']}")[1]))["state"] == "running":
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert "secret" not in json.dumps(ended)
    for body in ({"target": "data", "out": "/tmp"}, {"target": "data", "options": {"a": ["b"]}}, {}):
        assert served.post("/api/mice/export", body)[0] == 400
