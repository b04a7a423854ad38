// Adding and editing a customer: form checks, the row with its first contact, and the difference in the audit log.

import { checkCreditCode, type EnterpriseDetail, type EnterpriseForm } from '#contract/members/customers.ts'
import type { Actor } from '#server/core/access/actors.ts'
import type { Act } from '#server/core/act.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { insertContact } from './contacts.queries.ts'
import {
  findEnterprise,
  findTaken,
  insertEnterprise,
  lockEnterprises,
  regionExists,
  updateEnterprise,
} from './customers.queries.ts'

/** An enterprise within the actor's scope, locked; 20404 otherwise. */
export async function requireEnterprise(tx: Tx, actor: Actor, id: string): Promise<EnterpriseDetail> {
  await lockEnterprises(tx, actor, [id])
  return orNotFound(await findEnterprise(tx, actor, id))
}

/** Fields left out keep their stored value; in a new row they are empty. */
function complete(form: EnterpriseForm, stored: EnterpriseDetail | undefined) {
  return {
    name: form.name.trim(),
    creditCode: (form.creditCode ?? stored?.creditCode ?? '').trim().toUpperCase(),
    level: form.level,
    industry: (form.industry ?? stored?.industry ?? '').trim(),
    regionId: form.regionId === undefined ? (stored?.regionIds.at(-1) ?? null) : form.regionId,
    address: (form.address ?? stored?.address ?? '').trim(),
    remark: (form.remark ?? stored?.remark ?? '').trim(),
  }
}

type Complete = ReturnType<typeof complete>

async function checkForm(tx: Tx, form: EnterpriseForm, next: Complete): Promise<void> {
  const taken = await findTaken(tx, next, form.id)
  const hasContact = [form.contactPosition, form.contactMobile, form.contactEmail].some((value) => value?.trim())
  checkFields({
    creditCode: checkCreditCode(next.creditCode) ?? (taken.creditCode ? '该信用代码已被其他客户使用' : null),
    name: taken.name ? '企业名称已存在' : null,
    regionId: next.regionId === null || (await regionExists(tx, next.regionId)) ? null : '地区不存在',
    version: form.id !== undefined && form.version === undefined ? '缺少版本，请刷新后重试' : null,
    contactName: hasContact && !form.contactName?.trim() ? '请输入联系人' : null,
  })
}

async function add({ tx, actor, by }: Act, form: EnterpriseForm, next: Complete) {
  // an administrator's new customer starts in the pool
  const ownerId = actor.isAdministrator ? null : actor.id
  const id = await insertEnterprise(tx, { ...next, ownerId })
  const { contactName = '', contactPosition = '', contactMobile = '', contactEmail = '' } = form
  if (contactName.trim()) {
    await insertContact(tx, {
      enterpriseId: id,
      isMain: true,
      name: contactName.trim(),
      position: contactPosition.trim(),
      mobile: contactMobile.trim(),
      email: contactEmail.trim(),
    })
  }
  await audit(tx, by, { action: 'enterprise.add', targetType: 'enterprise', targetId: id, after: { ...next, ownerId } })
  return { id, version: 1 }
}

/** 601 where the form has another version. */
async function edit({ tx, by }: Act, form: EnterpriseForm, next: Complete, stored: EnterpriseDetail) {
  if (form.version !== stored.version) throw refuse('stale', { data: stored })
  const version = await updateEnterprise(tx, stored.id, next)
  const before = { ...stored, regionId: stored.regionIds.at(-1) ?? null }
  const changed = difference<Record<string, unknown>>(before, next)
  await audit(tx, by, { action: 'enterprise.edit', targetType: 'enterprise', targetId: stored.id, ...changed })
  return { id: stored.id, version }
}

export async function saveCustomer(act: Act, form: EnterpriseForm): Promise<{ id: string; version: number }> {
  const stored = form.id === undefined ? undefined : await requireEnterprise(act.tx, act.actor, form.id)
  const next = complete(form, stored)
  await checkForm(act.tx, form, next)
  return stored ? edit(act, form, next, stored) : add(act, form, next)
}
