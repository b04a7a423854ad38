// Client-side upload checks and the format of sizes.
import { expect, it } from 'vitest'
import { sizeText, whyNot } from './upload.ts'

it.each([
  [{ name: '照片.JPG', size: 2_000_000 }, 'avatar', null],
  [{ name: '照片.jpg', size: 2_097_153 }, 'avatar', '文件不能超过 2 MB'],
  [{ name: '照片.jpg', size: 0 }, 'image', '文件是空的'],
  [{ name: '照片.jpg.php', size: 10 }, 'avatar', '不支持此类文件，请选择 PNG、JPG 或 WebP'],
  [{ name: '客户.xlsx', size: 10 }, 'import', null],
  [{ name: '客户.xls', size: 10 }, 'import', '不支持此类文件，请选择 XLSX 或 CSV'],
] as const)('§9 %j for %s: %s', (file, purpose, why) => {
  expect(whyNot(file, purpose)).toBe(why)
})

it.each([
  [1, '1 KB'],
  [348_160, '340 KB'],
  [1_048_576, '1 MB'],
  [1_600_000, '1.5 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
