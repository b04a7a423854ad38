// Which square of a picture is taken: the picture always covers the frame, however it is moved and enlarged.

/** px */
export type Size = { width: number; height: number }

/** `zoom` 1: the shorter side just fills the frame. `x`, `y`: how far the picture's middle is from the frame's, px of the frame. */
export type Crop = { zoom: number; x: number; y: number }

export const ZOOM_MAX = 4
export const wholePicture: Crop = { zoom: 1, x: 0, y: 0 }

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** Frame pixels for one pixel of the picture. */
const scaleOf = ({ width, height }: Size, zoom: number, frame: number) => (frame / Math.min(width, height)) * zoom

/** The size at which the picture is drawn. */
export function drawnSize(size: Size, zoom: number, frame: number): Size {
  const scale = scaleOf(size, zoom, frame)
  return { width: size.width * scale, height: size.height * scale }
}

/** The nearest crop that leaves no part of the frame empty. */
export function covering({ zoom, x, y }: Crop, size: Size, frame: number): Crop {
  const fitting = within(zoom, 1, ZOOM_MAX)
  const { width, height } = drawnSize(size, fitting, frame)
  const [right, down] = [(width - frame) / 2, (height - frame) / 2]
  return { zoom: fitting, x: within(x, -right, right), y: within(y, -down, down) }
}

/** Enlarges about the frame's middle: what is seen there stays there. */
export function zoomTo(crop: Crop, zoom: number, size: Size, frame: number): Crop {
  const to = within(zoom, 1, ZOOM_MAX)
  const grown = to / crop.zoom
  return covering({ zoom: to, x: crop.x * grown, y: crop.y * grown }, size, frame)
}

/** The square in the picture's own pixels. */
export function sourceOf({ zoom, x, y }: Crop, size: Size, frame: number): { x: number; y: number; side: number } {
  const scale = scaleOf(size, zoom, frame)
  const side = frame / scale
  return { x: size.width / 2 - x / scale - side / 2, y: size.height / 2 - y / scale - side / 2, side }
}
