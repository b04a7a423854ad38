// Customers and members. So far: the registration of somebody who wants to try a sub-product.
import { type Static, Type } from 'typebox'
import { anonymous, can } from './access.ts'
import { endpoint } from './endpoint.ts'
import { Email, Fields, Mobile, Nothing, OneOf, Required, Text } from './fields.ts'
import { type SubProductKey, subProducts } from './sub-products.ts'

const keys = subProducts.map(({ key }) => key) as [SubProductKey, ...SubProductKey[]]

const Registration = Fields({
  company: Required('公司名称', 100),
  contact: Required('联系人', 32),
  mobile: Mobile,
  email: Type.Optional(Email),
  subProduct: OneOf('试用产品', keys),
  remark: Type.Optional(Text('备注', 500)),
  'captcha-key': Type.Optional(Text('验证码标识', 64)),
  'captcha-code': Type.Optional(Text('验证码', 16)),
})
export type Registration = Static<typeof Registration>

/** One application for each mobile number and sub-product within 24 hours. */
export const applyRegistration = endpoint({
  summary: '提交试用注册',
  method: 'POST',
  path: '/api/backend/register/apply',
  access: anonymous,
  effect: 'write',
  body: Registration,
  data: Nothing,
})

/** Whoever may give a customer an owner is told of new registrations: customer service by the roles of the start. */
export const registrationReceivers = can('customerList', 'memberBelong')
