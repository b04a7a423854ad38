// Registrations: somebody wants to try a sub-product; on the public page, or through a sub-product's own site.
import { type Static, Type } from 'typebox'
import { anonymous, apiKey, can } from './access.ts'
import { endpoint } from './endpoint.ts'
import { Email, Fields, Mobile, Nothing, OneOf, Required, Text } from './fields.ts'
import { type SubProductKey, subProducts } from './sub-products.ts'

const keys = subProducts.map(({ key }) => key) as [SubProductKey, ...SubProductKey[]]

const applicant = {
  company: Required('公司名称', 100),
  contact: Required('联系人', 32),
  mobile: Mobile,
  email: Type.Optional(Email),
  subProduct: OneOf('试用产品', keys),
  remark: Type.Optional(Text('备注', 500)),
}

const Registration = Fields({
  ...applicant,
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

const OpenRegistration = Fields(applicant)
export type OpenRegistration = Static<typeof OpenRegistration>

/** The same from a sub-product's own site: its key stands for the captcha. */
export const sendRegistration = endpoint({
  summary: '子产品提交试用注册',
  method: 'POST',
  path: '/api/open/registrations',
  access: apiKey('registrations'),
  effect: 'write',
  body: OpenRegistration,
  data: Type.Object({ id: Type.String() }),
})

/** Whoever may give a customer an owner is told of new registrations: customer service by the roles of the start. */
export const registrationReceivers = can('customerList', 'memberBelong')
