// WeChat Work and WeChat, as far as one may sign in through them: bound since when, to be unbound.
import { Button, Popconfirm } from 'antd'
import { getOwnIdentities, type OwnIdentity, unbindOwnIdentity } from '../../../contract/identity/oauth.ts'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import { formatMoment } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { useSecurityTexts } from '../texts/security.ts'
import '../dialog-rows.css'

export function SecurityIdentities({ rows }: { rows: readonly OwnIdentity[] }) {
  const texts = useSecurityTexts()
  const unbind = useAct(unbindOwnIdentity, {
    guardMs: DIALOG_GUARD_MS,
    invalidates: [getOwnIdentities],
    success: texts.unbound,
  })
  return (
    <ul className="dialog-rows">
      {rows.map(({ provider, boundAt }) => (
        <li key={provider} className="dialog-row">
          <div>
            <div>{texts.providers[provider]}</div>
            <p className="security-hint">{boundAt ? texts.bound(formatMoment(boundAt)) : texts.notBound}</p>
          </div>
          {boundAt && (
            <Popconfirm
              title={texts.unbindQuestion(texts.providers[provider])}
              okText={texts.unbind}
              cancelText={texts.cancel}
              onConfirm={() => unbind.run({ provider })}
            >
              <Button loading={unbind.pending} aria-label={`${texts.unbind} ${texts.providers[provider]}`}>
                {texts.unbind}
              </Button>
            </Popconfirm>
          )}
        </li>
      ))}
    </ul>
  )
}
