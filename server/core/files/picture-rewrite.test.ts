// Pictures are written anew: only what draws them is left.
import { deflateSync, inflateSync } from 'node:zlib'
import { fileTypeFromBuffer } from 'file-type'
import { describe, expect, it } from 'vitest'
import { pictures, zipOf } from '#test/files.ts'
import { BrokenPicture, rewritePicture } from './picture-rewrite.ts'
import { PNG_SIGNATURE, pngChunk } from './png.ts'

const rewrite = (type: string, file: Buffer) => rewritePicture(`image/${type}`, () => Promise.resolve(file))
const html = Buffer.from('<!doctype html><script>alert(1)</script>')
const zip = zipOf('a.html', '<script>alert(2)</script>')
const place = Buffer.from('GPS 31.23 121.47 iPhone')

/** EXIF as a phone writes it, little-endian: a maker first, then how the picture is turned; behind them other text. */
function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(38)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(2, 8)
  tiff.set([0x0f, 0x01, 2, 0, 4, 0, 0, 0], 10)
  tiff.set([0x12, 0x01, 3, 0, 1, 0, 0, 0], 22)
  tiff.writeUInt16LE(orientation, 30)
  return Buffer.concat([tiff, place])
}
const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
const riff = (...chunks: readonly [string, Buffer][]) => {
  const parts = chunks.map(([type, data]) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  })
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
function expectOnlyPicture(file: Buffer): void {
  const text = file.toString('latin1')
  for (const foreign of ['script', 'PK\u0003\u0004', 'GPS', 'iPhone', 'ICC_PROFILE'])
    expect(text, foreign).not.toContain(foreign)
}
const header = (width: number, height: number, rest: readonly number[]) => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set(rest, 8)
  return pngChunk('IHDR', data)
}

describe('meetings-visits-sharing.md "Uploads lose EXIF but for orientation, on the server"', () => {
  it('a JPEG keeps its coded pixels and how it is turned; EXIF, comments, profiles and what follows its end go', async () => {
    const [soi, rest] = [pictures.jpeg.subarray(0, 2), pictures.jpeg.subarray(20)]
    const dressed = Buffer.concat([
      soi,
      segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifOf(6)])),
      segment(0xe2, Buffer.from('ICC_PROFILE\0')),
      segment(0xfe, html),
      rest,
      zip,
    ])
    const out = await rewrite('jpeg', dressed)
    expectOnlyPicture(out)
    expect(out.subarray(-rest.length)).toEqual(rest)
    const at = out.indexOf('Exif\0\0')
    expect(out.readUInt16BE(at + 6 + 18), 'turned').toBe(6)
    expect(await rewrite('jpeg', out), 'again: nothing changes').toEqual(out)
    expect((await fileTypeFromBuffer(out))?.mime).toBe('image/jpeg')
  })

  it('a JPEG that is upright has no EXIF at all; restarts and several scans stay', async () => {
    const scans = Buffer.from(
      'ffda000801010000 3f00 7fff00ffd0 11 ffc40003 00 ffda000801010000 3f00 22ffd9'.replaceAll(' ', ''),
      'hex',
    )
    const file = Buffer.concat([
      pictures.jpeg.subarray(0, 2),
      segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifOf(1)])),
      pictures.jpeg.subarray(20, 33),
      scans,
      html,
    ])
    const out = await rewrite('jpeg', file)
    expectOnlyPicture(out)
    expect(out.includes('Exif')).toBe(false)
    expect(out.subarray(-scans.length)).toEqual(scans)
  })

  it('a WebP keeps frames and turn, not EXIF, XMP and what stands behind', async () => {
    const pixels = pictures.webp.subarray(20, 33)
    const flags = Buffer.from([0x3c, 0, 0, 0, 2, 0, 0, 1, 0, 0])
    const out = await rewrite(
      'webp',
      Buffer.concat([
        riff(['VP8X', flags], ['ICCP', html], ['VP8L', pixels], ['EXIF', exifOf(8)], ['XMP ', html]),
        zip,
      ]),
    )
    expectOnlyPicture(out)
    expect(out.readUInt8(20), 'transparent, with EXIF').toBe(0x18)
    expect(out.readUInt16BE(out.indexOf('EXIF') + 8 + 18)).toBe(8)
    expect(out.includes(pixels)).toBe(true)
    const frame = Buffer.concat([Buffer.alloc(16), riff(['VP8L', pixels], ['JUNK', html]).subarray(12)])
    const moving = await rewrite(
      'webp',
      riff(['VP8X', Buffer.from(flags.fill(2, 0, 1))], ['ANIM', Buffer.alloc(6)], ['ANMF', frame]),
    )
    expectOnlyPicture(moving)
    expect(moving.includes('ANMF')).toBe(true)
    expect(moving.readUInt8(20)).toBe(0x02)
  })

  it('a moving GIF keeps its frames and how often it runs, not its comments', async () => {
    const [head, frame] = [pictures.gif.subarray(0, 19), pictures.gif.subarray(19, -1)]
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, html.length]), html, Buffer.from([0])])
    const loop = Buffer.concat([
      Buffer.from([0x21, 0xff, 11]),
      Buffer.from('NETSCAPE2.0'),
      Buffer.from([3, 1, 0, 0, 0]),
    ])
    const control = Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0])
    const end = Buffer.from([0x3b])
    const out = await rewrite('gif', Buffer.concat([head, loop, comment, control, frame, control, frame, end, zip]))
    expect(out).toEqual(Buffer.concat([head, loop, control, frame, control, frame, end]))
  })
})

describe('polyglot uploads: what is served is only the picture', () => {
  const pixelsOf = (file: Buffer) => {
    const at = file.indexOf('IDAT')
    return inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)))
  }

  it('PNG + HTML and PNG + ZIP: text chunks, unknown chunks and what follows the end are gone, the pixels stay', async () => {
    const end = pictures.png.length - 12
    const dressed = Buffer.concat([
      pictures.png.subarray(0, 33),
      pngChunk('tEXt', html),
      pngChunk('eXIf', exifOf(3)),
      pngChunk('iCCP', Buffer.from('ICC_PROFILE')),
      pictures.png.subarray(33, end),
      pngChunk('juNk', zip),
      pictures.png.subarray(end),
      html,
      zip,
    ])
    const out = await rewrite('png', dressed)
    expectOnlyPicture(out)
    expect(pixelsOf(out)).toEqual(pixelsOf(pictures.png))
    expect(out.readUInt16BE(out.indexOf('eXIf') + 4 + 18), 'turned').toBe(3)
    expect((await fileTypeFromBuffer(out))?.mime).toBe('image/png')
  })

  it('what is packed besides the pixels, unpacked as text in the stream, is no picture', async () => {
    const stored = deflateSync(Buffer.concat([Buffer.alloc(8), html]), { level: 0 })
    const file = Buffer.concat([PNG_SIGNATURE, header(3, 2, [8, 0, 0, 0, 0]), pngChunk('IDAT', stored)])
    await expect(rewrite('png', file)).rejects.toThrow(BrokenPicture)
    // and pixels that spell text are packed, so that no text stands in the file
    const spelled = Buffer.concat([Buffer.from([0]), html])
    const wide = Buffer.concat([
      PNG_SIGNATURE,
      header(html.length, 1, [8, 0, 0, 0, 0]),
      pngChunk('IDAT', deflateSync(spelled, { level: 0 })),
    ])
    const out = await rewrite('png', wide)
    expect(pixelsOf(out)).toEqual(spelled)
    expect(out.includes(html)).toBe(false)
  })

  it('an interlaced PNG, of colours from a table with transparent ones', async () => {
    const rows = Buffer.alloc(10)
    const file = Buffer.concat([
      PNG_SIGNATURE,
      header(3, 2, [8, 3, 0, 0, 1]),
      pngChunk('PLTE', Buffer.alloc(3)),
      pngChunk('tRNS', Buffer.alloc(1)),
      pngChunk('IDAT', deflateSync(rows)),
      pngChunk('IEND', Buffer.alloc(0)),
    ])
    expect(await rewrite('png', file)).toEqual(file)
  })

  it.each([
    ['png', Buffer.concat([pictures.png.subarray(0, 45), Buffer.alloc(20)])],
    ['png', pictures.png.subarray(0, 33)],
    ['jpeg', pictures.jpeg.subarray(0, 20)],
    ['webp', riff(['EXIF', place])],
    ['gif', pictures.gif.subarray(0, 24)],
    ['gif', pictures.gif.subarray(0, 13)],
  ])('a %s that is cut off is refused (%#)', async (type, file) => {
    await expect(rewrite(type, file)).rejects.toThrow(BrokenPicture)
  })

  it('a broken picture does not hold up the next one', async () => {
    const replies = await Promise.allSettled([rewrite('png', Buffer.alloc(10)), rewrite('png', pictures.png)])
    expect(replies.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })
})
