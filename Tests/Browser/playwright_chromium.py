"""Debian's Chromium by Playwright; a process can start Playwright only once."""

import functools

from playwright.sync_api import expect, sync_playwright

import fonts
import lasting

# The whole browser as visitors have it, and its engine alone.
WHOLE = "/usr/bin/chromium"
ENGINE = "/usr/bin/chromium-headless-shell"

# Without RenderDocument a page does not get a new frame and loads a quarter faster. The whole browser keeps it, as visitors have it.
# Chromium uses only the last of several such lists, so the rest repeats Playwright's.
CHEAPER = ["--disable-features=" + ",".join([
    "RenderDocument", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "BlockOriginHeaderModificationOnRedirect", "DestroyProfileOnBrowserClose", "DialMediaRouteProvider", "GlobalMediaControls",
    "HttpsUpgrades", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding",
    "ThirdPartyStoragePartitioning", "Translate"])]

# The same as a window's patience: a busy machine may take some seconds to draw a page.
expect.set_options(timeout=30_000)


@functools.cache
def playwright():
    started = sync_playwright().start()
    lasting.stack.callback(started.stop)
    return started


def launch(program, family, *options):
    """A browser that draws all text in one family of fonts."""
    return playwright().chromium.launch(
        executable_path=program, env=fonts.environment(family),
        args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", *(CHEAPER if program == ENGINE else []), *options])
