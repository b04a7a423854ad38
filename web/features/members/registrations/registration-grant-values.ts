// The form of a grant to a registered customer: initial values, and conversion to the call's input.
import type { AccountModule, GrantKind } from '#contract/members/members.ts'
import {
  type GrantProposal,
  type RegistrationPreset,
  TRIAL_DAYS,
  type TrialGrant,
} from '#contract/members/registration-handling.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'

export type GrantValues = {
  /** Null if the person may not grant in the requested one and has not chosen another yet. */
  subProduct: SubProductKey | null
  /** Whether the member exists already; and below, whether a new member's enterprise does. */
  isKnown: boolean
  isKnownEnterprise: boolean
  enterpriseId: string | null
  enterpriseName: string
  loginName: string
  realName: string
  mobile: string
  email: string
  memberId: string | null
  presetId: string | null
  kind: GrantKind
  days: number
  productIds: string[]
  modules: AccountModule[]
  quota: number | null
  remark: string
}

/** Values of a preset; without one, those of a default trial. */
export const presetOf = (preset: RegistrationPreset | undefined) => ({
  kind: preset?.kind ?? ('trial' as const),
  days: preset?.days ?? TRIAL_DAYS,
  productIds: preset?.productIds ?? [],
  modules: (preset?.modules ?? []) as AccountModule[],
  quota: preset?.quota ?? null,
})

export function valuesOf(
  { registration, enterprise, member, loginName, presets, preset }: GrantProposal,
  mayGrant: (subProduct: SubProductKey) => boolean,
): GrantValues {
  const { subProduct, company, contact, mobile, email } = registration
  return {
    subProduct: mayGrant(subProduct) ? subProduct : null,
    isKnown: member !== null,
    isKnownEnterprise: enterprise !== null,
    enterpriseId: enterprise?.id ?? null,
    enterpriseName: company,
    loginName,
    realName: contact,
    mobile,
    email,
    memberId: member?.id ?? null,
    presetId: preset?.id ?? null,
    ...presetOf(presets.find(({ id }) => id === preset?.id)),
    remark: '',
  }
}

/** Sends only the fields that apply to the choices made. */
export function formOf(id: string, values: GrantValues & { subProduct: SubProductKey }): TrialGrant {
  const { subProduct, isKnown, isKnownEnterprise, kind, days, quota, modules, remark } = values
  const { loginName, realName, mobile, email, enterpriseId, enterpriseName, memberId, productIds } = values
  const isWhole = subProductOf(subProduct).grantsBy === 'whole'
  return {
    id,
    subProduct,
    kind,
    days,
    modules,
    quota,
    remark,
    productIds: isWhole ? [] : productIds,
    ...(isKnown
      ? { memberId }
      : { loginName, realName, mobile, email, ...(isKnownEnterprise ? { enterpriseId } : { enterpriseName }) }),
  }
}
