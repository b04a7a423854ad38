// The person's own sessions, this device first; others can be ended one by one or all together.
import { Button, Popconfirm } from 'antd'
import {
  endOtherOwnSessions,
  endOwnSession,
  getOwnSessions,
  type OwnSession,
} from '#contract/identity/account-security.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { formatAge, formatMoment } from '#web/lib/format.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { useSecurityTexts } from '../texts/security.ts'
import { SecurityBody } from './security-body.tsx'
import '../dialog-rows.css'

const options = { guardMs: DIALOG_GUARD_MS, invalidates: [getOwnSessions] }

function SessionRow({ session }: { session: OwnSession }) {
  const { id, device, address, signedInAt, lastUsedAt, isCurrent } = session
  const texts = useSecurityTexts()
  const end = useAct(endOwnSession, { ...options, success: texts.ended })
  return (
    <li className="dialog-row">
      <div>
        <div>
          {device}
          {isCurrent && <span className="security-mark">{texts.current}</span>}
        </div>
        <p className="security-hint">
          {address} · {texts.signedInAt} {formatMoment(signedInAt)} · {texts.lastUsedAt}{' '}
          <time dateTime={lastUsedAt} title={formatMoment(lastUsedAt)}>
            {formatAge(lastUsedAt)}
          </time>
        </p>
      </div>
      {!isCurrent && (
        <Button
          loading={end.pending}
          aria-label={texts.endHint(`${device} ${address}`)}
          onClick={() => void end.run({ id })}
        >
          {texts.end}
        </Button>
      )}
    </li>
  )
}

function EndOthers({ count }: { count: number }) {
  const texts = useSecurityTexts()
  const end = useAct(endOtherOwnSessions, { ...options, success: texts.endedOthers })
  return (
    <Popconfirm
      title={texts.endOthersQuestion(count)}
      okText={texts.end}
      cancelText={texts.cancel}
      onConfirm={() => end.run(undefined)}
    >
      <Button danger loading={end.pending}>
        {texts.endOthers}
      </Button>
    </Popconfirm>
  )
}

export function SecuritySessions() {
  const texts = useSecurityTexts()
  const read = useCall(getOwnSessions, undefined, { staleTime: 0 })
  return (
    <SecurityBody read={read}>
      {(sessions) => (
        <>
          <p className="security-hint">{sessions.length > 1 ? texts.sessionsHint : texts.onlyThis}</p>
          <ul className="dialog-rows">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <div className="security-actions">
              <EndOthers count={sessions.length - 1} />
            </div>
          )}
        </>
      )}
    </SecurityBody>
  )
}
