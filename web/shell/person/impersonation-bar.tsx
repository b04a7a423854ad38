// Bar on top of an impersonation's window: who is shown, that it is read-only, and a button to leave.
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { endImpersonation } from '#contract/organisation/impersonation.ts'
import { call } from '#web/lib/call.ts'
import { currentImpersonation, leaveImpersonation } from '#web/lib/session/impersonation.ts'
import { useTexts } from '../texts/texts.ts'

function useIsOver(until: number): boolean {
  const [isOver, setOver] = useState(() => Date.now() >= until)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.max(0, until - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  return isOver
}

export default function ImpersonationBar() {
  const texts = useTexts().impersonation
  const impersonation = currentImpersonation()
  const isOver = useIsOver(impersonation?.until ?? 0)
  const [isBusy, setBusy] = useState(false)
  if (!impersonation) return null
  const handleLeave = () => {
    setBusy(true)
    // Leave even if the call fails: the impersonation expires anyway.
    void call(endImpersonation, { id: impersonation.id }, { asOneself: true, hideErrorMsg: true })
      .catch(() => undefined)
      .finally(leaveImpersonation)
  }
  return (
    <div className="shell-bar" data-kind="warning" role="status">
      {isOver ? texts.over : texts.bar(impersonation.realName, impersonation.userName)}
      <Button type="link" size="small" loading={isBusy} onClick={handleLeave}>
        {texts.leave}
      </Button>
    </div>
  )
}
