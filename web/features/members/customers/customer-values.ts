// Form values of a customer: from the stored row, to the call's input, and differences to a newer version.
import { createElement } from 'react'
import type { EnterpriseDetail, EnterpriseForm } from '#contract/members/customers.ts'
import { type EnterpriseLevel, enterpriseLevelLabels } from '#contract/members/members.ts'
import { differencesBy, textOrDash } from '#web/kit/form/differences.ts'
import { type Area, noArea } from '#web/kit/picker/area-cascade.rules.ts'
import { AreaName } from '#web/pickers/area-name.tsx'

export type CustomerValues = {
  name: string
  creditCode: string
  level: EnterpriseLevel
  industry: string
  area: Area
  address: string
  remark: string
  contactName: string
  contactPosition: string
  contactMobile: string
  contactEmail: string
}

const noContact = { contactName: '', contactPosition: '', contactMobile: '', contactEmail: '' }

export const newCustomer: CustomerValues = {
  name: '',
  creditCode: '',
  level: 'C',
  industry: '',
  area: noArea,
  address: '',
  remark: '',
  ...noContact,
}

export function valuesOf(customer: EnterpriseDetail): CustomerValues {
  const { name, creditCode, level, industry, address, remark, regionIds } = customer
  const [province = null, city = null, district = null] = regionIds
  return { name, creditCode, level, industry, address, remark, area: { province, city, district }, ...noContact }
}

/** @param of the edited version; undefined for a new customer, which is sent with its contact */
export function formOf(
  values: CustomerValues,
  of: Pick<EnterpriseDetail, 'id' | 'version'> | undefined,
): EnterpriseForm {
  const { area, contactName, contactPosition, contactMobile, contactEmail, ...rest } = values
  const regionId = area.district ?? area.city ?? area.province
  const common = { ...rest, creditCode: rest.creditCode.toUpperCase(), regionId }
  if (of) return { ...common, id: of.id, version: of.version }
  return { ...common, contactName, contactPosition, contactMobile, contactEmail }
}

/** Differences of typed values to a newer version; contacts are edited separately. */
export const differencesOf = differencesBy<Omit<CustomerValues, keyof typeof noContact>>({
  name: ['企业名称', textOrDash],
  creditCode: ['信用代码', textOrDash],
  level: ['级别', (level) => enterpriseLevelLabels[level]],
  industry: ['行业', textOrDash],
  area: ['所在地区', (area) => createElement(AreaName, { area })],
  address: ['详细地址', textOrDash],
  remark: ['备注', textOrDash],
})
