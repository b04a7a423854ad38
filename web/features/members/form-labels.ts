// Labels and select options of coded form fields.
import { accountModules, grantKindLabels } from '#contract/members/members.ts'
import { subProducts } from '#contract/sub-products.ts'
import { sayText } from '#web/kit/form/differences.ts'
import { optionsOf } from '#web/kit/form/options.ts'

export const kindOptions = optionsOf(grantKindLabels)
export const moduleOptions = optionsOf(accountModules)
export const sayModules = (keys: readonly string[]) =>
  moduleOptions.flatMap(({ value, label }) => (keys.includes(value) ? label : [])).join('、') || '—'

export const subProductOptions = subProducts.map(({ key, title }) => ({ value: key, label: title }))
export const saySubProducts = (keys: readonly string[]) =>
  subProducts.flatMap(({ key, title }) => (keys.includes(key) ? title : [])).join('、') || '—'

export const sayList = (texts: readonly string[], none = '—') => texts.join('、') || none
export const sayDay = (day: string | null) => day ?? '长期'

export const personLabels = {
  loginName: ['登录名', sayText],
  realName: ['姓名', sayText],
  mobile: ['手机号码', sayText],
  email: ['邮箱', sayText],
} as const
