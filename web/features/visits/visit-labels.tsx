// Labels and addresses of visits, and the reads that show them.
import { queryCustomerStream } from '../../../contract/service/customer-stream.ts'
import {
  getSiteProvinces,
  getVisitEnterprise,
  getVisitEnterpriseForm,
  querySiteChanges,
  queryVisitEnterprises,
  searchVisitEnterprises,
} from '../../../contract/visits/visit-enterprises.ts'
import {
  siteKindLabels,
  siteKinds,
  talkMoodLabels,
  talkMoods,
  type VisitState,
  visitStateLabels,
  visitStates,
} from '../../../contract/visits/visit-labels.ts'
import {
  getVisit,
  getVisitDays,
  getVisitFigures,
  overdueLabels,
  queryVisits,
  type VisitRow,
} from '../../../contract/visits/visits.ts'
import { Status } from '../../kit/table/status.tsx'

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

export const kindOptions = siteKinds.map((value) => ({ value, label: siteKindLabels[value] }))
export const stateOptions = visitStates.map((value) => ({ value, label: visitStateLabels[value] }))
export const moodOptions = talkMoods.map((value) => ({ value, label: talkMoodLabels[value] }))

const tones: Readonly<Record<VisitState, 'good' | 'idle' | 'warning'>> = {
  planned: 'idle',
  onTheWay: 'warning',
  visited: 'warning',
  reported: 'good',
  cancelled: 'idle',
}

/** How a visit stands, and whether it is overdue. */
export function VisitStatus({ state, overdue }: Pick<VisitRow, 'state' | 'overdue'>) {
  if (overdue !== null) return <Status tone="bad">{overdueLabels[overdue]}</Status>
  return <Status tone={tones[state]}>{visitStateLabels[state]}</Status>
}
