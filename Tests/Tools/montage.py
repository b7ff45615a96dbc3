"""Joins pictures into one with few colours; a browser draws it."""

import base64
import collections

import pictures

COLOURS = 64

PIXELS = """async source => {
  const image = new Image()
  image.src = source
  await image.decode()
  const canvas = document.createElement("canvas")
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  const context = canvas.getContext("2d")
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  let text = ""
  for (let start = 0; start < data.length; start += 8192) text += String.fromCharCode(...data.slice(start, start + 8192))
  return [canvas.width, canvas.height, btoa(text)]
}"""


def data_url(png):
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"


def picture(page, html):
    """A PNG of 64 colours that shows this content, as wide and high as its body."""
    page.goto("about:blank")
    page.set_content(f"<!DOCTYPE html>{html}")
    page.wait_for_function("[...document.images].every(({ complete }) => complete)")
    return with_few_colours(page, page.locator("body").screenshot(animations="disabled"))


def with_few_colours(page, png):
    width, height, text = page.evaluate(PIXELS, data_url(png))
    data = base64.b64decode(text)
    pixels = list(zip(data[0::4], data[1::4], data[2::4]))
    palette = [colour for colour, _ in collections.Counter(pixels).most_common(COLOURS)]
    places = {colour: place for place, colour in enumerate(palette)}
    for colour in set(pixels) - set(palette):
        nearest = min(palette, key=lambda other: sum((a - b) ** 2 for a, b in zip(colour, other)))
        places[colour] = places[nearest]
    rows = (bytes(places[colour] for colour in pixels[start:start + width]) for start in range(0, width * height, width))
    return pictures.png_of_colours(width, height, palette, rows)
