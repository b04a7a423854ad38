// Customers from a spreadsheet: the checks of adding one (customers.acts.ts), for thousands at once.
import { type CustomerImportKey, customerImport, exportCustomers } from '#contract/members/customer-sheets.ts'
import { checkCreditCode } from '#contract/members/customers.ts'
import { enterpriseLevels } from '#contract/members/members.ts'
import { textKey } from '#contract/text.ts'
import { declareImport } from '#server/core/sheets/imports.ts'
import { type CheckContext, type Standing, whole } from '#server/core/sheets/imports-check.ts'
import type { Made } from '#server/core/sheets/imports-context.ts'
import { inSets } from '#server/core/sheets/imports-save.ts'
import { enterpriseContacts, enterprises } from '#server/db/schema/members/members.ts'
import { wordsOf } from '#server/features/system/dictionary.queries.ts'
import {
  findTakenOf,
  insertCustomers,
  type NewCustomer,
  ownersFor,
  regionKey,
  regionPaths,
  standingCustomers,
} from './customers-import.queries.ts'

type Checking = CheckContext<CustomerImportKey>
type Row = Checking['rows'][number]

const phone = /^1\d{10}$|^0\d{2,3}-?\d{7,8}(-\d{1,6})?$/

const code = (row: Row) => row.values.creditCode.trim().toUpperCase()
const region = (row: Row) => regionKey(row.values.region)

/** Names and codes must be unique in the file and among all customers. */
async function reportTaken({ db, rows, report, breathe, standing }: Checking): Promise<void> {
  const taken = await findTakenOf(
    db,
    rows.map(({ values }) => values.name),
    rows.map(code),
  )
  const first = { name: new Map<string, number>(), creditCode: new Map<string, number>() }
  for (const row of rows) {
    await breathe()
    const values = { name: textKey(row.values.name), creditCode: code(row) }
    const own = standing.get(row.at)?.cells
    const isOwnName = own?.name !== undefined && textKey(own.name) === values.name
    if (taken.names.has(values.name) && !isOwnName) report(row, 'name', '企业名称已存在')
    if (taken.codes.has(values.creditCode) && !['', own?.creditCode].includes(values.creditCode))
      report(row, 'creditCode', '该信用代码已被使用')
    for (const key of ['name', 'creditCode'] as const) {
      if (values[key] === '') continue
      const before = first[key].get(values[key])
      if (before === undefined) first[key].set(values[key], row.number)
      else report(row, key, `与第 ${before} 行重复`)
    }
  }
}

/** The customers that rows mean, by name or credit code. */
async function findStanding({ db, actor, rows, report }: Omit<Checking, 'standing'>) {
  const names = rows.map(({ values }) => values.name.trim())
  const found = await standingCustomers(db, actor, names, rows.map(code))
  const pathOf = new Map([...(await regionPaths(db))].map(([path, id]) => [id, path]))
  const byName = new Map(found.map((each) => [textKey(each.name), each]))
  const byCode = new Map(found.flatMap((each) => (each.creditCode === '' ? [] : [[each.creditCode, each] as const])))
  const standing = new Map<number, Standing<CustomerImportKey>>()
  for (const row of rows) {
    const named = byName.get(textKey(row.values.name))
    const coded = byCode.get(code(row))
    const customer = named ?? coded
    if (!customer) continue
    if (named && coded && named.id !== coded.id) report(row, 'creditCode', '企业名称与信用代码属于两家客户')
    else if (!customer.inScope) report(row, named ? 'name' : 'creditCode', '该客户不在您的权限范围内')
    const { id, version, inScope: _, ...fields } = customer
    // another spelling of what is there is no change
    Object.assign(row.values, { creditCode: code(row), region: region(row) })
    const { regionId, ...texts } = fields
    const cells = { ...texts, region: pathOf.get(regionId ?? '') ?? '' }
    standing.set(row.at, { id, version, name: customer.name, cells: customer.inScope ? cells : {}, fields })
  }
  return standing
}

function reportContact(row: Row, report: Checking['report']): void {
  const { contact, contactMobile, contactEmail } = row.values
  if (contactMobile !== '' && !phone.test(contactMobile)) report(row, 'contactMobile', '联系电话格式不正确')
  if (contact === '' && (contactMobile !== '' || contactEmail !== '')) report(row, 'contact', '请输入联系人')
}

async function check(context: Checking): Promise<(row: Row) => NewCustomer> {
  const { db, actor, rows, report, breathe } = context
  const [paths, owners] = [await regionPaths(db), await ownersFor(db, actor)]
  await reportTaken(context)
  const own = actor.isAdministrator ? null : actor.id
  const ownerOf = (row: Row) => (row.values.owner === '' ? own : owners.get(textKey(row.values.owner)))
  const regionOf = (row: Row) => (region(row) === '' ? null : paths.get(region(row)))
  for (const row of rows) {
    await breathe()
    const wrong = checkCreditCode(code(row))
    if (wrong) report(row, 'creditCode', wrong)
    if (regionOf(row) === undefined) report(row, 'region', `地区“${row.values.region}”不存在，请填写完整路径`)
    if (ownerOf(row) === undefined) report(row, 'owner', `归属人“${row.values.owner}”不存在或不在您的范围内`)
    reportContact(row, report)
  }
  return (row) => {
    const { name, level, industry, address, contact, contactMobile, contactEmail, remark } = row.values
    return {
      name: name.trim(),
      industry,
      address,
      remark,
      contact,
      contactMobile,
      contactEmail,
      creditCode: code(row),
      level: enterpriseLevels.find((each) => each === level) ?? 'C',
      regionId: regionOf(row) ?? null,
      ownerId: ownerOf(row) ?? null,
    }
  }
}

export const customersImport = declareImport<CustomerImportKey, NewCustomer>(customerImport, {
  target: 'enterprise',
  undo: { table: enterprises, beside: [enterpriseContacts] },
  update: {
    find: findStanding,
    table: enterprises,
    fieldsOf: ({ name, creditCode, level, industry, regionId, address, remark }) => ({
      name,
      creditCode,
      level,
      industry,
      regionId,
      address,
      remark,
    }),
  },
  options: async (db) => ({
    level: [...enterpriseLevels],
    industry: await wordsOf(db, 'industry'),
  }),
  ownExport: exportCustomers,
  check: whole(check),
  save: async ({ tx, importId, rows, step }) => {
    const made: Made[] = []
    for (const batch of inSets(rows, step)) {
      const ids = await insertCustomers(
        tx,
        batch.map(({ value }) => value),
        importId,
      )
      for (const [place, { value }] of batch.entries()) made.push({ id: ids[place] ?? '', name: value.name })
    }
    return made
  },
})
