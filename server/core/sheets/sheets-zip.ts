// Checks a workbook before parsing: the sizes its zip directory declares, and whether its parts match them.
import { inflateRawSync } from 'node:zlib'
import { SheetRefused } from './sheets-refused.ts'

/** A workbook of 50,000 rows unpacks to about 40 MB; deflate makes at most 1,032 out of 1. */
const limits = { entries: 500, partBytes: 200_000_000, totalBytes: 250_000_000, ratio: 250, ratioFromBytes: 5_000_000 }

const END_MARK = 0x06054b50
const ENTRY_MARK = 0x02014b50
const LOCAL_MARK = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const COMMENT_BYTES = 65_535
/** Sizes of this value stand elsewhere, in ZIP64 records: no workbook within the limits needs them. */
const ELSEWHERE = 0xffffffff
const STORED = 0
const DEFLATED = 8

export type ZipEntry = { name: string; method: number; packed: number; size: number; from: number }

const broken = () => new SheetRefused('文件已损坏或不是有效的表格文件')
const tooLarge = () => new SheetRefused('文件解压后过大，请拆分后再导入')

function findEnd(bytes: Buffer): number {
  const lowest = Math.max(0, bytes.length - END_BYTES - COMMENT_BYTES)
  for (let at = bytes.length - END_BYTES; at >= lowest; at--) {
    if (bytes.readUInt32LE(at) === END_MARK) return at
  }
  throw broken()
}

function readEntry(bytes: Buffer, at: number): { entry: ZipEntry; next: number } {
  if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY_MARK) throw broken()
  const nameBytes = bytes.readUInt16LE(at + 28)
  const next = at + ENTRY_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1
  if (isEncrypted) throw new SheetRefused('文件有密码保护，请取消密码后再导入')
  const entry = {
    name: bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
    method: bytes.readUInt16LE(at + 10),
    packed: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    from: bytes.readUInt32LE(at + 42),
  }
  return { entry, next }
}

function checkEntry({ name, method, packed, size }: ZipEntry, seen: Set<string>): void {
  const lower = name.toLowerCase()
  if (seen.has(lower) || name.includes('..') || name.startsWith('/') || name.includes('\\')) throw broken()
  seen.add(lower)
  if (/vbaproject\.bin$|\/macrosheets\//.test(lower)) throw new SheetRefused('不支持带宏的工作簿，请另存为 .xlsx')
  if (method !== STORED && method !== DEFLATED) throw broken()
  if (packed === ELSEWHERE || size === ELSEWHERE || size > limits.partBytes) throw tooLarge()
  if (size > limits.ratioFromBytes && size > packed * limits.ratio) throw tooLarge()
}

/** @returns what the directory declares. Throws SheetRefused for bombs, macros, passwords and broken files. */
export function checkZipDirectory(bytes: Buffer): ZipEntry[] {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count === 0 || count > limits.entries) throw broken()
  const entries: ZipEntry[] = []
  const seen = new Set<string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let n = 0; n < count; n++) {
    const { entry, next } = readEntry(bytes, at)
    checkEntry(entry, seen)
    entries.push(entry)
    at = next
  }
  if (entries.reduce((sum, { size }) => sum + size, 0) > limits.totalBytes) throw tooLarge()
  if (!seen.has('[content_types].xml') || !seen.has('xl/workbook.xml')) throw broken()
  return entries
}

/** Size of a chunk of unpacked data, so that a part of 30 MB is not joined from thousands of pieces. */
const chunkOf = (size: number) => Math.min(Math.max(size, 16_384), 1_048_576)

export function unpack(bytes: Buffer, { method, packed, size, from }: ZipEntry): Buffer {
  if (from + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(from) !== LOCAL_MARK) throw broken()
  const start = from + LOCAL_BYTES + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28)
  const data = bytes.subarray(start, start + packed)
  if (data.length !== packed) throw broken()
  const part =
    method === STORED ? data : inflateRawSync(data, { maxOutputLength: Math.max(1, size), chunkSize: chunkOf(size) })
  if (part.length !== size) throw broken()
  return part
}

/**
 * Unpacks each part once, to no more than it declares, and throws it away: a part that declares less than it holds is
 * refused here, and so is XML that declares a document type, where entities would be defined. Runs in the worker.
 */
export function checkZipParts(bytes: Buffer, entries: readonly ZipEntry[]): void {
  for (const entry of entries) {
    let part: Buffer
    try {
      part = unpack(bytes, entry)
    } catch (error) {
      throw error instanceof SheetRefused ? error : broken()
    }
    if (!/\.(xml|rels|vml)$/i.test(entry.name)) continue
    // another encoding could hide the document type
    const isUtf8 = part.length < 2 || (part[0] !== 0xfe && part[0] !== 0xff && part[0] !== 0 && part[1] !== 0)
    if (!isUtf8 || part.includes('<!DOCTYPE') || part.includes('<!ENTITY')) {
      throw new SheetRefused('文件含有不允许的 XML 声明，请用 Excel 或 WPS 另存后再导入')
    }
  }
}
