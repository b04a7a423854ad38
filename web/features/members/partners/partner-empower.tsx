// Applies a partner's permission set to its members: kind, days and reason, then what changes for whom, then row by row or
// by a job that can be watched here.
import { Button, Form, Input, Modal, Radio } from 'antd'
import { useId, useState } from 'react'
import type { GrantKind } from '../../../../contract/members/members.ts'
import { empowerPartner, queryPartnerMembers, queryPartners } from '../../../../contract/members/partners.ts'
import { useGiveUp } from '../../../kit/dialog/give-up.ts'
import { showRefusal } from '../../../kit/dialog/show-refusal.ts'
import { useConfirmed } from '../../../kit/dialog/use-confirmed.tsx'
import { useDialog } from '../../../kit/dialog/use-dialog.ts'
import { DayInput } from '../../../kit/form/day-input.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { trimmed } from '../../../kit/form/field-rules.ts'
import { useFormLayout } from '../../../kit/form/form-layout.ts'
import { isChangedFrom } from '../../../kit/form/use-draft.rules.ts'
import { JobProgress } from '../../../kit/sheets/job-progress.tsx'
import { formatDay } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { kindOptions } from '../form-words.ts'
import '../../../kit/form/form-dialog.css'

type Values = { kind: GrantKind; startsOn: string; endsOn: string | null; reason: string }

type PartnerEmpowerProps = { partner: { id: string; name: string }; onClosed: () => void }

export function PartnerEmpower({ partner: { id, name }, onClosed }: PartnerEmpowerProps) {
  const formId = useId()
  const [form] = Form.useForm<Values>()
  const layout = useFormLayout()
  const { isOpen, close, frame } = useDialog(onClosed)
  const [jobId, setJobId] = useState<string>()
  const [initial] = useState(
    (): Values => ({ kind: 'trial', startsOn: formatDay(Date.now()), endsOn: null, reason: '' }),
  )
  const title = `应用权限方案：${name}`
  const act = useConfirmed(empowerPartner, {
    title,
    verb: '授权',
    isDanger: false,
    invalidates: [queryPartnerMembers, queryPartners],
    onSuccess: (data) => {
      if (data.jobId !== null) return setJobId(data.jobId)
      notify.success('授权成功')
      close()
    },
    onPartly: close,
    onRefusal: (refusal) => showRefusal(form, refusal),
  })
  const handleFinish = (typed: Values) => {
    const { endsOn, ...rest } = trimmed(typed)
    if (endsOn !== null) void act.run({ id, ...rest, endsOn })
  }
  const isOver = jobId !== undefined
  const leave = useGiveUp(() => isOpen && !isOver && isChangedFrom(initial, form.getFieldsValue(true)), '表单')
  return (
    <>
      <Modal
        title={title}
        {...frame}
        mask={{ closable: false }}
        onCancel={() => leave(close)}
        footer={
          isOver ? (
            <Button type="primary" onClick={close}>
              关闭
            </Button>
          ) : (
            <>
              <Button onClick={() => leave(close)}>取消</Button>
              <Button type="primary" htmlType="submit" form={formId} loading={act.pending}>
                下一步
              </Button>
            </>
          )
        }
      >
        {isOver ? (
          <>
            <JobProgress id={jobId} />
            <p>可以关闭此窗口，任务会在后台继续。</p>
          </>
        ) : (
          <div className="form-dialog">
            <Form<Values> {...layout} name={formId} form={form} initialValues={initial} onFinish={handleFinish}>
              <Field of={empowerPartner} name="kind">
                <Radio.Group options={kindOptions} />
              </Field>
              <Field of={empowerPartner} name="startsOn">
                <DayInput />
              </Field>
              <Field of={empowerPartner} name="endsOn" hint="已有授权只会延长，不会缩短。">
                <DayInput />
              </Field>
              <Field of={empowerPartner} name="reason">
                <Input maxLength={200} />
              </Field>
            </Form>
          </div>
        )}
      </Modal>
      {act.dialogs}
    </>
  )
}
