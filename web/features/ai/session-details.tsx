// session/details: one session with its member, what it cost, and its messages.
import './sessions.css'
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { type AiSessionDetail, getAiSession, removeAiSessions } from '#contract/ai/sessions.ts'
import { Can } from '#web/kit/can.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { listAddress } from '#web/kit/list/list-address.ts'
import { formatFigure, formatMoment } from '#web/lib/format.ts'
import { useLeavePage } from '#web/lib/leave-page.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useCall } from '#web/lib/query.ts'
import { useSessionRemoval } from './session-acts.tsx'
import { FlagMark, SESSION_DETAILS, SESSIONS } from './session-labels.tsx'
import { SessionMessages } from './session-messages.tsx'

function Session({ of: session }: { of: AiSessionDetail }) {
  const openPage = useOpenPage()
  const leave = useLeavePage()
  const { remove, dialogs } = useSessionRemoval()
  const { id, title, loginName, realName, sensitive, unanswered } = session
  const open = (other: string | null) => () => {
    if (other !== null) openPage(SESSION_DETAILS, { id: other, tagName: realName })
  }
  return (
    <>
      <div className="ai-head">
        <h1>{title}</h1>
        <div className="ai-head-acts">
          <Button icon={<LeftOutlined />} disabled={session.before === null} onClick={open(session.before)}>
            该会员上一个
          </Button>
          <Button
            icon={<RightOutlined />}
            iconPlacement="end"
            disabled={session.after === null}
            onClick={open(session.after)}
          >
            该会员下一个
          </Button>
          <Can call={removeAiSessions}>
            <Button danger onClick={() => remove([session], () => leave(listAddress(SESSIONS)))}>
              删除
            </Button>
          </Can>
        </div>
      </div>
      <Facts
        columns={3}
        items={[
          { label: '会员', children: `${realName}（${loginName}）` },
          { label: '企业', children: session.enterprise },
          { label: '归属人', children: session.ownerName ?? '公海' },
          { label: '助手', children: session.assistantName },
          { label: '开始时间', children: formatMoment(session.startedAt) },
          { label: '最近消息', children: formatMoment(session.lastAt) },
          { label: '消息', children: `${session.messages} 条` },
          { label: '词元', children: formatFigure(String(session.tokens)) },
          { label: '费用', children: `${session.cost} 元` },
          { label: '评价', children: `赞 ${session.ups} · 踩 ${session.downs}` },
          {
            label: '标记',
            children:
              sensitive + unanswered === 0 ? (
                '—'
              ) : (
                <span className="ai-marks">
                  {unanswered > 0 && <FlagMark flag="unanswered" />}
                  {sensitive > 0 && <FlagMark flag="sensitive" />}
                </span>
              ),
          },
          { label: '来源', children: `${session.senderName} ${session.externalId}` },
        ]}
      />
      <SessionMessages sessionId={id} assistantId={session.assistantId} />
      {dialogs}
    </>
  )
}

export default function SessionDetails() {
  const [address] = useSearchParams()
  const read = useCall(getAiSession, { id: address.get('id') ?? '' }, { staleTime: 0, call: { hideErrorMsg: true } })
  return (
    <div className="ai-page">
      <Loaded read={read} rows={12}>
        {(session) => <Session key={session.id} of={session} />}
      </Loaded>
    </div>
  )
}
