// A packed text is read in pieces of whole lines.
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { textsIn } from './sheets-text.ts'

const piecesOf = async (bytes: Buffer) => {
  const pieces: string[] = []
  for await (const piece of textsIn(bytes)) pieces.push(piece)
  return pieces
}
const line = (n: number) => `2026-07-18,账户${n},"备注\n第二行 ""${n}"""\r\n`
const text = Array.from({ length: 120_000 }, (_, n) => line(n)).join('')

describe('operations.md "200 MB unpacked"', () => {
  it('no piece ends within a line or between quotes, and together they are the text', async () => {
    const pieces = await piecesOf(gzipSync(text))
    expect(pieces.length).toBeGreaterThan(3)
    expect(pieces.join('')).toBe(text)
    for (const piece of pieces) expect(piece.endsWith('"\r\n')).toBe(true)
  })

  it('§5 is UTF-8, UTF-16 or GBK, whichever its last byte shows; anything else is refused, as is half a file', async () => {
    const gbk = Buffer.concat([Buffer.from('a'.repeat(70_000)), Buffer.from([0xd6, 0xd0, 0xce, 0xc4])])
    expect((await piecesOf(gzipSync(gbk))).join('').endsWith('a中文')).toBe(true)
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('账户\n', 'utf16le')])
    expect(await piecesOf(gzipSync(wide))).toEqual(['账户\n'])
    await expect(piecesOf(gzipSync(Buffer.from([0xff, 0xff, 0xff])))).rejects.toThrow('无法识别文件的编码')
    await expect(piecesOf(gzipSync(text).subarray(0, 1_000))).rejects.toThrow('压缩文件已损坏')
  })

  it('a cell that was never closed is cut at an end of a line', async () => {
    const open = `"${'2026-07-18,没有结束\n'.repeat(400_000)}`
    const pieces = await piecesOf(gzipSync(open))
    expect(pieces.join('')).toBe(open)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(6_000_000)
  })
})
