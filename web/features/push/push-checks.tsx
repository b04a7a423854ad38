// Checks of a push's form before it is stored: preview, number of recipients, test mail.
import { Button, type FormInstance, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { type MailTopic, mailTopicLabels } from '#contract/outbox/message-labels.ts'
import type { PushCalls } from '#contract/push/push-calls.ts'
import { leftOutLabels, mailTopicOf, type smsLeftOutLabels } from '#contract/push/push-labels.ts'
import type { AudienceFound, MailShown } from '#contract/push/pushes.ts'
import { Can } from '#web/kit/can.tsx'
import { FormSection } from '#web/kit/form/form-page.tsx'
import { useActive } from '#web/lib/active.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct } from '#web/lib/query.ts'
import { MailView } from './mail-view.tsx'
import { formOf, type PushValues } from './push-values.ts'

/** The answer comes below the button, under the bar at the end of the form: it is scrolled into view. */
export function Found({ found, labels }: { found: AudienceFound; labels: typeof smsLeftOutLabels }) {
  const answer = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer
  useEffect(() => {
    answer.current?.scrollIntoView({ block: 'nearest' })
  }, [found])
  return (
    <div ref={answer} className="push-answer" role="status" aria-label="收件人预览">
      <p>
        将发送给 <strong>{found.total}</strong> 人
        {found.first.length > 0 &&
          `：${found.first.map(({ name }) => name).join('、')}${found.total > found.first.length ? ' 等' : ''}`}
      </p>
      {found.leftOut.length > 0 && (
        <ul className="push-found">
          {found.leftOut.map(({ reason, count, names }) => (
            <li key={reason}>
              {labels[reason]} {count} 人：{names.join('、')}
              {count > names.length && ' 等'}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Props = { calls: PushCalls; form: FormInstance<PushValues>; stored: { id: string } | undefined }

export function PushChecks({ calls, form, stored }: Props) {
  const isActive = useActive()
  const [mail, setMail] = useState<MailShown>()
  const [found, setFound] = useState<{ audience: AudienceFound; topic: MailTopic }>()
  const counting = useAct(calls.audience, {
    guardMs: 0,
    onSuccess: (audience, { isAdvert }) => setFound({ audience, topic: mailTopicOf(calls.kind, isAdvert) }),
  })
  const previewing = useAct(calls.preview, { guardMs: 0, onSuccess: setMail })
  const testing = useAct(calls.test, { onSuccess: ({ address }) => notify.success(`测试邮件将发到 ${address}`) })
  /** The form's values; undefined if subject or text is invalid. */
  const validForm = async () => {
    try {
      await form.validateFields(['subject', 'text'])
    } catch {
      return undefined
    }
    return formOf(form.getFieldsValue(true) as PushValues)
  }
  const contents = async () => {
    const values = await validForm()
    if (!values) return undefined
    const { title: _title, timing: _timing, sendAt: _sendAt, sendTime: _sendTime, ...rest } = values
    return { ...rest, ...(stored && { id: stored.id }) }
  }
  const count = async () => {
    const values = await validForm()
    if (!values) return
    const { audience, isAdvert, productIds, quoteItemIds, articleIds, subject, text } = values
    await counting.run({ audience, isAdvert, productIds, quoteItemIds, articleIds, subject, text })
  }
  const preview = async () => {
    const rest = await contents()
    if (rest) await previewing.run({ ...rest, accountId: null })
  }
  const test = async () => {
    const rest = await contents()
    if (rest) await testing.run(rest)
  }
  return (
    <FormSection title="发送前检查">
      <div className="push-act">
        <Can call={calls.audience}>
          <Button loading={counting.pending} onClick={() => void count()}>
            查看收件人
          </Button>
        </Can>
        <Button loading={previewing.pending} onClick={() => void preview()}>
          预览邮件
        </Button>
        <Button loading={testing.pending} onClick={() => void test()}>
          发给自己测试
        </Button>
      </div>
      {found && (
        <Found
          found={found.audience}
          labels={{ ...leftOutLabels, optOut: `已退订“${mailTopicLabels[found.topic]}”` }}
        />
      )}
      <Modal
        title="邮件预览"
        width={800}
        open={mail !== undefined && isActive}
        footer={null}
        onCancel={() => setMail(undefined)}
      >
        {mail && <MailView mail={mail} />}
      </Modal>
    </FormSection>
  )
}
