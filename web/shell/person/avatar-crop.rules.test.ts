// The square that is cut out of a picture.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { covering, drawnSize, sourceOf, wholePicture, ZOOM_MAX, zoomTo } from './avatar-crop.rules.ts'

const FRAME = 280
const wide = { width: 800, height: 400 }

it('begins with the middle of the picture, as large as it can be', () => {
  expect(drawnSize(wide, 1, FRAME)).toEqual({ width: 560, height: 280 })
  expect(sourceOf(wholePicture, wide, FRAME)).toEqual({ x: 200, y: 0, side: 400 })
})

it('moves with the hand, up to the picture’s edge', () => {
  expect(sourceOf(covering({ zoom: 1, x: 70, y: 50 }, wide, FRAME), wide, FRAME)).toEqual({ x: 100, y: 0, side: 400 })
  expect(sourceOf(covering({ zoom: 1, x: -9999, y: 0 }, wide, FRAME), wide, FRAME)).toEqual({ x: 400, y: 0, side: 400 })
})

it('enlarges about the middle', () => {
  const once = covering({ zoom: 1, x: 70, y: 0 }, wide, FRAME)
  expect(sourceOf(zoomTo(once, 2, wide, FRAME), wide, FRAME)).toEqual({ x: 200, y: 100, side: 200 })
})

it('never takes anything from outside of the picture', () => {
  const side = fc.integer({ min: 1, max: 8_000 })
  const far = fc.integer({ min: -5_000, max: 5_000 })
  fc.assert(
    fc.property(side, side, far, far, fc.double({ min: 0, max: 9, noNaN: true }), (width, height, x, y, zoom) => {
      const size = { width, height }
      const crop = covering({ zoom, x, y }, size, FRAME)
      const source = sourceOf(crop, size, FRAME)
      expect(crop.zoom).toBeGreaterThanOrEqual(1)
      expect(crop.zoom).toBeLessThanOrEqual(ZOOM_MAX)
      expect(source.x).toBeGreaterThan(-0.001)
      expect(source.y).toBeGreaterThan(-0.001)
      expect(source.x + source.side).toBeLessThan(width + 0.001)
      expect(source.y + source.side).toBeLessThan(height + 0.001)
    }),
  )
})
