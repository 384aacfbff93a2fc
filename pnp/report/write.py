"""Write the report of a run into its folder."""

from __future__ import annotations

from pathlib import Path

from pnp.chart.canvas import use_project_fonts
from pnp.chart.panel import Chart
from pnp.report.charts import draw_all
from pnp.report.findings import Findings
from pnp.report.page import make_page
from pnp.sim.folder import REPORT_FILE, Folder, write_errors
from pnp.sim.summary import Summary
from pnp.store.files import write_atomically
from pnp.terms import Lang
from pnp.text.font_set import BUNDLED_FONTS, FontSet
from pnp.worker.progress import Progress, silent


def write_report(
    folder: Folder, summary: Summary, lang: Lang, progress: Progress = silent, shelf: FontSet = BUNDLED_FONTS
) -> Path:
    """Write the page, and its charts as SVG and PNG; all charts are drawn before anything is written."""
    findings = Findings(folder, summary, lang)
    groups = len({key.partition(":")[0] for key in findings.things})
    charts: dict[str, Chart] = {}
    with use_project_fonts(shelf):
        for name, chart in draw_all(findings):
            charts[name] = chart
            progress(len(charts), groups + 7)
    page = make_page(findings, charts)
    with write_errors(folder.path):
        (folder.path / "charts").mkdir(exist_ok=True)
        for name, chart in charts.items():
            write_atomically(folder.path / "charts" / f"{name}.svg", chart.svg)
            write_atomically(folder.path / "charts" / f"{name}.png", chart.png)
        write_atomically(folder.path / REPORT_FILE, page.encode())
    return folder.path / REPORT_FILE
