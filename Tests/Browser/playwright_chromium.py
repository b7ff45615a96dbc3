"""Debian's Chromium by Playwright, of which a process can start only one."""

import functools

from playwright.sync_api import expect, sync_playwright

import fonts
import lasting

# The whole browser as visitors have it, and its engine alone.
WHOLE = "/usr/bin/chromium"
ENGINE = "/usr/bin/chromium-headless-shell"

# A page costs a quarter less where it gets no frame of its own in place of the one before it. The whole browser keeps that, as
# visitors have it. Of two such lists Chromium heeds the last one: the rest is Playwright's.
CHEAPER = ["--disable-features=" + ",".join([
    "RenderDocument", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "BlockOriginHeaderModificationOnRedirect", "DestroyProfileOnBrowserClose", "DialMediaRouteProvider", "GlobalMediaControls",
    "HttpsUpgrades", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding",
    "ThirdPartyStoragePartitioning", "Translate"])]

# As long as a window waits for what it is told to do: a busy machine draws a page in some seconds.
expect.set_options(timeout=30_000)


@functools.cache
def playwright():
    started = sync_playwright().start()
    lasting.stack.callback(started.stop)
    return started


def launch(program, family, *options):
    """A browser that draws all text with one family of fonts."""
    return playwright().chromium.launch(
        executable_path=program, env=fonts.environment(family),
        args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", *(CHEAPER if program == ENGINE else []), *options])
