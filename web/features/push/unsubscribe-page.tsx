// /unsubscribe: which mails an address gets, chosen by its reader. Opening it changes nothing, as mail scanners open links.
import './push.css'
import { Alert, Button, Checkbox, Result, Skeleton } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DataOf } from '#contract/endpoint.ts'
import { type MailTopic, mailTopicLabels, mailTopics } from '#contract/outbox/message-labels.ts'
import { chooseMail, mailChoices } from '#contract/push/unsubscribe.ts'
import { useAct, useCall } from '#web/lib/query.ts'

const hints: Readonly<Record<MailTopic, string>> = {
  prices: '成交价和价格表',
  reports: '周报、月报等研究报告和资讯',
  marketing: '产品推广、会议和活动',
}
const namesOf = (topics: readonly MailTopic[]) => topics.map((topic) => mailTopicLabels[topic]).join('、')

function Choices({ token, stored }: { token: string; stored: DataOf<typeof mailChoices> }) {
  const { address, sender, topic } = stored
  const [saved, setSaved] = useState<readonly MailTopic[]>()
  /** What the link is about is unticked at once; a person saves it. */
  const [out, setOut] = useState<readonly MailTopic[]>(() => [
    ...new Set([...stored.out, ...(topic === null ? mailTopics : [topic])]),
  ])
  const act = useAct(chooseMail, {
    guardMs: 0,
    call: { anonymous: true },
    onSuccess: (_, { body }) => setSaved(body.out),
  })
  const current = saved ?? stored.out
  const isChanged = mailTopics.some((each) => current.includes(each) !== out.includes(each))
  const kept = mailTopics.filter((each) => !out.includes(each))
  return (
    <>
      <h1>邮件订阅设置</h1>
      <dl className="unsubscribe-facts">
        <dt>收件邮箱</dt>
        <dd>{address}</dd>
        {sender && (
          <>
            <dt>发件人</dt>
            <dd>{sender}</dd>
          </>
        )}
      </dl>
      <fieldset className="unsubscribe-topics">
        <legend>继续接收以下邮件</legend>
        {mailTopics.map((each) => (
          <Checkbox
            key={each}
            checked={!out.includes(each)}
            onChange={({ target }) => setOut(target.checked ? out.filter((other) => other !== each) : [...out, each])}
          >
            {mailTopicLabels[each]}
            <span className="field-hint">
              {hints[each]}
              {each === topic && '（您打开的邮件属于此类）'}
            </span>
          </Checkbox>
        ))}
      </fieldset>
      <p className="field-hint">贵公司订购的定制报告按合同发送，不属于营销邮件，不受这里的选择影响。</p>
      <div role="status">
        {saved && !isChanged && (
          <Alert
            type="success"
            showIcon
            title={
              out.length === 0
                ? '已保存：继续接收全部邮件。'
                : `已保存：不再接收${namesOf(mailTopics.filter((each) => out.includes(each)))}邮件${kept.length > 0 ? `，继续接收${namesOf(kept)}邮件` : ''}。`
            }
          />
        )}
        {isChanged && <p className="field-hint">选择还没有保存。</p>}
      </div>
      <Button
        type="primary"
        block
        disabled={!isChanged}
        loading={act.pending}
        onClick={() =>
          void act.run({ query: { token }, body: { out: mailTopics.filter((each) => out.includes(each)) } })
        }
      >
        保存
      </Button>
    </>
  )
}

export default function UnsubscribePage() {
  const [address] = useSearchParams()
  const token = address.get('token') ?? ''
  const { data, error } = useCall(
    mailChoices,
    { query: { token }, body: {} },
    { enabled: token !== '', call: { anonymous: true } },
  )
  const problem = token === '' ? '退订链接不完整' : error?.message
  return (
    <main className="unsubscribe">
      <section className="unsubscribe-card">
        {problem !== undefined ? (
          <Result
            status="warning"
            title="打不开订阅设置"
            subTitle={`${problem}。请从邮件中重新打开“退订此类邮件”，或联系发件人。`}
          />
        ) : data ? (
          <Choices token={token} stored={data} />
        ) : (
          <Skeleton active paragraph={{ rows: 5 }} />
        )}
      </section>
    </main>
  )
}
