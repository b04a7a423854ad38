// Masks of channels, without a database.
import { expect, it } from 'vitest'
import { maskEmail, maskMobile, maskPhone, maskWechat } from './masks.ts'

it('areas.md "masked e-mail and WeChat": a mobile number keeps its ends', () => {
  expect(maskMobile('13812348000')).toBe('138****8000')
})

type Case = readonly [mask: (channel: string) => string, whole: string, masked: string]
const cases: readonly Case[] = [
  [maskPhone, '13812348000', '138****8000'],
  [maskPhone, '0572-5550000', '057****0000'],
  [maskPhone, '', ''],
  [maskEmail, 'wang@example.com', 'w****@example.com'],
  [maskEmail, 'w@example.com', 'w****@example.com'],
  [maskEmail, 'nobody', 'n****'],
  [maskEmail, '', ''],
  [maskWechat, 'wangmin', 'wa****'],
  [maskWechat, '', ''],
]

it.each(cases)('areas.md "masked e-mail and WeChat": %o makes of “%s” “%s”', (mask, whole, masked) => {
  expect(mask(whole)).toBe(masked)
})
