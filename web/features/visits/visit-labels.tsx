// Labels and addresses of visits, and the reads that show them.

import { queryCustomerStream } from '#contract/service/customer-stream.ts'
import {
  getSiteProvinces,
  getVisitEnterprise,
  getVisitEnterpriseForm,
  querySiteChanges,
  queryVisitEnterprises,
  type SiteDevice,
  searchVisitEnterprises,
} from '#contract/visits/visit-enterprises.ts'
import { getVisitFigures } from '#contract/visits/visit-figures.ts'
import { deviceStateLabels, talkMoodLabels, type VisitState, visitStateLabels } from '#contract/visits/visit-labels.ts'
import { getVisit, getVisitDays, overdueLabels, queryVisits, type VisitRow } from '#contract/visits/visits.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { type Filter, selectFilter } from '#web/kit/list/filters.tsx'
import { Status } from '#web/kit/table/status.tsx'

const root = '/application/visitingAssistants'
export const VISITS = `${root}/visitRecord`
export const VISIT_DETAILS = `${VISITS}/detail`
export const SITES = `${root}/enterpriseManageme`
export const SITE_DETAILS = `${SITES}/detail`
export const SITE_ADD = `${SITES}/form`
export const SITE_EDIT = `${SITES}/editForm`

/** Reads that every act on an enterprise invalidates. */
export const siteReads = [
  queryVisitEnterprises,
  getVisitEnterprise,
  getVisitEnterpriseForm,
  getSiteProvinces,
  querySiteChanges,
  searchVisitEnterprises,
]
/** Reads that every act on a visit invalidates. */
export const visitReads = [
  queryVisits,
  getVisit,
  getVisitFigures,
  getVisitDays,
  queryVisitEnterprises,
  getVisitEnterprise,
  queryCustomerStream,
]

export const deviceStateOptions = optionsOf(deviceStateLabels)
export const moodOptions = optionsOf(talkMoodLabels)

const tones: Readonly<Record<VisitState, 'good' | 'idle' | 'warning'>> = {
  planned: 'idle',
  onTheWay: 'warning',
  visited: 'warning',
  reported: 'good',
  cancelled: 'idle',
}

/** Nothing without a map provider or a position. */
export const MapLink = ({ url }: { url: string | null }) =>
  url && (
    <a className="visit-map" href={url} target="_blank" rel="noreferrer">
      在地图中查看
    </a>
  )

/** 热轧线 300 万吨/年（检修） */
export const labelDevice = ({ name, amount, unit, state }: SiteDevice) =>
  `${name}${amount === null ? '' : ` ${amount} ${unit}`}（${deviceStateLabels[state]}）`

/** How a visit stands, and whether it is overdue. */
export function VisitStatus({ state, overdue }: Pick<VisitRow, 'state' | 'overdue'>) {
  if (overdue !== null) return <Status tone="bad">{overdueLabels[overdue]}</Status>
  return <Status tone={tones[state]}>{visitStateLabels[state]}</Status>
}

/** A list of what is not overdue, not mine or not shared would be of no use. */
export const onlyFilter = <K extends string>(key: K, label: string, option: string): Filter<Record<K, boolean>> => ({
  ...selectFilter(key, label, [{ value: '1', label: option }]),
  read: (text) => (text === '1' ? ({ [key]: true } as Record<K, boolean>) : undefined),
})
