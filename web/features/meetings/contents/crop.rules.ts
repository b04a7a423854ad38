// The part of a picture that a crop keeps.

export const cropRatios = { '16:9': 16 / 9, '4:3': 4 / 3, '1:1': 1 } as const
export type CropRatio = keyof typeof cropRatios

export const ZOOM_MAX = 4

/** `x` and `y` of 0 to 1: from the left edge and the top of what can be moved to the other one. */
export type Crop = { ratio: CropRatio; zoom: number; x: number; y: number }
type Size = { width: number; height: number }

export const firstCrop: Crop = { ratio: '16:9', zoom: 1, x: 0.5, y: 0.5 }

const within = (part: number) => Math.min(1, Math.max(0, part))

/** In pixels of the picture: as much of it as the ratio allows, less by the zoom. */
export function cropPart({ width, height }: Size, { ratio, zoom, x, y }: Crop) {
  const wanted = cropRatios[ratio]
  const kept = {
    width: Math.min(width, height * wanted) / zoom,
    height: Math.min(height, width / wanted) / zoom,
  }
  return { ...kept, left: (width - kept.width) * within(x), top: (height - kept.height) * within(y) }
}

/** The picture was dragged by this much of the frame's width and height: what is seen moves the other way. */
export function dragged(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { width, height } = cropPart(size, crop)
  const moved = (part: number, share: number, kept: number, whole: number) =>
    whole - kept < 1 ? part : within(part - (share * kept) / (whole - kept))
  return { ...crop, x: moved(crop.x, by.x, width, size.width), y: moved(crop.y, by.y, height, size.height) }
}
