// The part of a picture that a crop keeps.
import { describe, expect, it } from 'vitest'
import { cropPart, dragged, firstCrop } from './crop.rules.ts'

describe('meetings-visits-sharing.md "meetingPicturesForm (crop)"', () => {
  it('keeps as much as the ratio allows, in the middle', () => {
    expect(cropPart({ width: 1_600, height: 1_200 }, firstCrop)).toEqual({
      width: 1_600,
      height: 900,
      left: 0,
      top: 150,
    })
    const square = { ...firstCrop, ratio: '1:1' } as const
    expect(cropPart({ width: 1_600, height: 1_200 }, square)).toEqual({
      width: 1_200,
      height: 1_200,
      left: 200,
      top: 0,
    })
  })

  it('keeps less by the zoom, and never what is outside the picture', () => {
    const close = { ...firstCrop, zoom: 2, x: 1, y: 5 }
    expect(cropPart({ width: 1_600, height: 900 }, close)).toEqual({ width: 800, height: 450, left: 800, top: 450 })
  })

  it('follows the drag of the picture to its edges; what fills the frame stays', () => {
    const size = { width: 1_600, height: 1_200 }
    expect(dragged(size, firstCrop, { x: 0.5, y: -0.1 })).toEqual({ ...firstCrop, x: 0.5, y: 0.8 })
    expect(dragged(size, firstCrop, { x: 0, y: 3 }).y).toBe(0)
  })
})
