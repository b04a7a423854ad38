// Columns of spreadsheets that are imported, and those that several imports have in common: a person's own, and the remark.
import type { TSchema } from 'typebox'
import { Email, Mobile, OneLine, Required, Text } from './fields.ts'
import type { ImportColumn } from './sheets.ts'

type Shown = Pick<ImportColumn, 'example' | 'width' | 'aliases' | 'as' | 'units'> & { header?: string; hint?: string }

/** A column titled as its rule. Its hint begins with 必填 or 选填; pass only what follows. */
const columnWith =
  (required: boolean) =>
  <const K extends string>(key: K, rule: TSchema, { header, hint, ...shown }: Shown) => {
    const title = header ?? (rule as { title?: string }).title ?? key
    const hints = [required ? '必填' : '选填', ...(hint ? [hint] : [])]
    return { key, header: title, rule, required, ...shown, hint: hints.join('，') }
  }

export const requiredColumn = columnWith(true)
export const optionalColumn = columnWith(false)

export const realNameColumn = requiredColumn('realName', OneLine(Required('姓名', 32)), {
  example: '张三',
  hint: '最多32个字符',
  width: 14,
})

export const mobileColumn = requiredColumn('mobile', Mobile, {
  example: '13800000000',
  hint: '11位，不能重复',
  width: 16,
  as: 'digits',
})

export const emailColumn = optionalColumn('email', Email, { example: 'zhangsan@example.com', width: 26 })

export const remarkColumn = optionalColumn('remark', Text('备注', 500), {
  example: '',
  hint: '最多500个字符',
  width: 30,
})
