import { useState } from 'react'
import type { GrantKind } from '#contract/members/members.ts'
import { empowerPartner, partnerCalls, queryPartnerMembers } from '#contract/members/partners.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { DayField } from '#web/kit/form/day-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { JobProgress } from '#web/kit/sheets/job-progress.tsx'
import { notify } from '#web/lib/notify.ts'
import { serverToday } from '#web/lib/server-clock.ts'

type Values = { kind: GrantKind; startsOn: string; endsOn: string | null; reason: string }

type PartnerEmpowerProps = { partner: { id: string; name: string }; onClosed: () => void }

export function PartnerEmpower({ partner: { id, name }, onClosed }: PartnerEmpowerProps) {
  const [initial] = useState((): Values => ({ kind: 'trial', startsOn: serverToday(), endsOn: null, reason: '' }))
  return (
    <FormDialog<typeof empowerPartner, Values>
      title={`应用权限方案：${name}`}
      endpoint={empowerPartner}
      initial={initial}
      input={({ endsOn, ...values }) => ({ id, ...values, endsOn: endsOn ?? '' })}
      invalidates={[queryPartnerMembers, partnerCalls.list]}
      verb="下一步"
      confirmVerb="授权"
      isDanger={false}
      onDone={({ jobId }) => jobId === null && notify.success('授权成功')}
      result={({ jobId }) =>
        jobId !== null && (
          <>
            <JobProgress id={jobId} />
            <p>可以关闭此窗口，任务会在后台继续。</p>
          </>
        )
      }
      onClosed={onClosed}
    >
      <ChoiceField of={empowerPartner} name="kind" />
      <DayField of={empowerPartner} name="startsOn" />
      <DayField of={empowerPartner} name="endsOn" hint="已有授权只会延长，不会缩短。" />
      <Field of={empowerPartner} name="reason" />
    </FormDialog>
  )
}
