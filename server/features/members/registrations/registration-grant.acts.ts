// Turns a registration into a customer: enterprise, contact, member, account and grants in one transaction.

import type { DataOf } from '#contract/endpoint.ts'
import type { GrantProposal, grantTrial, TrialGrant } from '#contract/members/registration-handling.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import { checkMobile } from '#contract/validation.ts'
import { maskEmail, maskMobile } from '#server/core/access/masks.ts'
import { generatePassword, hashGenerated } from '#server/core/access/passwords.ts'
import { audit } from '#server/core/audit/audit.ts'
import { databaseToday } from '#server/core/clock.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Db } from '#server/db/connection.ts'
import { placeFor } from '../accounts/accounts.acts.ts'
import {
  findTaken,
  holdEnterprise,
  insertMember,
  lockAccountOf,
  lockWithMains,
  upsertAccount,
} from '../accounts/accounts-write.queries.ts'
import { insertContact } from '../customers/contacts.queries.ts'
import { insertEnterprise } from '../customers/customers.queries.ts'
import { checkProducts } from '../grants/chosen-products.queries.ts'
import { mayGrantIn, refuseWithoutGrantRight } from '../grants/grant-rights.rules.ts'
import { giveGrants } from '../grants/grants.acts.ts'
import { refusalOf } from '../grants/grants.rules.ts'
import { areShown } from '../grants/grants-account.queries.ts'
import { addModules } from '../presets/presets.queries.ts'
import { productsOf, stateOf } from '../presets/presets.rules.ts'
import { findEnterprises } from './registration-alike.queries.ts'
import {
  contactsOf,
  findPresets,
  findSameEnterprise,
  findSameMember,
  freeLoginName,
  lockMember,
  provinceId,
  recordFirstOwner,
} from './registration-grant.queries.ts'
import { type Doing, recordAct, refuseWrongState, requireForAct } from './registration-handling.acts.ts'
import { updateRegistration } from './registration-handling.queries.ts'
import type { VisibleRegistration } from './registration-list.queries.ts'
import type { RegistrationViewer } from './registrations.queries.ts'

/** Most names to offer. */
const ALIKE_MOST = 3

const named = <T extends { isVisible: boolean }>(found: T | undefined) => {
  if (!found?.isVisible) return null
  const { isVisible: _, ...rest } = found
  return rest
}

export async function proposeGrant(
  db: Db,
  viewer: RegistrationViewer,
  registration: VisibleRegistration,
  subProduct: SubProductKey,
): Promise<GrantProposal> {
  const { id, company, contact, mobile, email, source, province } = registration
  const enterprise = await findSameEnterprise(db, viewer, company)
  const member = await findSameMember(db, viewer, mobile)
  const alike = await findEnterprises(db, viewer, registration)
  return {
    registration: { id, company, contact, mobile, email, subProduct },
    enterprise: named(enterprise),
    alike: alike
      .flatMap(({ id: other, name, isVisible }) => (isVisible ? [{ id: other, name }] : []))
      .slice(0, ALIKE_MOST),
    member: named(member),
    isElsewhere: enterprise?.isVisible === false || member?.isVisible === false,
    loginName: await freeLoginName(db, mobile),
    ...(mayGrantIn(viewer, subProduct)
      ? await findPresets(db, { subProduct, source, province })
      : { presets: [], preset: null }),
  }
}

/** Checks that the schema cannot express. Throws 400. */
function checkForm({ memberId, enterpriseId, enterpriseName, subProduct, ...form }: TrialGrant): void {
  const isWhole = subProductOf(subProduct).grantsBy === 'whole'
  const chosen = form.productIds?.length ?? 0
  const isNew = !memberId
  checkFields({
    enterpriseName: isNew && !enterpriseId && !enterpriseName?.trim() ? '请选择或填写企业' : null,
    loginName: isNew && !form.loginName ? '请输入登录名' : null,
    realName: isNew && !form.realName?.trim() ? '请输入姓名' : null,
    mobile: isNew ? checkMobile(form.mobile ?? '') : null,
    productIds: isWhole ? chosen > 0 && '该子产品按整体授权，不能选择产品' : chosen === 0 && '请选择产品',
  } as Record<string, string | null>)
}

type Customer = {
  enterpriseId: string
  memberId: string
  loginName: string
  password: string | null
}

/** The enterprise of a new member: an existing one in scope, or a new one with its first contact. */
async function storeEnterprise(
  { tx, actor, by }: Doing,
  registration: VisibleRegistration,
  form: TrialGrant,
  ownerId: string,
) {
  const { company, contact, mobile, email, province } = registration
  if (form.enterpriseId) {
    const found = orNotFound(await holdEnterprise(tx, actor, form.enterpriseId))
    const { isThere, hasMain } = await contactsOf(tx, found.id, mobile)
    if (!isThere) await insertContact(tx, { enterpriseId: found.id, isMain: !hasMain, name: contact, mobile, email })
    return { id: found.id, ownerId: found.ownerId ?? ownerId }
  }
  const name = form.enterpriseName?.trim() || company
  const same = await findSameEnterprise(tx, actor, name)
  checkFields({
    enterpriseName: same && (same.isVisible ? '该企业已存在，请从已有企业中选择' : '该企业已是其他同事的客户'),
  })
  const values = { name, ownerId, source: 'registration', regionId: await provinceId(tx, province) } as const
  const id = await insertEnterprise(tx, values)
  await insertContact(tx, { enterpriseId: id, isMain: true, name: contact, mobile, email })
  await recordFirstOwner(tx, by, { target: 'enterprise', id, ownerId })
  await audit(tx, by, { action: 'enterprise.add', targetType: 'enterprise', targetId: id, after: values })
  return { id, ownerId }
}

async function storeNewMember(doing: Doing, registration: VisibleRegistration, form: TrialGrant): Promise<Customer> {
  const { tx, actor, by } = doing
  const loginName = form.loginName ?? ''
  const mobile = form.mobile ?? ''
  const taken = await findTaken(tx, { loginName, mobile })
  checkFields({
    loginName: taken.loginName ? '登录名已被使用' : null,
    mobile: taken.mobile ? '该手机号码已有会员账号' : null,
  })
  const enterprise = await storeEnterprise(doing, registration, form, registration.ownerId ?? actor.id)
  const password = generatePassword()
  const values = {
    enterpriseId: enterprise.id,
    loginName,
    realName: form.realName?.trim() ?? '',
    mobile,
    email: form.email?.trim() ?? '',
    source: 'registration',
    ownerId: enterprise.ownerId,
  } as const
  const memberId = await insertMember(tx, { ...values, passwordHash: await hashGenerated(password) })
  await recordFirstOwner(tx, by, { target: 'member', id: memberId, ownerId: enterprise.ownerId })
  const after = { ...values, mobile: maskMobile(mobile), email: maskEmail(values.email) }
  await audit(tx, by, { action: 'member.add', targetType: 'member', targetId: memberId, after })
  return { enterpriseId: enterprise.id, memberId, loginName, password }
}

/** The member's account in the sub-product: existing or new. */
async function storeMemberAccount({ tx }: Doing, memberId: string, form: TrialGrant): Promise<string> {
  const { subProduct, modules = [] } = form
  const found = await lockAccountOf(tx, memberId, subProduct)
  if (!found) {
    await placeFor(tx, memberId, subProduct)
    const { id, isNew } = await upsertAccount(tx, { memberId, subProduct, modules })
    if (!isNew) throw refuse('conflict', { msg: '该会员刚刚开通了此子产品，请重试' })
    return id
  }
  const refusal = refusalOf({ status: found.status, locked: false })
  if (refusal) throw refuse('conflict', { msg: refusal })
  await addModules(tx, [found.id], modules)
  return found.id
}

/** An existing member in scope who is not locked. Accounts are locked before members, in every act. */
async function requireUnlocked({ tx, actor }: Doing, id: string): Promise<Customer> {
  await lockWithMains(tx, [id])
  const found = orNotFound(await lockMember(tx, actor, id))
  const refusal = refusalOf({ status: 'enabled', locked: found.locked })
  if (refusal) throw refuse('conflict', { msg: refusal })
  return { enterpriseId: found.enterpriseId, memberId: id, loginName: found.loginName, password: null }
}

/** The registration is locked first: of two at once the second gets 409. */
export async function grantTo(doing: Doing, form: TrialGrant): Promise<DataOf<typeof grantTrial>> {
  refuseWithoutGrantRight(doing.actor, [form.subProduct])
  checkForm(form)
  const { tx, actor, by } = doing
  const registration = await requireForAct(doing, form.id)
  await refuseWrongState(tx, registration, 'grant')
  const { memberId, subProduct, kind, days, productIds = [], quota = null, remark = '' } = form
  await checkProducts(tx, productIds)
  checkFields({ productIds: (await areShown(tx, productIds)) ? null : '部分产品已隐藏，请重新选择' })
  const customer = memberId ? await requireUnlocked(doing, memberId) : await storeNewMember(doing, registration, form)
  const accountId = await storeMemberAccount(doing, customer.memberId, form)
  const state = stateOf({ kind, days, quota, productIds }, await databaseToday(tx))
  const reason = remark.trim() || `注册转试用：${registration.company}`
  const requested = productsOf({ productIds }).map((productId) => ({ accountId, productId, ...state }))
  await giveGrants(tx, by, { via: 'registration', reason }, requested)
  const ownerId = registration.ownerId ?? actor.id
  const became = { enterpriseId: customer.enterpriseId, memberId: customer.memberId }
  await updateRegistration(tx, form.id, { state: 'granted', ownerId, ...became }, { isContact: true, isClosed: true })
  await recordAct(doing, registration, {
    action: 'grant',
    remark: `${subProductOf(subProduct).title}，至 ${state.endsOn}，登录名 ${customer.loginName}`,
    after: { state: 'granted', ownerId, ...became, accountId },
  })
  return { ...customer, accountId, endsOn: state.endsOn }
}
