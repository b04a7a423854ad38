// Enterprises for visits from a spreadsheet: the checks of adding one, for thousands at once.

import { sql } from 'drizzle-orm'
import { textKey } from '#contract/text.ts'
import { placeProblems, readPlace } from '#contract/visits/places.ts'
import { siteKindLabels } from '#contract/visits/visit-labels.ts'
import { siteKindOf, type VisitEnterpriseImportKey, visitEnterpriseImport } from '#contract/visits/visit-sheets.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { lockNames } from '#server/core/rows/names.ts'
import { declareImport } from '#server/core/sheets/imports.ts'
import { type CheckContext, whole } from '#server/core/sheets/imports-check.ts'
import type { Made } from '#server/core/sheets/imports-context.ts'
import { inSets } from '#server/core/sheets/imports-save.ts'
import type { Executor } from '#server/db/connection.ts'
import { visitEnterprises as sites } from '#server/db/schema/visits.ts'
import { ownersFor, regionKey, regionPaths } from '#server/features/members/customers/customers-import.queries.ts'
import { siteName, siteOwner } from './visit-enterprises.queries.ts'

type Checking = CheckContext<VisitEnterpriseImportKey>
type Row = Checking['rows'][number]
type NewSite = typeof sites.$inferInsert

const phone = /^1\d{10}$|^0\d{2,3}-?\d{7,8}(-\d{1,6})?$/

const region = (row: Row) => regionKey(row.values.region)
const keyOf = (ownerId: string, name: string) => `${ownerId} ${textKey(name)}`

/** Owner and name of those that are there. */
async function takenKeys(db: Executor, names: readonly string[]): Promise<Set<string>> {
  const lower = names.map((name) => textKey(name))
  const found = await db
    .select({ ownerId: siteOwner, name: siteName })
    .from(sites)
    .where(sql`text_key(${siteName}) = any(${sql.param(lower)}::text[])`)
  return new Set(found.map(({ ownerId, name }) => keyOf(ownerId ?? '', name)))
}

function problemOfPlace(text: string): string | null {
  if (text.trim() === '') return null
  const place = readPlace(text)
  if (!place) return '经纬度应为“经度,纬度”，例如 120.153576,30.287459'
  const { longitude, latitude } = placeProblems(place)
  return longitude ?? latitude
}

function reportPerson(row: Row, report: Checking['report']): void {
  const { person, personRole, personMobile } = row.values
  if (personMobile !== '' && !phone.test(personMobile)) report(row, 'personMobile', '手机号码格式不正确')
  if (person === '' && (personRole !== '' || personMobile !== '')) report(row, 'person', '请输入联系人')
}

async function check({ db, actor, rows, report, breathe }: Checking): Promise<(row: Row) => NewSite> {
  const [paths, owners] = [await regionPaths(db), await ownersFor(db, actor)]
  await lockNames(db, 'visit_enterprises')
  const taken = await takenKeys(
    db,
    rows.map(({ values }) => values.name),
  )
  const ownerOf = ({ values }: Row) => (values.owner === '' ? actor.id : owners.get(textKey(values.owner)))
  const regionOf = (row: Row) => (region(row) === '' ? null : paths.get(region(row)))
  const first = new Map<string, number>()
  for (const row of rows) {
    await breathe()
    const ownerId = ownerOf(row)
    const key = keyOf(ownerId ?? '', row.values.name)
    const before = first.get(key)
    if (ownerId === undefined) report(row, 'owner', `归属人“${row.values.owner}”不存在或不在您的范围内`)
    else if (taken.has(key)) report(row, 'name', '归属人已有同名的拜访企业')
    else if (before !== undefined) report(row, 'name', `与第 ${before} 行重复`)
    first.set(key, before ?? row.number)
    if (regionOf(row) === undefined) report(row, 'region', `地区“${row.values.region}”不存在，请填写完整路径`)
    const wrong = problemOfPlace(row.values.place)
    if (wrong) report(row, 'place', wrong)
    reportPerson(row, report)
  }
  return (row) => {
    const { name, kind, products, capacity, devices, address, place, person, personRole, personMobile } = row.values
    return {
      name: name.trim(),
      kind: siteKindOf(kind),
      products,
      capacity,
      devices,
      address,
      remark: row.values.remark,
      ...(readPlace(place) ?? { longitude: null, latitude: null }),
      regionId: regionOf(row) ?? null,
      ownerId: ownerOf(row) ?? actor.id,
      people: person === '' ? [] : [{ name: person, role: personRole, mobile: personMobile }],
    }
  }
}

export const visitEnterprisesImport = declareImport<VisitEnterpriseImportKey, NewSite>(visitEnterpriseImport, {
  target: 'visitEnterprise',
  undo: { table: sites },
  options: async () => ({ kind: Object.values(siteKindLabels) }),
  check: whole(check),
  save: async ({ tx, rows, step }) => {
    const made: Made[] = []
    for (const some of inSets(rows, step)) {
      const values = some.map(({ value }) => value)
      const ids = await insertRows(tx, sites, values)
      made.push(...values.map(({ name }, at) => ({ id: ids[at] ?? '', name: name ?? '' })))
    }
    return made
  },
})
