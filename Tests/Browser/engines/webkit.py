"""WebKitGTK's MiniBrowser on a virtual screen, by WebDriver."""

import glob
import pathlib
import shutil
import tempfile

from selenium import webdriver
from selenium.common.exceptions import JavascriptException, NoSuchWindowException
from selenium.webdriver.remote.command import Command
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from urllib3.exceptions import ReadTimeoutError

import fonts
from engines import Gone, actions
from engines.screen import Screen

# Room for the widest and the highest window.
SCREEN = (1600, 1200)
PATIENCE_SECONDS = 30
# A script never returns if its page goes away.
SCRIPT_SECONDS = 10

# The toolbar would keep the window wider than a phone, so here it takes no room.
STYLE = "* { min-width: 0; padding: 0; margin: 0; border-width: 0; font-size: 6px; }\n"


class WebKit:
    def __init__(self, scripts):
        self.scripts = scripts
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="formcells-webkit-"))
        (self.folder / "gtk-3.0").mkdir()
        (self.folder / "gtk-3.0/gtk.css").write_text(STYLE)
        self.screen = Screen(*SCREEN)
        self.driver = None
        try:
            self.driver = self._start()
            # The height that the browser's own controls take.
            inner = self.driver.execute_script("return innerHeight")
            self.bar = self.driver.get_window_rect()["height"] - inner
        except BaseException:
            self.close()
            raise

    def _start(self):
        environment = {
            **fonts.environment(fonts.WIDE), "DISPLAY": self.screen.display, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1",
            "LC_ALL": "en_US.UTF-8",
            "LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_DMABUF_RENDERER": "1", "XDG_CONFIG_HOME": str(self.folder),
        }
        options = Options()
        options.binary_location = glob.glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")[0]
        options.add_argument("--automation")
        if not self.scripts:
            options.add_argument("--enable-javascript=false")
        driver = webdriver.WebKitGTK(options=options, service=Service("/usr/bin/WebKitWebDriver", env=environment))
        driver.set_page_load_timeout(PATIENCE_SECONDS)
        driver.command_executor.client_config.timeout = PATIENCE_SECONDS
        return driver

    def open(self, size, touch=False):
        return WebKitWindow(self, size, touch)

    def close(self):
        if self.driver is not None:
            self.driver.quit()
        self.screen.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class WebKitWindow(actions.Window):
    """The engine's first window, which each visitor gets without cookies, or another window of the same visitor."""

    def __init__(self, webkit, size, touch):
        self.webkit, self.session, self.screen, self.bar, self.touch = webkit, webkit.driver, webkit.screen, webkit.bar, touch
        self.size, self.further = size, []
        self.handle = self.session.current_window_handle
        self.resize(size)

    @property
    def driver(self):
        """The driver, switched to this window."""
        if self.session.current_window_handle != self.handle:
            self.session.switch_to.window(self.handle)
        return self.session

    def activate(self):
        # Every window believes that it is in front.
        self.driver.set_window_rect(*self.place)

    def another(self):
        self.driver.switch_to.new_window("window")
        window = WebKitWindow(self.webkit, self.size, self.touch)
        self.further.append(window)
        return window

    def goto(self, url):
        self.driver.get(url)

    def back(self):
        self.driver.back()

    def forward(self):
        self.driver.forward()

    def reload(self):
        self.driver.refresh()

    def resize(self, size):
        width, height = size[0], size[1] + self.bar
        # In the middle of the screen, under the pointer, because without a window manager the focus follows the pointer.
        self.place = ((SCREEN[0] - width) // 2, (SCREEN[1] - height) // 2, width, height)
        self.driver.set_window_rect(*self.place)

    def evaluate(self, expression):
        driver = self.driver
        settings = driver.command_executor.client_config
        settings.timeout = SCRIPT_SECONDS
        try:
            return driver.execute_script(f"return {expression}")
        except (JavascriptException, NoSuchWindowException, ReadTimeoutError) as error:
            raise Gone(str(error)) from error
        finally:
            settings.timeout = PATIENCE_SECONDS

    def element(self, expression):
        return self.evaluate(expression)

    def _perform(self, steps):
        self.driver.execute(Command.W3C_ACTIONS, {"actions": steps})

    def screenshot(self, path):
        # The driver's own method waits for a frame that may never come.
        x, y, width, height = self.place
        pathlib.Path(path).write_bytes(self.screen.png(x, y + self.bar, width, height - self.bar))

    def close(self):
        for window in self.further:
            window.driver.close()
            self.session.switch_to.window(self.handle)
        self.driver.delete_all_cookies()
        self.driver.get("about:blank")
