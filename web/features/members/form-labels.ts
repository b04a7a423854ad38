// Labels and select options of coded form fields.
import { accountModules, grantKindLabels } from '#contract/members/members.ts'
import { subProducts } from '#contract/sub-products.ts'
import { textOrDash } from '#web/kit/form/differences.ts'
import { optionsOf } from '#web/kit/form/options.ts'

export const kindOptions = optionsOf(grantKindLabels)
export const moduleOptions = optionsOf(accountModules)
export const labelModules = (keys: readonly string[]) =>
  moduleOptions.flatMap(({ value, label }) => (keys.includes(value) ? label : [])).join('、') || '—'

export const subProductOptions = subProducts.map(({ key, title }) => ({ value: key, label: title }))
export const describeSubProducts = (keys: readonly string[]) =>
  subProducts.flatMap(({ key, title }) => (keys.includes(key) ? title : [])).join('、') || '—'

export const describeList = (texts: readonly string[], none = '—') => texts.join('、') || none
export const describeDay = (day: string | null) => day ?? '长期'

export const personLabels = {
  loginName: ['登录名', textOrDash],
  realName: ['姓名', textOrDash],
  mobile: ['手机号码', textOrDash],
  email: ['邮箱', textOrDash],
} as const
