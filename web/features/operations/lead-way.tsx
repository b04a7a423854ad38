// The way of a lead from its first visit to the contract; each step leads to where it is kept.
import { Timeline } from 'antd'
import { dayOf } from '#contract/days.ts'
import { queryEnterprises } from '#contract/members/customers.ts'
import { queryRegistrationDetails } from '#contract/operations/registration-statistics.ts'
import { getLeadWay, type LeadStep } from '#contract/operations/search-detail.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useCall } from '#web/lib/query.ts'
import { printDays, STATISTICS_DETAIL } from './registration-statistics-filters.tsx'
import { DETAIL } from './search-marketing-pages.ts'

const WIDTH = 520
const CUSTOMER_SERVICE = '/userControl/customerManagement/customerList/customerServiceDetails'

type LeadWayProps = { id: string; company: string; onClosed: () => void }

export function LeadWay({ id, company, onClosed }: LeadWayProps) {
  const read = useCall(getLeadWay, { id }, { call: { hideErrorMsg: true } })
  const openPage = useOpenPage()
  const isAllowed = useIsAllowed()

  /** Where a step is kept; undefined where the person may not go there. */
  function openerOf({ kind, place }: LeadStep, steps: readonly LeadStep[], enterpriseId: string | null) {
    if (place) {
      const { source, accountId, campaign, keyword } = place
      const of = { source, campaign, ...(accountId !== null && { accountId }), ...(keyword && { keyword }) }
      return () => openPage(DETAIL, of)
    }
    if (kind === 'visit') return undefined
    if (kind === 'registration' || kind === 'contact') {
      const at = steps.find((step) => step.kind === 'registration')?.at
      if (!at || !isAllowed(queryRegistrationDetails)) return undefined
      const day = dayOf(at)
      return () => openPage(STATISTICS_DETAIL, { days: printDays({ from: day, to: day }), registration: id })
    }
    if (enterpriseId === null || !isAllowed(queryEnterprises)) return undefined
    return () => openPage(CUSTOMER_SERVICE, { id: enterpriseId, tagName: company })
  }

  return (
    <DetailsDrawer title={`${company}：从访问到合同`} size={WIDTH} onClosed={onClosed}>
      <Loaded read={read} rows={8}>
        {({ steps, enterpriseId }) => (
          <Timeline
            items={steps.map((step, at) => {
              const open = openerOf(step, steps, enterpriseId)
              return {
                key: at,
                content: (
                  <>
                    {open ? (
                      <button type="button" className="text-link" onClick={open}>
                        {step.text}
                      </button>
                    ) : (
                      step.text
                    )}
                    {step.at && <div className="search-note">{formatMoment(step.at)}</div>}
                  </>
                ),
              }
            })}
          />
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
