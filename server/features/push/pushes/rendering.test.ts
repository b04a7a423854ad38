// What the rows of a mail's price table are called.
import { expect, it } from 'vitest'
import { nameOf } from './rendering.ts'

it.each([
  ['螺纹钢HRB400E', '螺纹钢HRB400E 上海 市场价', 'Φ20mm', '上海', '螺纹钢HRB400E 上海 市场价 · Φ20mm'],
  ['螺纹钢', '螺纹钢', 'Φ20mm', '上海', '螺纹钢 · Φ20mm · 上海'],
  ['热卷', '市场价', '', '天津', '热卷 · 市场价 · 天津'],
])('%s, %s, %s, %s: what one part says already is not said again', (product, name, specification, market, said) => {
  expect(nameOf({ product, name, specification, market })).toBe(said)
})
