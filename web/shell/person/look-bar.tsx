// Above everything in a look's window: whom it shows, that nothing can be changed, and the way out.
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { endLook } from '../../../contract/organisation/looks.ts'
import { call } from '../../lib/call.ts'
import { currentLook, leaveLook } from '../../lib/session/look.ts'
import { useTexts } from '../texts/texts.ts'

function useIsOver(until: number): boolean {
  const [isOver, setOver] = useState(() => Date.now() >= until)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.max(0, until - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  return isOver
}

export default function LookBar() {
  const texts = useTexts().look
  const look = currentLook()
  const isOver = useIsOver(look?.until ?? 0)
  const [isBusy, setBusy] = useState(false)
  if (!look) return null
  const handleLeave = () => {
    setBusy(true)
    // It ends by itself, later: leaving must not depend on the server.
    void call(endLook, { id: look.id }, { asOneself: true, hideErrorMsg: true })
      .catch(() => undefined)
      .finally(leaveLook)
  }
  return (
    <div className="shell-bar" data-kind="warning" role="status">
      {isOver ? texts.over : texts.bar(look.realName, look.userName)}
      <Button type="link" size="small" loading={isBusy} onClick={handleLeave}>
        {texts.leave}
      </Button>
    </div>
  )
}
