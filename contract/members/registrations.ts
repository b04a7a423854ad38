// Registrations: somebody wants to try a sub-product; on the public page, or through a sub-product's own site.
import { type Static, Type } from 'typebox'
import { anonymous, apiKey, can } from '#contract/access.ts'
import { getCall, writeCall } from '#contract/endpoint.ts'
import { Email, Fields, Mobile, OneLine, OneOf, Required, Text } from '#contract/fields.ts'
import { ShareCode } from '#contract/sharing/share-codes.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import { Touch, Visits } from './registration-touches.ts'

const keys = subProducts.map(({ key }) => key) as [SubProductKey, ...SubProductKey[]]

/** Provinces, municipalities, autonomous and special regions, in the order of their numbers: the regions of level 1. */
export const provinces = [
  '北京市',
  '天津市',
  '河北省',
  '山西省',
  '内蒙古自治区',
  '辽宁省',
  '吉林省',
  '黑龙江省',
  '上海市',
  '江苏省',
  '浙江省',
  '安徽省',
  '福建省',
  '江西省',
  '山东省',
  '河南省',
  '湖北省',
  '湖南省',
  '广东省',
  '广西壮族自治区',
  '海南省',
  '重庆市',
  '四川省',
  '贵州省',
  '云南省',
  '西藏自治区',
  '陕西省',
  '甘肃省',
  '青海省',
  '宁夏回族自治区',
  '新疆维吾尔自治区',
  '台湾省',
  '香港特别行政区',
  '澳门特别行政区',
] as const
export const Province = OneOf('所在省份', provinces)

const applicant = {
  company: OneLine(Required('公司名称', 100)),
  contact: OneLine(Required('联系人', 32)),
  mobile: Mobile,
  email: Type.Optional(Email),
  subProduct: OneOf('试用产品', keys),
  province: Type.Optional(Province),
  remark: Type.Optional(Text('备注', 500)),
  /** The visits before it, in any order. */
  touches: Type.Optional(Visits),
  /** What callers send who know no moments: the first visit that is known, and the one that led here. */
  firstTouch: Type.Optional(Touch),
  lastTouch: Type.Optional(Touch),
}

const proof = {
  'captcha-key': Type.Optional(Text('验证码标识', 64)),
  'captcha-code': Type.Optional(Text('验证码', 16)),
}

const Registration = Fields({
  ...applicant,
  /** Applied for on the page of an article share: its person owns the registration. */
  shareCode: Type.Optional(ShareCode),
  /** To `/privacy`, ticked on the page. */
  consent: Type.Boolean({ title: '隐私政策' }),
  ...proof,
  /** Where `getRegistrationForm` asks for it, in place of the captcha, which was asked for then. */
  smsCode: Type.Optional(Text('短信验证码', 16)),
})
export type Registration = Static<typeof Registration>

/** Whether the page asks for a code by short message: they are set up, and a class of them is for these codes. */
export const getRegistrationForm = getCall('试用注册的验证方式', '/api/backend/register/form', anonymous, {
  data: Type.Object({ asksCode: Type.Boolean() }),
})

/** Once a minute and five times an hour to a number. */
export const requestRegistrationCode = writeCall('发送试用注册的短信验证码', '/api/backend/register/code', anonymous, {
  body: Fields({ mobile: Mobile, ...proof }),
})

/** One application for each mobile number and sub-product within 24 hours. */
export const applyRegistration = writeCall('提交试用注册', '/api/backend/register/apply', anonymous, {
  body: Registration,
})

const OpenRegistration = Fields({
  ...applicant,
  /** Applied for in an answer of AI 问答 about what the customer may not see; otherwise on the site itself. */
  source: Type.Optional(OneOf('来源', ['open', 'aiWeb'])),
})
export type OpenRegistration = Static<typeof OpenRegistration>

/** The same from a sub-product's own site: its API key replaces the captcha. */
export const sendRegistration = writeCall('子产品提交试用注册', '/api/open/registrations', apiKey('registrations'), {
  body: OpenRegistration,
  data: Type.Object({ id: Type.String() }),
})

/** People with this right see unowned registrations, and are notified of every new one. */
export const distributeRegistrations = can('registration', 'memberBelong')
