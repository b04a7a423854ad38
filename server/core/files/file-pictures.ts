// The size of a picture from its header, without unpacking it: what it unpacks to is what could flood the memory.
import type { FileHandle } from 'node:fs/promises'

export type Dimensions = { width: number; height: number }

const HEAD_BYTES = 32
/** A JPEG's size may stand behind its metadata, so many segments of 64 kB at most. */
const SEGMENTS = 200

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function webp(head: Buffer): Dimensions | null {
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = head.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

/** Frame headers, all kinds of coding; C4, C8 and CC are tables and an extension. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

async function jpeg(file: FileHandle): Promise<Dimensions | null> {
  let position = 2
  for (let n = 0; n < SEGMENTS; n++) {
    const head = await read(file, position, 9)
    if (head.length < 9 || head[0] !== 0xff) return null
    const marker = head.readUInt8(1)
    if (marker === 0xff) position += 1
    else if (isFrame(marker)) return { width: head.readUInt16BE(7), height: head.readUInt16BE(5) }
    else position += 2 + head.readUInt16BE(2)
  }
  return null
}

/** @returns null where the header does not tell */
export async function dimensionsOf(file: FileHandle, type: string): Promise<Dimensions | null> {
  const head = await read(file, 0, HEAD_BYTES)
  if (head.length < HEAD_BYTES) return null
  switch (type) {
    case 'image/png':
      return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
    case 'image/gif':
      return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
    case 'image/webp':
      return webp(head)
    case 'image/jpeg':
      return jpeg(file)
    default:
      return null
  }
}
