// Import of contacts: added to customers within the sales scope, or updated by name or telephone number.
import { type ContactImportKey, contactImport } from '#contract/members/contact-sheets.ts'
import type { Contact } from '#contract/members/contacts.ts'
import { type ContactRole, contactRoleLabels, contactRoles } from '#contract/members/members.ts'
import { textKey } from '#contract/text.ts'
import { auditAll, difference } from '#server/core/audit/audit.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { updateRows } from '#server/core/rows/store.ts'
import { declareImport } from '#server/core/sheets/imports.ts'
import { type CheckContext, type Standing, whole } from '#server/core/sheets/imports-check.ts'
import { inSets } from '#server/core/sheets/imports-save.ts'
import { enterpriseContacts } from '#server/db/schema/members/members.ts'
import { type ContactOf, chooseMain, workingContacts } from './contacts-import.queries.ts'
import { standingCustomers } from './customers-import.queries.ts'

type Checking = CheckContext<ContactImportKey>
type Row = Checking['rows'][number]

type Values = Pick<Contact, 'name' | 'position' | 'role' | 'mobile' | 'wechat' | 'email' | 'remark'>
/** `stored`: the one that an update changes. */
type Ready = { enterpriseId: string; values: Values; stored: ContactOf | undefined }

const roleOf = (cell: string): ContactRole | null =>
  contactRoles.find((role) => contactRoleLabels[role] === cell) ?? null

const cellKey = (row: Row) => row.values.enterprise.trim()

type Known = { id: string; inScope: boolean }

/** The customers that rows name, by the key of the name and by credit code. */
async function customersOf({ db, actor, rows }: Pick<Checking, 'db' | 'actor' | 'rows'>): Promise<Map<string, Known>> {
  const texts = [...new Set(rows.map(cellKey))]
  const codes = texts.map((text) => text.toUpperCase())
  const found = await standingCustomers(db, actor, texts, codes)
  return new Map(
    // of doubles from before, the oldest
    found
      .toSorted((a, b) => Number(b.id) - Number(a.id))
      .flatMap((each) => [[each.creditCode, each] as const, [textKey(each.name), each] as const]),
  )
}

const customerOf = (customers: ReadonlyMap<string, Known>, row: Row) =>
  customers.get(textKey(cellKey(row))) ?? customers.get(cellKey(row).toUpperCase())

async function contactsIn(context: Pick<Checking, 'db' | 'actor' | 'rows'>) {
  const customers = await customersOf(context)
  const ids = [...customers.values()].flatMap(({ id, inScope }) => (inScope ? [id] : []))
  const contacts = await workingContacts(context.db, [...new Set(ids)])
  return { customers, byEnterprise: Map.groupBy(contacts, ({ enterpriseId }) => enterpriseId) }
}

/** Of one customer, those with the name; where none has it, those with the telephone number. */
function alike(contacts: readonly ContactOf[], { name, mobile }: Row['values']): readonly ContactOf[] {
  const named = contacts.filter((each) => textKey(each.name) === textKey(name))
  const called = (some: readonly ContactOf[]) => some.filter((each) => mobile !== '' && each.mobile === mobile)
  if (named.length === 0) return called(contacts)
  const both = called(named)
  return both.length === 1 ? both : named
}

async function findStanding(context: Omit<Checking, 'standing'>) {
  const { rows, report } = context
  const { customers, byEnterprise } = await contactsIn(context)
  const found = new Map<number, Standing<ContactImportKey>>()
  for (const row of rows) {
    const [stored, ...others] = alike(byEnterprise.get(customerOf(customers, row)?.id ?? '') ?? [], row.values)
    if (others.length > 0) report(row, 'name', '该客户有多个同名联系人，请填写其中一人的联系电话')
    if (!stored) continue
    const { id, version, name, position, role, mobile, wechat, email, remark } = stored
    const texts = { name, position, mobile, wechat, email, remark }
    const cells = { ...texts, enterprise: row.values.enterprise, role: role ? contactRoleLabels[role] : '' }
    found.set(row.at, { id, version, name, cells, fields: { ...texts, role } })
  }
  return found
}

async function check(context: Checking): Promise<(row: Row) => Ready> {
  const { rows, report, breathe, standing } = context
  const { customers, byEnterprise } = await contactsIn(context)
  const ready = new Map<number, Ready>()
  const firstWith = new Map<string, number>()
  for (const row of rows) {
    await breathe()
    const customer = customerOf(customers, row)
    if (!customer) report(row, 'enterprise', '没有这家客户，请先新增或导入客户')
    else if (!customer.inScope) report(row, 'enterprise', '该客户不在您的权限范围内')
    if (!customer?.inScope) continue
    const { name, position, role, mobile, wechat, email, remark } = row.values
    const contacts = byEnterprise.get(customer.id) ?? []
    const stored = contacts.find(({ id }) => id === standing.get(row.at)?.id)
    if (!stored && alike(contacts, row.values).length > 0) report(row, 'name', '该客户已有同名或同一电话的联系人')
    const person = stored?.id ?? `${customer.id} ${textKey(name)} ${mobile}`
    const first = firstWith.get(person)
    if (first === undefined) firstWith.set(person, row.number)
    else report(row, 'name', `与第 ${first} 行重复`)
    const values = { name, position, role: roleOf(role), mobile, wechat, email, remark }
    ready.set(row.at, { enterpriseId: customer.id, values, stored })
  }
  return ({ at }) => {
    const found = ready.get(at)
    if (!found) throw refuse('invalid')
    return found
  }
}

export const contactsImport = declareImport<ContactImportKey, Ready>(contactImport, {
  target: 'contact',
  undo: { table: enterpriseContacts, afterwards: (tx) => chooseMain(tx) },
  options: async () => ({ role: Object.values(contactRoleLabels) }),
  check: whole(check),
  save: async ({ tx, by, rows, step }) => {
    const made: { id: string; name: string }[] = []
    for (const set of inSets(rows, step)) {
      const some = set.map(({ value }) => value)
      const ids = await insertRows(
        tx,
        enterpriseContacts,
        some.map(({ enterpriseId, values }) => ({ ...values, enterpriseId })),
      )
      await auditAll(
        tx,
        by,
        some.map(({ enterpriseId, values }) => ({
          action: 'contact.add',
          targetType: 'enterprise',
          targetId: enterpriseId,
          after: values,
        })),
      )
      made.push(...some.map(({ values }, at) => ({ id: ids[at] ?? '', name: values.name })))
    }
    await chooseMain(
      tx,
      rows.map(({ value }) => value.enterpriseId),
    )
    return made
  },
  update: {
    find: findStanding,
    write: async ({ tx, by, step }, rows) => {
      const changed = rows.flatMap(({ value: { stored, ...rest } }) => (stored ? [{ ...rest, stored }] : []))
      for (const some of inSets(changed, step)) {
        const next = some.map(({ stored: { id, version }, values }) => ({ id, version, values }))
        if ((await updateRows(tx, enterpriseContacts, next)) < some.length)
          throw refuse('conflict', { msg: '有的联系人刚被别人修改，没有导入任何行，请重新检查' })
        await auditAll(
          tx,
          by,
          some.map(({ enterpriseId, stored, values }) => {
            const { before, after } = difference<Record<string, unknown>>({ ...stored }, values)
            return {
              action: 'contact.edit',
              targetType: 'enterprise',
              targetId: enterpriseId,
              before: { name: stored.name, ...before },
              after: { name: values.name, ...after },
            }
          }),
        )
      }
    },
  },
})
