// /unsubscribe: stops mails to an address, after a confirmation because mail scanners open links too.
import './push.css'
import { Button, Result } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { unsubscribe } from '../../../contract/push/unsubscribe.ts'
import { useAct } from '../../lib/query.ts'

export default function UnsubscribePage() {
  const [address] = useSearchParams()
  const [done, setDone] = useState('')
  const act = useAct(unsubscribe, { call: { anonymous: true }, onSuccess: (reply) => setDone(reply.address) })
  const token = address.get('token') ?? ''
  return (
    <main className="unsubscribe">
      <section className="unsubscribe-card">
        {done ? (
          <Result status="success" title="已退订" subTitle={`${done} 不会再收到推送邮件。`} />
        ) : (
          <Result
            title="退订推送邮件"
            subTitle="退订后，这个邮箱不再收到报告和价格推送。"
            extra={
              <Button type="primary" loading={act.pending} onClick={() => void act.run({ query: { token }, body: {} })}>
                退订
              </Button>
            }
          />
        )}
      </section>
    </main>
  )
}
