// Names of rows in a mail's price table.
import { expect, it } from 'vitest'
import { nameOf } from './rendering.ts'

it.each([
  ['螺纹钢HRB400E', '螺纹钢HRB400E 上海 市场价', 'Φ20mm', '上海', '螺纹钢HRB400E 上海 市场价 · Φ20mm'],
  ['螺纹钢', '螺纹钢', 'Φ20mm', '上海', '螺纹钢 · Φ20mm · 上海'],
  ['热卷', '市场价', '', '天津', '热卷 · 市场价 · 天津'],
])('%s, %s, %s, %s: leaves out repeated parts', (product, name, specification, market, expected) => {
  expect(nameOf({ product, name, specification, market })).toBe(expected)
})
