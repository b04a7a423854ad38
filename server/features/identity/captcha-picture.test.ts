// The image of the captcha: a valid PNG, never the same twice, without shapes that can be segmented.
import { crc32, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { captchaText, drawCaptcha } from './captcha-picture.ts'

const WIDTH = 264
const HEIGHT = 80

/** Chunks of a PNG by name; throws on a wrong checksum. */
function partsOf(png: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 4, at + 8 + length)
    if (png.readUInt32BE(at + 8 + length) !== crc32(body)) throw new Error('a sum is wrong')
    parts.set(body.toString('latin1', 0, 4), body.subarray(4))
    at += 12 + length
  }
  return parts
}

const pixelsOf = (png: Buffer): Buffer => inflateSync(partsOf(png).get('IDAT') ?? Buffer.alloc(0))

/** Sizes in pixels of connected dark areas. */
function blobsOf(png: Buffer): number[] {
  const rows = pixelsOf(png)
  const isDark = (at: number) => (rows[Math.floor(at / WIDTH) * (WIDTH + 1) + 1 + (at % WIDTH)] ?? 255) < 130
  const seen = new Set<number>()
  const sizes: number[] = []
  for (let from = 0; from < WIDTH * HEIGHT; from++) {
    const queue = [from]
    let size = 0
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      if (at < 0 || at >= WIDTH * HEIGHT || seen.has(at) || !isDark(at)) continue
      seen.add(at)
      size++
      queue.push(at - 1, at + 1, at - WIDTH, at + WIDTH)
    }
    if (size > 0) sizes.push(size)
  }
  return sizes.toSorted((a, b) => b - a)
}

describe('the captcha’s picture', () => {
  it('is a grey PNG of 264 by 80', () => {
    const png = drawCaptcha('K7WPA')
    expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    expect([...partsOf(png).keys()]).toEqual(['IHDR', 'IDAT', 'IEND'])
    const header = partsOf(png).get('IHDR') ?? Buffer.alloc(0)
    expect([header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]]).toEqual([WIDTH, HEIGHT, 8, 0])
    expect(pixelsOf(png)).toHaveLength((WIDTH + 1) * HEIGHT)
    expect(png.length).toBeLessThan(12_000)
  })

  it('differs each time, also for the same text', () => {
    const [one, other] = [pixelsOf(drawCaptcha('AAAAA')), pixelsOf(drawCaptcha('AAAAA'))]
    const different = one.filter((grey, at) => grey !== other[at]).length
    expect(different).toBeGreaterThan(one.length / 4)
  })

  it('connects its characters, so that they cannot be segmented', () => {
    const joined = Array.from({ length: 20 }, () => blobsOf(drawCaptcha(captchaText(5)))).filter(
      ([first = 0, ...rest]) => {
        const all = first + rest.reduce((sum, size) => sum + size, 0)
        return first > all * 0.35
      },
    )
    expect(joined.length).toBeGreaterThan(15)
  })

  it('has only characters that nobody confuses', () => {
    const texts = Array.from({ length: 200 }, () => captchaText(5))
    for (const text of texts) expect(text).toMatch(/^[2-9ACDEFHJKMNPRTUWXY]{5}$/)
    expect(new Set(texts).size).toBeGreaterThan(190)
  })
})
