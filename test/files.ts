// Small files for tests, built in code so that their content can be read.
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A valid PNG of one colour; `claimed` puts other dimensions in its header. */
export function pngOf(width: number, height: number, claimed = { width, height }): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(claimed.width, 0)
  header.writeUInt32BE(claimed.height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x60)])
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')

/** Pictures of 3 × 2; the last three hold only what identifies their format. */
export const pictures = {
  png: pngOf(3, 2),
  /** A few hundred bytes that claim 3.6 gigapixels. */
  flood: pngOf(3, 2, { width: 60_000, height: 60_000 }),
  // SOI, an application segment, SOF0 of 2 × 3, SOS, EOI
  jpeg: hex(
    'ffd8 ffe0 0010 4a46494600 0101 00 0001 0001 0000 ffc0 000b 08 0002 0003 01 01 11 00 ffda 0008 01 01 00 00 3f 00 7f ffd9',
  ),
  gif: hex('474946383961 0300 0200 80 00 00 000000 ffffff 2c 0000 0000 0300 0200 00 02 02 8c 5f 00 3b'),
  webp: hex('52494646 1a000000 57454250 5650384c 0d000000 2f 02400000 00 00000000 00000000 00'),
} as const

/** A zip archive of one file. */
export function zipOf(name: string, text: string): Buffer {
  const data = Buffer.from(text)
  const packed = deflateRawSync(data)
  const about = Buffer.alloc(26)
  about.writeUInt16LE(20, 0)
  about.writeUInt16LE(8, 4)
  about.writeUInt32LE(crc32(data), 10)
  about.writeUInt32LE(packed.length, 14)
  about.writeUInt32LE(data.length, 18)
  about.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([hex('504b0304'), about, Buffer.from(name), packed])
  const central = Buffer.concat([hex('504b0102 1400'), about, Buffer.alloc(14), Buffer.from(name)])
  const end = Buffer.alloc(22)
  end.set([0x50, 0x4b, 5, 6])
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}
