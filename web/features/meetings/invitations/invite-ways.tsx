// How invited people hear of their invitation.
import { Checkbox } from 'antd'
import { useState } from 'react'
import { NoPublicAddress, useHasPublicAddress } from '#web/kit/dialog/public-address.tsx'

type InviteWays = { sendMail: boolean; sendText: boolean }

export function useInviteWays(initial: InviteWays) {
  const [chosen, setWays] = useState(initial)
  const hasAddress = useHasPublicAddress()
  const ways = hasAddress ? chosen : { sendMail: false, sendText: false }
  const inputs = (
    <>
      <div>
        <Checkbox
          disabled={!hasAddress}
          checked={ways.sendMail}
          onChange={({ target }) => setWays({ ...chosen, sendMail: target.checked })}
        >
          给有邮箱的人发送邀请邮件（广告，可退订）
        </Checkbox>
      </div>
      <div>
        <Checkbox
          disabled={!hasAddress}
          checked={ways.sendText}
          onChange={({ target }) => setWays({ ...chosen, sendText: target.checked })}
        >
          发送邀请短信（广告，可退订，8 点至 21 点发送）
        </Checkbox>
      </div>
      {!hasAddress && <NoPublicAddress what="邀请邮件和短信" />}
    </>
  )
  return [ways, inputs] as const
}

/** What was queued, for the notice that follows. */
export const queuedText = ({ mailed, texted }: { mailed: number; texted: number }): string => {
  const queued = [...(mailed > 0 ? [`${mailed} 封邮件`] : []), ...(texted > 0 ? [`${texted} 条短信`] : [])]
  return queued.length === 0 ? '' : `，${queued.join('、')}排队发送`
}
