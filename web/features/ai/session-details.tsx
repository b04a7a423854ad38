// session/details: one session with its member, what it cost, and its messages.
import './sessions.css'
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { type AiSessionDetail, getAiSession, removeAiSessions } from '#contract/ai/sessions.ts'
import { Can } from '#web/kit/can.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { listAddress } from '#web/kit/list/list-address.ts'
import { formatFigure } from '#web/lib/format.ts'
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
        items={factsOf(getAiSession, session, {
          loginName: { label: '会员', render: () => `${realName}（${loginName}）` },
          enterprise: {},
          ownerName: { empty: '公海' },
          assistantName: {},
          startedAt: {},
          lastAt: {},
          messages: { label: '消息', unit: '条' },
          tokens: { render: ({ tokens }) => formatFigure(String(tokens)) },
          cost: { label: '费用', unit: '元' },
          ups: { label: '评价', render: ({ ups, downs }) => `赞 ${ups} · 踩 ${downs}` },
          unanswered: {
            label: '标记',
            render: () =>
              sensitive + unanswered === 0 ? (
                '—'
              ) : (
                <span className="ai-marks">
                  {unanswered > 0 && <FlagMark flag="unanswered" />}
                  {sensitive > 0 && <FlagMark flag="sensitive" />}
                </span>
              ),
          },
          senderName: { render: ({ senderName, externalId }) => `${senderName} ${externalId}` },
        })}
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
