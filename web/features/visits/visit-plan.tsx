// Plans a visit, at a chosen or a fixed enterprise; changes the plan of one.
import { Form } from 'antd'
import { useState } from 'react'
import { addVisit, editVisit, getVisit, type VisitDetail } from '#contract/visits/visits.ts'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { MomentInput } from '#web/kit/form/moment-input.tsx'
import { useStoredOrClose } from '#web/kit/use-stored.ts'
import { actText } from '#web/lib/act-toast.ts'
import { formatMoment } from '#web/lib/format.ts'
import { newKey } from '#web/lib/new-key.ts'
import { usePersonNames } from '#web/pickers/use-person-names.ts'
import { UserPicker, UsersPicker } from '#web/pickers/user-picker.tsx'
import { SitePicker } from './visit-fields.tsx'
import { siteReads, visitReads } from './visit-labels.tsx'

type Values = {
  enterpriseId: string | null
  plannedAt: string | null
  ownerId: string | null
  companionIds: string[]
  aim: string
  /** Goes with the draft, so that sending it again adds no second visit. */
  requestKey?: string
}

function PlanFields({ enterprise, isNew }: { enterprise: { name: string } | undefined; isNew: boolean }) {
  return (
    <>
      {enterprise ? (
        <Form.Item label="企业">{enterprise.name}</Form.Item>
      ) : (
        <Field of={addVisit} name="enterpriseId">
          <SitePicker />
        </Field>
      )}
      <Field of={addVisit} name="plannedAt" hint="补录已去过的拜访，可选最近 30 天内的时间。">
        <MomentInput minuteStep={5} />
      </Field>
      <Field of={addVisit} name="aim" rows={2} />
      <Field of={addVisit} name="ownerId" hint="自己或下属；出发、到达和报告由拜访人填写。">
        <UserPicker placeholder={isNew ? '自己' : '请选择拜访人'} />
      </Field>
      <Field of={addVisit} name="companionIds" hint="同行的同事可以查看此拜访，看不到到达位置。">
        <UsersPicker placeholder="不填则独自前往" />
      </Field>
    </>
  )
}

const planOf = ({ plannedAt, ownerId, companionIds, aim }: Values) => ({
  plannedAt: plannedAt ?? '',
  ownerId: ownerId ?? null,
  companionIds,
  aim,
})

type PlanProps = {
  /** A fixed enterprise; without it one is chosen. */
  enterprise?: { id: string; name: string } | undefined
  /** When and what for, of a next visit. */
  initial?: Partial<Values>
  onClosed: () => void
}

export function PlanDialog({ enterprise, initial = {}, onClosed }: PlanProps) {
  // among the initial values, so that it does not count as typed
  const [requestKey] = useState(newKey)
  const enterpriseId = enterprise?.id ?? null
  const empty = { enterpriseId, plannedAt: null, ownerId: null, companionIds: [], aim: '', requestKey }
  return (
    <FormDialog<typeof addVisit, Values>
      title={enterprise ? `安排拜访：${enterprise.name}` : '新增拜访'}
      endpoint={addVisit}
      initial={{ ...empty, ...initial }}
      input={(values) => ({
        enterpriseId: enterprise?.id ?? values.enterpriseId ?? '',
        ...planOf(values),
        ...(values.requestKey && { requestKey: values.requestKey }),
      })}
      draft={enterprise ? `visit-plan-${enterprise.id}` : 'visit-plan'}
      success={actText('add')}
      invalidates={[...visitReads, ...siteReads]}
      verb="保存"
      onClosed={onClosed}
    >
      <Form.Item name="requestKey" hidden>
        <input type="hidden" />
      </Form.Item>
      <PlanFields enterprise={enterprise} isNew />
    </FormDialog>
  )
}

const valuesOf = ({ enterpriseId, plannedAt, ownerId, companionIds, aim }: VisitDetail): Values => ({
  enterpriseId,
  plannedAt,
  ownerId,
  companionIds,
  aim,
})

export function EditPlan({ id, onClosed }: { id: string; onClosed: () => void }) {
  const personName = usePersonNames()
  const stored = useStoredOrClose(getVisit, { id }, onClosed)
  if (!stored) return null
  const nameOf = (userId: string | null) => (userId === null ? '—' : (personName(userId) ?? '—'))
  const labels: Labels<Values> = {
    enterpriseId: ['企业', () => stored.enterpriseName],
    plannedAt: ['计划时间', (at) => (at === null ? '—' : formatMoment(at))],
    aim: ['拜访目的', textOrDash],
    ownerId: ['拜访人', nameOf],
    companionIds: ['同行人', (ids) => textOrDash(ids.map(nameOf).join('、'))],
  }
  return (
    <FormDialog<typeof editVisit, Values, VisitDetail>
      title={`修改计划：${stored.enterpriseName}`}
      endpoint={editVisit}
      initial={valuesOf(stored)}
      stored={{ row: stored, valuesOf, labels }}
      input={(values) => ({ id, ...planOf(values) })}
      success={actText('edit')}
      invalidates={visitReads}
      verb="保存"
      onClosed={onClosed}
    >
      <PlanFields enterprise={{ name: stored.enterpriseName }} isNew={false} />
    </FormDialog>
  )
}
