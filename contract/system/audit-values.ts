// Labels of recorded field values: states and switches as lists show them. Values without a label are shown as
// recorded.
import {
  accountStateLabels,
  documentStateLabels,
  grantKindLabels,
  orderStateLabels,
  registrationStateLabels,
} from '../members/members.ts'
import { subProducts } from '../sub-products.ts'
import { announcementStateLabels, audienceLabels } from './announcements.ts'
import type { AuditChange, AuditRow } from './audit-log.ts'

type Words = ReadonlyMap<string, string>

const wordsOf = (words: Readonly<Record<string, string>>): Words => new Map(Object.entries(words))

const states: ReadonlyMap<string, Words> = new Map([
  ['announcement', wordsOf(announcementStateLabels)],
  ['document', wordsOf(documentStateLabels)],
  ['order', wordsOf(orderStateLabels)],
  ['registration', wordsOf(registrationStateLabels)],
])

const words: ReadonlyMap<string, Words> = new Map([
  ['status', wordsOf(accountStateLabels)],
  ['kind', wordsOf(grantKindLabels)],
  ['audience', wordsOf(audienceLabels)],
  ['subProduct', new Map(subProducts.map(({ key, title }) => [key, title]))],
])

const anywhere: Words = new Map([
  ['true', '是'],
  ['false', '否'],
  ['', '空'],
  ['[]', '空'],
])

type ValueContext = { field: AuditChange['field']; targetType: AuditRow['targetType'] }

export function valueLabel(value: string, { field, targetType }: ValueContext): string {
  const own = field === 'state' ? states.get(targetType) : words.get(field)
  return own?.get(value) ?? anywhere.get(value) ?? value
}
