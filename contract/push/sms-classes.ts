// Classes of short messages: sub-product, text, and the provider's template.
import { Type } from 'typebox'
import { can } from '#contract/access.ts'
import { type BodyOf, writeCall } from '#contract/endpoint.ts'
import {
  Choice,
  Fields,
  Id,
  Ids,
  IdsOrNone,
  Moment,
  Nullable,
  OneLine,
  OneOf,
  Required,
  Text,
} from '#contract/fields.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'
import { subProductsWith } from '#contract/sub-product-access.ts'
import { smsPurposeLabels } from './sms-purposes.ts'
import { SMS_CHARS, SMS_ITEMS } from './sms-text.ts'

/** Classes; more are no help when one is chosen. */
export const SMS_CLASSES = 100

const root = '/api/backend/push/smsClass'

/** Sub-products with accounts that people hold. */
export const smsSubProducts = subProductsWith('accounts')

const fields = {
  name: OneLine(Required('分类名称', 40)),
  purpose: Choice('用途', smsPurposeLabels),
  /** Not named `subProduct`: rights of rows are derived from a field of that name. */
  subProductKey: OneOf('子产品', smsSubProducts),
  productId: Nullable(Id('产品')),
  sign: Type.String({
    title: '签名',
    minLength: 2,
    maxLength: 12,
    pattern: '^[^【】\\s]*$',
    messages: { required: '请输入签名', minLength: '签名应为 2 至 12 字', pattern: '签名不能有【】或空格' },
  }),
  template: Type.String({
    title: '模板编号',
    minLength: 1,
    maxLength: 40,
    pattern: '^[A-Za-z0-9_-]*$',
    messages: { required: '请输入模板编号', minLength: '请输入模板编号', pattern: '模板编号只能是字母、数字、_ 和 -' },
  }),
  text: Required('短信内容', SMS_CHARS),
  quoteItemIds: IdsOrNone('报价项', SMS_ITEMS),
  /** Text for recipients of a price that was corrected since; empty: no correction can be sent. */
  correctionText: Text('更正内容', SMS_CHARS),
  correctionTemplate: Type.String({
    title: '更正模板编号',
    maxLength: 40,
    pattern: '^[A-Za-z0-9_-]*$',
    messages: { pattern: '更正模板编号只能是字母、数字、_ 和 -' },
  }),
  isAdvert: Type.Boolean({ title: '商业广告' }),
  sendTime: Type.String({
    title: '每日时间',
    pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9])?$',
    messages: { pattern: '每日时间应为 HH:MM' },
  }),
  partPrice: Type.String({
    title: '单价（元/条）',
    maxLength: 8,
    pattern: '^[0-9]{1,2}(\\.[0-9]{1,4})?$',
    messages: { required: '请输入单价', pattern: '单价应为数字，最多 4 位小数' },
  }),
  remark: Text('备注', 200),
}

export const smsClassCalls = rowCalls({
  noun: '短信分类',
  path: root,
  menu: 'smsClassAttr',
  fields,
  query: {
    name: contains(fields.name),
    purpose: fields.purpose,
    subProductKey: fields.subProductKey,
    isEnabled: Type.Boolean({ title: '状态' }),
  },
  sortable: ['name', 'updatedAt'],
  row: {
    ...fields,
    productName: Nullable(Type.String({ title: '产品' })),
    isEnabled: Type.Boolean({ title: '状态' }),
    updatedAt: Moment('更新时间'),
  },
  with: ['open', 'disable'],
})
export type SmsClassQuery = BodyOf<typeof smsClassCalls.list>
export type SmsClassRow = RowOf<typeof smsClassCalls>

/** The classes that were moved take, in their new order, the places that they held. */
export const sortSmsClasses = writeCall('调整短信分类顺序', `${root}/sort`, can('smsClassAttr', 'dragSort'), {
  body: Fields({ ids: Ids('短信分类', SMS_CLASSES) }),
})
